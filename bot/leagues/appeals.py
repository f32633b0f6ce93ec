"""The effect of one arbiter's decision on an appeal: alone, as one vote of two, in agreement, or in disagreement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.leagues.journal import Decided, Points
from bot.leagues.matches import Leg

What = Literal["decided", "voted", "agreed", "split"]
"""The first instance decides alone. In the second, one vote awaits the other; without agreement the first stays."""


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a decision: its instance, its kind, and the points that count after it, None for no result."""

    instance: int
    what: What
    stands: Points | None

    @property
    def settled(self) -> bool:
        """True once this instance is decided."""
        return self.what != "voted"


def effect(leg: Leg, entry: Decided) -> Effect:
    """Return the effect of a decision in a game's appeals, as of right after it.

    Raises:
        LookupError: the game has no such decision.
    """
    for number, appeal in enumerate(leg.appeals):
        if entry in appeal.decisions:
            vote = appeal.decisions.index(entry) + 1
            if vote < appeal.needs:
                return Effect(number + 1, "voted", _points(leg, number))
            if appeal.needs == 1:
                return Effect(number + 1, "decided", _points(leg, number + 1))
            agreed = len({one.points for one in appeal.decisions}) == 1
            return Effect(number + 1, "agreed" if agreed else "split", _points(leg, number + 1))
    raise LookupError(f"no appeal about match {entry.match} was decided so")


def _points(leg: Leg, instances: int) -> Points | None:
    """Return the points that count after so many instances."""
    outcome = leg.outcome(instances)
    return outcome.points if outcome is not None else None


__all__ = ["Effect", "What", "effect"]
