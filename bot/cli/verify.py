"""`feldpost verify FILE`: verify an exported record without the bot, its store or any setting.

Exit codes: 0 it agrees, 1 it doesn't (changed, or cut), 2 it is no record or can't be read, 3 it can't be checked here
or now (the game is unfinished, a newer format, a war this version doesn't have).
"""

from __future__ import annotations

import gzip
import io
import json
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.cli.proof import Proof, proved
from bot.narration.texts import host_text

Tell = Callable[[str], None]

#: Most bytes read from a file, and after unpacking; the record of a long campaign is about 1 MB.
MOST = 64 * 2**20
_PACKED = b"\x1f\x8b"


class Unreadable(Exception):
    """A file that is not a record; the message is one sentence."""


def run_verify(file: Path, tell: Tell = print) -> int:
    """Verify a file, `-` for standard input; returns the exit code."""
    try:
        proof = proved(_document(_read(file)))
    except Unreadable as no:
        tell(str(no))
        return 2
    tell(_told(proof))
    return proof.exit_code


def _told(proof: Proof) -> str:
    name = f"{proof.game}: " if proof.game else ""
    told = [f"{name}{proof.text}"]
    if proof.code in ("agrees", "unfinished"):
        told.append(host_text("operator.verify.seed_sha_stands_channel", commitment=proof.commitment))
    return "\n".join(told)


def _read(file: Path) -> bytes:
    """Return a file's content, unpacked if it is gzipped."""
    try:
        raw = sys.stdin.buffer.read(MOST + 1) if str(file) == "-" else _bytes(file)
        if raw.startswith(_PACKED):
            with gzip.GzipFile(fileobj=io.BytesIO(raw)) as packed:
                raw = packed.read(MOST + 1)
    except OSError as error:
        raise Unreadable(host_text("operator.verify.cannot_read", file=file, value=error.strerror or error)) from None
    except (EOFError, zlib.error):
        raise Unreadable(host_text("operator.verify.cannot_unpacked_damaged_cut", file=file)) from None
    if len(raw) > MOST:
        raise Unreadable(host_text("operator.verify.longer_than_any_record", file=file, value=MOST // 2**20))
    return raw


def _bytes(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(MOST + 1)


def _document(raw: bytes) -> Any:
    """Parse a file: JSON as exported, or JSON lines, the first about the game and then one per entry."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(host_text("operator.verify.no_record_game_no")) from None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    lines = [line for line in text.splitlines() if line.strip()]
    try:
        head, *entries = [json.loads(line) for line in lines]
    except (ValueError, RecursionError):
        told = [host_text("operator.verify.no_record_game_no_2")]
        if text.lstrip().startswith("{"):
            told.append(host_text("operator.verify.begins_like_one_cut"))
        raise Unreadable(" ".join(told)) from None
    return {**head, "entries": entries} if isinstance(head, dict) and "entries" not in head else head


__all__ = ["MOST", "Unreadable", "run_verify"]
