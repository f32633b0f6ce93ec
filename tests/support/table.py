"""A table for rules tests: set up a position, act, script dice, and query by names.

    table = Table()
    table.put("koblenz", "ge_2_army", "ge_3_army-")      # a minus sign: reduced
    table.put("sedan", "fr_5_army").reserve("fr_corps_01")
    table.dice(attacker=4, defender=1)
    table.attack("sedan", "ge_2_army")
    assert table.where("fr_5_army") == "ap_eliminated_box"

The board is empty except for what a test puts on it (or the August 1914 set-up with
`Table(setup=True)`), hands are empty, and spaces belong to whoever has them in August 1914.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from engine.core.frames import Decision
from engine.core.options import Choice
from engine.errors import IllegalChoice
from engine.pog.content.records import AP, CP
from engine.pog.rules import control, supply
from engine.pog.sequence.actions import TakeAction
from engine.pog.sequence.operations import Operate
from engine.pog.sequence.redeploy import PickForSr
from engine.pog.sequence.turn import PlayTurn, War
from engine.pog.view import BattleView
from tests.support.position import Position

__all__ = ["AP", "CP", "Table"]


class Table(Position):
    """A position under test, with what is done in it and asked of it."""

    # -- acting -------------------------------------------------------------------------

    def _begin(self, side: int, kind: str) -> None:
        game, state = self.game, self.state
        state.phasing = side
        state.rebuild()
        make = self.game._make  # the ruleset's classes
        turn = make(PlayTurn)
        if side == AP and not state.actions[CP]:
            state.actions[CP].append(("auto_op", -1))  # the CP went first
        following = "ap_action" if side == CP else "more_rounds"
        assert isinstance(turn, PlayTurn)
        game.stack = [(make(War), War.steps.index("again")), (turn, turn.steps.index(following))]
        if kind == "choose":
            game.stack.append((make(TakeAction, side), 0))
        else:
            state.cards_used = 0
            for happens in state.rules.tables.moments.action_begins:
                happens(game, side)
            state.actions[side].append((kind, -1))
            game.stack.append((make(TakeAction, side), 1))

    def _run(self) -> Table:
        self.game._settle()
        self.game._begin_record()
        self.tell()
        return self

    def choose(self, side: int) -> Table:
        """Ask a side for its action."""
        self._begin(side, "choose")
        return self._run()

    def operate(self, side: int, ops: int = 9) -> Table:
        """Begin an operation with this many OPS."""
        self._begin(side, "ops")
        self.game.stack.append((self.game._make(Operate, ops), 0))
        return self._run()

    def ask(self, side: int, decision: Decision) -> Table:
        """Ask a decision in an operation of a side; the operation continues after it."""
        self._begin(side, "ops")
        self.game.stack += [(self.game._make(Operate, 9), 0), (decision, 0)]
        return self._run()

    def redeploy(self, side: int, points: int = 4) -> Table:
        """Begin a strategic redeployment."""
        self._begin(side, "sr")
        self.game.stack.append((self.game._make(PickForSr, points), 0))
        return self._run()

    def phase(self, *steps: str) -> Table:
        """Run single steps of the turn sequence; stops after the last, or at a decision."""
        game = self.game
        turn = game._make(PlayTurn)
        assert isinstance(turn, PlayTurn)
        self.state.rebuild()
        for step in steps:
            game.result = None
            game.stack = [(game._make(War), War.steps.index("again")), (turn, turn.steps.index(step) + 1)]
            game._transitions = 0
            getattr(turn, step)(game)
            if len(game.stack) > 2:
                self._run()
        self.tell()
        return self

    def run_from(self, step: str) -> Table:
        """Run the turn from a step of the sequence to the next decision."""
        self.state.rebuild()
        turn = self.game._make(PlayTurn)
        assert isinstance(turn, PlayTurn)
        self.game.stack = [(self.game._make(War), War.steps.index("again")), (turn, turn.steps.index(step))]
        return self._run()

    def do(self, *choices: str) -> Table:
        """Make choices given as text, e.g. "pick ge_1_army", "step liege", "stop"."""
        for text in choices:
            choice = self.game.parse(text)
            if not (options := self.game.options()).allows(choice):
                error = IllegalChoice(self.game.decision.explain(self.game, choice))
                possible = ", ".join(self.game.text(one) for one in islice(options, 20))
                error.add_note(f"“{text}” is not possible at {self.game.decision.kind}; possible: {possible}")
                raise error
            self.game.apply(choice)
            self.tell()
        return self

    def activate(self, *orders: str) -> Table:
        """Place markers: "liege" for movement, "!liege" for combat; then stop if still asked."""
        for order in orders:
            self.do(f"for_combat {order[1:]}" if order.startswith("!") else f"for_movement {order}")
        if self.asks("activate"):
            self.do("stop")
        return self

    def attack(self, target: str, *units: str) -> Table:
        """Operate with ample OPS, activate the units' spaces and declare the attack."""
        if not self.asks("attack"):
            origins = dict.fromkeys(self.where(unit) for unit in units)
            self.operate(self._side(units[0]), 20).activate(*(f"!{space}" for space in origins))
        return self.do(*(f"add {unit.rstrip('-')}" for unit in units), f"target {target}")

    def move(self, unit: str, *spaces: str) -> Table:
        """Move one unit along a path and stop it if it can go on."""
        self.do(f"pick {unit}") if self.asks("move_unit") else self.do(f"add {unit}")
        for space in spaces:
            self.do(f"step {space}")
        if self.asks("move_on") and self.where(unit) == spaces[-1]:
            self.do("stop")
        return self

    # -- querying -------------------------------------------------------------------------

    def asks(self, *kinds: str) -> bool:
        """True if the present decision is one of these kinds."""
        return bool(self.game.stack) and self.game.decision.kind in kinds

    @property
    def kind(self) -> str:
        """Kind of the present decision, "" when the game is over."""
        return self.game.decision.kind if self.game.stack else ""

    def offered(self, verb: str) -> set[str]:
        """Names of the legal arguments of a verb; empty if it is not offered at all."""
        kind = self.game.decision.verbs.get(verb, "")
        return {self.system.name_of(kind, arg) for arg in self.game.options().of(verb)}

    def can(self, text: str) -> bool:
        """True if a choice is legal now."""
        return self.game.options().allows(self.game.parse(text))

    def allows(self, verb: str) -> bool:
        """True if a verb without argument is legal now."""
        return self.game.options().allows(Choice(verb))

    def where(self, unit: str) -> str:
        """Name of the space or box a unit is in."""
        return self.system.content.spaces[self.state.loc[self.unit(unit)]].name

    def reduced(self, unit: str) -> bool:
        """True if the unit shows its reduced side."""
        return self.state.is_reduced(self.unit(unit))

    def supplied(self, unit: str, space: str | None = None) -> bool:
        """True if the unit is in supply where it is, or would be in another space."""
        self.state.rebuild()
        return supply.in_supply(self.state, self.unit(unit), None if space is None else self.space(space))

    def owner(self, space: str) -> int | None:
        """Who controls a space."""
        return self.state.controller(self.space(space))

    def in_(self, space: str) -> set[str]:
        """Units in a space."""
        return self.unit_names(self.state.units_at[self.space(space)])

    def events(self, kind: str) -> list[dict[str, Any]]:
        """Data of all events of a kind so far."""
        return [event.data for event in self.told if event.kind == kind]

    @property
    def battle(self) -> BattleView:
        """The report of the last finished combat."""
        report: BattleView = self.events("combat_over")[-1]["battle"]
        return report

    def loss_numbers(self) -> tuple[int | None, int | None]:
        """Loss numbers inflicted by attacker and defender in the last (or running) combat."""
        found: list[int | None] = [None, None]
        for data in self.events("fire"):
            found[0 if data["fire"].attacker else 1] = data["fire"].loss_number
        return found[0], found[1]

    def score(self, space: str, side: int) -> Table:
        """Give a space to a side as the rules do, scoring it."""
        control.set_control(self.game, self.space(space), side)
        self.tell()
        return self
