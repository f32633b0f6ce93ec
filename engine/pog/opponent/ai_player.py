"""A computer player: one answer for each kind of decision, by expected value, looking no further than the next choice.

It works on an imagined game (see `seat`), never on the real one. This module covers actions, operations and arriving units;
combats have their own module, and shared code is in `seat_context`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

from engine.core.bits import first, members
from engine.core.chance import ImaginedChance
from engine.core.options import Choice
from engine.errors import EngineError
from engine.pog.opponent import campaigns, drawing, enemy_reach, moves, plans, reasons, redeploy, weights, worth
from engine.pog.opponent.combats import Combats
from engine.pog.opponent.seat_context import NEVER
from engine.pog.rules import movement, step_costs, supply

#: Maximum number of choices to follow one imagined event.
_FOLLOWED = 40


class ComputerPlayer(Combats):
    """Answers for one side in one imagined game; see `SeatContext` for its arguments."""

    # -- the action -------------------------------------------------------------------

    def _choose_action(self) -> Choice:
        """Choose the use of a card that gains most over the card's best other use (9.1)."""
        opening = campaigns.opening(self.state.rules, self.state.turn, self.side)
        for choice in self.options:
            if choice.verb == "event" and choice.arg in opening:
                self.why = reasons.reason(choice, {choice: {"plan": worth.horizon(self.state)}})
                return choice
        uses = self._value_of_uses()
        if not uses:
            return next(iter(self.options))
        values = {choice: sum(terms.values()) for choice, terms in uses.items()}
        for choice in uses:
            uses[choice]["card"] = -weights.now().actions.other_use * self._best_other_use(choice, values)
        best = max(uses, key=lambda choice: (self.blurred(sum(uses[choice].values())), choice))
        self.why = reasons.reason(best, uses, self._aims[self._ops_of(best)] if best.verb in reasons.OPERATING else ())
        return best

    def _ops_of(self, choice: Choice) -> int:
        """Return the OPS of an operation."""
        content = self.state.rules.content
        return content.cards[choice.arg].ops if choice.verb == "ops" else content.activation.automatic_ops

    def _value_of_uses(self) -> dict[Choice, dict[str, float]]:
        """Return the value of each use of a card, in VP, by purpose."""
        state, cards = self.state, self.state.rules.content.cards
        uses: dict[Choice, dict[str, float]] = {}
        ground, tasks = plans.all_tasks(state, self.side, self.level)
        by_ops: dict[int, dict[str, float]] = {}
        by_sr: dict[int, float] = {}
        for choice in self.options:
            if choice.verb in reasons.OPERATING:
                points = self._ops_of(choice)
                if points not in by_ops:
                    planned = plans.planned(ground, self.side, tasks, points, self.level)
                    by_ops[points], self._aims[points] = (
                        self._operation(planned),
                        [plans.goal(task) for task in planned],
                    )
                uses[choice] = dict(by_ops[points])
            elif choice.verb == "event":
                wanted = campaigns.events(state.rules, state.turn, self.side).get(choice.arg, 0.0)
                uses[choice] = {"event": self._event_worth(choice), "plan": wanted * worth.horizon(state)}
            elif choice.verb == "sr":
                points = cards[choice.arg].sr
                if points not in by_sr:
                    by_sr[points] = redeploy.redeployed(state, self.side, points, self.level)
                uses[choice] = {"redeployment": weights.now().actions.lasting * by_sr[points]}
            elif choice.verb == "rp":
                uses[choice] = {"replacements": redeploy.restored(state, self.side, choice.arg)}
            elif choice.verb in reasons.BY_ITSELF:
                uses[choice] = self._without_card(choice)
        return uses

    def _without_card(self, choice: Choice) -> dict[str, float]:
        """Return the value of actions without a card that only some wars have; an economic one loses nothing by waiting."""
        state = self.state
        if choice.verb == drawing.DRAWING:
            return {"drawn": drawing.worth_of_drawing(self.game, self.side), "event": self._event_worth(choice)}
        if choice.verb == "auto_rp" and not any(kind == "economic" for kind, _ in state.actions[self.side]):
            pools = [pool for pool in state.rules.content.pools[self.side] if not supply.neutral_nation(state, pool)]
            return {"replacements": max(redeploy.recorded(state, self.side, pool) for pool in pools)}
        if choice.verb == "auto_sr":
            return {
                "redeployment": weights.now().actions.lasting * redeploy.redeployed(state, self.side, 1, self.level)
            }
        return {}

    @staticmethod
    def _operation(tasks: list[plans.Task]) -> dict[str, float]:
        """Return the value of an operation, split into attacks and marches."""
        shares, lasting = plans.shares(tasks), weights.now().actions.lasting
        return {
            "attacks": lasting * sum(share for task, share in zip(tasks, shares, strict=True) if task.attack),
            "marches": lasting * sum(share for task, share in zip(tasks, shares, strict=True) if not task.attack),
        }

    def _best_other_use(self, choice: Choice, values: dict[Choice, float]) -> float:
        """Return the value of a card's best other use; 0 if the choice uses no card."""
        return max((value for other, value in values.items() if reasons.same_card(other, choice)), default=0.0)

    def _event_worth(self, choice: Choice) -> float:
        """Return the value of an event, played out in a copy with this player's own minor choices, and its OPS included.

        It is compared with an action that does nothing, so that anything that happens at the end of an action cancels out.
        """
        if self.idle is None:
            self.idle = self._after_event(Choice("auto_op"))
        event = self._after_event(choice)
        return event - self.idle

    def _after_event(self, choice: Choice) -> float:
        when = self.state.turn * 8 + self.state.round
        twin = self.game.copy(ImaginedChance(random.Random(when)))
        # A separate generator: the numbers of one event never depend on which other cards are held.
        numbers = random.Random(when * 200 + choice.arg)
        idle = choice.verb == "auto_op"
        if not self.options.allows(choice):
            return self.worth_of(self.game) if idle else NEVER
        value = 0.0
        try:
            twin.apply(choice)
            for _ in range(_FOLLOWED):
                if not twin.stack or twin.decision.actor(twin) != self.side or twin.decision.kind == "choose_action":
                    break
                if twin.decision.kind == "activate":
                    if twin.state.operation and not idle:
                        computer = ComputerPlayer(twin, self.level, numbers)
                        value += plans.together(computer.plan(computer.tasks()))
                    if not twin.options().allows(Choice("stop")):
                        break
                    twin.apply(Choice("stop"))
                    continue
                twin.apply(ComputerPlayer(twin, self.level, numbers).answer())
        except EngineError:
            return NEVER
        return value + self.worth_of(twin)

    def _optional_cards(self) -> Choice:
        """Make no swap, but complete one that is half made."""
        return Choice("finish") if self.has("finish") else self.tried(self.options)

    def _war_opening(self) -> Choice:
        """Choose the opening that this turn's plans are made for."""
        declared = campaigns.declarations(self.state.rules, self.state.turn, self.side)
        return next((choice for choice in self.options if choice.verb in declared), None) or self.tried(self.options)

    def _guns_of_august(self) -> Choice:
        return Choice("take")

    def _answer_peace(self) -> Choice:
        return Choice("reject")

    def _discard(self) -> Choice:
        return Choice("finish") if self.has("finish") else self.tried(self.options)

    _put_aside = _discard

    # -- operations -------------------------------------------------------------------

    def tasks(self) -> list[plans.Task]:
        """Return what can be done with the offered markers; a space gets only one of them even if the ruleset allows both."""
        masks, operation = self.options.masks, self.state.operation
        to_move, to_attack = masks.get("for_movement", 0), masks.get("for_combat", 0)
        if operation is not None:
            to_move, to_attack = to_move & ~operation.attack, to_attack & ~operation.move
        return plans.tasks_for(self.state, self.side, to_move, to_attack, self.level)

    def plan(self, tasks: Iterable[plans.Task]) -> list[plans.Task]:
        """Return the tasks on which the remaining OPS are best spent."""
        operation = self.state.operation
        assert operation is not None
        return plans.planned(self.state, self.side, tasks, operation.ops, self.level)

    def _activate(self) -> Choice:
        for task in self.plan(self._blurred_tasks()):
            verb = "for_combat" if task.attack else "for_movement"
            for space in task.spaces:
                if self.options.allows(Choice(verb, space)):
                    return Choice(verb, space)
        return Choice("stop")

    def _blurred_tasks(self) -> list[plans.Task]:
        tasks = self.tasks()
        if not self.level.blur:
            return tasks
        return [replace(task, worth=self.blurred(task.worth)) for task in tasks]

    def _move_unit(self) -> Choice:
        """Pick the stack whose move gains most; after those, units that entrench."""
        picks = self.options.masks.get("pick", 0)
        stacks = [
            picks & self.state.units_at[space] for space in sorted({self.state.loc[unit] for unit in members(picks)})
        ]
        found = [
            move for units in stacks for move in moves.best_moves(self.state, self.side, units, level=self.level)
            if move.units & picks
        ]  # fmt: skip
        if found:
            best = max(found, key=lambda move: (move.worth, move.units, move.path))
            return Choice("pick", first(best.units & picks))
        near = enemy_reach.front(self.state, self.side)
        for units in stacks:
            if plans.digging(self.state, self.side, self.state.loc[first(units)], units, near):
                return Choice("pick", first(units & self.state.rules.armies or units))
        return Choice("finish") if self.has("finish") else Choice("pick", first(picks))

    def _move_stack(self) -> Choice:
        stack: int = self.decision.stack  # type: ignore[attr-defined]
        add = self.options.masks.get("add", 0)
        best = moves.best_move(self.state, self.side, stack | add, stack, self.level) if stack | add else None
        if not stack:
            if best is None or not best.units & add:
                return Choice("leave") if self.has("leave") else Choice("add", first(add))
            return Choice("add", first(best.units & add))
        if best is not None and best.units & ~stack & add:
            return Choice("add", first(best.units & ~stack & add))
        if best is not None and best.units == stack and self.options.allows(Choice("step", best.path[0])):
            return Choice("step", best.path[0])
        for verb in ("entrench", "stay"):
            if self.has(verb):
                return Choice(verb)
        return self.tried(self.options)

    def _move_on(self) -> Choice:
        stack: int = self.decision.stack  # type: ignore[attr-defined]
        path: tuple[int, ...] = self.decision.path  # type: ignore[attr-defined]
        best = self._next_destination(stack, path)
        if best is not None and self.options.allows(Choice("step", best.path[0])):
            return Choice("step", best.path[0])
        if self.has("stop"):
            return Choice("stop")
        return (
            self.tried(Choice("step", space) for space in self.options.of("step"))
            if self.has("step")
            else self.tried(self.options)
        )

    def _next_destination(self, stack: int, path: tuple[int, ...]) -> moves.Move | None:
        """Return the best destination for a stack that is already on its way."""
        left = step_costs.left(self.state, stack, path)
        before = worth.position(self.state, self.side)
        ways = movement.reachable(self.state, stack, path[-1], left) if left > 0 else {}
        ways = {end: way for end, way in ways.items() if end not in path}
        found = [
            moves.Move(stack, ways[end], moves.gain(self.state, stack, ways[end], self.side, before))
            for end in moves.ends_worth_a_look(self.state, self.side, ways, self.level.ends)
        ]
        best = max(found, key=lambda move: (move.worth, move.path), default=None)
        return best if best is not None and (best.worth >= weights.now().moves.least or not self.has("stop")) else None

    # -- redeployment and replacements ------------------------------------------------

    def _sr_unit(self) -> Choice:
        """Pick the unit whose redeployment gains most for its price."""
        picks = self.options.masks.get("pick", 0)
        points: int = self.decision.points  # type: ignore[attr-defined]
        before = worth.position(self.state, self.side)
        idle = redeploy.idle_units(self.state, self.side, points, self.level.sent)
        found = redeploy.sendings(
            self.state, self.side, [unit for unit in idle if picks >> unit & 1], before, self.level
        )
        best = max(found, key=lambda sent: (sent.worth, -sent.unit), default=None)
        if best is not None and (best.worth >= weights.now().supplies.redeployment_least or not self.has("finish")):
            return Choice("pick", best.unit)
        return Choice("finish") if self.has("finish") else self.tried(self.options)

    def _sr_destination(self) -> Choice:
        unit: int = self.decision.unit  # type: ignore[attr-defined]
        goals = [space for space in self.options.of("to") if self.state.rules.board.on_map[space]]
        if not goals:
            return next(iter(self.options))
        return Choice("to", self._best_place(unit, goals))

    def _best_place(self, unit: int, spaces: Iterable[int]) -> int:
        """Return the best space for a unit that enters the map."""
        state, side = self.state, self.side
        before = worth.position(state, side)
        looked = moves.ends_worth_a_look(state, side, spaces)
        return max(looked, key=lambda space: (moves.gain(state, 1 << unit, (space,), side, before), -space))

    def _replacement(self) -> Choice:
        """Choose the step worth most for its price; points lapse at the end of the phase (17.1.2)."""
        full, reduced = worth.units(self.state.rules)
        eliminated = self.state.rules.board.eliminated[self.side]

        def gained(unit: int) -> float:
            if self.state.loc[unit] == eliminated:
                return reduced[unit]
            return full[unit] - reduced[unit]

        return Choice("spend", max(self.options.of("spend"), key=lambda unit: (gained(unit), -unit)))

    _economic_replacement = _replacement

    def _record_point(self) -> Choice:
        """Choose the nation whose next step is worth most."""
        pools = self.state.rules.content.every_pool
        best = max(
            self.options.of("pool"),
            key=lambda pool: (redeploy.recorded(self.state, self.side, pools[pool]), -pool),
        )
        return Choice("pool", best)

    def _rebuild(self) -> Choice:
        army: int = self.decision.army  # type: ignore[attr-defined]
        return Choice("rebuild_at", self._best_place(army, self.options.of("rebuild_at")))

    def _brusilov_option(self) -> Choice:
        return Choice("use")

    _kerensky_option = _brusilov_option

    def _landwehr(self) -> Choice:
        flips = self.options.of("flip")
        full, reduced = worth.units(self.state.rules)
        return Choice("flip", max(flips, key=lambda unit: (full[unit] - reduced[unit], -unit)))

    def _salonika(self) -> Choice:
        sends = self.options.of("send")
        return Choice("send", sends[0]) if sends else Choice("finish")


__all__ = ["ComputerPlayer"]
