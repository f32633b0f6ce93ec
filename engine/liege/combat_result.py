"""The combat die (chapters 9.3 to 9.5): its modifiers, test modifiers by enemies, and the result for both sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.bits import members
from engine.liege.combat import HexAttack, column_of, defenders_of, is_dark, sides_attacked, strength_of, terrain_of
from engine.liege.combat_facts import Cover, Work
from engine.liege.grid import NOWHERE
from engine.liege.state import LiegeState
from engine.liege.supply import Supply, worst_of
from engine.liege.tables import TableResult
from engine.liege.works import all_round, covers
from engine.liege.zones import Aspect, aspects_of


class CombatModifier(NamedTuple):
    """One modifier with its cause and paragraph."""

    cause: str
    value: int
    rule: str


class CombatResult(NamedTuple):
    """Result of a combat die: the modified row, and the result of each side."""

    row: int
    attacker: TableResult
    defender: TableResult

    @property
    def defender_first(self) -> bool:
        """Return True if the defender takes the result first: it is the worse one, or the same (9.3.3)."""
        return self.defender.harshness >= self.attacker.harshness


def modifiers_of(state: LiegeState, attack: HexAttack) -> list[CombatModifier]:
    """Return all modifiers of the die with their causes; only fully committed units cause any (9.4)."""
    found = [
        *_ground(state, attack), *_from_hexes(state, attack), *_flank_modifier(state, attack), *_cavalry(state, attack),
        *_attackers(state, attack), *_supply_modifiers(state, attack),
    ]  # fmt: skip
    return [one for one in found if one.value]


def _ground(state: LiegeState, attack: HexAttack) -> list[CombatModifier]:
    """Return the modifiers for terrain and hexside of the worst hex (9.4.2, 9.4.3, 9.4.4)."""
    if is_dark(state):
        return []
    facts = state.facts
    worst: tuple[int, int] = (0, 0)
    for side in members(sides_attacked(state, attack, by="troops")):
        edge = facts.crossing[attack.hex][side]
        hexside = facts.crossings[edge].combat if edge != NOWHERE else 0
        ground = terrain_of(state, attack.hex, facts.grid.beyond[attack.hex][side]).modifier
        worst = max(worst, (ground, hexside), key=sum)
    return [CombatModifier("terrain", worst[0], "9.4.4"), CombatModifier("hexside", worst[1], "9.4.3")]


def _from_hexes(state: LiegeState, attack: HexAttack) -> list[CombatModifier]:
    """Return the modifier for attacking from several hexes with infantry and cavalry (9.4.10)."""
    hexes = sides_attacked(state, attack, by="troops").bit_count()
    return (
        [CombatModifier("several_hexes", state.facts.combat.figures[f"hexes_{min(hexes, 5)}"], "9.4.10")]
        if hexes > 1
        else []
    )


def _flank_modifier(state: LiegeState, attack: HexAttack) -> list[CombatModifier]:
    """Return the modifier for a flank or rear attack: the better one for the attacker, once (9.4.8, 9.4.9, 11.6.9)."""
    if all_round(state, attack.hex, 1 - state.side):
        return []
    there = defenders_of(state, attack.hex)
    faced = aspects_of(state, attack.hex, [unit for unit in there if not state.facts.units[unit].soft] or there)
    worst = max(faced[side] for side in members(sides_attacked(state, attack)))
    figures = state.facts.combat.figures
    if worst is Aspect.REAR:
        return [CombatModifier("rear", figures["rear"], "9.4.9")]
    return [CombatModifier("flank", figures["flank"], "9.4.8")] if worst is Aspect.FLANK else []


def _cavalry(state: LiegeState, attack: HexAttack) -> list[CombatModifier]:
    """Return the modifiers for cavalry in rough terrain, once for each side (9.4.6)."""
    facts = state.facts

    def rough(unit: int) -> bool:
        return facts.units[unit].type == "CAV" and facts.terrain[state.at[unit]].name == "Rough"

    figures = facts.combat.figures
    found = []
    if any(rough(unit) for unit in attack.full):
        found.append(CombatModifier("cavalry_attacks", figures["cavalry_attacks"], "9.4.6"))
    if any(rough(unit) for unit in defenders_of(state, attack.hex)):
        found.append(CombatModifier("cavalry_defends", figures["cavalry_defends"], "9.4.6"))
    return found


def _attackers(state: LiegeState, attack: HexAttack) -> list[CombatModifier]:
    """Return the modifiers for the attackers' uniforms and corps (9.4.7, 9.4.11)."""
    facts = state.facts.combat
    found = []
    if any(unit in facts.uniform for unit in attack.full):
        found.append(CombatModifier("uniform", facts.figures["uniform"], "9.4.7"))
    if any(corps_is_broken(state, unit) for unit in attack.full):
        found.append(CombatModifier("corps", facts.figures["corps"], "9.4.11"))
    return found


def _supply_modifiers(state: LiegeState, attack: HexAttack) -> list[CombatModifier]:
    """Return the modifiers for lines of communications and heavy rain: one unit is enough for its side (13.3.1, 13.3.2, 15.1.2)."""
    figures = state.facts.combat.figures
    found = [CombatModifier("rain", figures["rain"], "15.1.2")] if state.raining else []
    for units, does in ((attack.full, "attacks"), (defenders_of(state, attack.hex), "defends")):
        supply = worst_of(state, list(units))
        if supply is Supply.LIMITED:
            found.append(CombatModifier(f"limited_{does}", figures[f"limited_{does}"], "13.3.1"))
        elif supply is Supply.OUT:
            found.append(CombatModifier(f"out_{does}", figures[f"out_{does}"], "13.3.2"))
    return found


def corps_is_broken(state: LiegeState, unit: int) -> bool:
    """Return True if a unit and the other of its corps are separated by two hexes or more, or that one is not on the map (9.4.11).

    Cavalry corps and autonomous units are exempt (2.5.7).
    """
    facts, corps = state.facts, state.facts.lines.corps
    if unit not in corps or facts.units[unit].type != "INF":
        return False
    others = [one for one, name in corps.items() if name == corps[unit] and one != unit]
    return not any(state.at[one] >= 0 and facts.grid.distance(state.at[unit], state.at[one]) < 3 for one in others)


# -- the tests ----------------------------------------------------------------------------------------------------


def taken_off(state: LiegeState, against: Sequence[int], works: frozenset[Work] = frozenset()) -> int:
    """Return what the enemies in a combat subtract from the CAB of every unit of a side (9.5.1 to 9.5.3).

    `works` are those of the tested units: siege artillery counts against entrenchments and old fortifications.
    """
    facts, units = state.facts, state.facts.units
    figures = facts.combat.figures
    found = 0
    if any(unit in facts.combat.red for unit in against):
        found += figures["red"]
    if any(units[unit].type == "PIO" for unit in against):
        found += figures["pioneers"]
    guns = sum(units[unit].arf[state.level[unit]] for unit in against if units[unit].type == "HAR")
    if guns >= 5:
        found += figures["guns_12" if guns >= 12 else "guns_5"]
    if works & {Work.REGULAR, Work.STRENGTHENED, Work.OLD} and any(units[unit].type == "SAR" for unit in against):
        found += figures["siege_guns"]
    return found


def covered_in(state: LiegeState, attack: HexAttack) -> dict[int, Cover]:
    """Return the cover that works give the defenders of an attack."""
    there = [unit for unit in defenders_of(state, attack.hex) if not state.facts.units[unit].soft]
    return covers(state, attack.hex, there, sides_attacked(state, attack))


def outcome_of(state: LiegeState, attack: HexAttack, die: int) -> CombatResult:
    """Return the result of a die for both sides (9.3.2, 9.3.4, 9.3.5); the attack must be one that may begin.

    An attack on hidden units whose odds turn out to be below the table uses its first column.
    """
    column = column_of(state, strength_of(state, attack)) or 0
    row = die + sum(one.value for one in modifiers_of(state, attack))
    tables = state.facts.tables
    attacker, defender = tables.attacker.read(column, row), tables.defender.read(column, row)
    assert attacker is not None
    assert defender is not None
    return CombatResult(row, attacker, defender)


__all__ = [
    "CombatModifier",
    "CombatResult",
    "corps_is_broken",
    "covered_in",
    "modifiers_of",
    "outcome_of",
    "taken_off",
]  # fmt: skip
