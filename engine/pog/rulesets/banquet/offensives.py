"""Mandated offensives of the variant: what meets one, and who need not make one (7.0)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.bits import members
from engine.core.game import Game
from engine.pog.content.records import AP, CP
from engine.pog.rules import mandated, supply
from engine.pog.rulesets.banquet.theme import Theme
from engine.pog.state import State
from engine.pog.tables import Tables

#: Turkish VP spaces in Allied hands that end the offensives.
_TURKISH_VP = 2


def in_contact(state: State, units: int) -> bool:
    """Return True if one of the units stands next to an enemy unit, over a line that it may use."""
    rules = state.rules
    for unit in members(units):
        space = state.loc[unit]
        if not rules.board.on_map[space]:
            continue
        if rules.board.lines[unit][space] & state.occupied[1 - rules.side_of[unit]] & ~state.closed:
            return True
    return False


def _asked(state: State, side: int) -> int:
    """Return the units of the nation that a side's offensive asks for; 0 if it asks for none."""
    goal = state.rules.content.mandated_goals.get(state.mandated[side])
    return state.rules.nation_units(*goal.attackers) if goal else 0


def note_contact(game: Game[State], side: int) -> None:
    """Note that an enemy action begins: is the nation in touch with the enemy now?"""
    state = game.state
    state.marks["contact"] = int(in_contact(state, _asked(state, 1 - side)))


def contact_broken(game: Game[State], side: int) -> None:
    """7.0: an offensive is met if the enemy's own action took all of the nation out of his reach."""
    state = game.state
    asked = _asked(state, 1 - side)
    if asked and state.marks["contact"] and not in_contact(state, asked):
        mandated.meet(game, 1 - side)
    state.marks["contact"] = 0


def lost(state: State, side: int, name: str) -> bool:
    """7.0: Italy while the CP hold Rome in supply, Turkey while the Allies so hold its capital or two VP spaces; else 7.1.2."""
    rules = state.rules
    if name == "it":
        rome = rules.board.capitals["it"]
        return any(
            state.control[CP] >> space & 1 and supply.space_in_supply(state, CP, space) for space in members(rome)
        )
    if name == "tu":
        taken = rules.vp_spaces & rules.board.lands("tu") & state.control[AP]
        held = [space for space in members(taken) if supply.space_in_supply(state, AP, space)]
        return len(held) >= _TURKISH_VP or rules.board.space("constantinople") in held
    return mandated.capital_lost(state, side, name)


def amended(tables: Tables) -> Tables:
    """Contact is noted around each action."""
    moments = tables.moments
    return replace(
        tables,
        offensives_lost=tuple(lost if entry is mandated.capital_lost else entry for entry in tables.offensives_lost),
        marks={**tables.marks, "contact": 0},
        moments=replace(
            moments,
            action_begins=(*moments.action_begins, note_contact),
            action_over=(*moments.action_over, contact_broken),
        ),
    )


OFFENSIVES = Theme(amended)
