"""The record as one viewer may read it while the game goes on.

What only one side knows must not be seen in what the record holds, nor in what it lacks: entries
that exist only because of a hidden card are left out, what chance answered to them goes to the entry
before, and the rest is numbered without a gap. So two games that differ in hidden things alone read
the same for everybody else.
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
        """Return the number under which the viewer knows an entry; that of the line before if it is left out."""
        return self.before[0] + sum(one <= number for one in self.numbers) - 1

    def known(self, number: int) -> tuple[int, int]:
        """Return how many lines there are up to an entry, and the number of the entry behind the last of them."""
        return self.shown(number) + 1, max((one for one in self.numbers if one <= number), default=self.before[1])

    @property
    def last(self) -> int:
        """Number of the entry behind the last line; -1 where there is none."""
        return self.numbers[-1] if self.numbers else self.before[1]


def read_by(
    raw: Sequence[dict[str, Any]], side: int | None, stored: StoredGame, before: tuple[int, int] = (0, -1)
) -> Reading:
    """Return what the viewer on a side may read of a game's record; nobody's side is a spectator's.

    Args:
        raw: the record, or what comes behind `before`.
        side: of the viewer.
        stored: the game.
        before: how many entries the viewer knows of that come before, and the number of the last of them.
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
    """Return the same of a record alone; `unseen` are entries that were taken back before anybody else saw them."""
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
    """Return True if that there is such an entry is known to its own side only."""
    kind = entry.get("decision", "")
    if entry["kind"] == rec.UNDO:
        return reading.last <= int(entry["to"])
    return kind in secret or entry.get("choice") in face(kind).unread


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
    """Return what chance answered, as far as it was not for another side alone, such as the cards of its hand."""
    return [
        [purpose, value if system.drawn_for(purpose) in (None, side) else None] for purpose, value in entry["chance"]
    ]


__all__ = ["Reading", "read_by", "reading"]
