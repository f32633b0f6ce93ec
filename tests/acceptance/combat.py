"""Combats of the extended example: fought as it says, their reports compared with it."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from engine.pog.rules import supply
from engine.pog.view import BattleView
from tests.acceptance.example_game import SIDES, ExampleGame
from tests.acceptance.script import expected_losses


class ExampleCombat:
    """One combat: `attack` is its row of the example."""

    def __init__(self, example: ExampleGame, attack: dict[str, Any]) -> None:
        self.example, self.attack = example, attack

    def play(self) -> None:
        """Fight it and compare."""
        self.example.where = f"{self.example.where.split(' | ')[0]} | {self.attack['target']}"
        eligible = self.example.options().masks.get("add", 0)
        self._feed()
        attackers: list[int] = []
        for token in self.attack["units"]:
            unit = self.example.unit(token, eligible & ~sum(1 << u for u in attackers))
            attackers.append(unit)
            self.example.answer("add", unit)
        full = {self.example.label(u) for u in attackers if not self.example.state.is_reduced(u)}
        target = self.example.space(self.attack["target"])
        there = self.example.state.units_at[target]
        full |= {
            self.example.label(u.id) for u in self.example.content.units
            if there >> u.id & 1 and not self.example.state.is_reduced(u.id)
        }  # fmt: skip
        wanted = expected_losses(self.attack.get("losses", []), full)
        self.example.answer("target", target)
        report = self._fight(Counter(wanted))
        self._compare(report, wanted)

    def _feed(self) -> None:
        """Script the dice; where any die must do, the worst one for the attacker is tried."""
        flank = self.attack.get("flank")
        if isinstance(flank, dict):
            self.example.chance.feed("flank", flank["die"])
        dice = self.attack["dice"]
        self.example.chance.feed("attacker_fire", dice.get("attacker", 1))
        self.example.chance.feed("defender_fire", dice.get("defender", 6))

    def _fight(self, wanted: Counter[tuple[str, str]]) -> BattleView:
        cards = self.attack.get("combat_cards", {})
        pending = {side: [self.example.content.card_by_name[c] for c in cards.get(side, [])] for side in cards}
        while True:
            over = [event for event in self.example.events if event.kind == "combat_over"]
            if over:
                report: BattleView = over[-1].data["battle"]
                self.example.events = [event for event in self.example.events if event.kind != "combat_over"]
                return report
            self._answer_combat(pending, wanted)

    def _answer_combat(self, pending: dict[str, list[int]], wanted: Counter[tuple[str, str]]) -> None:
        kind = self.example.kind()
        if kind == "flank":
            self.example.answer("flank" if isinstance(self.attack.get("flank"), dict) else "frontal")
        elif kind in ("attacker_cards", "defender_cards"):
            cards = pending.get(kind.partition("_")[0], [])
            if cards:
                self.example.answer("play", cards.pop())
            else:
                self.example.answer("finish")
        elif kind in ("defender_loss", "attacker_loss"):
            self._take_loss(wanted)
        elif kind == "withdrawal_step":
            self.example.answer("restore", self.example.options().of("restore")[0])
        elif kind == "retreat_option":
            self.example.answer("retreat")
        elif kind == "retreat":
            self._retreat()
        elif kind == "advance":
            self._advance()
        else:
            raise AssertionError(f"{self.example.where}: unexpected {kind}")

    def _take_loss(self, wanted: Counter[tuple[str, str]]) -> None:
        """Pick a unit that the example says loses a step."""
        for unit in self.example.options().of("hit"):
            result = "eliminated" if self.example.state.is_reduced(unit) else "reduced"
            if wanted[self.example.label(unit), result] > 0:
                wanted[self.example.label(unit), result] -= 1
                self.example.answer("hit", unit)
                return
        self.example.check("a loss the example names", True, False)
        self.example.answer("hit", self.example.options().of("hit")[0])

    def _retreat(self) -> None:
        options = self.example.options()
        if "pick" in options.masks:
            self.example.answer("pick", options.of("pick")[0])
            return
        frame: Any = self.example.game.decision
        label = self.example.label(frame.unit)
        for order in self.attack.get("retreat", []):
            if order["unit"].partition(":")[0] == label:
                step = self._retreat_step(order, frame.path, options.of("step"))
                self.example.answer("step", step)
                return
        self.example.check("a retreat the example names", label, None)
        self.example.answer("step", options.of("step")[0])

    def _retreat_step(self, order: dict[str, Any], path: tuple[int, ...], steps: tuple[int, ...]) -> int:
        if "path" in order:
            return self.example.space(order["path"][len(path)])
        end = self.example.space(order["ends"])
        if end in steps and len(path) == 1:
            return end
        neighbours = self.example.system.rules.board.solid[end]
        return next(step for step in steps if neighbours >> step & 1)

    def _advance(self) -> None:
        orders = self.attack.get("advance")
        options = self.example.options()
        if not isinstance(orders, dict):
            self.example.answer("finish")
            return
        frame: Any = self.example.game.decision
        if frame.path:
            self.example.answer("stop")
            return
        for name in orders["units"]:
            if options.masks.get("add", 0) >> self.example.unit(name) & 1:
                self.example.answer("add", self.example.unit(name))
                return
        self.example.answer("step" if "step" in options.masks else "finish", *options.of("step"))

    # -- the report ---------------------------------------------------------------------

    def _compare(self, report: BattleView, wanted: Counter[tuple[str, str]]) -> None:
        results = {"permanently": "eliminated"}
        found = Counter(
            (self.example.label(loss.unit), results.get(loss.result, loss.result))
            for loss in report.losses
            if loss.unit is not None
        )
        self.example.check("losses", dict(wanted), dict(found))
        self._compare_fire(report)
        self._compare_flank(report)
        self._compare_columns(report)
        self._compare_retreats(report)
        self._compare_advance(report)
        if "result" in self.attack:
            self.example.check("result", ("tie", ""), (report.winner, report.retreat))
        self._compare_supply()
        self._compare_position()

    def _compare_fire(self, report: BattleView) -> None:
        for role, number in self.attack.get("loss_numbers", {}).items():
            fires = [fire.loss_number for fire in report.fires if fire.attacker == (role == "defender")]
            self.example.check(f"loss number of the {role}", [number], fires)
        if "drm" in self.attack:
            drm = sum(m.value for fire in report.fires if fire.attacker for m in fire.drms)
            self.example.check("attacker's DRM", self.attack["drm"]["attacker"], drm)

    def _compare_flank(self, report: BattleView) -> None:
        flank = self.attack.get("flank")
        if isinstance(flank, dict):
            self.example.check("flank", "succeeded" if flank["success"] else "failed", report.flank)
            if "drm" in flank:
                self.example.check("flank DRM", flank["drm"], report.flank_drm)
        elif flank:
            self.example.check("flank", flank, report.flank)

    def _compare_columns(self, report: BattleView) -> None:
        """In texts such as "15, shifted from 16+" the first number is the column."""
        for role, text in self.attack.get("column", {}).items():
            column = int(re.match(r"\d+", text).group())  # type: ignore[union-attr]
            fires = [fire.column for fire in report.fires if fire.attacker == (role == "attacker")]
            self.example.check(f"column of the {role}", [column], fires)

    def _compare_retreats(self, report: BattleView) -> None:
        spaces = self.example.content.spaces
        paths = {self.example.label(unit): [spaces[s].name for s in path] for unit, path in report.retreats}
        for order in self.attack.get("retreat", []):
            name = order["unit"].partition(":")[0]
            path = paths.pop(name, None)
            wants = order.get("path", order.get("ends"))
            self.example.check(f"retreat of {name}", wants, path if "path" in order else path and path[-1])
        self.example.check("further retreats", {}, paths)

    def _compare_advance(self, report: BattleView) -> None:
        orders, content = self.attack.get("advance"), self.example.content
        if not isinstance(orders, dict):
            self.example.check("advance", (), report.advances)
            return
        ends = {content.spaces[path[-1]].name for _, path in report.advances}
        names = {content.units[unit].name for unit, _ in report.advances}
        self.example.check("advance", (set(orders["units"]), set(orders["to"])), (names, ends))

    def _compare_supply(self) -> None:
        for key, expected in (("out_of_supply", False), ("back_in_supply", True)):
            for name in self.attack.get(key, []):
                self.example.check(
                    f"{name} {key}", expected, supply.in_supply(self.example.state, self.example.unit(name))
                )

    def _compare_position(self) -> None:
        state = self.example.state
        if "trench_removed" in self.attack:
            self.example.check("trench", (0, -1), state.trench(self.example.space(self.attack["trench_removed"])))
        if "besieged" in self.attack:
            besieged = state.besieged >> self.example.space(self.attack["besieged"]) & 1
            self.example.check("siege", True, bool(besieged))
        for card in self.attack.get("removed", []):
            flag = 1 << self.example.content.card_by_name[card]
            self.example.check(f"{card} removed", True, bool(state.removed[SIDES.index(card[:2])] & flag))


__all__ = ["ExampleCombat"]
