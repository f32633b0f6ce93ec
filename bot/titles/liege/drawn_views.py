"""Conversion of positions, as a viewer may know them, to the renderer's input."""

from __future__ import annotations

from typing import Any, Final

from engine.core.bits import members
from engine.core.game import Game
from engine.liege.facts import ALLIED
from engine.liege.grid import NOWHERE
from engine.liege.state import (
    DEPLOYED,
    DUG,
    EXHAUSTED,
    FIRED,
    FORCED,
    HURT,
    HURT_TWICE,
    MARCHED,
    TIRED,
    LiegeState,
)
from engine.liege.supply import Supply
from engine.liege.view import LiegeView, UnitSeen, view_of
from engine.liege.weather import is_hot
from engine.liege.works import camp_work, sides_of
from engine.liege.zones import width_of
from renderer.liege.view import DrawnPosition, DrawnStack, DrawnUnit, DrawnWorks

#: The unit marks that are drawn.
MARKS: Final = {
    "moved": MARCHED, "fired": FIRED, "forced": FORCED, "tired": TIRED, "exhausted": EXHAUSTED, "deployed": DEPLOYED, "lost_1": HURT,
    "lost_2": HURT_TWICE,
}  # fmt: skip
SUPPLY: Final = {Supply.FULL: "", Supply.LIMITED: "limited", Supply.OUT: "out"}
#: The phase that a kind of decision belongs to.
PHASES: Final = {
    "barrage": "barrage", "shelling": "barrage", "barrage_targets": "barrage", "bombarding": "barrage",
    "assaults": "assaults", "assault": "assaults", "march": "movement", "marching": "movement", "facing": "movement",
    "arrival": "movement", "arrival_facing": "movement", "afterwards": "afterwards", "merging": "afterwards",
}  # fmt: skip
#: Front hexsides of a unit with all-round facing.
_ALL_ROUND: Final = 6


def drawn(game: Game[Any], viewer: int | None) -> DrawnPosition:
    """Return the position as a side, or the public (None), may know it."""
    state: LiegeState = game.state
    view = view_of(state, viewer)
    points = [0, 0]
    for line in view.earned:
        points[line.side] += line.points
    return DrawnPosition(
        state.facts, view.scenario, view.turn, state.scenario.last, view.side, _phase(game), viewer,
        tuple(_unit(state, one) for one in view.units), tuple(DrawnStack(one.hex, one.side) for one in view.stacks),
        view.forts, tuple(_known_works(state, view)), view.zones, (points[0], points[1]), is_hot(state), view.raining,
    )  # fmt: skip


def _phase(game: Game[Any]) -> str:
    if not game.stack:
        return "over"
    return PHASES.get(game.decision.kind, "combat")


def _unit(state: LiegeState, one: UnitSeen) -> DrawnUnit:
    own = state.facts.units[one.unit]
    looks = width_of(own, one.steps, state.scenario.small_front) < _ALL_ROUND
    shells = state.shells[state.facts.shells.index(own.shells)] if own.shells else None
    return DrawnUnit(
        one.unit, one.hex, one.facing if looks else NOWHERE, own.steps - one.steps,
        frozenset(name for name, mark in MARKS.items() if one.marks & mark), SUPPLY[one.supply], shells,
    )  # fmt: skip


def _known_works(state: LiegeState, view: LiegeView) -> list[DrawnWorks]:
    """Return the camp's entrenchments and the fieldworks of units known to the viewer, one per hex."""
    facts = state.facts
    walls = {hex_: camp_work(state, hex_) for hex_ in facts.combat.printed}
    found = [
        DrawnWorks(hex_, ALLIED, work.name.lower(), tuple(members(facts.combat.outer[hex_])))
        for hex_, work in walls.items()
        if work > 0
    ]
    dug: dict[int, list[int]] = {}
    for one in view.units:
        if one.marks & DUG:
            dug.setdefault(one.hex, []).append(one.unit)
    for hex_, units in dug.items():
        sides = tuple(members(sides_of(state, hex_, units)))
        found.append(DrawnWorks(hex_, facts.units[units[0]].side, "fieldworks", sides))
    return found


__all__ = ["MARKS", "PHASES", "SUPPLY", "drawn"]
