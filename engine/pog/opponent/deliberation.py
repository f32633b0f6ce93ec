"""The general's search: plans for an action or an operation are entered, raced, varied and raced again.

A first race judges many plans by the position after the round. The finalists are judged again after
the enemy's next moves, and varied again; heats then decide the winner.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import fmean, stdev
from typing import Any

from engine.core.game import Game
from engine.core.options import Choice
from engine.pog.opponent import campaigns, drawing, ideas, outlook, weights, worth
from engine.pog.opponent.ai_player import ComputerPlayer
from engine.pog.opponent.ideas import Idea
from engine.pog.opponent.levels import OFFICER
from engine.pog.opponent.orders import ActionPlan, March, Order, Strike, ordered, paid, written_down
from engine.pog.opponent.race import Race, RaceTable, Runner
from engine.pog.opponent.reasons import BY_ITSELF, apart, same_card
from engine.pog.opponent.seat import Offers
from engine.pog.opponent.seat_context import LEFT_ALONE
from engine.pog.state import State

#: Units of work: the first race and the final of an action; those of an operation whose plan a die upset; a reaction.
ACTION, FINAL, OPERATION, SHORT_FINAL, REACTION = 15_000, 12_000, 5_000, 5_000, 800
#: Work for generating ideas, or for playing a round as an officer.
_IDEAS = 1_200
#: Choices not raced by themselves: operations (entered with their orders), a peace offer, and choices that take no action.
_NO_USE = LEFT_ALONE | {"ops", "auto_op", "peace"}
#: Games that a plan plays at first, and the minimum before the heats of the final.
_FIRST, _SECOND = 2, 2
#: Sets of ideas with misjudged values; generations for the most OPS and for fewer; parents of each, and children of a parent.
_MORE, _GENERATIONS, _FEWER, _PARENTS, _CHILDREN = 8, 5, 3, 4, 3
#: Games played to evaluate doing nothing, as many with each reversal of the dice.
_IDLE = 8
#: Finalists, generations in the final, parents and children, plans in the heats, games in the last heat.
_FINALISTS, _VARIED, _LAST_PARENTS, _LAST_CHILDREN, _HEATS, _GAMES = 12, 3, 3, 2, 6, 16


@dataclass(frozen=True, slots=True)
class Found:
    """A plan with its mean result by terms (relative to the position before or another baseline), standard error in VP, and number of games."""

    plan: ActionPlan
    terms: dict[str, float]
    error: float
    games: int

    @property
    def worth(self) -> float:
        """Value in VP for its side."""
        return sum(self.terms.values())


class Deliberation:
    """The races of one decision.

    Args:
        options: the legal choices, and a source of imagined games.
        game: one of those games.
        rng: its own random numbers.
        effort: share of the usual work.
    """

    def __init__(self, options: Offers, game: Game[State], rng: random.Random, effort: float) -> None:
        self.options, self.game, self.side = options, game, options.side
        self.rng = rng
        self.seed = rng.getrandbits(32)
        self.effort = effort
        #: The last race, and the results of each of its plans in each game, by terms.
        self.final: Race[ActionPlan] | None = None
        self.looked: dict[ActionPlan, list[dict[str, float]]] = {}
        #: What the enemy will undo of each use in time, in VP.
        self._undone: dict[Choice, float] = {}
        #: The race between the options of a reaction, and their results.
        self.options_race: Race[Choice] | None = None
        self.reacted: dict[Choice, list[dict[str, float]]] = {}

    def action(self) -> ActionPlan | None:
        """Return the best use of a card with the best orders for it."""
        race = self._race(ACTION)
        by_ops = self._cards_by_ops()
        most = max(by_ops)
        officer = self._officer(race)
        thought = self._ideas(race, most, officer)
        spare = _orders(ideas.manners(thought, most, self.rng, 0)[0])
        race.enter([ActionPlan(use, spare if use.verb == "event" else ()) for use in uses(self.options)], _SECOND)
        race.enter([officer], _FIRST)
        self._value_if_idle(race, by_ops)
        for ops in sorted(by_ops, reverse=True):
            first = ActionPlan(by_ops[ops][0], officer.orders)
            self._evolve(race, first, thought, ops, _GENERATIONS if ops == most else _FEWER)
        self._spare_cards(race, by_ops)
        return self._final(race, thought, officer, FINAL)

    def operation(self) -> ActionPlan | None:
        """Return the best orders for an operation that has begun."""
        race = self._race(OPERATION)
        ops = self._ops_of(Choice("stop"))
        officer = self._officer(race)
        thought = self._ideas(race, ops, officer)
        first = ActionPlan(Choice("stop"), officer.orders)
        self._evolve(race, first, thought, ops, _GENERATIONS)
        return self._final(race, thought, first, SHORT_FINAL)

    def reaction(self) -> Choice | None:
        """Return the option with the best result for the computer when the round is played out."""
        table = RaceTable(self.options.imagine, self.seed, int(REACTION * self.effort))

        def run(option: Choice, sample: int) -> float:
            said = iter((option,))
            terms = table.play(sample, self.side, lambda game: next(said, None), round_over)
            self.reacted.setdefault(option, []).append(terms)
            return sum(terms.values())

        race = self.options_race = Race[Choice](table, run)
        answer = ComputerPlayer(self.game, OFFICER, random.Random(self.seed)).answer()
        others = (choice for choice in self.options if choice != answer and choice.verb not in LEFT_ALONE)
        race.enter([answer, *others], 3)
        return race.halve(4, 3, 24)

    # -- the first race -----------------------------------------------------------------

    def _race(self, budget: int) -> Race[ActionPlan]:
        table = RaceTable(self.options.imagine, self.seed, int(budget * self.effort))
        return Race[ActionPlan](
            table, lambda plan, sample: sum(self._terms(table, plan, sample, outlook.terms_of).values())
        )

    def _officer(self, race: Race[ActionPlan]) -> ActionPlan:
        """Return an officer's plan as orders; it wins a race in which nothing is better."""
        race.table.spent += _IDEAS
        return written_down(
            race.table.game(0), self.side, lambda game: ComputerPlayer(game, OFFICER, self.rng).answer()
        )

    def _ideas(self, race: Race[ActionPlan], ops: int, officer: ActionPlan) -> list[Idea]:
        race.table.spent += _IDEAS
        state = self.game.state
        found = ideas.all_ideas(state, self.side, ops)
        known = {idea.orders for idea in found}
        new = [idea for idea in ideas.of_orders(state, self.side, officer.orders) if idea.orders not in known]
        return found + [idea for idea in new if idea.cost <= ops]

    def _cards_by_ops(self) -> dict[int, list[Choice]]:
        """Return the ways to operate by OPS; if there is none, the first option counts as doing nothing."""
        found: dict[int, list[Choice]] = {}
        for choice in self.options:
            if choice.verb in ("ops", "auto_op"):
                found.setdefault(self._ops_of(choice), []).append(choice)
        return found or {0: [next(iter(self.options))]}

    def _ops_of(self, use: Choice) -> int:
        """Return the OPS that a use provides; 0 if it is not an operation."""
        state = self.game.state
        if state.operation is not None:
            return state.operation.ops
        if use.verb == "auto_op":
            return state.rules.content.activation.automatic_ops
        return state.rules.content.cards[use.arg].ops if use.verb == "ops" else 0

    def _evolve(
        self, race: Race[ActionPlan], first: ActionPlan, thought: Sequence[Idea], ops: int, generations: int
    ) -> None:
        """Enter a first plan and sets of ideas for a number of OPS in every manner, then vary the best of them."""
        payable = [idea for idea in thought if idea.cost <= ops]
        sets = ideas.manners(payable, ops, self.rng, _MORE)
        entered = race.enter([first, *_plans(first.use, sets)], _FIRST)
        for _ in range(generations if payable else 0):
            for parent in _best(entered, _PARENTS):
                entered += race.enter(self._children(parent.plan, payable, ops, _CHILDREN), _FIRST)

    def _children(self, plan: ActionPlan, payable: Sequence[Idea], ops: int, count: int) -> list[ActionPlan]:
        own = tuple(idea for idea in payable if set(idea.orders) <= set(plan.orders))
        return _plans(plan.use, (ideas.varied(own, payable, ops, self.rng) for _ in range(count)))

    def _spare_cards(self, race: Race[ActionPlan], by_ops: dict[int, list[Choice]]) -> None:
        """Charge each use with its card's best other use, and operations with what the enemy will undo.

        Operations use the card that is worth least otherwise.
        """
        idle = self._value_if_idle(race, by_ops)
        gains: dict[Choice, float] = {}
        for runner in race.runners.values():
            use = runner.plan.use
            gains[use] = max(gains.get(use, -math.inf), runner.mean - idle)
        for choices in by_ops.values():
            gains.update(dict.fromkeys(choices, gains.get(choices[0], 0.0)))
        for choices in by_ops.values():
            cheapest = min(choices, key=lambda choice: (_best_other_use(choice, gains), choice))
            race.rename(partial(_with_card, choices[0], cheapest))
        undone = (1 - weights.now().actions.orders_last) * outlook.fading(self.game.state)
        for runner in race.runners.values():
            use = runner.plan.use
            self._undone[use] = undone * max(0.0, gains[use]) if use.verb in ("ops", "auto_op") else 0.0
            other = weights.now().actions.other_use * _best_other_use(use, gains)
            runner.handicap = other + self._undone[use] - self._plan_bonus(use)

    def _value_if_idle(self, race: Race[ActionPlan], by_ops: dict[int, list[Choice]]) -> float:
        """Return the value of the position if nothing is done and the enemy moves next."""
        nothing = ActionPlan(by_ops[min(by_ops)][0], ())
        if nothing.use.verb not in ("ops", "auto_op"):
            return outlook.worth_of(self.game, self.side)
        race.enter([nothing], _SECOND)
        runner = race.runners.get(nothing)
        if runner is None or runner.mean == -math.inf:
            return outlook.worth_of(self.game, self.side)
        return runner.mean

    def _plan_bonus(self, use: Choice) -> float:
        """Return what a historical plan adds to the value of an event; for an action that draws, the value of the cards."""
        if use.verb == drawing.DRAWING:
            return drawing.worth_of_drawing(self.game, self.side)
        if use.verb != "event":
            return 0.0
        state = self.game.state
        wanted = campaigns.events(state.rules, state.turn, self.side).get(use.arg, 0.0) * worth.horizon(state)
        return wanted + weights.now().actions.opening * (
            use.arg in campaigns.opening(state.rules, state.turn, self.side)
        )

    # -- what it came to -----------------------------------------------------------------

    def found(self, most: int, beside: Mapping[str, float] | None = None) -> list[Found]:
        """Return the best plans of the last race, or options of a reaction, the best first, without plans alike.

        Args:
            most: maximum number of plans.
            beside: the baseline for their value, by terms; the current position by default.
        """
        every: list[Found] = []
        before = outlook.terms_of(self.game, self.side) if beside is None else beside
        if self.options_race is not None:
            for option in self.options_race.ranked():
                every += self._runner_result(ActionPlan(option.plan), option, self.reacted.get(option.plan, []), before)
        elif self.final is not None:
            for runner in self.final.runners.values():
                every += self._runner_result(runner.plan, runner, self.looked.get(runner.plan, []), before)
        every.sort(key=lambda one: (-one.games, -one.worth))
        kept: list[Found] = []
        for one in every:
            if len(kept) < most and not any(_look_alike(one, other) for other in kept):
                kept.append(one)
        return sorted(kept, key=lambda one: -one.worth)

    def nothing_done(self) -> dict[str, float]:
        """Return the mean result, by terms, of an operation without a card that marks nothing (more), after the enemy's reply."""
        assert self.final is not None
        use = Choice("stop") if self.game.decision.kind == "activate" else Choice("auto_op")
        table, nothing = self.final.table, ActionPlan(use)
        games = [self._terms(table, nothing, sample, outlook.after_reply) for sample in range(_IDLE)]
        return {name: fmean(game.get(name, 0.0) for game in games) for name in set().union(*games)}

    def undone_of_it(self, found: Sequence[Found]) -> list[Found]:
        """Return plans of an operation minus what the enemy will undo in time, as weighed when the card was chosen."""
        share = (1 - weights.now().actions.orders_last) * outlook.fading(self.game.state)
        undone = share * max((0.0, *(one.worth for one in found)))
        return [replace(one, terms={**one.terms, "undone": one.terms.get("undone", 0.0) - undone}) for one in found]

    def _runner_result(
        self, plan: ActionPlan, runner: Runner[Any], games: Sequence[dict[str, float]], before: Mapping[str, float]
    ) -> list[Found]:
        """Return a runner's result; empty if its plan broke in a game."""
        if runner.mean == -math.inf or not games:
            return []
        wanted = self._plan_bonus(plan.use)
        undone = self._undone.get(plan.use, 0.0)
        terms = {name: fmean(game.get(name, 0.0) for game in games) for name in {**games[0], **before}}
        terms = {name: value - before.get(name, 0.0) for name, value in terms.items()}
        brought = "drawn" if plan.use.verb == drawing.DRAWING else "plan"
        terms |= {"card": undone - runner.handicap - wanted, "undone": -undone, brought: wanted}
        return [Found(plan, terms, _error(runner.worths), len(games))]

    # -- the final ----------------------------------------------------------------------

    def _final(
        self, race: Race[ActionPlan], thought: Sequence[Idea], officer: ActionPlan, budget: int
    ) -> ActionPlan | None:
        """Race the best plans, the officer's and variations again, now looking at the enemy's next moves; return the winner."""
        table = race.table
        table.budget += int(budget * self.effort)
        self.looked = {}
        last = self.final = Race[ActionPlan](table, lambda plan, sample: self._with_result(table, plan, sample))
        entered: list[Runner[ActionPlan]] = []
        finalists = _best(race.runners.values(), _FINALISTS)
        finalists += [race.runners[plan] for plan in (officer,) if plan in race.runners]
        finalists += _best_uses(race.runners.values())
        for runner in finalists:
            entered += last.enter([runner.plan], _SECOND, runner.handicap)
        for _ in range(_VARIED):
            for parent in _best(entered, _LAST_PARENTS):
                ops = self._ops_of(parent.plan.use)
                payable = [idea for idea in thought if idea.cost <= ops]
                if payable:
                    children = self._children(parent.plan, payable, ops, _LAST_CHILDREN)
                    entered += last.enter(children, _SECOND, parent.handicap)
        return last.halve(_HEATS, _SECOND, _GAMES)

    def _with_result(self, table: RaceTable, plan: ActionPlan, sample: int) -> float:
        """Return a plan's result in a game of the final, keeping its terms."""
        terms = self._terms(table, plan, sample, outlook.after_reply)
        self.looked.setdefault(plan, []).append(terms)
        return sum(terms.values())

    def _terms(
        self, table: RaceTable, plan: ActionPlan, sample: int, looks: Callable[[Game[State], int], dict[str, float]]
    ) -> dict[str, float]:
        side = self.side

        def says(game: Game[State]) -> Choice | None:
            return ordered(game, plan) if game.decision.actor(game) == side else None

        return table.play(sample, side, says, round_over, looks)


def round_over(game: Game[State]) -> bool:
    """Return True when the next action is to be chosen."""
    return game.decision.kind == "choose_action"


def _best(runners: Iterable[Runner[ActionPlan]], most: int | None = None) -> list[Runner[ActionPlan]]:
    """Return the best runners whose plan broke in no game."""
    return [runner for runner in sorted(runners, key=lambda one: -one.mean) if runner.mean > -math.inf][:most]


def _best_uses(runners: Iterable[Runner[ActionPlan]]) -> list[Runner[ActionPlan]]:
    """Return the best runner for each use other than operations."""
    found: dict[str, Runner[ActionPlan]] = {}
    for runner in _best(runners):
        if runner.plan.use.verb in ("event", "sr", "rp", *BY_ITSELF):
            found.setdefault(runner.plan.use.verb, runner)
    return list(found.values())


def _look_alike(one: Found, other: Found) -> bool:
    """Return True for plans that look the same to a reader: the same event, mostly the same goals, or no differing terms."""
    if not apart(one.terms, other.terms):
        return True
    if one.plan.use.verb in ("sr", "rp"):
        return one.plan.use.verb == other.plan.use.verb
    if one.plan.use != other.plan.use or one.plan.use.verb == "event":
        return one.plan.use == other.plan.use
    mine, others = set(goals(one.plan)), set(goals(other.plan))
    return 2 * len(mine & others) > len(mine | others)


def _error(worths: Sequence[float]) -> float:
    return stdev(worths) / math.sqrt(len(worths)) if len(worths) > 1 else 0.0


def uses(options: Iterable[Choice]) -> list[Choice]:
    """Return the uses of an action that are complete as they are."""
    return [use for use in options if use.verb not in _NO_USE]


def goals(plan: ActionPlan) -> list[tuple[str, int]]:
    """Return the goals of a plan's orders: kind and space of each, in order; none if its use of a card gives no OPS."""
    if plan.use.verb in ("sr", "rp"):
        return []
    return list(dict.fromkeys(goal_of(order) for order in plan.orders))


def told_orders(game: Game[State], plan: ActionPlan) -> tuple[Order, ...]:
    """Return the orders to show with a plan: those its OPS pay for; none for an event, whose effects are not ordered beforehand."""
    return paid(game, plan) if plan.use.verb not in ("event", "sr", "rp") else ()


def goal_of(order: Order) -> tuple[str, int]:
    """Return the goal of an order: `attack`, `march` or `dig`, and the space."""
    if isinstance(order, Strike):
        return "attack", order.target
    return ("march", order.path[-1]) if isinstance(order, March) else ("dig", order.origin)


def _orders(found: Iterable[Idea]) -> tuple[Order, ...]:
    return tuple(order for idea in found for order in idea.orders)


def _with_card(old: Choice, new: Choice, plan: ActionPlan) -> ActionPlan:
    """Return the same plan with another card, if it uses the old one."""
    return ActionPlan(new, plan.orders) if plan.use == old else plan


def _plans(use: Choice, sets: Iterable[tuple[Idea, ...]]) -> list[ActionPlan]:
    return [ActionPlan(use, _orders(found)) for found in sets]


def _best_other_use(choice: Choice, gains: dict[Choice, float]) -> float:
    """Return the value of a card's best other use; 0 if the choice uses no card."""
    others = (gain for use, gain in gains.items() if same_card(use, choice))
    return max(0.0, max(others, default=0.0))


__all__ = ["Deliberation", "Found", "goal_of", "goals", "round_over", "told_orders", "uses"]
