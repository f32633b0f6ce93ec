"""The chances of an attack, exact: every die, and every way in which the tests that follow it may end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, cast

from engine.liege.combat import CombatResult, HexAttack, outcome_of
from engine.liege.fight import Fight, carry_out
from engine.liege.state import LOST, LiegeState
from engine.liege.tables import FACES, TableResult

if TYPE_CHECKING:
    from engine.liege.sequence.base import LiegeGame


class CombatOdds(NamedTuple):
    """What may come of an attack that nobody withdraws from, before retreats and the losses that these cost."""

    attacker_retreats: Fraction
    defender_retreats: Fraction
    #: Nobody is left in the hex but who may choose to stay.
    emptied: Fraction
    #: Steps that each side loses on average.
    attacker_steps: Fraction
    defender_steps: Fraction
    #: By unit: the chance to lose a step or more.
    hit: dict[int, Fraction]


def odds_of(state: LiegeState, attack: HexAttack) -> CombatOdds:
    """Return the chances of an attack that may begin; the position stays as it is."""
    retreats: dict[int, Fraction] = {}
    emptied, steps = Fraction(0), [Fraction(0), Fraction(0)]
    hit: dict[int, Fraction] = {}
    for weight, fight, after in _endings(state, attack):
        retreats[fight.loser] = retreats.get(fight.loser, Fraction(0)) + weight
        gone = [unit for unit in fight.defenders if after.at[unit] == LOST or unit in fight.leaving]
        if len(gone) == len(fight.defenders):
            emptied += weight
        for unit, lost in fight.lost.items():
            steps[state.facts.units[unit].side] += weight * lost
            hit[unit] = hit.get(unit, Fraction(0)) + weight
    side = state.side
    nobody = Fraction(0)
    return CombatOdds(
        retreats.get(side, nobody), retreats.get(1 - side, nobody), emptied, steps[side], steps[1 - side], hit
    )


def _endings(state: LiegeState, attack: HexAttack) -> Iterator[tuple[Fraction, Fight, LiegeState]]:
    """Yield every way in which a combat may end, with its weight; dice with the same results are taken together."""
    outcomes: Counter[tuple[TableResult, TableResult]] = Counter()
    for die in range(1, FACES + 1):
        found = outcome_of(state, attack, die)
        outcomes[found.attacker, found.defender] += 1
    for (attacker, defender), faces in outcomes.items():
        branch: tuple[bool, ...] | None = ()
        while branch is not None:
            tree = _Throws(state.copy(), branch)
            fight = carry_out(cast("LiegeGame", tree), attack, CombatResult(0, attacker, defender))
            yield Fraction(faces, FACES) * tree.weight, fight, tree.state
            branch = tree.next_branch()


class _Throws:
    """Stands for a game in which tests end as a branch says: passed first, then failed, where both may happen."""

    def __init__(self, state: LiegeState, branch: tuple[bool, ...]) -> None:
        self.state = state
        self._branch, self._taken = branch, list[bool]()
        self.weight = Fraction(1)

    def die(self, purpose: str, faces: int, wanted: Iterable[int] = ()) -> int:
        """Return a face that passes or fails as the branch says."""
        del purpose
        passing = sum(1 for _ in wanted)
        at = len(self._taken)
        passes = self._branch[at] if at < len(self._branch) else True
        self._taken.append(passes)
        self.weight *= Fraction(passing if passes else faces - passing, faces)
        return 1 if passes else faces

    def emit(self, kind: str, /, **data: object) -> None:
        """Tell nobody."""

    def next_branch(self) -> tuple[bool, ...] | None:
        """Return the branch after this one; None after the last."""
        taken = list(self._taken)
        while taken and not taken[-1]:
            taken.pop()
        return (*taken[:-1], False) if taken else None


__all__ = ["CombatOdds", "odds_of"]
