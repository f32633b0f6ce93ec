"""The night rule: one unit can break through between the forts into the city (an exception to 11.6.7).

It is one of those whose attack made the defenders of a gap lose the first step, or one facing an undefended gap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.bits import members
from engine.liege.camp import forts_at
from engine.liege.combat import before, cannot_attack, is_dark
from engine.liege.facts import FOOT
from engine.liege.fog import reveal
from engine.liege.state import FORCED, FOUGHT, LiegeState
from engine.liege.zones import CAMP_OWNER, ground_of

if TYPE_CHECKING:
    from engine.liege.sequence.base import LiegeGame


def may_break_through(state: LiegeState, hex_: int, unit: int) -> bool:
    """Return True if a unit that attacked a hex whose defenders lost the first step may enter the city.

    It must be infantry or cavalry that may advance; the city must have no enemy infantry and no unit of its own side.
    """
    own = state.facts.units[unit]
    if not is_dark(state) or not state.scenario.breach >> hex_ & 1 or state.at[unit] < 0:
        return False
    return own.fights and not state.has(unit, FORCED) and is_city_open(state, own.side)


def is_city_open(state: LiegeState, side: int) -> bool:
    """Return True if the city has no enemy infantry and no unit of a side."""
    units = state.facts.units
    return not any(units[one].side == side or units[one].type in FOOT for one in state.units_at(state.scenario.city))


def open_gaps(state: LiegeState) -> int:
    """Return the hexes past whose forts the attacker can enter the city by night, because nobody there can be attacked."""
    side = state.side
    if side == CAMP_OWNER or not is_dark(state) or not is_city_open(state, side):
        return 0
    return state.scenario.breach & ~ground_of(state).held[1 - side]


def may_slip_through(state: LiegeState) -> tuple[int, ...]:
    """Return the units that may enter the city through an open gap: those that could attack into it, and may advance."""
    gaps = open_gaps(state)
    return tuple(
        unit
        for unit, own in enumerate(state.facts.units)
        if gaps and own.fights and cannot_attack(state, unit) is None and not state.has(unit, FORCED)
        and before(state, unit) & gaps
    )  # fmt: skip


def refuge(state: LiegeState) -> int | None:
    """Return where a headquarters in the city goes: the adjacent camp hex with the most forts, as Leman did (ruling)."""
    facts, city = state.facts, state.scenario.city
    hexes = [hex_ for hex_ in members(facts.camp & facts.grid.ring(1 << city)) if forts_at(state, hex_)]
    free = [hex_ for hex_ in hexes if not any(facts.units[one].side == state.side for one in state.units_at(hex_))]
    return max(free, key=lambda hex_: (len(forts_at(state, hex_)), hex_), default=None)


def break_through(game: LiegeGame, unit: int) -> None:
    """Move a unit into the city; headquarters there escape, other units there are destroyed. Both are announced.

    The unit is revealed, and attacks nobody afterwards.
    """
    state, city = game.state, game.state.scenario.city
    reveal(game, 1 << unit, why="attacks")
    state.mark(unit, FOUGHT)
    to, came = refuge(state), state.at[unit]
    there = state.units_at(city)
    escaping = [one for one in there if state.facts.units[one].type == "HQ" and to is not None]
    taken = [one for one in there if one not in escaping]
    for one in escaping:
        assert to is not None
        state.place(one, to, state.facing[one])
    for one in taken:
        state.destroy(one)
    state.place(unit, city, state.facing[unit])
    game.emit("broke_through", unit=unit, came=came, to=city)
    for one in escaping:
        game.emit("escaped", unit=one, came=city, to=to)
    if taken:
        game.emit("overrun", unit=unit, units=tuple(taken))


__all__ = ["break_through", "is_city_open", "may_break_through", "may_slip_through", "open_gaps", "refuge"]
