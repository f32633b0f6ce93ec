"""Units put out of supply by an enemy round act once more, towards supply (14.3.1, 14.3.5.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

from engine.core.bits import members
from engine.pog import networks
from engine.pog.board import Board
from engine.pog.content.records import AP, CP
from engine.pog.rules import losses, step_costs, supply
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.base import PogGame
from engine.pog.state import State
from engine.pog.tables import Closing, Tables

# -- who was isolated -------------------------------------------------------------------


def note_supplied(game: PogGame, side: int) -> None:
    """Note at the start of a round which enemy units are in supply, and the goals of isolated units."""
    state = game.state
    state.marks["supplied"] = supply.supplied_units(state, 1 - side)
    state.marks["isolated"] &= ~supply.supplied_units(state, side)
    network = networks.AP_SPACES if side == AP else networks.CP_SPACES
    held = state.control[side] & ~state.occupied[1 - side]
    state.marks["supply_goals"] = held & supply.reach(state, network)[1]
    state.marks["open_ground"] = state.rules.board.all & ~(
        state.occupied[1 - side] | state.unbesieged_forts(1 - side) | state.closed
    )


def note_isolated(game: PogGame, side: int) -> None:
    """Note at the end of a round which units it put out of supply; the side's own isolated units have had their round."""
    state = game.state
    there = 0
    for space in members(state.occupied[1 - side]):
        there |= state.units_of(1 - side, space)
    cut_off = there & ~supply.supplied_units(state, 1 - side)
    state.marks["isolated"] = state.marks["supplied"] & cut_off


def isolated(state: State, side: int, attack: bool) -> int:
    """Return the units that can be activated in the round after the one that isolated them (14.3.1)."""
    return state.marks["isolated"] & state.rules.units_of_side[side]


def spared(doomed: Callable[[State, int], int]) -> Callable[[State, int], int]:
    """Return the attrition rule without units whose round is still to come (14.3.1)."""
    return lambda state, side: doomed(state, side) & ~state.marks["isolated"]


# -- where they go ------------------------------------------------------------------------


@lru_cache(maxsize=512)
def _distances(board: Board, nation: str, goals: int, ground: int) -> tuple[int, ...]:
    """Return, by number of steps to the nearest goal, the spaces from which units of a nation need that many."""
    lines = board.lines_of(nation)
    rings, seen, border = [goals], goals, goals
    while border:
        spread = 0
        for space in members(border):
            spread |= lines[space]
        border = spread & ground & ~seen
        seen |= border
        rings.append(border)
    return tuple(rings)


def _goals(state: State, nation: str) -> int:
    """Return the friendly spaces in supply when the round began; for Turks also their own sources of supply."""
    goals = state.marks["supply_goals"]
    if nation not in ("tu", "sn"):
        return goals
    board = state.rules.board
    garrisons = board.spaces("medina") | board.lands("tu") & state.rules.vp_spaces & ~board.spaces("constantinople")
    return goals | garrisons & state.control[CP]


def _distance(state: State, unit: int, space: int, ground: int) -> int | None:
    nation = state.rules.content.units[unit].nation
    rings = _distances(state.rules.board, nation, _goals(state, nation), ground)
    return next((steps for steps, ring in enumerate(rings) if ring >> space & 1), None)


def closer(state: State, unit: int, origin: int, space: int, march: bool) -> bool:
    """Return True if a space is nearer to supply than another; in movement by paths that no enemy blocks, if any."""
    grounds = (state.marks["open_ground"] | 1 << origin, state.rules.board.all & ~state.closed)
    for ground in grounds if march else grounds[1:]:
        here = _distance(state, unit, origin, ground)
        if here is not None:
            there = _distance(state, unit, space, ground)
            return there is not None and there < here
    return False


def nearest_supply(state: State, unit: int) -> int:
    """Return the supplied spaces that an isolated unit heads for: the closest, by paths that no enemy blocks if any."""
    at, board = state.loc[unit], state.rules.board
    nation = state.rules.content.units[unit].nation
    lines, goals = board.lines_of(nation), _goals(state, nation)
    for ground in (state.marks["open_ground"] | 1 << at, board.all & ~state.closed):
        seen = border = 1 << at
        while border:
            spread = 0
            for space in members(border):
                spread |= lines[space]
            if found := spread & goals:
                return found
            border = spread & ground & ~seen
            seen |= border
    return 0


def towards_supply(state: State, stack: int, path: tuple[int, ...], space: int) -> int | None:
    """Forbid steps of isolated units that do not bring them closer to supply (14.3.1)."""
    bound = stack & state.marks["isolated"]
    return None if all(closer(state, unit, path[-1], space, True) for unit in members(bound)) else step_costs.NEVER


def away_from_supply(state: State, unit: int) -> int:
    """Return the spaces an isolated unit may not attack: an advance there would not bring it closer to supply (14.3.1)."""
    if not state.marks["isolated"] >> unit & 1:
        return 0
    at = state.loc[unit]
    near = state.rules.board.lines[unit][at]
    return ~sum(1 << space for space in members(near) if closer(state, unit, at, space, False))


ONLY_TOWARDS_SUPPLY = Closing(
    "only_towards_supply",
    "14.3.1",
    lambda rules: rules.units_of_side[AP] | rules.units_of_side[CP],
    spaces=away_from_supply,
)


def free_to_dig(state: State, stack: int, space: int) -> bool:
    """Return whether no unit of the stack is isolated: out of supply units move or fight, but do not entrench (14.3.3)."""
    return not stack & state.marks["isolated"]


# -- what is lost ---------------------------------------------------------------------------


def in_supply_when_lost(state: State, army: int) -> bool:
    """Return whether a corps can replace an army: not one lost out of supply (14.3.5.1)."""
    return not losses.out_of_supply(state, army)


def one_side_at_a_time(state: State) -> Iterator[str]:
    """Check that only units of the side whose round comes next are isolated."""
    if all(state.marks["isolated"] & units for units in state.rules.units_of_side):
        yield "units of both sides wait for the round after their isolation"


def amended(tables: Tables) -> Tables:
    """Return the tables in which isolated units act once more before they are lost."""
    marks = dict.fromkeys(("isolated", "supplied", "supply_goals", "open_ground"), 0)
    moments = tables.moments
    return replace(
        tables,
        acting=(*tables.acting, isolated),
        step_cost=(towards_supply, *tables.step_cost),
        attack_bars=(*tables.attack_bars, ONLY_TOWARDS_SUPPLY),
        may_dig=(*tables.may_dig, free_to_dig),
        doomed_units=tuple(spared(entry) for entry in tables.doomed_units),
        laws=(*tables.laws, one_side_at_a_time),
        may_replace=(*tables.may_replace, in_supply_when_lost),
        moments=replace(
            moments,
            action_begins=(*moments.action_begins, note_supplied),
            action_over=(*moments.action_over, note_isolated),
        ),
        marks={**tables.marks, **marks},
    )


ISOLATION = Theme(amended)
