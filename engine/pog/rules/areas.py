"""Where a unit may be at all: neutral lands, the Near East, the BEF, Italy, the Caucasus."""

from __future__ import annotations

from engine.core.bits import members
from engine.pog.content.records import AP, CP
from engine.pog.state import TOTAL, State

#: Bits of `State.limits_used`: Near East limits that hold for one turn (11.3.2, 13.2).
RUSSIAN_CROSSING, RUSSIAN_SR, BRITISH_SR, CENTRAL_SR = 1, 2, 4, 8

#: The last box of the Russian capitulation track.
BREST_LITOVSK = 7


def barred(state: State, unit: int) -> int:
    """Spaces a unit may neither move into nor attack, advance or redeploy into."""
    rules = state.rules
    board = rules.board
    flag = 1 << unit
    result = state.closed
    if flag & rules.no_near_east or flag & state.ne_outside:
        result |= board.near_east
        if unit == rules.content.unit_by_name["fr_orient_army"]:  # 9.5.3.4
            result |= board.spaces("salonika")
    if flag & rules.limited.get("western_front", 0):  # 11.1.17
        result |= board.all & ~board.lands("br", "fr", "be", "ge")
    if italy_barred(state) and flag & rules.armies & ~rules.nation_units("ah", "it"):
        result |= board.lands("it")
    if state.russian == BREST_LITOVSK:
        result |= _brest_litovsk(state, flag)
    return result


def russian_countries(state: State) -> int:
    """Where Russian units may still operate after Brest-Litovsk (16.4.9)."""
    return state.rules.board.lands("ru", "ge", "tu", "ah", "ro")


def _brest_litovsk(state: State, flag: int) -> int:
    """16.4.9: Russians keep to their countries, and they and other Allies apart."""
    rules = state.rules
    if not flag & rules.units_of_side[AP]:
        return 0
    russians = rules.of_nation["ru"]
    result = 0
    for space in members(state.occupied[AP]):
        there = state.units_at[space]
        if (there & ~russians if flag & russians else there & russians) & ~flag:
            result |= 1 << space
    return result | (rules.board.all & ~russian_countries(state) if flag & russians else 0)


def retreat_barred(state: State, unit: int) -> int:
    """As `barred`, but the BEF may retreat anywhere (11.1.17)."""
    flag = 1 << unit
    rules = state.rules
    if flag & rules.limited.get("western_front", 0):
        return state.closed | (rules.board.near_east if flag & rules.no_near_east else 0)
    return barred(state, unit)


def italy_barred(state: State) -> bool:
    """5.7.4.6: only AH and Italian armies operate in Italy before the AP is at Total War."""
    return "late_italy" in state.rules.scenario.traits and state.commitment[AP] != TOTAL


def german_forts(state: State) -> int:
    """German fort spaces no Russian may enter, attack or besiege on turn 1 (15.1.12)."""
    if not state.rules.content.turns[state.turn - 1].german_forts_closed:
        return 0
    return state.intact_forts(CP) & state.rules.board.lands("ge")


def coast_closed(state: State) -> int:
    """11.1.9: before Race to the Sea no CP move or SR ends in Amiens, Calais or Ostend."""
    rules = state.rules
    if state.war_status[CP] >= 4 or rules.card("cp_08_race_to_the_sea") in state.events:
        return 0
    return rules.board.spaces("amiens", "calais", "ostend")


def no_stop(state: State, unit: int) -> int:
    """Spaces where a unit may not end a move or an SR although it may pass through."""
    rules = state.rules
    flag = 1 << unit
    result = coast_closed(state) if flag & rules.units_of_side[CP] else 0
    if italy_barred(state) and flag & rules.armies & rules.nation_units("ge"):
        result |= rules.board.spaces("trent", "villach", "trieste")
    return result


def crossing_open(state: State) -> bool:
    """11.3.2: one Russian corps a turn passes between the Caucasus and the Near East."""
    if state.limits_used & RUSSIAN_CROSSING:
        return False
    return state.rules.card("cp_52_fall_of_the_tsar") not in state.events


def crosses(state: State, a: int, b: int) -> bool:
    """True for a step between the Caucasus box and the Near East map."""
    board = state.rules.board
    caucasus = board.space("caucasus")
    return (a == caucasus and board.near_east >> b & 1 == 1) or (b == caucasus and board.near_east >> a & 1 == 1)


def crossed(state: State, units: int, a: int, b: int) -> bool:
    """True if the step uses up the passage for the rest of the turn (11.3.2)."""
    return units & state.rules.of_nation["ru"] != 0 and crosses(state, a, b)


def steps_from(state: State, units: int, space: int) -> int:
    """Spaces to which every one of the units may cross from a space, by lines alone."""
    lines = state.rules.board.lines
    result = -1
    for unit in members(units):
        result &= lines[unit][space]
    russians = units & state.rules.of_nation["ru"]
    if russians:
        crossing = crossing_targets(state, space)
        closed = not crossing_open(state) and not _attacked_across(state, russians)
        if crossing and (closed or units & state.rules.armies or units.bit_count() > 1):
            result &= ~crossing
    return result


def _attacked_across(state: State, russians: int) -> bool:
    """11.3.2: attack and advance are one use, so the corps that attacked across may follow."""
    operation = state.operation
    return operation is not None and operation.across >= 0 and russians == 1 << operation.across


def crossing_targets(state: State, space: int) -> int:
    """Spaces on the other side of the passage between the Caucasus box and the Near East map (11.3.2)."""
    board = state.rules.board
    caucasus = board.space("caucasus")
    if space == caucasus:
        return board.near_east
    return 1 << caucasus if board.near_east >> space & 1 else 0


def too_many_crossing(state: State, units: int) -> int:
    """Near East spaces that several Russian corps in the Caucasus box would attack together (11.3.2).

    The other way round needs no test: an enemy in the box leaves the Russians of the Near East
    without supply.
    """
    board = state.rules.board
    together = units & state.rules.of_nation["ru"] & state.units_at[board.space("caucasus")]
    return board.near_east if together & (together - 1) else 0


def note_crossing(state: State, a: int, b: int) -> None:
    """Use up the passage if the step goes between the maps."""
    if crosses(state, a, b):
        state.limits_used |= RUSSIAN_CROSSING
