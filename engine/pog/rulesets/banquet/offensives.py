"""Mandated offensives of the variant: what satisfies one, and which nations need not make one (7.0)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.bits import members
from engine.core.game import Game
from engine.pog.content.records import AP, CP
from engine.pog.rules import mandated, supply
from engine.pog.rulesets.theme import Theme
from engine.pog.state import State
from engine.pog.tables import Tables

#: Number of Turkish VP spaces in Allied hands that ends Turkish offensives.
_TURKISH_VP = 2


def in_contact(state: State, units: int) -> bool:
    """Return True if one of the units is next to an enemy unit, over a line that it can use."""
    rules = state.rules
    for unit in members(units):
        space = state.loc[unit]
        if not rules.board.on_map[space]:
            continue
        if rules.board.lines[unit][space] & state.occupied[1 - rules.side_of[unit]] & ~state.closed:
            return True
    return False


def _mandated_units(state: State, side: int) -> int:
    """Return the units of the nation whose offensive a side must make; 0 if there is none."""
    goal = state.rules.content.mandated_goals.get(state.mandated[side])
    return state.rules.nation_units(*goal.attackers) if goal else 0


def note_contact(game: Game[State], side: int) -> None:
    """Note when an enemy action begins whether the nation is in contact with the enemy."""
    state = game.state
    state.marks["contact"] = int(in_contact(state, _mandated_units(state, 1 - side)))


def contact_broken(game: Game[State], side: int) -> None:
    """Mark an offensive as met if the enemy's own action removed the whole nation from contact (7.0)."""
    state = game.state
    asked = _mandated_units(state, 1 - side)
    if asked and state.marks["contact"] and not in_contact(state, asked):
        mandated.meet(game, 1 - side)
    state.marks["contact"] = 0


def lost(state: State, side: int, name: str) -> bool:
    """Return whether a nation makes no offensive: its capital is lost (7.1.2), by the stricter 7.0 for Italy and Turkey.

    Italy: the CP holds Rome in supply. Turkey: the Allies hold its capital or two VP spaces in supply.
    """
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
    """Return the tables in which contact is noted around each action."""
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
