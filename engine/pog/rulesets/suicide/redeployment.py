"""Strategic and tactical redeployment in the variant, and points converted to operations (13.1)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.bits import members
from engine.core.options import Choice, Options
from engine.pog.rules import areas, redeployment, stacking, supply, targets
from engine.pog.rulesets.banquet.mef import SrOrEvacuate
from engine.pog.rulesets.suicide.actions import last_action
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.base import PogGame
from engine.pog.sequence.operations import Operate
from engine.pog.sequence.redeploy import PickForSr, SendBySr
from engine.pog.state import State
from engine.pog.tables import Tables

#: SR points for a tactical redeployment, and how many points of a card can become OPS.
_NEAR, _MOST_OPS = 1, 2


def near_spaces(state: State, unit: int) -> int:
    """Return where an army can redeploy tactically: as by SR, up to its MF through friendly spaces, never by sea (13.1.2)."""
    rules = state.rules
    side = rules.side_of[unit]
    if not rules.board.on_map[state.loc[unit]]:
        return 0
    ends = redeployment.destinations(state, unit)
    way = supply.passable(state, side) & ~areas.barred(state, unit)
    if rules.of_nation["ru"] >> unit & 1:
        way &= rules.board.lands("ru")
    lines = rules.board.lines[unit]
    reached = border = 1 << state.loc[unit]
    for _ in range(rules.movement(state, unit)):
        spread = 0
        for space in members(border):
            spread |= lines[space]
        border = spread & way & ~reached
        reached |= border
    return ends & reached


@dataclass(frozen=True, slots=True)
class PickForLongSr(SrOrEvacuate):
    """Choose SR, tactical redeployment, and after the first of them conversion of points to OPS."""

    verbs: ClassVar[dict[str, str]] = {**SrOrEvacuate.verbs, "near": "unit", "convert": "number"}

    def options(self, game: PogGame) -> Options:
        """Return the units for each kind; a card makes at least one redeployment."""
        state = game.state
        found = dict(SrOrEvacuate.options(self, game).masks)
        by_card = last_action(state, state.phasing) == "sr"
        over = stacking.overstacked(state, state.phasing)
        near = 0
        if self.points >= _NEAR:
            armies = state.rules.units_of_side[state.phasing] & state.rules.armies & ~self.done
            for unit in members(armies & ~supply.frozen_units(state)):
                near |= int(near_spaces(state, unit) != 0) << unit
            if over:
                near &= sum(state.units_at[space] for space in members(over))
        converts = by_card and self.done and not over
        numbers = sum(1 << ops for ops in range(1, min(_MOST_OPS, self.points) + 1)) if converts else 0
        if not (found or near or numbers):
            return Options({})
        moved = self.done or not by_card or not (found.get("pick") or near)
        return Options({**found, "near": near, "convert": numbers, "finish": int(bool(moved) and not over)})

    def room_is_made(self, state: State, unit: int) -> bool:
        """Return whether room can be made for the unit; never for one from the Reserve Box (13.1.8)."""
        return state.rules.board.on_map[state.loc[unit]] and PickForSr.room_is_made(self, state, unit)

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Send the unit, or operate with the remaining points."""
        if choice.verb == "near":
            game.goto(SendNear, unit=choice.arg, points=self.points, done=self.done)
        elif choice.verb == "convert":
            game.state.marks["redeployed"] = self.done
            game.emit("sr_converted", side=game.state.phasing, ops=choice.arg)
            game.goto(Operate, ops=choice.arg)
        elif choice.verb == "pick":
            game.goto(SendFar, unit=choice.arg, points=self.points, done=self.done)
        elif choice.verb == "evacuate":
            SrOrEvacuate.resolve(self, game, choice)


@dataclass(frozen=True, slots=True)
class SendFar(SendBySr):
    """Choose where the unit goes by SR; from the Reserve Box only to spaces with room (13.1.8)."""

    def options(self, game: PogGame) -> Options:
        """Return the spaces as in Deluxe; from the Reserve Box only those that already have room."""
        if game.state.rules.board.on_map[game.state.loc[self.unit]]:
            return SendBySr.options(self, game)
        return Options({"to": redeployment.destinations(game.state, self.unit)})


@dataclass(frozen=True, slots=True)
class SendNear(SendBySr):
    """Choose where the army goes by tactical redeployment."""

    kind: ClassVar[str] = "sr_near"

    def options(self, game: PogGame) -> Options:
        """Return the spaces within its MF."""
        return Options({"to": near_spaces(game.state, self.unit)})

    def price(self, state: State) -> int:
        """Return one point."""
        return _NEAR


@dataclass(frozen=True, slots=True)
class OperateAfterSr(Operate):
    """An operation in which units that redeployed before take no part."""

    def activate(self, game: PogGame) -> None:
        """Exclude units that redeployed: they neither move nor attack (13.1.2)."""
        Operate.activate(self, game)
        state = game.state
        assert state.operation is not None
        state.operation.moved |= state.marks["redeployed"]
        state.operation.attacked |= state.marks["redeployed"]

    def close(self, game: PogGame) -> None:
        """Clear the mark for the next operation."""
        game.state.marks["redeployed"] = 0
        Operate.close(self, game)


def with_others(state: State, side: int, spaces: int, attack: bool) -> int:
    """Return the spaces that have units which did not redeploy in this action (13.1.2)."""
    spent = state.marks["redeployed"]
    if not spent:
        return spaces
    found = 0
    for space in members(spaces):
        fresh = state.units_of(side, space) & ~spent
        if attack:
            fresh = sum(1 << unit for unit in members(fresh) if targets.possible(state, unit))
        found |= int(fresh != 0) << space
    return found


def amended(tables: Tables) -> Tables:
    """Return the tables in which redeployed units do no more in their action."""
    return replace(
        tables,
        marks={**tables.marks, "redeployed": 0},
        may_activate=(*tables.may_activate, with_others),
    )


REDEPLOYMENT = Theme(amended, replaced=(PickForLongSr, SendFar, OperateAfterSr), added=(SendNear,))
