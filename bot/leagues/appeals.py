"""What one arbiter's decision on an appeal amounts to: alone, as one vote of two, in agreement, or in disagreement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.leagues.journal import Decided, Points
from bot.leagues.matches import Leg

What = Literal["decided", "voted", "agreed", "split"]
"""A first instance decides alone. In the second the first vote waits for the other; both agree, or the first decision stands."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a decision did: which instance it is of, what it amounts to, and the points that stand after it, None for no result."""

    instance: int
    what: What
    stands: Points | None

    @property
    def settled(self) -> bool:
        """True once this instance has spoken."""
        return self.what != "voted"


def effect(leg: Leg, entry: Decided) -> Effect:
    """Return what a decision that a game's appeals hold did, as things stood right after it.

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
    """Return what stands after so many instances."""
    outcome = leg.outcome(instances)
    return outcome.points if outcome is not None else None


__all__ = ["Effect", "What", "effect"]
