"""Where reinforcements and rebuilt armies appear, and neutral nations' units (9.5.2, 9.5.3)."""

from __future__ import annotations

from engine.core.bits import members
from engine.core.game import Game
from engine.pog.content.records import Arrival
from engine.pog.rules import control, stacking, supply
from engine.pog.state import State


def entry_spaces(state: State, unit: int) -> int:
    """Capital and supply sources of the unit's nation where an army may appear (9.5.3.3).

    Friendly, in supply, not a besieged fort, with room. The French may use Orleans while
    Paris is fully stacked, Allied and not besieged.
    """
    rules = state.rules
    board = rules.board
    spec = rules.content.units[unit]
    nation = spec.parent
    token = "cp" if spec.side else nation
    places = board.capitals.get(nation, 0)
    places |= board.lands(nation) & board.sources.get(token, 0)
    found = _usable(state, unit, places)
    if nation == "fr":
        paris = board.space("paris")
        full = not stacking.room(state, spec.side, paris)
        ours = state.control[spec.side] & ~state.besieged
        if full and ours >> paris & 1:
            found |= _usable(state, unit, board.spaces("orleans"))
    return found


def _usable(state: State, unit: int, places: int) -> int:
    side = state.rules.side_of[unit]
    result = 0
    for space in members(places & state.control[side] & ~state.besieged & ~state.closed):
        if stacking.room(state, side, space) and supply.in_supply(state, unit, space):
            result |= 1 << space
    return result


def arrival_spaces(state: State, arrival: Arrival) -> int:
    """Where one arriving unit may be placed; corps go to the Reserve Box (9.5.3.2)."""
    rules = state.rules
    spec = rules.content.units[arrival.unit]
    result = 0
    for token in arrival.places:
        if token == "nation_entry":
            result |= entry_spaces(state, arrival.unit)
        elif token in rules.content.space_by_name:
            space = rules.content.space_by_name[token]
            if space == rules.board.reserve[spec.side]:
                result |= 1 << space
            else:
                result |= _usable(state, arrival.unit, 1 << space)
    return result


def can_place_all(state: State, card: int) -> bool:
    """9.5.3.1: every army of the card must find a place, stacking included."""
    rules = state.rules
    arrivals = rules.content.cards[card].arrivals
    armies = [arrival for arrival in arrivals if rules.armies >> arrival.unit & 1]
    if any(not arrival_spaces(state, arrival) for arrival in arrivals):
        return False
    if len(armies) < 2:
        return True
    spaces = 0
    for army in armies:
        spaces |= arrival_spaces(state, army)
    side = rules.content.cards[card].side
    return sum(stacking.room(state, side, space) for space in members(spaces)) >= len(armies)


def nation_enters(game: Game[State], nation: str) -> None:
    """A neutral nation joins its side: units, trenches, control of its spaces (4.2.2, 9.5.2.1)."""
    state = game.state
    rules = state.rules
    state.at_war[nation] = state.turn
    lands = rules.board.lands(nation)
    for side in (0, 1):
        neutral = ~(state.control[0] | state.control[1])
        state.control[side] |= lands & neutral & rules.board.printed[side]
    state.refresh_closed()
    for row in rules.content.entries:
        if row.nation == nation and row.place in rules.content.space_by_name:
            _place_entry(state, row.unit, rules.content.space_by_name[row.place], row.trench, row.reduced)
    game.emit("enters_war", nation=nation)


def _place_entry(state: State, unit: int | None, space: int, trench: int, reduced: bool) -> None:
    if unit is not None:
        state.place(unit, space)
        state.flip(unit, reduced)
    if trench:
        state.set_trench(space, trench, state.rules.board.fort_owner[space])


def persia_takes_sides(game: Game[State]) -> None:
    """11.1.13: Kermanshah turns CP, the rest of Persia AP, when Turkey enters."""
    state = game.state
    for row in state.rules.content.entries:
        if row.control is not None:
            control.set_control(game, state.rules.content.space_by_name[row.place], row.control)
