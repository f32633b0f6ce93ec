"""The stored record of a game: a list of lines, one per entry, numbered from 0 without a gap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.narration.texts import host_text
from bot.storage.changes import Change
from bot.storage.errors import StoredDamage
from bot.storage.models import RecordEntry

__all__ = ["last_number", "parsed_record", "record_lines"]


def record_lines(entries: Sequence[dict[str, Any]]) -> list[str]:
    """Return the entries of a record as stored lines."""
    return [RecordEntry(n=entry["n"], payload=_without_number(entry)).dump() for entry in entries]


def parsed_record(game_id: str, lines: Sequence[bytes], start: int = 0) -> list[dict[str, Any]]:
    """Return the entries in stored lines of a record, the first of which has the number `start`.

    Raises:
        StoredDamage: a line is damaged or has another number.
    """
    entries = [RecordEntry.parse(line, f"record entry {start + i} of game {game_id}") for i, line in enumerate(lines)]
    for number, entry in enumerate(entries, start):
        if entry.n != number:
            raise StoredDamage(
                host_text("store.store.record_entry_game_calls", number=number, game_id=game_id, n=entry.n)
            )
    return [{"n": entry.n, **entry.payload} for entry in entries]


def _without_number(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name != "n"}


def last_number(expected: int | None, change: Change) -> int:
    """Return the number of a record's last entry after a change; raise ValueError if new entries do not follow."""
    if expected is None or change.snapshot is None:
        raise ValueError("New record entries need the number they follow and the snapshot after them.")
    numbers = [entry["n"] for entry in change.entries]
    if numbers != list(range(expected + 1, expected + 1 + len(numbers))):
        raise ValueError(f"Record entries {numbers} do not follow entry {expected} without a gap.")
    return expected + len(numbers)
