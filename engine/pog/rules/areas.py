"""Where a unit may be: neutral lands, the Near East, the BEF, Italy, the Caucasus."""

from __future__ import annotations

from functools import lru_cache

from engine.core.bits import first, mask, members
from engine.pog.board import Board
from engine.pog.content.records import AP, CP
from engine.pog.ruleset import Ruleset
from engine.pog.state import TOTAL, State
from engine.pog.tables import Closing

#: Bits of `State.limits_used`: Near East limits that last for one turn (11.3.2, 13.2).
RUSSIAN_CROSSING, RUSSIAN_SR, BRITISH_SR, CENTRAL_SR = 1, 2, 4, 8

#: The last box of the Russian capitulation track.
BREST_LITOVSK = 7


#: Nations that leave neutrality together with another (11.1.13).
_ENTERS_WITH = {"pe": "tu"}


# -- what is closed to everybody ------------------------------------------------------


def beaches(state: State) -> int:
    """Return the beaches without a landing marker (11.1.10)."""
    closed = state.rules.board.beaches
    return closed & ~(1 << state.beachhead) if state.beachhead >= 0 else closed


def neutral_lands(state: State) -> int:
    """Return the lands of nations that have not entered the war (11.1.11); limited entry opens Greek spaces without Greek corps (9.5.2.4)."""
    rules = state.rules
    closed = 0
    for nation, land in rules.neutral_lands.items():
        if _ENTERS_WITH.get(nation, nation) not in state.at_war:
            frozen = nation == "gr" and state.greek_limited
            closed |= land & mask(state.loc[unit] for unit in members(rules.of_nation["gr"])) if frozen else land
    return closed


#: Spaces that nobody may enter or trace through.
NEUTRAL = (beaches, neutral_lands)


# -- what is closed to units ------------------------------------------------------------


def barred(state: State, unit: int) -> int:
    """Return the spaces a unit may neither move into nor attack, advance or redeploy into."""
    return state.closed | state.rules.barred[unit].to(state, unit)


def retreat_barred(state: State, unit: int) -> int:
    """Return the same for a retreat, in which the BEF may go anywhere (11.1.17)."""
    return state.closed | state.rules.barred_in_retreat[unit].to(state, unit)


def _lost_the_near_east(state: State, unit: int) -> int:
    """Return the spaces barred to an NE army placed outside the Near East: all of it, or Salonika for the Orient Army (9.5.3.4)."""
    if not state.ne_outside >> unit & 1:
        return 0
    board = state.rules.board
    orient = unit == state.rules.content.unit_by_name["fr_orient_army"]
    return board.near_east | (board.spaces("salonika") if orient else 0)


def _foreign_armies(rules: Ruleset) -> int:
    """Return the armies that are neither Austro-Hungarian nor Italian."""
    return rules.armies & ~rules.nation_units("ah", "it")


def _italy_before_total_war(state: State, unit: int) -> int:
    return state.rules.board.lands("it") if italy_barred(state) else 0


def _bef(rules: Ruleset) -> int:
    """Return the units restricted to the western front (11.1.17)."""
    return rules.limited.get("western_front", 0)


def russian_countries(state: State) -> int:
    """Return the spaces where Russian units can still operate after Brest-Litovsk (16.4.9)."""
    return state.rules.board.lands("ru", "ge", "tu", "ah", "ro")


def _brest_litovsk(state: State, unit: int) -> int:
    """Return the spaces closed after Brest-Litovsk: Russians stay in their countries, apart from other Allies (16.4.9)."""
    if state.russian != BREST_LITOVSK:
        return 0
    rules = state.rules
    flag = 1 << unit
    russians = rules.of_nation["ru"]
    result = 0
    for space in members(state.occupied[AP]):
        there = state.units_at[space]
        if (there & ~russians if flag & russians else there & russians) & ~flag:
            result |= 1 << space
    return result | (rules.board.all & ~russian_countries(state) if flag & russians else 0)


#: Rules that close spaces to units.
BARRED = (
    Closing("near_east", "3.0", lambda rules: rules.no_near_east, fixed=lambda rules: rules.board.near_east),
    Closing("lost_near_east", "9.5.3.4", lambda rules: rules.near_east_armies, spaces=_lost_the_near_east),
    Closing(
        "bef", "11.1.17", _bef,
        fixed=lambda rules: rules.board.all & ~rules.board.lands("br", "fr", "be", "ge"), spared=_bef,
    ),
    Closing("italy", "5.7.4.6", _foreign_armies, spaces=_italy_before_total_war, spared=_bef),
    Closing("brest_litovsk", "16.4.9", lambda rules: rules.units_of_side[AP], spaces=_brest_litovsk, spared=_bef),
)  # fmt: skip


def italy_barred(state: State) -> bool:
    """Return whether only AH and Italian armies may operate in Italy: before the AP is at Total War (5.7.4.6)."""
    return "late_italy" in state.rules.scenario.traits and state.commitment[AP] != TOTAL


def german_forts(state: State) -> int:
    """Return the German fort spaces that no Russian may enter, attack or besiege on turn 1 (15.1.12)."""
    if not state.rules.content.turns[state.turn - 1].german_forts_closed:
        return 0
    return state.intact_forts(CP) & state.rules.board.lands("ge")


def coast_closed(state: State) -> int:
    """Return Amiens, Calais and Ostend, where no CP move or SR may end before Race to the Sea (11.1.9)."""
    rules = state.rules
    if state.war_status[CP] >= 4 or rules.card("cp_08_race_to_the_sea") in state.events:
        return 0
    return rules.board.spaces("amiens", "calais", "ostend")


def no_stop(state: State, unit: int) -> int:
    """Return the spaces where a unit may not end a move or an SR although it may pass through."""
    closed = state.rules.no_stop
    return closed[unit].to(state, unit) if closed else 0


def no_end(state: State, stack: int) -> int:
    """Return the spaces where a stack may not end its move; units astray are exempt, since no step takes them farther away."""
    closed = state.rules.no_stop
    result = 0
    for unit in members(stack & ~astray(state)) if closed else ():
        result |= closed[unit].to(state, unit)
    return result


def no_advance(state: State, unit: int) -> int:
    """Return the spaces beyond the attacked one where a unit may not end its advance (12.7.7)."""
    closed = state.rules.no_advance
    return closed[unit].to(state, unit) if closed else 0


def no_entry(state: State, unit: int, at: int) -> int:
    """Return the spaces into which a unit may not advance from a space."""
    closed = state.rules.no_entry
    if astray(state) >> unit & 1:
        return ~homeward(state, unit, at)
    return closed[unit].to(state, unit) if closed else 0


def stays(state: State, unit: int) -> int:
    """Return the spaces that a unit may not leave voluntarily."""
    closed = state.rules.stays
    return closed[unit].to(state, unit) if closed else 0


def may_stack(state: State, units: int) -> bool:
    """Return True if no rule forbids the units of a side to stack in one space."""
    return all(allowed(state, units) for allowed in state.rules.tables.may_stack)


def may_end(state: State, stack: int, space: int, passing: int = 0) -> bool:
    """Return True if no rule forbids a stack to end its move in a space, together with the units there that are not `passing`."""
    rules = state.rules
    if not all(allowed(state, stack, space) for allowed in rules.tables.may_end):
        return False
    if not rules.tables.may_stack:
        return True
    return may_stack(state, state.units_of(rules.side_of[first(stack)], space) & ~passing | stack)


def may_leave(state: State, units: int, space: int) -> bool:
    """Return True if units may leave their space, considering both them and the units they leave behind."""
    rules = state.rules
    if rules.stays and any(stays(state, unit) >> space & 1 for unit in members(units)):
        return False
    if not rules.tables.may_stack:
        return True
    together = state.units_of(rules.side_of[first(units)], space)
    return may_stack(state, together & ~units) or not may_stack(state, together)


# -- units where they may not be ----------------------------------------------------------


def astray(state: State) -> int:
    """Return the units that began the action where they may not be, and are on their way back."""
    result = 0
    for found in state.rules.tables.astray:
        result |= found(state)
    return result


def out_of_bounds(state: State, unit: int) -> int:
    """Return all spaces where a unit may not be."""
    closed = state.rules.astray
    return closed[unit].to(state, unit) if closed else 0


def homeward(state: State, unit: int, at: int) -> int:
    """Return the neighbours of a space that bring the unit closer, by its lines, to where it may be, or are such spaces."""
    board = state.rules.board
    away = _distances(board, state.rules.content.units[unit].nation, board.all & ~out_of_bounds(state, unit))
    lines = board.lines[unit][at]
    return mask(space for space in members(lines) if away[space] < away[at] or not away[space])


@lru_cache(maxsize=256)
def _distances(board: Board, nation: str, goals: int) -> tuple[int, ...]:
    """Return by space the number of steps to the nearest goal; more than the number of spaces if there is no path."""
    lines = board.lines_of(nation)
    away = [board.size] * board.size
    seen = border = goals
    steps = 0
    while border:
        beyond = 0
        for space in members(border):
            away[space] = steps
            beyond |= lines[space]
        border = beyond & ~seen
        seen |= border
        steps += 1
    return tuple(away)


def _austrian_border(state: State, unit: int) -> int:
    return state.rules.board.spaces("trent", "villach", "trieste") if italy_barred(state) else 0


#: Rules on where units may not end a move or an SR.
NO_STOP = (
    Closing(
        "coast", "11.1.9", lambda rules: rules.units_of_side[CP],
        spaces=lambda state, unit: coast_closed(state), advance=True,
        code="coast_closed",
    ),
    Closing(
        "austrian_border", "5.7.4.6", lambda rules: rules.armies & rules.nation_units("ge"), spaces=_austrian_border,
        code="not_its_front",
    ),
)  # fmt: skip


def crossing_open(state: State) -> bool:
    """Return whether the one Russian corps a turn can still pass between the Caucasus and the Near East (11.3.2)."""
    if state.limits_used & RUSSIAN_CROSSING:
        return False
    return state.rules.card("cp_52_fall_of_the_tsar") not in state.events


def crosses(state: State, a: int, b: int) -> bool:
    """Return True for a step between the Caucasus box and the Near East map."""
    board = state.rules.board
    caucasus = board.space("caucasus")
    return (a == caucasus and board.near_east >> b & 1 == 1) or (b == caucasus and board.near_east >> a & 1 == 1)


def crossed(state: State, units: int, a: int, b: int) -> bool:
    """Return True if the step uses up the passage for the rest of the turn (11.3.2)."""
    return units & state.rules.of_nation["ru"] != 0 and crosses(state, a, b)


def steps_from(state: State, units: int, space: int) -> int:
    """Return the spaces that all of the units can step into from a space, considering only lines."""
    lines = state.rules.board.lines
    result = -1
    for unit in members(units):
        result &= lines[unit][space]
    russians = units & state.rules.of_nation["ru"]
    crossing = crossing_targets(state, space) if russians else 0
    if crossing:
        closed = not crossing_open(state) and not _attacked_across(state, russians)
        if closed or units & state.rules.armies or units.bit_count() > 1:
            result &= ~crossing
    return result


def _attacked_across(state: State, russians: int) -> bool:
    """Return whether the corps attacked across the passage: attack and advance are one use, so it may follow (11.3.2)."""
    operation = state.operation
    return operation is not None and operation.across >= 0 and russians == 1 << operation.across


def crossing_targets(state: State, space: int) -> int:
    """Return the spaces on the other side of the passage between the Caucasus box and the Near East map (11.3.2)."""
    board = state.rules.board
    caucasus = board.space("caucasus")
    if space == caucasus:
        return board.near_east
    return 1 << caucasus if board.near_east >> space & 1 else 0


def too_many_crossing(state: State, units: int) -> int:
    """Return the Near East spaces if several Russian corps in the Caucasus box would attack together (11.3.2).

    The opposite direction needs no test: an enemy in the box leaves the Russians in the Near East
    without supply.
    """
    board = state.rules.board
    together = units & state.rules.of_nation["ru"] & state.units_at[board.space("caucasus")]
    return board.near_east if together & (together - 1) else 0


def note_crossing(state: State, a: int, b: int) -> None:
    """Use up the passage if the step goes between the maps."""
    if crosses(state, a, b):
        state.limits_used |= RUSSIAN_CROSSING
