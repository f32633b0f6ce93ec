"""The chances of an attack computed slowly: every outcome of all tests of a combat, each carried out by the rules themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from engine.liege.combat import HexAttack
from engine.liege.combat_odds import CombatOdds
from engine.liege.combat_result import CombatResult, outcome_of
from engine.liege.fight import Fight, carry_out
from engine.liege.state import LOST, LiegeState
from engine.liege.tables import FACES, TableResult

if TYPE_CHECKING:
    from engine.liege.sequence.base import LiegeGame


def slow_odds(state: LiegeState, attack: HexAttack) -> CombatOdds:
    """Return the same as `odds_of`."""
    retreats: dict[int, Fraction] = {}
    emptied, steps = Fraction(0), [Fraction(0), Fraction(0)]
    hit: dict[int, Fraction] = {}
    for weight, fight, after in _endings(state, attack):
        retreats[fight.loser] = retreats.get(fight.loser, Fraction(0)) + weight
        if all(after.at[unit] == LOST or unit in fight.leaving for unit in fight.defenders):
            emptied += weight
        for unit, lost in fight.lost.items():
            steps[state.facts.units[unit].side] += weight * lost
            hit[unit] = hit.get(unit, Fraction(0)) + weight
    side, nobody = state.side, Fraction(0)
    return CombatOdds(
        retreats.get(side, nobody), retreats.get(1 - side, nobody), emptied, steps[side], steps[1 - side],
        {unit: chance for unit, chance in hit.items() if chance},
    )  # fmt: skip


def _endings(state: LiegeState, attack: HexAttack) -> Iterator[tuple[Fraction, Fight, LiegeState]]:
    results: Counter[tuple[TableResult, TableResult]] = Counter()
    for die in range(1, FACES + 1):
        found = outcome_of(state, attack, die)
        results[found.attacker, found.defender] += 1
    for (attacker, defender), faces in results.items():
        branch: tuple[bool, ...] | None = ()
        while branch is not None:
            tree = _Throws(state.copy(), branch)
            fight = carry_out(cast("LiegeGame", tree), attack, CombatResult(0, attacker, defender))
            yield Fraction(faces, FACES) * tree.weight, fight, tree.state
            branch = tree.next_branch()


class _Throws:
    """A stand-in for a game in which tests follow a branch: passed first, then failed."""

    def __init__(self, state: LiegeState, branch: tuple[bool, ...]) -> None:
        self.state = state
        self._branch, self._taken = branch, list[bool]()
        self.weight = Fraction(1)

    def die(self, purpose: str, faces: int, wanted: Iterable[int] = ()) -> int:
        """Return a face that passes or fails according to the branch."""
        passing, at = sum(1 for _ in wanted), len(self._taken)
        passes = self._branch[at] if at < len(self._branch) else True
        self._taken.append(passes)
        self.weight *= Fraction(passing if passes else faces - passing, faces)
        return 1 if passes else faces

    def emit(self, kind: str, /, **data: object) -> None:
        """Do nothing."""

    def next_branch(self) -> tuple[bool, ...] | None:
        """Return the next branch; None after the last."""
        taken = list(self._taken)
        while taken and not taken[-1]:
            taken.pop()
        return (*taken[:-1], False) if taken else None
