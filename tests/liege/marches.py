"""Marches by the names of units and hexes."""

from __future__ import annotations

from engine.liege.grid import SIDES
from engine.liege.move import HexMarch, begin, cannot_enter, cannot_march, entries, halt, step
from engine.liege.state import LiegeState
from tests.liege.support import hex_, names, unit


def walk(state: LiegeState, name: str, *way: str, force: bool = True) -> HexMarch:
    """March over some hexes, each of which must be allowed."""
    march = begin(state, unit(name))
    assert cannot_march(state, unit(name)) is None
    for to in way:
        assert cannot_enter(state, march, hex_(to), force=force) is None, to
        march = step(state, march, hex_(to))
    return march


def refused(state: LiegeState, march: HexMarch, to: str, *, force: bool = True) -> tuple[str, str]:
    """Return code and rule of the refusal of a step."""
    reason = cannot_enter(state, march, hex_(to), force=force)
    assert reason is not None
    return reason.code, reason.rule


def onward(state: LiegeState, march: HexMarch, *, force: bool = True) -> set[str]:
    return names(entries(state, march, force=force))


def go(state: LiegeState, name: str, *way: str, facing: str = "n", deploy: bool = False) -> None:
    halt(state, walk(state, name, *way), SIDES.index(facing), deploy=deploy)


def setting_out(state: LiegeState, name: str) -> tuple[LiegeState, HexMarch]:
    return state, begin(state, unit(name))
