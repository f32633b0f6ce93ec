"""Set-up of a war: August 1914 for any scenario (4.1, 4.2, 5.7.1), or the position of a later start."""

from __future__ import annotations

from engine.core.bits import mask
from engine.pog.content.records import AP, CP
from engine.pog.content.starts import Start
from engine.pog.rules import victory
from engine.pog.state import LEVELS, State


def set_up(state: State) -> None:
    """Set up the starting position of the scenario."""
    start = state.rules.start
    if start is None:
        _set_up_august_1914(state)
    else:
        _set_up_start(state, start)


def _set_up_august_1914(state: State) -> None:
    """Place units and trenches and build the mobilization decks."""
    rules = state.rules
    changed = "changed_trenches" in rules.scenario.traits
    for row in rules.content.setup:
        if row.scenario == "historical_add" and not changed:
            continue
        if row.scenario == "historical_remove":
            if changed:
                state.set_trench(row.space, 0, row.side)
            continue
        if row.unit is not None:
            state.place(row.unit, row.space)
            state.flip(row.unit, row.reduced)
        if row.trench:
            state.set_trench(row.space, row.trench, row.side)
    for side in (AP, CP):
        state.deck[side] = rules.deck_cards(state, side, "mobilization")
    state.phase = "mandated_offensives"


def _set_up_start(state: State, start: Start) -> None:
    """Set up a war already under way: the map, then the counters, then the cards."""
    state.turn, state.phase = start.turn, start.phase
    _divide(state, start)
    for unit, place, reduced in start.units:
        state.place(unit, place)
        state.flip(unit, reduced)
    for space, level, side in start.trenches:
        state.set_trench(space, level, side)
    for space in start.destroyed_forts:
        state.destroy_fort(space)
    state.war_status, state.combined = list(start.war_status), sum(start.war_status)
    state.us_entry, state.russian = start.us_entry, start.russian
    state.rp = dict(start.rp)
    state.greek_limited = start.greek_limited
    if start.beachhead is not None:
        state.beachhead, state.beach_used = start.beachhead, True
        state.control[AP] |= 1 << start.beachhead
    state.refresh_closed()
    if state.greek_limited:
        state.control[AP] |= state.rules.neutral_lands["gr"] & ~state.closed & ~state.control[CP]
    _lay_out_cards(state, start)
    lines = state.rules.content.vp_changes
    state.vp += victory.of_spaces(state) + sum(lines[cause].vp * times for cause, times in start.scored)


def _divide(state: State, start: Start) -> None:
    """Give nations at war the spaces printed for them (Persia with Turkey), then apply what the enemy holds."""
    board = state.rules.board
    state.at_war = dict(start.at_war)
    for nation in start.at_war:
        for side in (AP, CP):
            state.control[side] |= board.lands(nation) & board.printed[side]
    if "tu" in start.at_war:
        for row in state.rules.content.entries:
            if row.control is not None:
                state.control[row.control] |= board.spaces(row.place)
    for side in (AP, CP):
        held = mask(start.control[side])
        state.control[side] |= held
        state.control[1 - side] &= ~held


def _lay_out_cards(state: State, start: Start) -> None:
    """Sort the cards into played and removed piles; the rest of the decks so far is the draw pile."""
    state.events = dict(start.events)
    state.commitment = list(start.commitment)
    for side in (AP, CP):
        state.removed[side], state.discard[side] = mask(start.removed[side]), mask(start.discard[side])
        for level in LEVELS[: start.commitment[side] + 1]:
            state.deck[side] |= state.rules.deck_cards(state, side, level)
        state.deck[side] &= ~(state.removed[side] | state.discard[side])
