"""Points and victory: what each side has scored, and how a score ends the game. The numbers are scenario data.

Everything except what the camp's hexes scored in earlier turns is counted from the position, so a recount agrees.
"""

from __future__ import annotations

from math import floor
from typing import NamedTuple

from engine.core.system import Result
from engine.liege.facts import ALLIED, FOOT, GERMAN
from engine.liege.state import LEFT, LOST, LiegeState
from engine.liege.zones import CAMP_OWNER, ground_of


class Earned(NamedTuple):
    """One line of the score: what was scored, by which side, how often, and the total points."""

    what: str
    side: int
    times: int
    points: int


def earned(state: LiegeState) -> list[Earned]:
    """Return every line of the score as if the game ended now, without lines that the scenario has no points for."""
    counts = (
        ("fort", GERMAN, _destroyed(state)),
        ("city", GERMAN, int(_in_city(state))),
        ("railway", GERMAN, int(_railway(state))),
        ("headquarters", GERMAN, _headquarters_lost(state)),
        ("allied_step", GERMAN, steps_lost(state, ALLIED)),
        ("german_step", ALLIED, steps_lost(state, GERMAN)),
        ("saved_step", ALLIED, steps_saved(state)),
        ("camp_hex", ALLIED, state.held),
        ("fort_left", ALLIED, state.forts.bit_count()),
    )
    each = state.scenario.worth.each
    return [Earned(what, side, times, floor(each[what] * times)) for what, side, times in counts if each[what]]


def score(state: LiegeState) -> int:
    """Return the German points less the Allied ones."""
    return sum(line.points if line.side == GERMAN else -line.points for line in earned(state))


def outcome(state: LiegeState) -> Result:
    """Return the result of the game: the winner by the score and the scenario's margins, or None for a draw."""
    worth, found = state.scenario.worth, score(state)
    winner = GERMAN if found >= worth.win else None if found >= worth.draw else ALLIED
    lines = [[line.what, line.side, line.times, line.points] for line in earned(state)]
    return Result(winner, "points", {"score": found, "win": worth.win, "draw": worth.draw, "lines": lines})


def held_hexes(state: LiegeState) -> int:
    """Return the hexes of the camp that hold an active fort and infantry of the field army."""
    found = 0
    for unit in _allied(state):
        own = state.facts.units[unit]
        if own.type in FOOT and not own.fortress and state.at[unit] >= 0:
            found |= 1 << state.at[unit]
    return found & state.facts.camp & ground_of(state).forts


def end_of_turn(state: LiegeState) -> int:
    """Count the camp hexes held at the end of a game turn; return how many count in this one."""
    if state.turn not in state.scenario.worth.turns:
        return 0
    more = held_hexes(state).bit_count()
    state.held += more
    return more


def steps_lost(state: LiegeState, side: int) -> int:
    """Return the steps that a side has lost; headquarters have a separate line."""
    units = state.facts.units
    return sum(state.level[unit] for unit, own in enumerate(units) if own.side == side and own.type != "HQ")


def steps_saved(state: LiegeState) -> int:
    """Return the steps of the field army that left the map as the scenario allows; fortress regiments do not count."""
    units = state.facts.units
    return sum(
        state.steps(unit)
        for unit, own in enumerate(units)
        if state.at[unit] == LEFT and own.stacks and not own.fortress
    )  # fmt: skip


def _allied(state: LiegeState) -> list[int]:
    return [unit for unit, own in enumerate(state.facts.units) if own.side == CAMP_OWNER]


def _destroyed(state: LiegeState) -> int:
    every = (1 << len(state.facts.forts)) - 1
    return (every & ~state.forts & ~state.scenario.fallen).bit_count()


def _german_foot(state: LiegeState) -> int:
    """Return the hexes with German infantry."""
    found = 0
    for unit, own in enumerate(state.facts.units):
        if own.side == GERMAN and own.type in FOOT and state.at[unit] >= 0:
            found |= 1 << state.at[unit]
    return found


def _in_city(state: LiegeState) -> bool:
    return state.scenario.city >= 0 and _german_foot(state) >> state.scenario.city & 1 == 1


def _railway(state: LiegeState) -> bool:
    """Return True if the railway is free of forts and enemies; with a camp, its forts are gone and infantry holds a hex (11.6.15)."""
    ground, line = ground_of(state), state.scenario.railway
    if not line or line & (ground.forts | ground.held[ALLIED] | ground.soft[ALLIED]):
        return False
    return state.forts != 0 or _german_foot(state) & state.facts.camp != 0


def _headquarters_lost(state: LiegeState) -> int:
    units = state.facts.units
    return sum(state.at[unit] == LOST for unit in _allied(state) if units[unit].type == "HQ")


__all__ = ["Earned", "earned", "end_of_turn", "held_hexes", "outcome", "score", "steps_lost", "steps_saved"]
