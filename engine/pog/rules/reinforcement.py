"""Where reinforcements, rebuilt armies and units of entering nations are placed (9.5.2, 9.5.3)."""

from __future__ import annotations

from functools import lru_cache

from engine.core.bits import members
from engine.core.game import Game
from engine.pog.board import Board
from engine.pog.cards import legality
from engine.pog.content.records import AP, Arrival
from engine.pog.rules import areas, control, stacking, supply
from engine.pog.state import State


def entry_spaces(state: State, unit: int) -> int:
    """Return the capital and supply sources of the unit's nation where an army may be placed (9.5.3.3).

    They must be friendly, in supply, not a besieged fort, and have room. The French may use Orleans while
    Paris is fully stacked, Allied and not besieged.
    """
    rules = state.rules
    board = rules.board
    found = _usable(state, unit, _entries_at_home(board, unit))
    if rules.of_parent.get("fr", 0) >> unit & 1:
        side, paris = rules.side_of[unit], board.space("paris")
        full = not stacking.room(state, side, paris)
        ours = state.control[side] & ~state.besieged
        if full and ours >> paris & 1:
            found |= _usable(state, unit, board.spaces("orleans"))
    return found


@lru_cache(maxsize=1024)
def _entries_at_home(board: Board, unit: int) -> int:
    """Return the capital and supply sources of the unit's nation."""
    spec = board.content.units[unit]
    token = "cp" if spec.side else spec.parent
    return board.capitals.get(spec.parent, 0) | board.lands(spec.parent) & board.sources.get(token, 0)


def _usable(state: State, unit: int, places: int) -> int:
    side = state.rules.side_of[unit]
    places &= state.control[side] & ~state.besieged & ~state.full[side]
    return places and places & ~areas.barred(state, unit) & supply.fed(state, unit)


def arrival_spaces(state: State, card: int, arrival: Arrival) -> int:
    """Return where one unit of a card can be placed; corps go to the Reserve Box (9.5.3.2).

    Places specific to the card (beaches, Alexandria ...) require the card's own conditions, unlike
    the ordinary entry at home (9.5.3.4).
    """
    result = 0
    for token in arrival.places:
        if token == "nation_entry":
            result |= entry_spaces(state, arrival.unit)
        elif own_conditions_hold(state, card):
            result |= _named_place(state, arrival.unit, token)
    return result


def own_conditions_hold(state: State, card: int) -> bool:
    """Return whether the conditions hold that the event waives for an entry at home."""
    spec = state.rules.content.cards[card]
    event = state.rules.tables.events.get(spec.name)
    if event is None or not event.waives:
        return True
    waived = [need for need in spec.needs if need.kind in event.waives]
    return all(legality.holds(state, spec.side, need.kind, need.args) for need in waived)


def _named_place(state: State, unit: int, token: str) -> int:
    """Return the spaces meant by a placement token of the card facts."""
    rules = state.rules
    board = rules.board
    side = rules.side_of[unit]
    if token == "fr_port":
        return _usable(state, unit, board.lands("fr") & board.ports[AP])
    if token == "ru_near_east":
        return _usable(state, unit, board.lands("ru") & board.near_east)
    if token == "ru_supplied_army_space":
        return _beside_army(state, unit)
    space = rules.content.space_by_name[token]
    flag = 1 << space
    if space == board.reserve[side]:
        return flag
    if board.beaches & flag:
        return 0 if state.beach_used else flag & ~state.occupied[1 - side]
    if rules.armies >> unit & 1:
        return _usable(state, unit, flag)
    free = stacking.room(state, side, space) and not state.occupied[1 - side] & flag
    return flag if free else 0


def _beside_army(state: State, unit: int) -> int:
    """Return the Russian spaces with a supplied army and room for both cavalry corps (AP 57)."""
    rules = state.rules
    cavalry = rules.of_group["ru_cav_corps"]
    placed = [state.loc[u] for u in members(cavalry) if rules.board.on_map[state.loc[u]]]
    result = 0
    for army in members(rules.of_nation["ru"] & rules.armies):
        space = state.loc[army]
        if not rules.board.on_map[space] or not rules.board.lands("ru") >> space & 1:
            continue
        needed = 1 if placed else 2
        if stacking.room(state, AP, space) >= needed and supply.in_supply(state, army):
            result |= 1 << space
    result &= ~rules.board.near_east
    return result & sum(1 << space for space in placed) if placed else result


def settle_arrival(game: Game[State], unit: int, place: int) -> None:
    """Apply the consequences of placing a unit: beachhead, control, or the loss of its ability."""
    state = game.state
    rules = state.rules
    board = rules.board
    if not board.on_map[place]:
        return
    side = rules.side_of[unit]
    if board.beaches >> place & 1:
        state.beachhead, state.beach_used = place, True
        state.refresh_closed()
    if rules.near_east_armies >> unit & 1 and side == AP:
        own = board.near_east | board.beaches
        if unit == rules.content.unit_by_name["fr_orient_army"]:
            own |= board.spaces("salonika")
        if not own >> place & 1:
            state.ne_outside |= 1 << unit
    if not state.control[side] >> place & 1:
        control.enter(game, place, side, 1 << unit)
    control.capture_trench(game, place, side)  # besiegers may have entrenched there (11.2.1, 11.2.5)


def can_place_all(state: State, card: int) -> bool:
    """Return whether every army of the card can be placed within the stacking limit (9.5.3.1)."""
    rules = state.rules
    arrivals = rules.content.cards[card].arrivals
    armies = spaces = 0
    for arrival in arrivals:
        found = arrival_spaces(state, card, arrival)
        if not found:
            return False
        if rules.armies >> arrival.unit & 1:
            armies += 1
            spaces |= found
    if armies < 2:
        return True
    side = rules.content.cards[card].side
    return sum(stacking.room(state, side, space) for space in members(spaces)) >= armies


def nation_enters(game: Game[State], nation: str) -> None:
    """Bring a neutral nation into the war: units, trenches, control of its spaces (4.2.2, 9.5.2.1)."""
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
    owner = state.rules.board.fort_owner[space]
    if trench and control.trench_markers_left(state, owner):
        state.set_trench(space, trench, owner)


def persia_takes_sides(game: Game[State]) -> None:
    """Put Kermanshah under CP and the rest of Persia under AP control when Turkey enters (11.1.13)."""
    state = game.state
    for row in state.rules.content.entries:
        if row.control is not None:
            control.set_control(game, state.rules.content.space_by_name[row.place], row.control)
