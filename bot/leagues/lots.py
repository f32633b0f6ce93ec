"""Verifiable lots: a seed committed to by its digest, and what is derived from it.

The digest is published when a season opens, the seed when it is over; every order, every die roll and every round's
seed derive from it. What is sealed with it can be read by the server that keeps it, and by everyone in the end.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable


def commitment(seed: bytes) -> str:
    """Return the commitment to a seed before it is revealed: its SHA-256, in hex."""
    return hashlib.sha256(seed).hexdigest()


def drawn(seed: bytes, *words: str) -> bytes:
    """Return 32 bytes derived from the seed for one purpose."""
    return hmac.new(seed, "\x00".join(words).encode(), hashlib.sha256).digest()


def shuffled(seed: bytes, names: Iterable[str], *purpose: str) -> list[str]:
    """Return the names in the order of their lots."""
    return sorted(names, key=lambda name: (drawn(seed, *purpose, name), name))


def die(seed: bytes, *words: str) -> int:
    """Return a fair die roll for one purpose."""
    rest = 256 - 256 % 6
    number = 0
    while True:
        for byte in drawn(seed, *words, str(number)):
            if byte < rest:
                return byte % 6 + 1
        number += 1


_BLOCK = 8
"""Number of bytes that a seal holds, and of bytes that prove it."""


def sealed_with(seed: bytes, content: bytes, *words: str) -> str:
    """Return a few bytes that only the seed opens, in hex. The words name the purpose and must never be reused.

    Raises:
        ValueError: more than eight bytes.
    """
    if len(content) > _BLOCK:
        raise ValueError(f"a seal holds {_BLOCK} bytes, not {len(content)}")
    stream = drawn(seed, "seal", *words)
    hidden = bytes(one ^ other for one, other in zip(content.ljust(_BLOCK, b"\0"), stream, strict=False))
    return (hidden + _commitment_proof(seed, hidden, words)).hex()


def opened(seed: bytes, text: str, length: int, *words: str) -> bytes:
    """Return the sealed bytes, of the given length.

    Raises:
        ValueError: it was not sealed with this seed and these words.
    """
    given = bytes.fromhex(text)
    hidden, proof = given[:_BLOCK], given[_BLOCK:]
    if not hmac.compare_digest(proof, _commitment_proof(seed, hidden, words)):
        raise ValueError("this was sealed with another seed or for something else")
    stream = drawn(seed, "seal", *words)
    return bytes(one ^ other for one, other in zip(hidden, stream, strict=False))[:length]


def _commitment_proof(seed: bytes, hidden: bytes, words: tuple[str, ...]) -> bytes:
    return drawn(seed, "proof", *words, hidden.hex())[:_BLOCK]
