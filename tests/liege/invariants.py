"""Invariants of every position of Liège 1914 between two decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.core.bits import members
from engine.liege import points
from engine.liege.facts import GERMAN
from engine.liege.stack import limit_of
from engine.liege.state import DUG, FIRED, FOUGHT, HURT, HURT_TWICE, LEFT, LOST, WAITING, LiegeState
from engine.liege.zones import ground_of
from tests.liege import recount


def broken(state: LiegeState, before: LiegeState | None = None) -> list[str]:
    """Return the violated invariants, including those relative to an earlier position of the same game."""
    found = [*_hexes(state), *_units(state)]
    found += [
        f"{steps} steps crossed hexside {edge} (7.3.2)"
        for edge, steps in enumerate(state.crossed)
        if steps > state.facts.crossings[edge].transit
    ]
    found += [*_fire(state), *_hidden(state)]
    if points.score(state) != recount.score(state):
        found.append(f"the score is {points.score(state)}, a recount gives {recount.score(state)}")
    fresh = state.copy()
    fresh.changed()
    if ground_of(fresh) != ground_of(state):
        found.append("what is kept of the position is out of date")
    return found + (list(_against(state, before)) if before is not None else [])


def _hidden(state: LiegeState) -> Iterator[str]:
    for unit in members(state.hidden):
        own = state.facts.units[unit]
        if not state.fog or own.type == "HQ" or state.at[unit] < 0:
            yield f"{own.name} is hidden and cannot be (19.1)"
        if state.has(unit, FIRED | FOUGHT):
            yield f"{own.name} has fought and is hidden (19.4.1)"
    if any(flown > 1 for flown in Counter(state.flights.hexes).values()):
        yield "aircraft looked twice at a hex (20.1.11)"


def _hexes(state: LiegeState) -> Iterator[str]:
    facts, ground = state.facts, ground_of(state)
    for hex_, steps in enumerate(ground.stacked):
        name = facts.grid.names[hex_]
        if steps > limit_of(state, hex_):
            yield f"{name} holds {steps} steps (6.4.1)"
        sides = {facts.units[unit].side for unit in state.units_at(hex_)}
        if len(sides) > 1:
            yield f"both sides are in {name} (7.1.6)"
        if sides and facts.closed >> hex_ & 1:
            yield f"somebody is in {name}, which is closed"
        through = state.scenario.breach and hex_ == state.scenario.city
        if GERMAN in sides and ground.forts >> hex_ & 1 and not (through and len(state.units_at(hex_)) == 1):
            yield f"Germans are beside an active fort in {name} (11.3.2)"


def _units(state: LiegeState) -> Iterator[str]:
    for unit, own in enumerate(state.facts.units):
        if state.at[unit] not in (WAITING, LOST, LEFT) and unit not in state.scenario.arrivals:
            yield f"{own.name} is not of this scenario"
        if not 0 <= state.level[unit] <= own.steps or not 0 <= state.facing[unit] < 6:
            yield f"{own.name} has level {state.level[unit]} and facing {state.facing[unit]}"
        if state.has(unit, HURT) and state.has(unit, HURT_TWICE):
            yield f"{own.name} has both markers of losses (9.3.6)"
        if state.has(unit, DUG) and own.type not in ("INF", "PIO", "HAR"):
            yield f"{own.name} is in fieldworks (10.1.1)"
    for side, failures in enumerate(state.failed_digs):
        if failures > state.scenario.digs:
            yield f"side {side} has failed to dig {failures} times (10.1.5)"


def _fire(state: LiegeState) -> Iterator[str]:
    """Check that a fort gets one barrage or assault per phase, and each unit takes part in one (8.1.4, 8.5.6, 11.5.4)."""
    forts = [one.fort for one in state.assaults]
    units = [unit for one in state.assaults for unit in (*members(one.guns), one.unit)]
    if len(set(forts)) < len(forts) or len(set(units)) < len(units):
        yield f"two assaults share a fort or a unit: {state.assaults} (11.5.4)"
    if twice := [fort for fort in forts if state.bombarded & ~state.spared & 1 << fort]:
        yield f"forts {twice} are the target of a barrage and of an assault (8.5.6)"


def _against(state: LiegeState, before: LiegeState) -> Iterator[str]:
    for unit, own in enumerate(state.facts.units):
        more = before.level[unit] - state.level[unit]
        if more > 0 and not (more == 1 and _given(state, before, unit)):
            yield f"{own.name} has regained {'a step' if more == 1 else f'{more} steps'}"
        lost = HURT | HURT_TWICE
        if before.has(unit, lost) and not state.has(unit, lost) and state.at[unit] >= 0 and own.side != before.side:
            yield f"{own.name} has lost its marker in the enemy's turn (3.2.5)"
        if state.has(unit, DUG) and not before.has(unit, DUG) and own.side != before.side:
            yield f"{own.name} has dug in in the enemy's turn (10.1.2)"
        if before.at[unit] in (LOST, LEFT) and before.at[unit] != state.at[unit]:
            yield f"{own.name} has come back"
    if state.held - before.held not in (
        range(5) if state.turn - 1 == before.turn in state.scenario.worth.turns else (0,)
    ):
        yield f"hexes of the camp counted {state.held} times after {before.held}"
    for kind, left in enumerate(state.shells):
        if left < 0 or left > before.shells[kind] + len(before.assaults):  # not all of them need be carried out
            yield f"shells of kind {kind} went from {before.shells[kind]} to {left} (8.8.2)"
    if back := members(state.forts & ~before.forts):
        yield f"forts {back} have come back (11.3.10)"


def _given(state: LiegeState, before: LiegeState, unit: int) -> bool:
    """Check that a unit of the same kind in the same hex gave one step, and no other unit gained or lost any (6.5.1)."""
    changes = {
        one: now - then for one, (now, then) in enumerate(zip(state.level, before.level, strict=True)) if now != then
    }
    kinds = {(state.facts.units[one].type, state.facts.units[one].nation, before.at[one]) for one in changes}
    return sorted(changes.values()) == [-1, 1] and len(kinds) == 1 and unit in changes
