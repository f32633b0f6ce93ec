"""Changes to combat in the variant."""

from __future__ import annotations

from dataclasses import replace

from engine.core.bits import members
from engine.pog.combat_state import Combat
from engine.pog.rules import combat as fight
from engine.pog.rules import supply
from engine.pog.rulesets.theme import Theme
from engine.pog.state import State
from engine.pog.tables import Tables
from engine.pog.view import Modifier


def sinai(state: State, combat: Combat, side: int) -> list[Modifier]:
    """Return the Sinai modifier if any attacker is there or traces supply through it."""
    rules = state.rules
    found = []
    for standing in rules.content.standing_drms if side == combat.side else ():
        lifted = side == standing.lifted_for and rules.card(standing.lifted_by) in state.events
        if not lifted and (combat.spaces >> standing.space & 1 or _traces_through(state, combat, standing.space)):
            found.append(Modifier(rules.content.spaces[standing.space].name, standing.drm))
    return found


def _traces_through(state: State, combat: Combat, space: int) -> bool:
    """Return True if a supplied attacker would lose supply without his side's control of a space."""
    supplied = [unit for unit in members(combat.attackers) if supply.in_supply(state, unit)]
    held, state.control[combat.side] = state.control[combat.side], state.control[combat.side] & ~(1 << space)
    try:
        return any(not supply.in_supply(state, unit) for unit in supplied)
    finally:
        state.control[combat.side] = held


def amended(tables: Tables) -> Tables:
    """Return the tables with the Sinai modifier applied to more attacks."""
    return replace(tables, drms=tuple(sinai if entry is fight.drms_by_place else entry for entry in tables.drms))


COMBAT = Theme(amended)
