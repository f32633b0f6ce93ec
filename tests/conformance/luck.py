"""Chance as it fell in a recorded game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.core.chance import ScriptedChance
from tests.conformance.trace import Line

#: Dice that the record rolls in any order and the engine in its own.
_SORTED = ("siege", "entrench")


class RecordedLuck(ScriptedChance):
    """Queues by purpose, filled from the header and then line by line.

    The engine runs through forced points by itself, so a die may be asked for before its
    line is reached; then lines without a choice are fed in advance.
    """

    def __init__(
        self,
        lines: Sequence[Line],
        card: Callable[[str], int],
        place: Callable[[Line], tuple[int, ...]],
        passable: Callable[[Line], bool],
    ) -> None:
        super().__init__()
        self._passable = passable
        self._lines = lines
        self._card = card
        #: Sorting key of a siege or entrench roll in the engine's order.
        self._place = place
        self._fed = 0

    def feed_row(self, dice: Sequence[dict[str, Any]], draws: Sequence[dict[str, Any]]) -> None:
        """Append the chance of one line."""
        for die in dice:
            self.feed(die["for"], die["v"])
        for draw in draws:
            if "card" in draw:
                self.feed(f"draw_{draw['side']}", self._card(draw["card"]))

    def reach(self, index: int) -> None:
        """Make sure that the line at an index, and all before it, are fed."""
        while self._fed <= index:
            self._feed_next()

    def choose(self, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
        """The recorded outcome; looks ahead over lines without a choice."""
        while not self.queues.get(purpose) and self._fed < len(self._lines):
            line = self._lines[self._fed]
            if not (line.batch or line.forced or self._passable(line)):
                break
            self._feed_next()
        return super().choose(purpose, candidates, epoch, counter)

    def _feed_next(self) -> None:
        line = self._lines[self._fed]
        if line.data["state"] not in ("siege_roll", "entrench_roll"):
            self.feed_row(line.get("dice"), line.get("draws"))
            self._fed += 1
            return
        rolls: list[tuple[tuple[int, ...], dict[str, Any]]] = []
        state = line.data["state"]
        while self._fed < len(self._lines) and self._lines[self._fed].data["state"] == state:
            line = self._lines[self._fed]
            for die in line.get("dice"):
                if die["for"] in _SORTED:
                    rolls.append((self._place(line), die))
                else:
                    self.feed_row([die], [])
            self.feed_row([], line.get("draws"))
            self._fed += 1
        self.feed_row([die for _, die in sorted(rolls, key=lambda roll: roll[0])], [])
