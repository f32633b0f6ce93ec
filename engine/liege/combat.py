"""Combat (chapter 9.1): which units may attack, and the strength of both sides; results are in `combat_result`.

An attack is a value until it is carried out: it can be put together, undone and evaluated without copying the position.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.core.bits import mask, members
from engine.errors import Reason
from engine.liege.camp import fire_of_forts, sheltered, support_of_forts
from engine.liege.combat_facts import CombatGround
from engine.liege.facts import HexUnit
from engine.liege.fog import is_hidden
from engine.liege.grid import NOWHERE
from engine.liege.state import ASSAULTS, DEPLOYED, FIRED, FOUGHT, HURT, HURT_TWICE, SHAKEN, LiegeState
from engine.liege.works import covers
from engine.liege.zones import CAMP_OWNER, width_of

#: Infantry and cavalry steps that may attack out of a hex in one phase (9.1.1).
MOST_STEPS: Final = 12
#: Guns: they count where they are committed, and terrain does not limit them.
GUNS: Final = frozenset({"HAR", "SAR"})
#: Ranks that retreat only from level 2 on, and can attack sooner after losses (9.3.3, 9.3.6).
BEST_RANKS: Final = frozenset({"A+", "A"})
#: Nations whose units can be committed with their ARF alone (9.1.6).
PARTLY: Final = frozenset({"ge", "br"})


class HexAttack(NamedTuple):
    """An attack on a hex: the units committed fully, and those with their ARF alone (9.1.6)."""

    hex: int
    full: tuple[int, ...] = ()
    partly: tuple[int, ...] = ()


class CombatStrength(NamedTuple):
    """The strength of both sides, in tenths (9.1.8)."""

    attack: int
    defence: int


# -- who may attack -----------------------------------------------------------------------------------------------


def cannot_attack(state: LiegeState, unit: int) -> Reason | None:
    """Return why a unit may not take part in any attack of this phase (9.1.1, 9.1.4)."""
    own = state.facts.units[unit]
    data: dict[str, object] = {"unit": own.name}
    if own.side != state.side:
        return Reason("not_your_unit", "9.1.1", data)
    if state.at[unit] < 0:
        return Reason("not_on_the_map", "", data)
    if own.soft:
        return Reason("adds_nothing", "9.1.14", data)
    if state.has(unit, FIRED):
        return Reason("fired_already", "9.1.1", data)
    if state.has(unit, ASSAULTS):
        return Reason("storms_a_fort", "11.5.10", data)
    if state.has(unit, FOUGHT):
        return Reason("fought_already", "9.1.4", data)
    if state.has(unit, SHAKEN):
        return Reason("ran_into_trouble", "20.2.8", data)
    if state.has(unit, HURT_TWICE) or (state.has(unit, HURT) and own.rank != "A+"):
        return Reason("has_lost_steps", "9.3.6", data)
    return _siege_guns_cannot(state, unit, data) if own.type == "SAR" else None


def _siege_guns_cannot(state: LiegeState, unit: int, data: dict[str, object]) -> Reason | None:
    """Return why siege artillery may not join an attack: it fires from its position, and uses a shell (9.5.3)."""
    own = state.facts.units[unit]
    if not state.has(unit, DEPLOYED):
        return Reason("not_in_position", "9.5.3", data)
    if own.shells and not state.shells[state.facts.shells.index(own.shells)]:
        return Reason("no_shells", "8.8.2", data)
    return None


def defenders_of(state: LiegeState, hex_: int) -> list[int]:
    """Return the defenders of a hex: units that have not fought yet (9.1.3, 9.1.4, 9.1.8).

    Headquarters and engineers with an active fort are sheltered (11.3.9).
    """
    units, enemy = state.facts.units, 1 - state.side
    return [
        unit
        for unit, at in enumerate(state.at)
        if at == hex_ and units[unit].side == enemy and not state.has(unit, FOUGHT) and not sheltered(state, unit)
    ]


def before(state: LiegeState, unit: int) -> int:
    """Return the set of hexes in front of a unit, into which it attacks and fires (6.2.1, 9.1.1)."""
    facts, own = state.facts, state.facts.units[unit]
    width = width_of(own, state.steps(unit), state.scenario.small_front)
    beyond = facts.grid.beyond[state.at[unit]]
    return mask(
        beyond[side] for side in facts.grid.front(state.at[unit], state.facing[unit], width) if beyond[side] != NOWHERE
    )


def able(state: LiegeState, hex_: int) -> list[int]:
    """Return the units that may take part in an attack on a hex, whichever others do."""
    around = state.facts.grid.ring(1 << hex_)
    return [
        unit
        for unit, at in enumerate(state.at)
        if at >= 0 and around >> at & 1 and cannot_attack(state, unit) is None and before(state, unit) >> hex_ & 1
    ]


def targets(state: LiegeState) -> int:
    """Return the hexes that can be attacked now: all possible attackers together reach the table's lowest odds (9.1.12)."""
    facts, enemy = state.facts, 1 - state.side
    fresh = mask(
        at
        for unit, at in enumerate(state.at)
        if at >= 0 and facts.units[unit].side == enemy and not state.has(unit, FOUGHT)
    )
    reached = 0
    for unit, at in enumerate(state.at):
        if at >= 0 and facts.units[unit].fights and cannot_attack(state, unit) is None:
            reached |= before(state, unit)
    return mask(hex_ for hex_ in members(fresh & reached) if _is_worth_it(state, hex_))


def _is_worth_it(state: LiegeState, hex_: int) -> bool:
    if not defenders_of(state, hex_):
        return False
    attack = HexAttack(hex_)
    for unit in sorted(able(state, hex_), key=lambda one: -state.facts.units[one].cbf[state.level[one]]):
        if cannot_join(state, attack, unit) is None:
            attack = attack._replace(full=(*attack.full, unit))
    return cannot_begin(state, attack) is None


def cannot_join(state: LiegeState, attack: HexAttack, unit: int, *, partly: bool = False) -> Reason | None:
    """Return why a unit may not take part in an attack with its present participants (9.1.1, 9.1.6, 9.4.4)."""
    if (reason := cannot_attack(state, unit)) is not None:
        return reason
    facts, own = state.facts, state.facts.units[unit]
    data: dict[str, object] = {"unit": own.name, "hex": facts.grid.names[attack.hex]}
    if unit in attack.full or unit in attack.partly:
        return Reason("committed_already", "9.1.4", data)
    if facts.grid.side_toward(attack.hex, state.at[unit]) == NOWHERE:
        return Reason("not_next_to_it", "9.1.1", data)
    if not before(state, unit) >> attack.hex & 1:
        return Reason("not_in_front", "9.1.1", data)
    if any(facts.units[one].nation != own.nation for one in attack.full + attack.partly):
        return Reason("other_nation", "9.1.1", data)
    if partly and not _may_partly(state, own, unit):
        return Reason("fully_or_not", "9.1.6", data)
    return _too_many_steps(state, attack, unit, partly, data) if own.fights else None


def _may_partly(state: LiegeState, own: HexUnit, unit: int) -> bool:
    return own.fights and own.nation in PARTLY and own.arf[state.level[unit]] > 0


def _too_many_steps(
    state: LiegeState, attack: HexAttack, unit: int, partly: bool, data: dict[str, object]
) -> Reason | None:
    """Return the reason if terrain limits the steps between two hexes; a unit with its ARF alone counts one (9.1.1, 9.4.4)."""
    units, at = state.facts.units, state.at[unit]
    more = 1 if partly else state.steps(unit)
    used = sum(state.steps(one) for one in attack.full if state.at[one] == at and units[one].fights)
    used += sum(state.at[one] == at for one in attack.partly)
    limit = terrain_of(state, attack.hex, at).steps
    if used + more > limit:
        return Reason("too_many_steps", "9.4.4", {**data, "used": used, "steps": more, "limit": limit})
    fought = sum(state.steps(one) for one in state.units_at(at) if units[one].fights and state.has(one, FOUGHT))
    if used + more + fought > MOST_STEPS:
        return Reason("too_many_steps", "9.1.1", {**data, "used": used + fought, "steps": more, "limit": MOST_STEPS})
    return None


def cannot_begin(state: LiegeState, attack: HexAttack) -> Reason | None:
    """Return why an attack as put together may not begin (9.1.5, 9.1.12).

    Against hidden units the odds are unknown, so it may: they are revealed before the die is rolled (19.4.2).
    """
    data: dict[str, object] = {"hex": state.facts.grid.names[attack.hex]}
    if not any(state.facts.units[unit].fights for unit in attack.full):
        return Reason("nobody_fully", "9.1.5", data)
    strength = strength_of(state, attack)
    if strength.attack and any(is_hidden(state, unit) for unit in defenders_of(state, attack.hex)):
        return None
    if not strength.attack or column_of(state, strength) is None:
        return Reason(
            "odds_too_low", "9.1.12", {**data, "attack": strength.attack / 10, "defence": strength.defence / 10}
        )
    return None


# -- what is counted ----------------------------------------------------------------------------------------------


def terrain_of(state: LiegeState, hex_: int, origin: int) -> CombatGround:
    """Return the step limit and the modifier of an attack from one hex on another (9.4.4)."""
    facts = state.facts
    return facts.combat.terrain[facts.terrain[hex_].name, facts.terrain[origin].name]


def sides_attacked(state: LiegeState, attack: HexAttack, *, by: str = "") -> int:
    """Return the sides of the hex across which fully committed units attack: all of them, or only infantry and cavalry."""
    grid, units = state.facts.grid, state.facts.units
    return mask(
        grid.side_toward(attack.hex, state.at[unit]) for unit in attack.full if by != "troops" or units[unit].fights
    )


def is_dark(state: LiegeState) -> bool:
    """Return True in a turn of night attacks, in which terrain and forts do not count (scenario rule)."""
    return state.turn in state.scenario.dark


def strength_of(state: LiegeState, attack: HexAttack) -> CombatStrength:
    """Return the strength of both sides: CBF and ARF of the attackers, CBF of the defenders with works, and forts (9.1.8, 11.3.7, 11.3.8)."""
    facts, level = state.facts, state.level
    units = facts.units
    strength = sum(units[unit].cbf[level[unit]] for unit in attack.full)
    strength += sum(units[unit].arf[level[unit]] for unit in attack.partly)
    strength += max((fire_of_forts(state, unit, attack.hex) for unit in attack.full), default=0)
    there = [unit for unit in defenders_of(state, attack.hex) if not units[unit].soft]
    covered = covers(state, attack.hex, there, sides_attacked(state, attack))
    defence = sum(units[unit].cbf[level[unit]] * (covered[unit].cbf if unit in covered else 10) for unit in there)
    if there and state.side != CAMP_OWNER and not is_dark(state):
        defence += 10 * support_of_forts(state, attack.hex)
    return CombatStrength(10 * strength, defence)


def column_of(state: LiegeState, strength: CombatStrength) -> int | None:
    """Return the column of the table, rounded down; None below its first, where there is no attack (9.1.11, 9.1.12)."""
    return state.facts.tables.attacker.column(strength.attack, strength.defence)


__all__ = [
    "CombatStrength",
    "HexAttack",
    "able",
    "before",
    "cannot_attack",
    "cannot_begin",
    "cannot_join",
    "column_of",
    "defenders_of",
    "is_dark",
    "sides_attacked",
    "strength_of",
    "targets",
    "terrain_of",
]  # fmt: skip
