"""Digging in: trench 0, and who entrenches when."""

from __future__ import annotations

from dataclasses import replace

from engine.core.bits import mask, members
from engine.pog.cards.events import CardEvent
from engine.pog.combat_state import Combat
from engine.pog.content.records import CP, TerrainEffect
from engine.pog.rules import combat as fight
from engine.pog.rulesets.banquet.theme import Theme
from engine.pog.sequence.base import PogGame
from engine.pog.state import State
from engine.pog.tables import Tables

_ENTRENCH = ("ap_12_entrench", "cp_06_entrench")
#: 11.2.1.2: the turn in which digging in begins by itself.
_FALL_1914, _WINTER_1915 = 3, 4


def trench_0_everywhere(state: State) -> int:
    """11.2.1.1: spaces where units are dug in a little once Entrench is played."""
    board, germans = state.rules.board, state.rules.of_nation["ge"]
    france = board.lands("fr")
    near = france
    for space in members(france):
        near |= board.solid[space]
    held = mask(space for space in members(board.lands("ge") & state.occupied[CP]) if state.units_at[space] & germans)
    return near | board.lands("it", "be") | held


def trench_0(state: State, combat: Combat) -> list[TerrainEffect]:
    """11.2.1.1: it works where there is no deeper trench and no card that negates trenches."""
    rules = state.rules
    played = any(rules.card(name) in state.events for name in _ENTRENCH)
    if not played or not combat.defenders or fight.trench_level(state, combat) or fight.trench_cancelled(state, combat):
        return []
    return [rules.content.terrain["trench_0"]] if trench_0_everywhere(state) >> combat.target & 1 else []


def from_fall_1914(state: State, stack: int, space: int) -> bool:
    """Cards AP 12 and CP 6: trench 0 may come earlier, dice for entrenching only now."""
    return state.turn >= _FALL_1914


def everybody_digs_in(game: PogGame) -> None:
    """11.2.1.2: from Winter 1915 on as if both cards had been played; neither can be an event any more."""
    state = game.state
    cards = [state.rules.card(name) for name in _ENTRENCH]
    if state.turn >= _WINTER_1915 and not any(card in state.events for card in cards):
        state.events.update(dict.fromkeys(cards, state.turn))


def amended(tables: Tables) -> Tables:
    """Trench 0 comes with a card or a turn; its cards dig no trench of their own."""
    return replace(
        tables,
        events={**tables.events, **dict.fromkeys(_ENTRENCH, CardEvent())},
        may_dig=(*tables.may_dig, from_fall_1914),
        works=(*tables.works, trench_0),
        moments=replace(tables.moments, turn_begins=(*tables.moments.turn_begins, everybody_digs_in)),
    )


TRENCHES = Theme(amended)
