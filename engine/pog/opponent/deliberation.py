"""How a general finds what to do: plans for an action or an operation are entered, raced, varied and raced again.

A first race judges many plans by the position after the round. What comes to the final is judged once more, with what the
enemy's next moves would make of it, and varied again; there the winner is found by heats.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from engine.core.game import Game
from engine.core.options import Choice
from engine.pog.opponent import campaigns, ideas, outlook, worth
from engine.pog.opponent.ideas import Idea
from engine.pog.opponent.levels import OFFICER
from engine.pog.opponent.orders import Order, Plan, ordered, written_down
from engine.pog.opponent.race import Race, Runner, Table
from engine.pog.opponent.seat import Offers
from engine.pog.opponent.staff import Staff
from engine.pog.state import State

#: Units of work: the first race and the final of an action; those of an operation whose plan a die upset; a reaction.
ACTION, FINAL, OPERATION, SHORT_FINAL, REACTION = 15_000, 12_000, 5_000, 5_000, 800
#: What it takes to have ideas, or to be an officer for a round.
_IDEAS = 1_200
#: Games in which a plan runs at first, and at least before it is in the final's heats.
_FIRST, _SECOND = 3, 2
#: Sets of ideas with misjudged worths; generations for the most OPS and for fewer; parents of each, and children of a parent.
_MORE, _GENERATIONS, _FEWER, _PARENTS, _CHILDREN = 8, 5, 3, 4, 3
#: Plans that come to the final, generations there, parents and children, plans in the heats, games of the last heat.
_FINALISTS, _VARIED, _LAST_PARENTS, _LAST_CHILDREN, _HEATS, _GAMES = 12, 3, 3, 2, 6, 16
#: Share of what a card brings in its best other use that its use must beat.
_SPARED = 0.3
#: What it is worth to open the war as planned, in VP.
_OPENING = 2.0


class Deliberation:
    """The races of one decision.

    Args:
        options: what is offered, and imagined games.
        game: one of those games.
        rng: its own numbers.
        effort: share of the usual work.
    """

    def __init__(self, options: Offers, game: Game[State], rng: random.Random, effort: float) -> None:
        self.options, self.game, self.side = options, game, options.side
        self.rng = rng
        self.seed = rng.getrandbits(32)
        self.effort = effort

    def action(self) -> Plan | None:
        """The best use of a card with the best orders for it."""
        race = self._race(ACTION)
        by_ops = self._cards_by_ops()
        most = max(by_ops)
        officer = self._officer(race)
        thought = self._ideas(race, most, officer)
        spare = _orders(ideas.manners(thought, most, self.rng, 0)[0])
        race.enter([Plan(use, spare) for use in self.options if use.verb in ("event", "sr", "rp")], _SECOND)
        race.enter([officer], _FIRST)
        for ops in sorted(by_ops, reverse=True):
            first = Plan(by_ops[ops][0], officer.orders)
            self._evolve(race, first, thought, ops, _GENERATIONS if ops == most else _FEWER)
        self._spare_cards(race, by_ops)
        return self._final(race, thought, officer, FINAL)

    def operation(self) -> Plan | None:
        """The best orders for an operation that has begun."""
        race = self._race(OPERATION)
        ops = self._ops_of(Choice("stop"))
        officer = self._officer(race)
        thought = self._ideas(race, ops, officer)
        first = Plan(Choice("stop"), officer.orders)
        self._evolve(race, first, thought, ops, _GENERATIONS)
        return self._final(race, thought, first, SHORT_FINAL)

    def reaction(self) -> Choice | None:
        """The option after which the staff comes out best; what follows it is played out."""
        table = Table(self.options.imagine, self.seed, int(REACTION * self.effort))

        def run(option: Choice, sample: int) -> float:
            said = iter((option,))
            return table.play(sample, self.side, lambda game: next(said, None), round_over)

        race = Race[Choice](table, run)
        staff = Staff(self.game, OFFICER, random.Random(self.seed)).answer()
        race.enter([staff, *(choice for choice in self.options if choice != staff)], 3)
        return race.halve(4, 3, 24)

    # -- the first race -----------------------------------------------------------------

    def _race(self, budget: int) -> Race[Plan]:
        table = Table(self.options.imagine, self.seed, int(budget * self.effort))
        return Race[Plan](table, lambda plan, sample: self._worth(table, plan, sample, outlook.worth_of))

    def _officer(self, race: Race[Plan]) -> Plan:
        """What an officer would do, as far as it is orders; a race that nothing better enters is his."""
        race.table.spent += _IDEAS
        return written_down(race.table.game(0), self.side, lambda game: Staff(game, OFFICER, self.rng).answer())

    def _ideas(self, race: Race[Plan], ops: int, officer: Plan) -> list[Idea]:
        race.table.spent += _IDEAS
        state = self.game.state
        found = ideas.all_ideas(state, self.side, ops)
        known = {idea.orders for idea in found}
        new = [idea for idea in ideas.of_orders(state, self.side, officer.orders) if idea.orders not in known]
        return found + [idea for idea in new if idea.cost <= ops]

    def _cards_by_ops(self) -> dict[int, list[Choice]]:
        """Ways to operate by OPS; where there is none, the first option stands for doing nothing."""
        found: dict[int, list[Choice]] = {}
        for choice in self.options:
            if choice.verb in ("ops", "auto_op"):
                found.setdefault(self._ops_of(choice), []).append(choice)
        return found or {0: [next(iter(self.options))]}

    def _ops_of(self, use: Choice) -> int:
        """What a use leaves to be spent; nothing for one that is no operation."""
        state = self.game.state
        if state.operation is not None:
            return state.operation.ops
        if use.verb == "auto_op":
            return state.rules.content.activation.automatic_ops
        return state.rules.content.cards[use.arg].ops if use.verb == "ops" else 0

    def _evolve(self, race: Race[Plan], first: Plan, thought: Sequence[Idea], ops: int, generations: int) -> None:
        """Enter a first plan and sets of ideas for so many OPS in every manner, then variations of the best of them."""
        payable = [idea for idea in thought if idea.cost <= ops]
        sets = ideas.manners(payable, ops, self.rng, _MORE)
        entered = race.enter([first, *_plans(first.use, sets)], _FIRST)
        for _ in range(generations if payable else 0):
            for parent in _best(entered, _PARENTS):
                entered += race.enter(self._children(parent.plan, payable, ops, _CHILDREN), _FIRST)

    def _children(self, plan: Plan, payable: Sequence[Idea], ops: int, count: int) -> list[Plan]:
        own = tuple(idea for idea in payable if set(idea.orders) <= set(plan.orders))
        return _plans(plan.use, (ideas.varied(own, payable, ops, self.rng) for _ in range(count)))

    def _spare_cards(self, race: Race[Plan], by_ops: dict[int, list[Choice]]) -> None:
        """Each card bears what its best other use would bring; operations take the card that is worth least otherwise."""
        now = outlook.worth_of(self.game, self.side)
        gains: dict[Choice, float] = {}
        for runner in race.runners.values():
            use = runner.plan.use
            gains[use] = max(gains.get(use, -math.inf), runner.mean - now)
        for choices in by_ops.values():
            gains.update(dict.fromkeys(choices, gains.get(choices[0], 0.0)))
        for choices in by_ops.values():
            cheapest = min(choices, key=lambda choice: (_otherwise(choice, gains), choice))
            race.rename(partial(_with, choices[0], cheapest))
        for runner in race.runners.values():
            use = runner.plan.use
            runner.handicap = _SPARED * _otherwise(use, gains) - self._wanted(use)

    def _wanted(self, use: Choice) -> float:
        """What a historical plan adds to the worth of an event."""
        if use.verb != "event":
            return 0.0
        state = self.game.state
        wanted = campaigns.events(state.rules, state.turn, self.side).get(use.arg, 0.0) * worth.horizon(state)
        return wanted + _OPENING * (use.arg in campaigns.opening(state.rules, state.turn, self.side))

    # -- the final ----------------------------------------------------------------------

    def _final(self, race: Race[Plan], thought: Sequence[Idea], officer: Plan, budget: int) -> Plan | None:
        """The best plans once more, and the officer's, and variations of them, the enemy's next moves looked at as well."""
        table = race.table
        table.budget += int(budget * self.effort)
        last = Race[Plan](table, lambda plan, sample: self._worth(table, plan, sample, outlook.after_reply))
        entered: list[Runner[Plan]] = []
        finalists = _best(race.runners.values(), _FINALISTS)
        finalists += [race.runners[plan] for plan in (officer,) if plan in race.runners]
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

    def _worth(self, table: Table, plan: Plan, sample: int, looks: Callable[[Game[State], int], float]) -> float:
        side = self.side

        def says(game: Game[State]) -> Choice | None:
            return ordered(game, plan) if game.decision.actor(game) == side else None

        return table.play(sample, side, says, round_over, looks)


def round_over(game: Game[State]) -> bool:
    """True where the next action is chosen."""
    return game.decision.kind == "choose_action"


def _best(runners: Iterable[Runner[Plan]], most: int) -> list[Runner[Plan]]:
    """The best of those that broke in no game."""
    return [runner for runner in sorted(runners, key=lambda one: -one.mean) if runner.mean > -math.inf][:most]


def _orders(found: Iterable[Idea]) -> tuple[Order, ...]:
    return tuple(order for idea in found for order in idea.orders)


def _with(old: Choice, new: Choice, plan: Plan) -> Plan:
    """The same plan with another card."""
    return Plan(new, plan.orders) if plan.use == old else plan


def _plans(use: Choice, sets: Iterable[tuple[Idea, ...]]) -> list[Plan]:
    return [Plan(use, _orders(found)) for found in sets]


def _otherwise(choice: Choice, gains: dict[Choice, float]) -> float:
    """What the card of a choice would bring in its best other use; without a card nothing is given up."""
    if choice.verb == "auto_op":
        return 0.0
    others = (gain for use, gain in gains.items() if use.arg == choice.arg and use.verb not in (choice.verb, "auto_op"))
    return max(0.0, max(others, default=0.0))


__all__ = ["Deliberation", "round_over"]
