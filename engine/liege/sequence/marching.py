"""The orders of the Movement Phase: a unit, its march hex by hex, and a facing at the end (chapter 7).

An order is a short chain of decisions. The position changes only with the last of them, so the order under way is in its frames.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import mask
from engine.core.frames import Decision, Flow
from engine.core.options import Choice, Options
from engine.core.record import UNTOLD
from engine.errors import Reason
from engine.liege import move, recon
from engine.liege.arrive import arrive, places, waiting
from engine.liege.fog import emit_of, is_hidden, reveal
from engine.liege.move import HexMarch
from engine.liege.sequence.base import AttackerDecision, LiegeGame, told_of_units
from engine.liege.sequence.facings import FacingDecision, facings, has_facing
from engine.liege.state import ACTED, AIR_ORDERS, ARRIVED, ASK, DEPLOYED, FORCED, LiegeState


@dataclass(frozen=True, slots=True)
class MovementOrders(AttackerDecision):
    """Choose the next unit to move, turn or arrive (7.1.2, 7.1.4, 7.7.1)."""

    kind: ClassVar[str] = "march"
    verbs: ClassVar[dict[str, str]] = {
        "unit": "unit",
        "turn": "unit",
        "arrive": "unit",
        "aircraft": "air_order",
        "done": "",
    }

    def options(self, game: LiegeGame) -> Options:
        """Return the units that can march, that can turn, and that can arrive; a unit turns in place only once."""
        state, side = game.state, game.state.side
        able = [
            one
            for one, own in enumerate(state.facts.units)
            if own.side == side and state.at[one] >= 0 and move.cannot_act(state, one) is None
        ]
        return Options({
            "unit": mask(one for one in able if _may_go(state, one)),
            "turn": mask(one for one in able if not state.has(one, ACTED) and has_facing(state, one)),
            "arrive": mask(one for one in waiting(state, side) if places(state, one)),
            "aircraft": air_orders_of(state, side),
            "done": 1,
        })  # fmt: skip

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Continue with the order, then ask for the next."""
        if choice.verb == "unit":
            march = move.begin(game.state, choice.arg)
            game.call(Marching, march.unit, march.path, march.spent)
        elif choice.verb == "turn":
            game.call(Facing, choice.arg, (game.state.at[choice.arg],), -1)
        elif choice.verb == "arrive":
            game.call(ArrivalPlace, choice.arg)
        elif choice.verb == "aircraft":
            game.state.air_orders[game.state.side] = choice.arg
            game.stay()

    def told(self, game: LiegeGame, choice: Choice) -> str:
        """Hide which hidden unit moves or arrives, that it turns, and the orders of the aircraft."""
        if choice.verb == "arrive" and game.state.fog and game.state.facts.units[choice.arg].type != "HQ":
            return "arrive ?"
        turns = choice.verb == "turn" and is_hidden(game.state, choice.arg)
        return UNTOLD if turns or choice.verb == "aircraft" else told_of_units(self, game, choice)

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return why a unit cannot do that."""
        state = game.state
        if choice.arg >= len(state.facts.units):
            return Reason("unknown_unit", "", {"number": choice.arg})
        if choice.verb == "aircraft":
            return Reason("has_that_order", "20.1.2", {})
        data = {"unit": state.facts.units[choice.arg].name}
        if choice.verb == "arrive":
            return Reason("does_not_arrive", "7.7.1", data)
        reason = move.cannot_act(state, choice.arg) if choice.verb == "turn" else move.cannot_march(state, choice.arg)
        if reason is None and choice.verb == "turn" and not has_facing(state, choice.arg):
            return Reason("has_no_facing", "6.2.1", data)
        return reason or (
            Reason("has_turned", "7.1.4", data) if choice.verb == "turn" else Reason("no_way", "7.1.3", data)
        )


@dataclass(frozen=True, slots=True)
class Marching(AttackerDecision):
    """The next step of a march; `force` allows the points of a forced march (7.1.3, 7.5.1)."""

    unit: int
    path: tuple[int, ...]
    spent: int
    over: bool = False
    through: bool = False
    force: bool = False
    #: Whether it has scouted a hex on this march (20.2.4).
    scouted: bool = False
    kind: ClassVar[str] = "marching"
    verbs: ClassVar[dict[str, str]] = {
        "step": "hex",
        "forced": "",
        "halt": "",
        "turn": "",
        "deploy": "",
        "leave": "",
        "scout": "hex",
        "scout_long": "hex",
    }

    @property
    def march(self) -> HexMarch:
        """The march as a value."""
        return HexMarch(self.unit, self.path, self.spent, self.over, self.through)

    def options(self, game: LiegeGame) -> Options:
        """Return the steps after which the march can still end, and the ways to end it here."""
        state, march = game.state, self.march
        force = not self.force and move.forced_points(state, self.unit) > 0
        halts = (march.moved or self.scouted) and move.cannot_halt(state, march) is None
        leaves = move.cannot_leave(state, march, force=self.force) is None
        return Options({
            "step": mask(move.ways_on(state, march, force=self.force)),
            "forced": int(force and goes_on(state, march, force=True)),
            "halt": int(halts),
            "turn": int(self._cannot_turn(game) is None),
            "deploy": int(not _in_position(state, march) and move.can_deploy(state, march)),
            "leave": int(leaves),
            "scout": mask(recon.ways_to_scout(state, march, force=self.force, long=False)),
            "scout_long": mask(recon.ways_to_scout(state, march, force=self.force, long=True)),
        })  # fmt: skip

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Take the step, or ask for the facing."""
        if choice.verb == "step":
            self._step(game, move.step(game.state, self.march, choice.arg))
        elif choice.verb in ("scout", "scout_long"):
            after = recon.scout(game, self.march, choice.arg, long=choice.verb == "scout_long")
            if after is not None:
                game.stay(spent=after.spent, over=after.over, scouted=True)
        elif choice.verb == "forced":
            game.stay(force=True)
        elif choice.verb == "turn":
            game.goto(Facing, self.unit, self.path, -1)
        elif choice.verb == "leave":
            reveal(game, 1 << self.unit, why="left")
            move.leave(game.state, self.march)
            game.emit("left", unit=self.unit, path=self.path, steps=game.state.steps(self.unit))
        else:
            game.goto(Facing, self.unit, self.path, self.spent, self.through, choice.verb == "deploy")

    def told(self, game: LiegeGame, choice: Choice) -> str:
        """Hide how the march of a hidden unit ends, and whether it is forced (19.1.3)."""
        if not is_hidden(game.state, self.unit):
            return ""
        return {"forced": UNTOLD, "turn": "halt", "deploy": "halt"}.get(choice.verb, "")

    def _cannot_turn(self, game: LiegeGame) -> Reason | None:
        """Return why the unit may not turn in place instead (7.1.4)."""
        state = game.state
        data = {"unit": state.facts.units[self.unit].name}
        if not has_facing(state, self.unit):
            return Reason("has_no_facing", "6.2.1", data)
        if state.has(self.unit, ACTED):
            return Reason("has_turned", "7.1.4", data)
        return Reason("turns_at_its_end", "7.1.3", data) if self.march.moved or self.scouted or self.force else None

    def _step(self, game: LiegeGame, march: HexMarch) -> None:
        """Enter a hex; enemy aircraft can search for a hidden unit there (20.1.2)."""
        state, hex_ = game.state, march.hex
        recon.seen_again(game, self.unit, hex_)
        searches = recon.can_fly(state, self.unit, hex_)
        order = state.air_orders[1 - state.side]
        if searches and order == ASK:
            game.goto(
                Overflown, march.unit, march.path, march.spent, march.over, march.through, self.force, self.scouted
            )
            return
        search = recon.by_order(state, searches, order)
        if search is not None:
            recon.fly(game, search, self.unit, hex_)
        game.stay(path=march.path, spent=march.spent, over=march.over, through=march.through)

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return why a step or an end is not allowed."""
        state, march = game.state, self.march
        data = {"unit": state.facts.units[self.unit].name}
        if choice.verb == "step" and choice.arg < len(state.facts.grid.names):
            reason = move.cannot_enter(state, march, choice.arg, force=self.force)
            return (
                reason
                or move.cannot_halt(state, move.step(state, march, choice.arg))
                or Reason("no_way", "7.1.3", data)
            )
        if choice.verb == "halt":
            return move.cannot_halt(state, march) or Reason("has_not_moved", "7.1.3", data)
        if choice.verb == "turn":
            return self._cannot_turn(game) or Reason("has_turned", "7.1.4", data)
        if choice.verb == "deploy":
            return Reason("cannot_deploy", "7.9.1", data)
        if choice.verb in ("scout", "scout_long") and choice.arg < len(state.facts.grid.names):
            long = choice.verb == "scout_long"
            return recon.cannot_scout(state, march, choice.arg, force=self.force, long=long) or Reason(
                "no_way", "20.2.4", data
            )
        if choice.verb == "leave":
            return move.cannot_leave(state, march, force=self.force) or Reason("no_way_off_the_map", "7.1.8", data)
        return Reason("cannot_force", "7.5.2", data)


@dataclass(frozen=True, slots=True)
class Facing(FacingDecision):
    """The facing at the end of a march, or in place: `spent` is negative for a unit that has not marched (7.1.3, 7.1.4)."""

    unit: int
    path: tuple[int, ...]
    spent: int
    through: bool = False
    deploy: bool = False
    kind: ClassVar[str] = "facing"

    def options(self, game: LiegeGame) -> Options:
        """Return all six hexsides, or the first for units without a facing (6.2.1); a turn in place must change the facing."""
        return Options({"face": facings(game.state, self.unit, turning=self.spent < 0)})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Carry out the order."""
        state = game.state
        taken: list[int] = []
        if self.spent < 0:
            move.turn(state, self.unit, choice.arg)
        else:
            march = HexMarch(self.unit, self.path, self.spent, through=self.through)
            taken = move.halt(state, march, choice.arg, deploy=self.deploy)
        private = {
            "facing": state.facing[self.unit], "spent": self.spent, "forced": self.spent >= 0 and state.has(self.unit, FORCED),
            "deployed": self.deploy,
        }  # fmt: skip
        emit_of(game, "moved", self.unit, private, path=self.path)
        if taken:
            game.emit("overrun", unit=self.unit, units=tuple(taken))


@dataclass(frozen=True, slots=True)
class ArrivalPlace(AttackerDecision):
    """Choose where a unit arrives, if its own hex is taken or full (7.7.2)."""

    unit: int
    kind: ClassVar[str] = "arrival"
    verbs: ClassVar[dict[str, str]] = {"at": "hex"}
    forced: ClassVar[bool] = True

    def options(self, game: LiegeGame) -> Options:
        """Return its hex, or those next to its headquarters."""
        return Options({"at": mask(places(game.state, self.unit))})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Ask for the facing."""
        game.goto(ArrivalFacing, self.unit, choice.arg)

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return that the unit does not arrive there."""
        return Reason("arrives_elsewhere", "7.7.2", {"unit": game.state.facts.units[self.unit].name, "hex": choice.arg})


@dataclass(frozen=True, slots=True)
class ArrivalFacing(AttackerDecision):
    """Choose the facing of an arriving unit (7.7.2)."""

    unit: int
    hex: int
    kind: ClassVar[str] = "arrival_facing"
    verbs: ClassVar[dict[str, str]] = {"face": "side"}
    forced: ClassVar[bool] = True

    def options(self, game: LiegeGame) -> Options:
        """Return all six hexsides, or the first for units without a facing."""
        return Options({"face": facings(game.state, self.unit)})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Place the unit."""
        arrive(game.state, self.unit, self.hex, choice.arg)
        emit_of(game, "arrived", self.unit, {"facing": game.state.facing[self.unit]}, hex=self.hex)

    def told(self, game: LiegeGame, choice: Choice) -> str:
        """Hide the facing of a unit that arrives hidden, and whether it has one (19.1.3)."""
        del choice
        return UNTOLD if game.state.fog and game.state.facts.units[self.unit].type != "HQ" else ""


@dataclass(frozen=True, slots=True)
class Overflown(Flow):
    """A march that enemy aircraft can interrupt: their side is asked, and then it continues (20.1.2)."""

    unit: int
    path: tuple[int, ...]
    spent: int
    over: bool
    through: bool
    force: bool
    scouted: bool
    kind: ClassVar[str] = "overflown"
    steps: ClassVar[tuple[str, ...]] = ("ask", "march_on")

    def ask(self, game: LiegeGame) -> None:
        """Ask for a flight."""
        game.call(AirSearching, self.unit, self.path[-1])

    def march_on(self, game: LiegeGame) -> None:
        """Continue the march."""
        game.goto(Marching, self.unit, self.path, self.spent, self.over, self.through, self.force, self.scouted)


@dataclass(frozen=True, slots=True)
class AirSearching(Decision):
    """Choose whether and whose aircraft search for a hidden unit in the hex it enters (20.1.2, 20.1.3)."""

    unit: int
    hex: int
    kind: ClassVar[str] = "air"
    verbs: ClassVar[dict[str, str]] = {"fly": "unit", "pass": ""}
    forced: ClassVar[bool] = False

    def actor(self, game: LiegeGame) -> int:
        """Return the watching side."""
        return 1 - game.state.side

    def options(self, game: LiegeGame) -> Options:
        """Return the headquarters with available aircraft."""
        searches = recon.can_fly(game.state, self.unit, self.hex)
        return Options({"fly": mask(one.headquarters for one in searches), "pass": 1})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Roll for the flight."""
        for search in recon.can_fly(game.state, self.unit, self.hex):
            if choice.verb == "fly" and search.headquarters == choice.arg:
                recon.fly(game, search, self.unit, self.hex)

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return that no aircraft of that headquarters can fly there."""
        state = game.state
        name = state.facts.units[choice.arg].name if choice.arg < len(state.facts.units) else ""
        return Reason("no_aircraft", "20.1.3", {"unit": name, "hex": state.facts.grid.names[self.hex]})


def air_orders_of(state: LiegeState, side: int) -> int:
    """Return the standing orders that a side can give its aircraft, except the current one; none without aircraft."""
    if not state.fog or not any(state.facts.units[one].side == side for one in state.facts.recon.squadrons):
        return 0
    return (1 << len(AIR_ORDERS)) - 1 & ~(1 << state.air_orders[side])


def _in_position(state: LiegeState, march: HexMarch) -> bool:
    """Return True for a gun in firing position that has not left its hex."""
    return not march.moved and state.has(march.unit, DEPLOYED)


def _may_go(state: LiegeState, unit: int) -> bool:
    if state.has(unit, ARRIVED) or move.cannot_march(state, unit) is not None:
        return False
    march = move.begin(state, unit)
    if not _in_position(state, march) and move.can_deploy(state, march):
        return True
    forced = move.forced_points(state, unit) > 0
    return goes_on(state, march, force=False) or (forced and goes_on(state, march, force=True))


def goes_on(state: LiegeState, march: HexMarch, *, force: bool) -> bool:
    """Return True if a march can take another step, or leave the map."""
    leaves = move.may_leave(state, march.hex) and move.cannot_leave(state, march, force=force) is None
    return leaves or move.goes_on(state, march, force=force)


__all__ = [
    "AirSearching",
    "ArrivalFacing",
    "ArrivalPlace",
    "Facing",
    "Marching",
    "MovementOrders",
    "Overflown",
]
