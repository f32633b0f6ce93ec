"""Hidden units (chapter 19): which units are hidden, how they hide again or are revealed, and what a side imagines.

A hidden unit is under the marker of its hex: the enemy knows that units are there, but not which, how many, or their
facing. Losses are public, and so are destroyed units.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.core.bits import mask, members
from engine.errors import Reason
from engine.liege.state import BUSY, FIRED, FOUGHT, WAITING, LiegeState
from engine.liege.zones import ground_of

if TYPE_CHECKING:
    from engine.liege.sequence.base import LiegeGame

#: Public fields of events about hidden units, and the fields kept for their side.
UNSEEN: Final = -1


def is_hidden(state: LiegeState, unit: int) -> bool:
    """Return True for a unit under a marker (19.1.2)."""
    return state.hidden >> unit & 1 == 1


def hidden_hexes(state: LiegeState, side: int) -> int:
    """Return the hexes in which a side has hidden units, which are public (19.1.3)."""
    return mask(
        state.at[unit] for unit in members(state.hidden) if state.at[unit] >= 0 and state.facts.units[unit].side == side
    )


def hide(state: LiegeState, unit: int) -> None:
    """Put a unit under the marker of its hex; headquarters are never hidden (19.1.1, 19.1.4, 19.1.5)."""
    if state.fog and state.facts.units[unit].type != "HQ":
        state.hidden |= 1 << unit


def emit_of(game: LiegeGame, kind: str, unit: int, private: dict[str, Any], **public: Any) -> None:
    """Emit an event about a unit; its identity and other private data go to its side alone while it is hidden."""
    state = game.state
    own = {"unit": unit, **private}
    if is_hidden(state, unit):
        game.emit(kind, {state.facts.units[unit].side: own}, **public, **dict.fromkeys(own, UNSEEN))
    else:
        game.emit(kind, **public, **own)


def reveal(game: LiegeGame, units: int, *, why: str) -> None:
    """Reveal the units of a set (19.4); others in their hexes stay hidden (19.4.1)."""
    state = game.state
    for unit in members(units & state.hidden):
        state.hidden &= ~(1 << unit)
        game.reveal()
        game.emit(
            "revealed", unit=unit, hex=state.at[unit], facing=state.facing[unit], steps=state.steps(unit), why=why
        )  # fmt: skip


def cannot_hide(state: LiegeState, unit: int) -> Reason | None:
    """Return why a unit may not go under a marker at the end of its Combat Phase (19.1.6)."""
    own = state.facts.units[unit]
    data: dict[str, object] = {"unit": own.name}
    if own.side != state.side:
        return Reason("not_your_unit", "19.1.6", data)
    if state.at[unit] < 0:
        return Reason("not_on_the_map", "", data)
    if not state.fog:
        return Reason("nobody_is_hidden", "19.1.1", data)
    if own.type == "HQ":
        return Reason("headquarters_are_seen", "19.1.5", data)
    if is_hidden(state, unit):
        return Reason("is_hidden", "19.1.6", data)
    for mark, code in ((FIRED, "fired_already"), (FOUGHT, "has_fought"), (BUSY, "has_done_something")):
        if state.has(unit, mark):
            return Reason(code, "19.1.6", data)
    if (state.spotted | state.scouts) >> unit & 1:
        return Reason("was_spotted" if state.spotted >> unit & 1 else "has_scouted", "19.1.6", data)
    if ground_of(state).zones[1 - own.side] >> state.at[unit] & 1:
        return Reason("in_enemy_zone", "19.1.6", data)
    near = state.facts.recon.figures["hide_distance"]
    return Reason("near_headquarters", "19.1.6", {**data, "hexes": near}) if _watched(state, unit, near) else None


def _watched(state: LiegeState, unit: int, near: int) -> bool:
    facts = state.facts
    return any(
        facts.grid.distance(state.at[other], state.at[unit]) <= near
        for other, one in enumerate(facts.units)
        if one.type == "HQ" and one.side != facts.units[unit].side and state.at[other] >= 0
    )


# -- what a side knows -------------------------------------------------------------------------------------------


def possible_zones(state: LiegeState, side: int) -> int:
    """Return the hexes that an enemy could control as far as a side knows: all six around every hidden stack (19.2.3)."""
    zones = ground_of(state).zones[1 - side]
    return zones | state.facts.grid.ring(hidden_hexes(state, 1 - side)) if state.hidden else zones


def imagine(state: LiegeState, side: int) -> LiegeState:
    """Return a position that agrees with everything a side knows; the state itself if nothing is hidden from it.

    Hidden enemies are dealt anew, independent of the real ones: one to each hidden stack and the rest in turn, by number.
    Those not needed count as still to arrive, since nobody knows how many are on the map.
    """
    enemy = 1 - side
    stacks = members(hidden_hexes(state, enemy))
    guesses = candidates(state, enemy)
    if not stacks and not guesses:
        return state
    found = state.copy()
    for unit in guesses:
        found.at[unit], found.facing[unit], found.marks[unit], found.supply[unit] = WAITING, 0, 0, 0
        found.hidden &= ~(1 << unit)
    for hex_, unit in zip(stacks, guesses, strict=False):
        found.at[unit], found.facing[unit] = hex_, 0
        found.hidden |= 1 << unit
    found.changed()
    return found


def candidates(state: LiegeState, side: int) -> list[int]:
    """Return the units of a side that could be under its markers: hidden ones, and those that may or may not have arrived (7.7.4)."""
    return [
        unit
        for unit, arrival in state.scenario.arrivals.items()
        if state.fog
        and state.facts.units[unit].side == side
        and state.facts.units[unit].type != "HQ"
        and (is_hidden(state, unit) or (state.at[unit] == WAITING and arrival.turn <= state.turn))
    ]


__all__ = [
    "candidates",
    "cannot_hide",
    "emit_of",
    "hidden_hexes",
    "hide",
    "imagine",
    "is_hidden",
    "possible_zones",
    "reveal",
]
