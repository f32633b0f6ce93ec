"""The landing of the MEF: the Beachhead to Nowhere, and how to leave it (9.5.3.5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.bits import first, mask, members
from engine.core.game import Game
from engine.core.options import Choice, Options
from engine.pog import networks
from engine.pog.content.records import AP
from engine.pog.rules import control, redeployment, supply, victory
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.base import AlliedDecision, PogGame
from engine.pog.sequence.redeploy import PickForSr
from engine.pog.state import State
from engine.pog.tables import Tables

#: Turns until the marker arrives on the beach, and SR points to evacuate it.
_AHEAD, PRICE = 3, 4

# -- the marker (9.5.3.5.1) -------------------------------------------------------------


def inland(state: State) -> int:
    """Return the spaces next to the beach where the MEF landed."""
    beach = state.marks["landing"]
    return state.rules.board.common[first(beach)] if beach else 0


def note_landing(game: Game[State], side: int) -> None:
    """Note that the MEF has landed: the marker is due in three turns unless the way off the beach is open."""
    state = game.state
    if state.beachhead >= 0 and not state.marks["landing"] and not state.marks["evacuated"]:
        state.marks["landing"] = 1 << state.beachhead
        if not inland(state) & state.control[AP]:
            _put_ahead(game)


def _put_ahead(game: Game[State]) -> None:
    state = game.state
    state.marks["nowhere_due"] = state.turn + _AHEAD
    game.emit("nowhere", kind="due", space=first(state.marks["landing"]), turn=state.turn + _AHEAD)


def arrive(game: Game[State]) -> None:
    """Place the marker when its turn has come."""
    state = game.state
    if state.marks["nowhere_due"] == state.turn:
        state.marks |= {"nowhere": state.marks["landing"], "nowhere_due": 0}
        game.emit("nowhere", kind="comes", space=first(state.marks["landing"]))


def british_offensive(game: Game[State], side: int) -> None:
    """Score a VP against the Allies for each British offensive rolled while the marker is there."""
    if side == AP and game.state.mandated[AP] == "br" and game.state.marks["nowhere"]:
        victory.score(game, "beachhead_to_nowhere")


def way_off_the_beach(game: Game[State], space: int, side: int, before: int | None) -> None:
    """Remove the marker when a space inland is captured; schedule it again when the space is lost."""
    state = game.state
    if not inland(state) >> space & 1:
        return
    if side != AP:
        _put_ahead(game)
    elif state.marks["nowhere"] or state.marks["nowhere_due"]:
        state.marks |= {"nowhere": 0, "nowhere_due": 0}
        game.emit("nowhere", kind="goes", space=first(state.marks["landing"]))


# -- evacuation (9.5.3.5.2) -------------------------------------------------------------


def may_evacuate(state: State, points: int) -> bool:
    """Return whether the beach can be evacuated: the MEF landed and was not evacuated; marker and army need not be there any more."""
    marks = state.marks
    return state.phasing == AP and points >= PRICE and bool(marks["landing"])


def stranded(state: State) -> int:
    """Return the units supplied only by the beachhead."""
    if state.beachhead < 0:
        return 0
    by_sea, by_beach = supply.reach(state, networks.BRITISH)[1], supply.reach(state, networks.BEACH)[1]
    on_map, loc = state.rules.board.on_map, state.loc
    return mask(
        unit
        for unit in members(state.rules.limited["beachhead_supply"])
        if on_map[loc[unit]] and by_beach >> loc[unit] & 1 and not by_sea >> loc[unit] & 1
    )


@dataclass(frozen=True, slots=True)
class SrOrEvacuate(PickForSr):
    """Pick the next unit to redeploy, or evacuate the beach."""

    verbs: ClassVar[dict[str, str]] = {**PickForSr.verbs, "evacuate": ""}

    def options(self, game: PogGame) -> Options:
        """Return the options of SR, and evacuation for four points."""
        found = PickForSr.options(self, game)
        if not may_evacuate(game.state, self.points):
            return found
        return Options({"finish": 1, **found.masks, "evacuate": 1})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Remove the marker permanently and evacuate, the army first."""
        if choice.verb != "evacuate":
            PickForSr.resolve(self, game, choice)
            return
        state = game.state
        game.emit("evacuation", space=first(state.marks["landing"]))
        state.marks |= {"nowhere": 0, "nowhere_due": 0, "evacuated": 1}
        game.goto(RelieveMef, points=self.points - PRICE, done=self.done)


@dataclass(frozen=True, slots=True)
class RelieveMef(AlliedDecision):
    """A British or Australian corps from the Reserve Box replaces the army."""

    kind: ClassVar[str] = "evacuation_corps"
    verbs: ClassVar[dict[str, str]] = {"use": "unit"}
    points: int
    done: int

    def options(self, game: PogGame) -> Options:
        """Return the corps in reserve while the army is supplied only by the beach."""
        state = game.state
        rules = state.rules
        if not stranded(state) >> _army(state) & 1:
            return Options({})
        corps = rules.of_group["br_corps"] | rules.of_group["br_aus_corps"]
        return Options({"use": mask(unit for unit in members(corps) if state.loc[unit] == rules.board.reserve[AP])})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Remove the army from the game and place the corps."""
        self._relieve(game, choice.arg)

    def empty(self, game: PogGame) -> None:
        """Remove the army, if it is there, without a replacement."""
        self._relieve(game, None)

    def _relieve(self, game: PogGame, corps: int | None) -> None:
        state, army = game.state, _army(game.state)
        if stranded(state) >> army & 1:
            space = state.loc[army]
            state.place(army, state.rules.board.gone[AP])
            state.flip(army, False)
            if corps is not None:
                state.place(corps, space)
            game.emit("loss", side=AP, unit=army, result="permanently", corps=corps, cause="relieved")
        left = stranded(state)
        beach = mask(unit for unit in members(left) if state.loc[unit] == state.beachhead)
        for unit in members(left & ~beach):
            _lose(game, unit)
        game.goto(LeaveBeach, points=self.points, done=self.done | beach, left=beach)


@dataclass(frozen=True, slots=True)
class LeaveBeach(AlliedDecision):
    """Move the corps on the beach to ports, one after another."""

    kind: ClassVar[str] = "evacuation"
    verbs: ClassVar[dict[str, str]] = {"to": "space", "lose": ""}
    points: int
    done: int
    left: int

    def options(self, game: PogGame) -> Options:
        """Return the ports open to the next corps; it can also be destroyed."""
        if not self.left:
            return Options({})
        ports = redeployment.by_sea_from_beach(game.state, first(self.left))
        return Options({"to": ports, "lose": 1})

    def empty(self, game: PogGame) -> None:
        """Close the beach when no corps is left, and continue the redeployment."""
        state = game.state
        beach = state.beachhead
        state.marks["landing"] = 0
        if beach >= 0:
            state.beachhead = -1
            state.refresh_closed()
            control.settle_holds(game)
            game.emit("beachhead_lost", space=beach)
        game.goto(SrOrEvacuate, points=self.points, done=self.done)

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Move one corps to a port, or destroy it."""
        state, unit = game.state, first(self.left)
        if choice.verb == "lose":
            _lose(game, unit)
        else:
            origin = state.loc[unit]
            redeployment.note_limits(state, unit, origin, choice.arg)
            state.place(unit, choice.arg)
            game.emit("sr", unit=unit, origin=origin, to=choice.arg)
        game.stay(left=self.left & ~(1 << unit))


def _army(state: State) -> int:
    return state.rules.content.unit_by_name["br_mef_army"]


def _lose(game: PogGame, unit: int) -> None:
    """Destroy a unit: to the eliminated box, or permanently if it can never be rebuilt."""
    state = game.state
    rules = state.rules
    again = rules.content.units[unit].replaceable
    state.place(unit, (rules.board.eliminated if again else rules.board.gone)[AP])
    state.flip(unit, False)
    state.failed_entrench &= ~(1 << unit)
    control.settle_holds(game)
    result = "eliminated" if again else "permanently"
    game.emit("loss", side=AP, unit=unit, result=result, corps=None, cause="evacuated")


def sane(state: State) -> list[str]:
    """Check that the marker is where the MEF landed or on the turn track, never both."""
    marks, beaches = state.marks, state.rules.board.beaches
    found = []
    if marks["landing"] & ~beaches or marks["nowhere"] & ~marks["landing"] or marks["landing"].bit_count() > 1:
        found.append("a beachhead to nowhere where nobody landed")
    if marks["nowhere"] and marks["nowhere_due"]:
        found.append("a beachhead to nowhere that is on its way as well")
    if marks["evacuated"] and (marks["nowhere"] or marks["nowhere_due"]):
        found.append("a beachhead to nowhere after the evacuation")
    return found


def amended(tables: Tables) -> Tables:
    """Return the tables in which the marker arrives, costs VP and is removed."""
    moments = tables.moments
    return replace(
        tables,
        marks={**tables.marks, **dict.fromkeys(("landing", "nowhere", "nowhere_due", "evacuated"), 0)},
        laws=(*tables.laws, sane),
        moments=replace(
            moments,
            turn_begins=(*moments.turn_begins, arrive),
            offensive=(*moments.offensive, british_offensive),
            action_over=(*moments.action_over, note_landing),
            control=(*moments.control, way_off_the_beach),
        ),
    )


MEF = Theme(amended, replaced=(SrOrEvacuate,), added=(RelieveMef, LeaveBeach))
