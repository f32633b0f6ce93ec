"""The rule of the night: one attacker may get through between the forts into the city (an exception to 11.6.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.bits import members
from engine.liege.camp import forts_at
from engine.liege.facts import FOOT
from engine.liege.state import FORCED, LiegeState

if TYPE_CHECKING:
    from engine.liege.sequence.base import LiegeGame


def may_break_through(state: LiegeState, hex_: int, unit: int) -> bool:
    """Return True if a unit that attacked a hex, whose defenders were the first to lose a step, may enter the city.

    It is infantry or cavalry that may advance; no infantry of the enemy and no unit of its own side is in the city.
    """
    scenario, units = state.scenario, state.facts.units
    own = units[unit]
    if state.turn not in scenario.dark or not scenario.breach >> hex_ & 1 or state.at[unit] < 0:
        return False
    if not own.fights or state.has(unit, FORCED):
        return False
    return not any(units[one].side == own.side or units[one].type in FOOT for one in state.units_at(scenario.city))


def refuge(state: LiegeState) -> int | None:
    """Return where a headquarters in the city goes: next to it, to the hex of the camp with the most forts, as Leman did (ruling)."""
    facts, city = state.facts, state.scenario.city
    hexes = [hex_ for hex_ in members(facts.camp & facts.grid.ring(1 << city)) if forts_at(state, hex_)]
    free = [hex_ for hex_ in hexes if not any(facts.units[one].side == state.side for one in state.units_at(hex_))]
    return max(free, key=lambda hex_: (len(forts_at(state, hex_)), hex_), default=None)


def break_through(game: LiegeGame, unit: int) -> None:
    """Move a unit into the city; headquarters there escape, others that are there are destroyed. Both is told."""
    state, city = game.state, game.state.scenario.city
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


__all__ = ["break_through", "may_break_through", "refuge"]
