"""Control of spaces and its consequences: VP, trenches, the Russian VP count (3.0, 11.1.14)."""

from __future__ import annotations

from engine.core.game import Game
from engine.pog.content.records import AP, CP
from engine.pog.rules import victory, war_status
from engine.pog.state import State


def take_space(game: Game[State], space: int, side: int) -> None:
    """Give a side control of a space its unit enters, unless an intact enemy fort holds it.

    The enemy's trench is captured: level 1 is removed, level 2 becomes level 1 of the
    new side (11.2.5, 11.2.6).
    """
    state = game.state
    capture_trench(game, space, side)
    if state.intact_forts(1 - side) >> space & 1:
        return
    set_control(game, space, side)


def capture_trench(game: Game[State], space: int, side: int) -> None:
    """Remove an enemy trench of level 1, or turn one of level 2 into level 1 of the side if a marker is left."""
    state = game.state
    level, owner = state.trench(space)
    if level and owner != side:
        turned = level - 1 if trench_markers_left(state, side) else 0
        state.set_trench(space, turned, side)
        game.emit("trench", space=space, level=turned, side=side)


def trenches_of(state: State, side: int) -> int:
    """Return the spaces with a trench marker of a side."""
    marked = state.trench_1 | state.trench_2
    return marked & state.trench_cp if side == CP else marked & ~state.trench_cp


def trench_markers_left(state: State, side: int) -> bool:
    """Return True if a side has an unused trench marker, or their number is unlimited."""
    markers = state.rules.content.entrench.markers
    return not markers or trenches_of(state, side).bit_count() < markers


def set_control(game: Game[State], space: int, side: int) -> None:
    """Give a space to a side, with all consequences."""
    state = game.state
    flag = 1 << space
    if state.control[side] & flag:
        return
    before = state.controller(space)
    state.control[side] |= flag
    state.control[1 - side] &= ~flag
    game.emit("control", space=space, side=side)
    for happens in state.rules.tables.moments.control:
        happens(game, space, side, before)


def russian_tally(game: Game[State], space: int, side: int, before: int | None) -> None:
    """Update the Russian capitulation track after a VP space in Russia changed hands (16.4.2)."""
    if game.state.rules.board.nation["ru"] >> space & 1:
        war_status.update_tracks(game.state)


def score_vp_space(game: Game[State], space: int, side: int, before: int | None) -> None:
    """Score a VP space that was taken from the enemy (5.1.2)."""
    if game.state.rules.vp_spaces >> space & 1 and before == 1 - side:
        cause = "cp_takes_vp_space" if side == CP else "ap_takes_vp_space"
        victory.score(game, cause, space=space)


#: Consequences of a change of control.
CONTROL = (russian_tally, score_vp_space)


def remove_beachhead(game: Game[State], space: int) -> None:
    """Remove the beachhead marker when a CP unit enters its space (9.5.3.5)."""
    state = game.state
    if state.beachhead == space:
        state.beachhead = -1
        state.refresh_closed()
        game.emit("beachhead_lost", space=space)


def takes(state: State, units: int, space: int, ends: bool) -> bool:
    """Return True if moving units gain control of a space: always, unless the ruleset adds conditions (11.1.14)."""
    return all(allows(state, units, space, ends) for allows in state.rules.tables.takes_control)


def enter(game: Game[State], space: int, side: int, units: int) -> None:
    """Apply all consequences of units of a side having entered a space together.

    The ANA corps alone controls a CP space only while it is there (11.1.15), and never the space of a
    besieged fort. It captures trenches like any enemy unit (11.2.5, 11.2.6).
    """
    state = game.state
    alone = not units & ~state.rules.limited["holds_while_present"]
    settle_holds(game)
    if alone and state.control[CP] >> space & 1:
        capture_trench(game, space, side)
        if not state.intact_forts(CP) >> space & 1:
            set_control(game, space, side)
            state.ana_held = space
        return
    if state.ana_held == space:
        state.ana_held = -1
    take_space(game, space, side)
    if side == CP:
        remove_beachhead(game, space)


def settle_holds(game: Game[State]) -> None:
    """Return a space held by the ANA corps to the CP as soon as the corps has left (11.1.15).

    If other Allied units have redeployed there meanwhile, the Allies keep it.
    """
    state = game.state
    space = state.ana_held
    if space < 0 or state.units_at[space] & state.rules.limited["holds_while_present"]:
        return
    state.ana_held = -1
    if not state.units_of(AP, space):
        set_control(game, space, CP)
