"""Lots that everybody can draw again: a seed that is promised by its digest, and what is made of it.

The digest is told when a season opens, the seed when it is over; every order and every round's seed follow from it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable


def commitment(seed: bytes) -> str:
    """What is told of a seed before it is revealed: its SHA-256, in hex."""
    return hashlib.sha256(seed).hexdigest()


def drawn(seed: bytes, *words: str) -> bytes:
    """32 bytes that follow from the seed for one purpose."""
    return hmac.new(seed, "\x00".join(words).encode(), hashlib.sha256).digest()


def shuffled(seed: bytes, names: Iterable[str], *purpose: str) -> list[str]:
    """The names in the order of their lots."""
    return sorted(names, key=lambda name: (drawn(seed, *purpose, name), name))
