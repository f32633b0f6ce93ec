"""What one viewer may know of a position, as frozen records copied out of the state (never made by deleting from it).

A side sees its own units and the public facts about the enemy; a spectator sees what is public about both. Of hidden
units only the hex of their marker is visible (19.1.3).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.bits import members
from engine.liege.arrive import waiting
from engine.liege.facts import ALLIED, GERMAN
from engine.liege.fog import hidden_hexes, is_hidden
from engine.liege.points import Earned, earned
from engine.liege.recon import squadrons
from engine.liege.state import WAITING, LiegeState
from engine.liege.supply import Supply, supply_of
from engine.liege.zones import CAMP_OWNER, fort_zones, zone_of

#: Lines of the score that depend on units of a side, and that side.
_HANG_ON = {"camp_hex": ALLIED, "city": GERMAN, "railway": GERMAN}


@dataclass(frozen=True, slots=True)
class UnitSeen:
    """A counter that the viewer knows; `hidden` if it is one of their own under a marker."""

    unit: int
    hex: int
    facing: int
    steps: int
    marks: int
    supply: Supply
    hidden: bool


@dataclass(frozen=True, slots=True)
class StackSeen:
    """A marker with hidden units of a side."""

    hex: int
    side: int


@dataclass(frozen=True, slots=True)
class LiegeView:
    """A position as a viewer sees it: a side, or None for spectators."""

    scenario: str
    turn: int
    side: int
    viewer: int | None
    units: tuple[UnitSeen, ...]
    stacks: tuple[StackSeen, ...]
    #: Units of the viewer that may arrive this turn.
    waiting: tuple[int, ...]
    #: The set of active forts.
    forts: int
    #: Railway hexes that the Germans control, as a set.
    rails: int
    raining: bool
    fog: bool
    #: By side: the hexes controlled by units and forts that the viewer knows.
    zones: tuple[int, int]
    #: The score, without lines that depend on hidden units.
    earned: tuple[Earned, ...]
    #: By headquarters of the viewer: squadrons left.
    squadrons: tuple[tuple[int, int], ...]


def view_of(state: LiegeState, viewer: int | None) -> LiegeView:
    """Return the position as a side, or a spectator (None), may see it."""
    known = [unit for unit, at in enumerate(state.at) if at >= 0 and knows(state, unit, viewer)]
    stacks = (
        StackSeen(hex_, side)
        for side in (GERMAN, ALLIED)
        if side != viewer
        for hex_ in members(hidden_hexes(state, side))
    )
    own = [one for one in state.facts.recon.squadrons if state.facts.units[one].side == viewer and state.at[one] >= 0]
    return LiegeView(
        state.scenario.name, state.turn, state.side, viewer,
        tuple(_seen(state, unit) for unit in known), tuple(stacks),
        () if viewer is None else tuple(waiting(state, viewer)),
        state.forts, state.rails, state.raining, state.fog,
        _zones(state, known), earned_as_known(state, viewer),
        tuple((one, squadrons(state, one)) for one in own),
    )  # fmt: skip


def knows(state: LiegeState, unit: int, viewer: int | None) -> bool:
    """Return True if a viewer may know everything about a unit (19.1.3)."""
    return state.facts.units[unit].side == viewer or not is_hidden(state, unit)


def seen_at(state: LiegeState, unit: int, viewer: int | None) -> int:
    """Return a unit's hex as a viewer knows it: a hidden enemy is like one that is still to come (19.1.3)."""
    return state.at[unit] if knows(state, unit, viewer) else WAITING


def earned_as_known(state: LiegeState, viewer: int | None) -> tuple[Earned, ...]:
    """Return the lines of the score, except those that would reveal to a viewer who is under a marker."""
    return tuple(
        line for line in earned(state) if not state.fog or line.what not in _HANG_ON or _HANG_ON[line.what] == viewer
    )


def known_score(state: LiegeState, viewer: int | None) -> int:
    """Return the German points minus the Allied ones, of the score lines that a viewer may know."""
    return sum(line.points if line.side == GERMAN else -line.points for line in earned_as_known(state, viewer))


def _seen(state: LiegeState, unit: int) -> UnitSeen:
    return UnitSeen(
        unit, state.at[unit], state.facing[unit], state.steps(unit), state.marks[unit], supply_of(state, unit), is_hidden(state, unit)
    )  # fmt: skip


def _zones(state: LiegeState, known: list[int]) -> tuple[int, int]:
    found = [0, 0]
    for unit in known:
        found[state.facts.units[unit].side] |= zone_of(state, unit)
    forts, around = fort_zones(state)
    found[CAMP_OWNER] |= around
    found[1 - CAMP_OWNER] &= ~forts
    return found[0], found[1]


__all__ = ["LiegeView", "StackSeen", "UnitSeen", "earned_as_known", "known_score", "knows", "seen_at", "view_of"]
