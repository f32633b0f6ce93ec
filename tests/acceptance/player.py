"""Drives the engine through the example and notes every difference."""

from __future__ import annotations

from typing import Any

from engine.pog.rules import activation, movement
from tests.acceptance import Report
from tests.acceptance.combat import ExampleCombat
from tests.acceptance.example_game import SIDES, ExampleGame
from tests.acceptance.script import Action, actions_of
from tests.acceptance.turn_end import TurnEnd


class Player(ExampleGame):
    """Plays the example, action by action."""

    def play(self) -> None:
        """Play both turns."""
        self.answer("take")
        for number, turn in enumerate(self.data["turn"], start=1):
            self.where = turn["name"]
            self._mandates(turn)
            if isinstance(turn["end"]["siege"], dict):
                self.chance.feed("siege", *(roll["die"] for roll in turn["end"]["siege"].values()))
            for action in actions_of(number, turn):
                self._action(action)
            TurnEnd(self, turn["end"]).play()

    def _mandates(self, turn: dict[str, Any]) -> None:
        for index, side in enumerate(SIDES):
            nation = turn["mandated"][side]["nation"].split()[0]
            self.check(f"mandated offensive {side}", nation, self.state.mandated[index])

    def _action(self, action: Action) -> None:
        self.where = action.title
        data = action.data
        self.events.clear()
        self.check("side to act", data["side"], SIDES[self.state.phasing])
        verb = {"automatic_ops": "auto_op"}.get(data["mode"], data["mode"])
        self.answer(verb, self.content.card_by_name[data["card"]] if "card" in data else 0)
        if verb == "rp":
            expected = {pool: 2 * points for pool, points in data["rp"].items()}
            self.check("RP recorded", expected, {k: v for k, v in self.state.rp.items() if k in expected})
            self.check("RP pools", set(expected), self._pools(action))
        for space, cost in data.get("activation_cost", {}).items():
            self.check(f"cost of {space}", cost, self._activate_cost(space, data))
        if verb in ("ops", "auto_op"):
            self._activate(data)
            self._move(data)
        if "event_move" in data:
            for name in data["event_move"]["units"]:
                self.check(f"{name} moved", data["event_move"]["to"], self.place(self.unit(name)))
        for attack in data.get("attack", []):
            ExampleCombat(self, attack).play()
        self._finish_action(data)
        self._after(data)
        self.lines.append(f"{action.title}: VP {self.state.vp}")

    def _pools(self, action: Action) -> set[str]:
        event = next(event for event in self.events if event.kind == "rp")
        return {pool for pool, _ in event.data["points"]}

    def _activate_cost(self, space: str, data: dict[str, Any]) -> int:
        attack = space in data["activate"].get("attack", [])
        return activation.cost(self.state, self.state.phasing, self.space(space), attack)

    def _activate(self, data: dict[str, Any]) -> None:
        for verb, key in (("for_movement", "move"), ("for_combat", "attack")):
            for space in data["activate"].get(key, []):
                self.answer(verb, self.space(space))
        if self.kind() == "activate":
            self.answer("stop")

    def _move(self, data: dict[str, Any]) -> None:
        sources = sum(1 << self.space(s) for s in data["activate"].get("move", []))
        for order in data.get("move", []):
            movers = sum(
                1 << unit.id for unit in self.content.units
                if self.state.loc[unit.id] < 281 and sources >> self.state.loc[unit.id] & 1
            )  # fmt: skip
            self._move_unit(self._mover(order, movers & ~self._moved()), order)
        if self.kind() == "move_stack":
            self.answer("leave")
        if self.kind() == "move_unit":
            self.answer("finish")

    def _moved(self) -> int:
        operation = self.state.operation
        return operation.moved if operation else 0

    def _mover(self, order: dict[str, Any], candidates: int) -> int:
        """The unit meant: of several corps of a kind, one that can get there."""
        last = self.space(order.get("to") or order["path"][-1])
        while True:
            unit = self.unit(order["unit"], candidates)
            left = self.system.rules.movement(self.state, unit)
            if last in movement.reachable(self.state, 1 << unit, self.state.loc[unit], left):
                return unit
            candidates &= ~(1 << unit)

    def _move_unit(self, unit: int, order: dict[str, Any]) -> None:
        if self.kind() == "move_stack" and not self.options().masks.get("add", 0) >> unit & 1:
            self.answer("leave")
        self.answer("pick" if self.kind() == "move_unit" else "add", unit)
        path = [self.space(name) for name in order.get("path", [])]
        if not path:
            left = self.system.rules.movement(self.state, unit)
            ends = movement.reachable(self.state, 1 << unit, self.state.loc[unit], left)
            path = list(ends[self.space(order["to"])])
        for space in path:
            self.answer("step", space)
        if self.kind() == "move_on":
            self.answer("stop")
        self.check(f"{order['unit']} moved", path[-1], self.state.loc[unit])

    def _finish_action(self, data: dict[str, Any]) -> None:
        """Answer what the example passes over: no further attacks, flips, places."""
        while self.kind() != "choose_action" and self.state.phase == "actions":
            kind = self.kind()
            if kind == "attack":
                self.answer("decline")
            elif kind == "place_reinforcement":
                self._place_reinforcement(data)
            elif kind == "landwehr":
                flips = [self.unit(name) for name in data["flipped"]]
                left = [unit for unit in flips if self.options().masks["flip"] >> unit & 1]
                if left:
                    self.answer("flip", left[0])
                else:
                    self.answer("finish")
            else:
                raise AssertionError(f"{self.where}: unexpected {kind}")

    def _place_reinforcement(self, data: dict[str, Any]) -> None:
        places = {self.space(place) for place in data["place"].values()}
        self.answer("place", next(p for p in self.options().of("place") if p in places))

    def _after(self, data: dict[str, Any]) -> None:
        after = data.get("after", {})
        if "vp" in after:
            self.check("VP", after["vp"], self.state.vp)
        if "mandate_met" in after:
            met = [event.data["nation"] for event in self.events if event.kind == "mandate_met"]
            self.check("mandated offensive met", [after["mandate_met"]], met)
        for space, side in after.get("controls", {}).items():
            self.check(f"control of {space}", SIDES.index(side), self.state.controller(self.space(space)))
        if "fort_destroyed" in data:
            fort = self.space(data["fort_destroyed"])
            self.check("fort destroyed", True, bool(self.state.forts_destroyed >> fort & 1))
        if "war_status" in data:
            cp, ap = self.state.war_status[1], self.state.war_status[0]
            self.check("war status", data["war_status"], {"cp": cp, "ap": ap, "combined": self.state.combined})
        for name, place in data.get("place", {}).items():
            if name in self.content.unit_by_name:
                self.check(f"place of {name}", place, self.place(self.unit(name)))
        for name in data.get("flipped", []):
            self.check(f"{name} flipped", False, self.state.is_reduced(self.unit(name)))


def run() -> Report:
    """Play the example and say what differs."""
    player = Player()
    player.play()
    summary = f"{len(player.lines)} actions, {len(player.differences)} differences"
    return Report(player.lines, player.differences, summary)
