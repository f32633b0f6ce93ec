"""The pairing algorithm's input: the entrants of a section."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum

MOST_IMBALANCE = 2
"""Maximum difference between an entrant's games with one side and the other."""


class Side(IntEnum):
    """The two sides of a game, in the title's order of seats."""

    FIRST = 1
    SECOND = -1

    @property
    def other(self) -> Side:
        """The opposite side."""
        return Side(-self)


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entrant before a round.

    `score` counts half points. `rank` orders entrants of equal score, from 1, by rating and lot and never by
    tie-breaks, which would make a tie-break decide twice. `met` are the opponents of played games; `sides` those games'
    sides in order. `floats` are the score differences to the last opponents (positive: played below). `tolerance` is
    the largest score difference that this entrant accepts, in half points; None accepts any. `strangers` are paired
    only as a last resort: they share no platform, so that no game could start.
    """

    name: str
    rank: int
    score: int = 0
    met: frozenset[str] = frozenset()
    sides: tuple[Side, ...] = ()
    floats: tuple[int, ...] = ()
    had_bye: bool = False
    barred: frozenset[str] = frozenset()
    tolerance: int | None = None
    strangers: frozenset[str] = frozenset()

    @property
    def balance(self) -> int:
        """Games with the first side minus games with the second."""
        return sum(self.sides)

    @property
    def due(self) -> Side | None:
        """The side that evens out the balance; if it is even, the one not played last."""
        if self.balance:
            return Side.SECOND if self.balance > 0 else Side.FIRST
        return self.sides[-1].other if self.sides else None

    def scored(self, more: int) -> Entrant:
        """Return the entrant with so many half points more."""
        return replace(self, score=self.score + more) if more else self

    def may_have(self, side: Side) -> bool:
        """Return True if another game with that side keeps the balance within its bound."""
        return abs(self.balance + side) <= MOST_IMBALANCE


def may_meet(one: Entrant, other: Entrant, *, sides: bool = True) -> bool:
    """Return True if no hard rule forbids the pairing: no repeat, no bar, a side for each, within a tolerance."""
    if other.name in one.met or other.name in one.barred or one.name in other.barred:
        return False
    if sides and not any(one.may_have(side) and other.may_have(side.other) for side in Side):
        return False
    if one.tolerance is None or other.tolerance is None:
        return True
    return abs(one.score - other.score) <= max(one.tolerance, other.tolerance)


def clash(one: Entrant, other: Entrant) -> int:
    """Return how strongly two entrants want the same side: 0 not, 1 one only to alternate, 2 both to even out."""
    if one.due is None or one.due is not other.due:
        return 0
    return 2 if one.balance and other.balance else 1
