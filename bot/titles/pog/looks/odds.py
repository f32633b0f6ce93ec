"""Exact chances of an attack: all pairs of dice, applied to the engine's figures for both fires.

This is simultaneous fire without further cards (12.2): 36 equally likely pairs. A flank attempt is shown separately,
since one side then fires first and the other with what is left (12.3.3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from engine.core.bits import mask
from engine.pog.content import Content
from engine.pog.content.records import FireTable
from engine.pog.rules.prospects import prospect_of
from engine.pog.state import State
from engine.pog.view import AimView, GameView, Prospect


@dataclass(frozen=True, slots=True)
class Fire:
    """One side's fire: factors, table, column indices before and after shifts, DRM."""

    factors: int
    table_name: str
    table: FireTable
    before: int
    column: int
    drm: int
    #: Causes and amounts of column shifts.
    shifts: tuple[tuple[str, int], ...] = ()

    def result(self, die: int) -> int:
        """Return the loss number of a die roll."""
        return self.table.result(self.column, die + self.drm)


@dataclass(frozen=True, slots=True)
class Odds:
    """All 36 results, from which losses, winner and retreat follow."""

    #: How the sides fire, None for a side that can't (12.3.3).
    attacker: Fire | None
    defender: Fire | None
    #: Number of dice pairs out of 36, by (defender's loss number, attacker's loss number).
    results: dict[tuple[int, int], int]
    #: DRM of a flank attempt, None if none is possible.
    flank_drm: int | None
    #: Modified die roll at which a flank attempt succeeds.
    flank_success: int
    #: Units that fight back, and units that don't because they retreated to the space earlier in the round (12.5.6).
    defenders: tuple[int, ...]
    caught: tuple[int, ...]

    def chance(self, wanted: str) -> Fraction:
        """Return the chance that the attacker wins ("win"), of a "tie", or that the defender wins ("lose")."""
        tests = {
            "win": lambda given, taken: given > taken,
            "tie": lambda given, taken: given == taken,
            "lose": lambda given, taken: given < taken,
        }
        return Fraction(sum(n for (given, taken), n in self.results.items() if tests[wanted](given, taken)), 36)

    def losses(self, side: str) -> dict[int, Fraction]:
        """Return the chance of each loss number of the "attacker" or the "defender"."""
        counted: Counter[int] = Counter()
        for (given, taken), pairs in self.results.items():
            counted[given if side == "defender" else taken] += pairs
        return {losses: Fraction(pairs, 36) for losses, pairs in sorted(counted.items())}

    def expected(self, side: str) -> float:
        """Return the expected loss number of the "attacker" or the "defender"."""
        return float(sum(losses * chance for losses, chance in self.losses(side).items()))

    def flank_chance(self) -> Fraction:
        """Return the chance that a flank attempt succeeds."""
        return Fraction(sum(die + (self.flank_drm or 0) >= self.flank_success for die in range(1, 7)), 6)


def odds(state: State, target: int, attackers: Iterable[int], drms: tuple[int, int] = (0, 0)) -> Odds:
    """Return the odds of an attack on a space by units from their current spaces, even if they can't make it.

    `drms` are extra die modifiers of attacker and defender, e.g. for cards that might be played.
    """
    return _count_odds(state.rules.content, prospect_of(state, mask(attackers), target), drms)


def declared(view: GameView) -> Odds | None:
    """Return the odds of a declared attack before it is fought; None once cards or a flank attempt change them."""
    battle, found = view.battle, view.prospect
    if battle is None or found is None or battle.cards or not found.attackers:
        return None
    return _count_odds(view.content, found, (0, 0))


def _count_odds(content: Content, found: Prospect, drms: tuple[int, int]) -> Odds:
    ours, theirs = _fire(content, found.attacker, drms[0]), _fire(content, found.defender, drms[1])
    results = Counter(
        (ours.result(die) if ours else 0, theirs.result(other) if theirs else 0)
        for die in range(1, 7)
        for other in range(1, 7)
    )
    return Odds(ours, theirs, dict(results), found.flank_drm, content.flank.success, found.defenders, found.caught)


def _fire(content: Content, aim: AimView | None, drm: int) -> Fire | None:
    if aim is None:
        return None
    table = content.army_fire if aim.table == "army" else content.corps_fire
    total = drm + sum(modifier.value for modifier in aim.drms)
    shifts = tuple((shift.cause, shift.value) for shift in aim.shifts)
    return Fire(aim.factors, aim.table, table, aim.column_before, aim.column, total, shifts)
