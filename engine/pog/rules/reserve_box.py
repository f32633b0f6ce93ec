"""The Reserve Box: which corps may go there, from where, and where they return (13.1.8 to 13.1.12)."""

from __future__ import annotations

from functools import lru_cache

from engine.core.bits import members
from engine.pog import networks
from engine.pog.board import Board
from engine.pog.content.records import AP, CP
from engine.pog.rules import supply
from engine.pog.rules.near_east_limits import near_east_by_reserve, near_east_for
from engine.pog.state import State

#: 13.1.12, 17.1.4.1: units supplied only by these sources are cut off from the Reserve Box.
FOREIGN_SOURCES = {
    "ge": ("sofia", "constantinople"),
    "ah": ("sofia", "constantinople"),
    "tu": ("essen", "breslau", "sofia"),
    "bu": ("essen", "breslau", "constantinople"),
    "ru": ("belgrade",),
    "ro": ("belgrade",),
}


def exits(state: State, unit: int) -> int:
    """Return the spaces from which corps like this one may go to the Reserve Box (13.1.9); none for some nations (13.2.1)."""
    rules = state.rules
    board = rules.board
    spec = rules.content.units[unit]
    if spec.army or spec.nation in rules.content.sr.box_barred or not reserve_open(state, unit):
        return 0
    # A unit that needs no line traces to no source (13.1.12).
    result = _home_line(state, unit) | rules.lineless[unit]
    if spec.nation == "ru":
        result &= board.lands("ru")
    if not near_east_by_reserve(state, unit):
        result &= ~near_east_for(state, unit)
    return result


def reserve_open(state: State, unit: int) -> bool:
    """Return whether the enemy neither controls nor besieges the nation's capital; always true for BE and SB (13.1.11)."""
    rules = state.rules
    capitals = _capitals(rules.board, unit)
    return not capitals & state.control[1 - rules.side_of[unit]] and not capitals & state.besieged


@lru_cache(maxsize=1024)
def _capitals(board: Board, unit: int) -> int:
    """Return the capitals on which a unit's access to the Reserve Box depends."""
    spec = board.content.units[unit]
    nation = "mn" if spec.nation == "mn" else spec.parent
    return 0 if nation in board.content.sr.box_without_capital else board.capitals.get(nation, 0)


def home_supplied(state: State, unit: int) -> int:
    """Return the spaces where the unit does not trace only to sources of another nation; all if it needs no line (13.1.12)."""
    board = state.rules.board
    own = _home_sources(board, unit)
    return board.all if own < 0 else supply.reach_of(state, unit, own)


def _home_line(state: State, unit: int) -> int:
    """Return the spaces where the unit has a line to a source that does not belong to another nation."""
    return supply.reach_of(state, unit, _home_sources(state.rules.board, unit))


@lru_cache(maxsize=1024)
def _home_sources(board: Board, unit: int) -> int:
    """Return the sources that do not cut a unit off from the Reserve Box; -1 if none does."""
    foreign = FOREIGN_SOURCES.get(board.content.units[unit].parent)
    return board.sources_without(unit, board.spaces(*foreign)) if foreign else -1


def supplied_by_foreigners(state: State, unit: int, space: int) -> bool:
    """Return whether the unit's line runs only to a source of another nation (13.1.12, 17.1.4.1)."""
    return not home_supplied(state, unit) >> space & 1


def to_reserve(state: State, unit: int, origin: int) -> int:
    """Return the Reserve Box if the corps may leave the map from its space (13.1.9)."""
    if not exits(state, unit) >> origin & 1:
        return 0
    return 1 << state.rules.board.reserve[state.rules.side_of[unit]]


def from_reserve(state: State, unit: int, open_spaces: int) -> int:
    """Return where a corps can go from the Reserve Box: to a supplied unit of its nation, a capital, or a source in its country (13.1.8)."""
    open_spaces = open_from_reserve(state, unit, open_spaces)
    return open_spaces and open_spaces & (homes(state.rules.board, unit) | spaces_with_supplied(state, unit))


def open_from_reserve(state: State, unit: int, open_spaces: int) -> int:
    """Return those of the open spaces that are not closed to a unit in the Reserve Box."""
    board = state.rules.board
    spec = state.rules.content.units[unit]
    if not reserve_open(state, unit):
        return 0
    if spec.nation == "mn":
        return open_spaces & state.control[AP]
    open_spaces &= _home_line(state, unit)
    if not near_east_by_reserve(state, unit):
        open_spaces &= ~near_east_for(state, unit)
    return open_spaces & board.lands("ru") if spec.nation == "ru" else open_spaces


@lru_cache(maxsize=1024)
def homes(board: Board, unit: int) -> int:
    """Return the capitals, sources and ports of a unit's own nation (13.1.8)."""
    spec = board.content.units[unit]
    if spec.nation == "mn":
        return board.capitals["mn"]
    places = board.capitals.get(spec.parent, 0)
    places |= board.lands(spec.parent) & board.sources.get("cp" if spec.side == CP else spec.nation, 0)
    if spec.nation == "sb":
        places |= board.spaces("salonika")
    if spec.nation == "us":
        places |= board.lands("fr") & board.ports[AP]
    return places


def spaces_with_supplied(state: State, unit: int) -> int:
    """Return the spaces in which a unit of the corps' nation has a real supply line (13.1.8).

    Units of a nation trace over the same network; only those supplied from
    the beachhead have another one. The MN corps has none.
    """
    rules = state.rules
    spec = rules.content.units[unit]
    if spec.nation == "mn":
        return 0
    friends = rules.of_parent[spec.parent] & ~rules.nation_units("ana", "sn", "mn")
    result = _places_of(state, spec.side, friends) & supply.reach(state, rules.networks[unit])[1]
    if state.beachhead >= 0:
        landed = friends & rules.limited["beachhead_supply"]
        result |= _places_of(state, spec.side, landed) & supply.reach(state, networks.BEACH)[1]
    return result


def _places_of(state: State, side: int, units: int) -> int:
    """Return the spaces with units of a side among the given ones."""
    loc = state.loc
    result = 0
    for unit in members(units & state.standing[side]):
        result |= 1 << loc[unit]
    return result
