"""Exact chances of an attack: every pair of dice counted, from public combat strengths alone.

Simultaneous fire without cards (12.2): 36 equally likely pairs. A flank attempt is told
beside it, since then one side fires first and the other with what is left (12.3.3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.pog.content import Content
from engine.pog.content.records import FireTable
from engine.pog.view import GameView, SpaceView, UnitView


@dataclass(frozen=True, slots=True)
class Fire:
    """One side's fire: factors, table, columns before and after shifts (by index), DRM."""

    factors: int
    table_name: str
    table: FireTable
    before: int
    column: int
    drm: int

    def result(self, die: int) -> int:
        """Loss number of a die."""
        return self.table.result(self.column, min(max(die + self.drm, 1), 6))


@dataclass(frozen=True, slots=True)
class Odds:
    """All 36 results: what the sides lose, who wins, whether the defender must retreat."""

    attacker: Fire
    defender: Fire
    #: (loss number of the defender, loss number of the attacker) to its number of dice pairs of 36.
    results: dict[tuple[int, int], int]
    #: DRM of a flank attempt, None where none is possible.
    flank_drm: int | None

    def chance(self, wanted: str) -> Fraction:
        """Chance that the attacker wins ("win"), of a "tie", or that the defender wins ("lose")."""
        tests = {
            "win": lambda given, taken: given > taken,
            "tie": lambda given, taken: given == taken,
            "lose": lambda given, taken: given < taken,
        }
        return Fraction(sum(n for (given, taken), n in self.results.items() if tests[wanted](given, taken)), 36)

    def losses(self, side: str) -> dict[int, Fraction]:
        """Chances of each loss number of the "attacker" or the "defender"."""
        counted: Counter[int] = Counter()
        for (given, taken), pairs in self.results.items():
            counted[given if side == "defender" else taken] += pairs
        return {losses: Fraction(pairs, 36) for losses, pairs in sorted(counted.items())}

    def expected(self, side: str) -> float:
        """The loss number to be expected of the "attacker" or the "defender"."""
        return float(sum(losses * chance for losses, chance in self.losses(side).items()))

    def flank_chance(self) -> Fraction:
        """Chance that a flank attempt succeeds."""
        return Fraction(sum(die + (self.flank_drm or 0) >= 4 for die in range(1, 7)), 6)


def odds(
    view: GameView,
    target: int,
    attackers: Sequence[tuple[int, UnitView]],
    drms: tuple[int, int] = (0, 0),
) -> Odds:
    """The odds of an attack on a space by units, given with the spaces they attack from.

    `drms` are extra die modifiers of attacker and defender, e.g. for cards that are meant to be played.
    """
    content, space = view.content, view.spaces[target]
    side = content.units[attackers[0][1].unit].side
    enemies = [unit for unit in space.units if content.units[unit.unit].side != side]
    trench = space.trench if enemies and space.trench_side == 1 - side else 0
    fort = content.spaces[target].fort if space.fort in ("intact", "besieged") else 0
    shifts = _shifts(content, target, trench)
    standing = _standing_drm(content, {origin for origin, _ in attackers})
    ours = _fire(content, [unit for _, unit in attackers], 0, shifts[0], drms[0] + standing)
    theirs = _fire(content, enemies, fort, shifts[1], drms[1])
    results: Counter[tuple[int, int]] = Counter()
    for die in range(1, 7):
        for other in range(1, 7):
            results[ours.result(die), theirs.result(other)] += 1
    return Odds(ours, theirs, dict(results), _flank_drm(view, target, attackers, enemies, trench))


def declared(view: GameView) -> Odds | None:
    """The odds of the attack that is declared and not yet fought; None once cards or a flank attempt change them."""
    battle = view.battle
    if battle is None or battle.cards or battle.fires or battle.winner or battle.flank_die or not battle.attackers:
        return None
    standing = {unit.unit: unit for space in view.spaces for unit in space.units}
    attackers = [(origin, standing[unit]) for origin, unit, _ in battle.attackers if unit in standing]
    return odds(view, battle.target, attackers) if attackers else None


def _shifts(content: Content, target: int, trench: int) -> tuple[int, int]:
    effects = [content.terrain[content.spaces[target].terrain]]
    if trench:
        effects.append(content.terrain[f"trench_{trench}"])
    return sum(effect.attacker_shift for effect in effects), sum(effect.defender_shift for effect in effects)


def _standing_drm(content: Content, origins: set[int]) -> int:
    """12.2.7: attacks made only from one space, such as Sinai."""
    return sum(drm.drm for drm in content.standing_drms if origins == {drm.space})


def _fire(content: Content, units: Iterable[UnitView], fort: int, shift: int, drm: int) -> Fire:
    units = list(units)
    factors = fort
    for unit in units:
        spec = content.units[unit.unit]
        factors += spec.reduced_cf if unit.reduced else spec.cf
    armies = any(content.units[unit.unit].army for unit in units)
    table = content.army_fire if armies else content.corps_fire
    before = table.column_for(factors)
    column = min(max(before + shift, 0), len(table.columns) - 1)
    return Fire(factors, "army" if armies else "corps", table, before, column, drm)


def _flank_drm(
    view: GameView,
    target: int,
    attackers: Sequence[tuple[int, UnitView]],
    enemies: Sequence[UnitView],
    trench: int,
) -> int | None:
    """12.3.1, 12.3.2: None where no flank attempt is possible."""
    content, origins = view.content, {origin for origin, _ in attackers}
    army = any(content.units[unit.unit].army for _, unit in attackers)
    open_ground = content.terrain[content.spaces[target].terrain].flank_allowed and not trench
    if len(origins) < 2 or not army or not enemies or not open_ground:
        return None
    side = content.units[attackers[0][1].unit].side
    free = sum(not _faces_others(content, view.spaces, origin, target, side) for origin in origins)
    return min(free, len(origins) - 1) * content.flank.drm_per_space


def _faces_others(content: Content, spaces: Sequence[SpaceView], origin: int, target: int, side: int) -> bool:
    """True if a solid line leads from a space to an enemy unit elsewhere than in the target."""
    for line in content.connections:
        if line.dashed or origin not in (line.a, line.b):
            continue
        other = line.b if line.a == origin else line.a
        if other != target and any(content.units[unit.unit].side != side for unit in spaces[other].units):
            return True
    return False
