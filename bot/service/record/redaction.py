"""Redaction of the record for one viewer while the game is running.

What only one side knows must show neither in the record's contents nor in its gaps: entries that exist only because of
a hidden card are omitted, their chance results move to the entry before, and the rest is numbered without gaps. So two
games that differ only in hidden things read the same for everyone else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from bot.service.visibility import Visibility
from bot.storage.store import StoredGame
from bot.table.decision_ui import DecisionUI
from bot.titles import title_named, title_stored
from engine.core import record as rec
from engine.core.system import System


@dataclass(frozen=True, slots=True)
class Reading:
    """Lines of the record as a viewer reads them, each with the number of its original entry.

    `before` is the number of lines before the first of these, and the original number of the last of them.
    """

    lines: list[dict[str, Any]]
    numbers: list[int]
    before: tuple[int, int] = (0, -1)

    def shown(self, number: int) -> int:
        """Return the viewer's number of an entry; that of the line before if it is omitted."""
        return self.before[0] + sum(one <= number for one in self.numbers) - 1

    def known(self, number: int) -> tuple[int, int]:
        """Return the number of lines up to an entry, and the original number of the last of them."""
        return self.shown(number) + 1, max((one for one in self.numbers if one <= number), default=self.before[1])

    @property
    def last(self) -> int:
        """Original number of the last line; -1 if there is none."""
        return self.numbers[-1] if self.numbers else self.before[1]


def read_by(
    raw: Sequence[dict[str, Any]], side: int | None, stored: StoredGame, before: tuple[int, int] = (0, -1)
) -> Reading:
    """Return the part of a game's record that a viewer may read; None is a spectator.

    Args:
        raw: the record, or the part after `before`.
        side: the viewer's side.
        stored: the game.
        before: the number of earlier entries the viewer knows, and the original number of the last of them.
    """
    system = title_stored(stored.header).system(stored.header.options)
    return reading(raw, side, system, Visibility.of(stored).unseen, before)


def reading(
    raw: Sequence[dict[str, Any]],
    side: int | None,
    system: System[Any],
    unseen: Collection[int] = (),
    before: tuple[int, int] = (0, -1),
) -> Reading:
    """Return the same from a record alone; `unseen` entries were taken back before anyone else saw them."""
    secret, face = (
        {frame.kind for frame in system.frames if getattr(frame, "secret", False)},
        title_named(system.title).face,
    )
    found = Reading([], [], before)
    for entry in raw:
        foreign = entry.get("side") is not None and entry.get("side") != side
        if foreign and (entry["n"] in unseen or _private(entry, secret, face, found)):
            if "chance" in entry and found.lines:
                last = found.lines[-1]
                last["chance"] = [*last.get("chance", []), *_chance(entry, side, system)]
            continue
        found.lines.append(_line(entry, side, found, system, foreign=foreign))
        found.numbers.append(int(entry["n"]))
    return found


def _private(entry: dict[str, Any], secret: set[str], face: Callable[[str], DecisionUI[Any]], reading: Reading) -> bool:
    """Return True if the existence of an entry is known only to its own side."""
    kind = entry.get("decision", "")
    if entry["kind"] == rec.UNDO:
        return reading.last <= int(entry["to"])
    return kind in secret or entry.get("told") == rec.UNTOLD or entry.get("choice") in face(kind).unread


def _line(
    entry: dict[str, Any], side: int | None, reading: Reading, system: System[Any], *, foreign: bool
) -> dict[str, Any]:
    line = {**entry, "n": reading.before[0] + len(reading.lines)}
    told = line.pop("told", "")
    if foreign:
        line.pop("auto", None)
        if told:
            line["choice"] = told
    if "to" in line:
        line["to"] = reading.shown(int(line["to"]))
    if "chance" in line:
        line["chance"] = _chance(entry, side, system)
    return line


def _chance(entry: dict[str, Any], side: int | None, system: System[Any]) -> list[list[Any]]:
    """Return the chance results, without those for another side only, such as the cards in its hand."""
    return [
        [purpose, value if system.drawn_for(purpose) in (None, side) else None] for purpose, value in entry["chance"]
    ]


__all__ = ["Reading", "read_by", "reading"]
