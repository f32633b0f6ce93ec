"""Combats before their dice: what an attack would face, for the combat itself and for estimates."""

from __future__ import annotations

from engine.core.bits import first, mask, members
from engine.pog.combat_state import Combat
from engine.pog.rules import combat as fight
from engine.pog.rules import supply
from engine.pog.state import State
from engine.pog.view import Prospect


def combat_between(state: State, side: int, attackers: int, target: int) -> Combat:
    """Return a combat of units of a side against a space as it would begin: participants, fort and trench (12.2.2, 12.5.6).

    Changes nothing, and does not check whether the units may attack.
    """
    there = state.units_of(1 - side, target) & ~supply.frozen_units(state)
    caught = there & state.operation.retreated if state.operation is not None else 0
    defenders = there & ~caught
    level, owner = state.trench(target)
    forts = state.intact_forts(1 - side)
    involved = attackers | there
    return Combat(
        number=state.battles + 1,
        side=side,
        target=target,
        attackers=attackers,
        defenders=defenders,
        spaces=mask({state.loc[unit] for unit in members(attackers)}),
        first_attackers=tuple((state.loc[unit], unit) for unit in members(attackers)),
        first_defenders=tuple(members(defenders)),
        first_reduced=state.reduced & involved,
        fort=state.fort_values[target] if forts >> target & 1 else 0,
        trench=level if owner == 1 - side else 0,
        caught=caught,
        unsupplied=mask(unit for unit in members(involved) if not supply.in_supply(state, unit)),
    )


def prospect(state: State, combat: Combat) -> Prospect:
    """Return how a combat would be fought now, with the cards committed so far."""
    return Prospect(
        target=combat.target,
        attackers=tuple(members(combat.attackers)),
        defenders=tuple(members(combat.defenders)),
        caught=tuple(members(combat.caught)),
        attacker=fight.aim(state, combat, attacker=True),
        defender=fight.aim(state, combat, attacker=False),
        flank_drm=fight.flank_drm(state, combat) if fight.flank_possible(state, combat) else None,
    )


def prospect_of(state: State, attackers: int, target: int) -> Prospect:
    """Return the same for an attack that has not been declared."""
    side = state.rules.side_of[first(attackers)]
    return prospect(state, combat_between(state, side, attackers, target))


def defence(state: State, side: int, target: int) -> int:
    """Return the factors that fire back at an attack of a side on a space: units and fort."""
    return fight.strength(state, combat_between(state, side, 0, target), attacker=False)
