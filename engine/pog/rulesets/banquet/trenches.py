"""Entrenching: trench 0, and when armies entrench."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.bits import first, mask, members
from engine.core.options import Choice, Options
from engine.errors import Reason
from engine.pog.cards.events import CardEvent
from engine.pog.combat_state import Combat
from engine.pog.content.records import AP, CP, TerrainEffect
from engine.pog.rules import combat as fight
from engine.pog.rules import control
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.base import PhasingDecision, PogGame
from engine.pog.sequence.operations import attempt_to_entrench, lay_trench
from engine.pog.state import State
from engine.pog.tables import Tables

_ENTRENCH = ("ap_12_entrench", "cp_06_entrench")
#: 11.2.1.2: the turn from which entrenching is allowed without a card.
_FALL_1914, _WINTER_1915 = 3, 4


def trench_0_everywhere(state: State) -> int:
    """Return the spaces where units have trench 0 once Entrench is played (11.2.1.1)."""
    board, germans = state.rules.board, state.rules.of_nation["ge"]
    france = board.lands("fr")
    near = france
    for space in members(france):
        near |= board.solid[space]
    held = mask(space for space in members(board.lands("ge") & state.occupied[CP]) if state.units_at[space] & germans)
    return near | board.lands("it", "be") | held


def dug_in(state: State) -> int:
    """Return those spaces once Entrench is in force, none before."""
    return trench_0_everywhere(state) if any(state.rules.card(name) in state.events for name in _ENTRENCH) else 0


def trench_0(state: State, combat: Combat) -> list[TerrainEffect]:
    """Return trench 0 as cover, where there is no deeper trench and no card negates trenches (11.2.1.1)."""
    rules = state.rules
    if not combat.defenders or fight.trench_level(state, combat) or fight.trench_cancelled(state, combat):
        return []
    return [rules.content.terrain["trench_0"]] if dug_in(state) >> combat.target & 1 else []


def from_fall_1914(state: State, stack: int, space: int) -> bool:
    """Return whether armies may roll to entrench: not before Fall 1914, though trench 0 can come earlier (AP 12, CP 6)."""
    return state.turn >= _FALL_1914


def everybody_digs_in(game: PogGame) -> None:
    """Treat both Entrench cards as played from Winter 1915 on; neither can be an event any more (11.2.1.2)."""
    state = game.state
    cards = [state.rules.card(name) for name in _ENTRENCH]
    if state.turn >= _WINTER_1915 and not any(card in state.events for card in cards):
        state.events.update(dict.fromkeys(cards, state.turn))


# -- 11.2.10: markers of failed attempts -----------------------------------------------------

#: Die modifier of each failure marker, and the armies that leave it and keep it in place.
_MARKERS = {"dug_1": (-1, ("us", "br", "fr", "be")), "dug_2": (-2, ("ge",))}


def _armies(state: State, nations: tuple[str, ...]) -> int:
    return state.rules.armies & state.rules.nation_units(*nations)


def marked_ground(state: State, army: int) -> int:
    """Return the modifier of earlier failures in the space (11.2.10)."""
    space = state.loc[army]
    return sum(drm for name, (drm, _) in _MARKERS.items() if state.marks[name] >> space & 1)


def mark_failure(game: PogGame, army: int, success: bool) -> None:
    """Place a marker on the space for a failure of a western or German army (11.2.10)."""
    state = game.state
    space = state.loc[army]
    for name, (drm, nations) in _MARKERS.items():
        if not success and _armies(state, nations) >> army & 1 and not state.marks[name] >> space & 1:
            state.marks[name] |= 1 << space
            game.emit("digging_marked", space=space, drm=drm)


def forget_failures(game: PogGame, space: int) -> None:
    """Remove the marker when the last of those armies leaves (11.2.10)."""
    state = game.state
    for name, (_, nations) in _MARKERS.items():
        if state.marks[name] >> space & 1 and not state.units_at[space] & _armies(state, nations):
            state.marks[name] &= ~(1 << space)


def forget_everywhere(game: PogGame, *_: object) -> None:
    """Do the same wherever armies were lost, retreated or advanced."""
    for space in members(game.state.marks["dug_1"] | game.state.marks["dug_2"]):
        forget_failures(game, space)


# -- 11.2.12: markers are few ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MoveTrench(PhasingDecision):
    """No marker is left for a new trench: take one from elsewhere, or do without."""

    kind: ClassVar[str] = "move_trench"
    verbs: ClassVar[dict[str, str]] = {"take": "space", "decline": ""}
    forced: ClassVar[bool] = False

    def options(self, game: PogGame) -> Options:
        """Return the side's trenches, for the first space waiting for one."""
        state = game.state
        due = state.marks["trenches_due"]
        return Options({"take": control.trenches_of(state, state.phasing), "decline": 1} if due else {})

    def empty(self, game: PogGame) -> None:
        """Continue: no space is waiting for a trench."""

    def explain(self, game: PogGame, choice: Choice) -> Reason:
        """Return that only own trenches can be taken."""
        return Reason("no_trench_to_take", "11.2.12", {"space": choice.arg})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Take the marker from its space and lay the trench with it."""
        state = game.state
        space = first(state.marks["trenches_due"])
        state.marks["trenches_due"] &= ~(1 << space)
        if choice.verb == "take":
            state.set_trench(choice.arg, 0, state.phasing)
            game.emit("trench", space=choice.arg, level=0, side=state.phasing)
            lay_trench(game, space, state.phasing)
        game.stay()


def dig(game: PogGame) -> None:
    """Roll for all entrenching armies; a success without a marker left asks for one (11.2.2)."""
    state = game.state
    operation = state.operation
    assert operation is not None
    for army in sorted(members(operation.digging), key=lambda army: state.loc[army]):
        space = state.loc[army]
        if not attempt_to_entrench(game, army):
            continue
        if state.trench(space)[1] == operation.side or control.trench_markers_left(state, operation.side):
            lay_trench(game, space, operation.side)
        else:
            state.marks["trenches_due"] |= 1 << space
    game.call(MoveTrench)


def as_many_as_there_are(state: State) -> Iterator[str]:
    """Check that no side has more trenches than markers, marked armies are there, and no space waits between operations."""
    for side in (AP, CP):
        if control.trenches_of(state, side).bit_count() > state.rules.content.entrench.markers:
            yield "more trenches than markers"
    if state.marks["trenches_due"] and state.operation is None:
        yield "a trench waits for its marker"
    for name, (_, nations) in _MARKERS.items():
        armies = _armies(state, nations)
        for space in members(state.marks[name]) if state.operation is not None and state.combat is None else ():
            if not state.units_at[space] & armies:
                yield f"a digging mark without an army in {state.rules.content.spaces[space].name}"


def amended(tables: Tables) -> Tables:
    """Return the tables: trench 0 comes with a card or a turn, its cards lay no trench, failures mark the space."""
    moments = tables.moments
    return replace(
        tables,
        events={**tables.events, **dict.fromkeys(_ENTRENCH, CardEvent())},
        may_dig=(*tables.may_dig, from_fall_1914),
        dig_drms=(marked_ground,),
        works=(*tables.works, trench_0),
        shallow=(dug_in,),
        laws=(*tables.laws, as_many_as_there_are),
        moments=replace(
            moments,
            turn_begins=(*moments.turn_begins, everybody_digs_in),
            dug=(mark_failure,),
            left=(*moments.left, forget_failures),
            combat_over=(*moments.combat_over, forget_everywhere),
            action_over=(*moments.action_over, forget_everywhere),
            turn_ends=(*moments.turn_ends, forget_everywhere),
        ),
        marks={**tables.marks, **dict.fromkeys(("dug_1", "dug_2", "trenches_due"), 0)},
    )


TRENCHES = Theme(amended, added=(MoveTrench,))
