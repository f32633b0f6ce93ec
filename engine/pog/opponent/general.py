"""The general: whole action rounds raced in imagined games before one is begun.

A decision at which an action or an operation begins is answered by a race of plans (`orders.Plan`): uses of cards with the
staff's estimates, sets of marches and attacks in several manners, varied and raced again. The plan that wins is followed for as long as
the game goes as it expected. `choose` answers one decision at a time and is told nothing but the position, so the plan is kept under
the digest of the position that each answer leads to, as far as no die decides. That memory only spares work: a general who has
forgotten (another process, another answer, a die) races what is left of the round anew. It holds nothing that the seat does not know,
and nothing is ever kept for the position that was asked about, so that asking twice gives the same answer twice.
"""

from __future__ import annotations

import json
import math
import random
from collections import OrderedDict
from collections.abc import Callable, Iterable
from hashlib import blake2b

from engine.core.game import Game
from engine.core.options import Choice
from engine.errors import EngineError
from engine.pog.opponent import campaigns, ideas, outlook, worth
from engine.pog.opponent.ideas import Idea
from engine.pog.opponent.levels import GENERAL, OFFICER
from engine.pog.opponent.orders import Order, Plan, ordered
from engine.pog.opponent.race import Chance, Race, Runner, Table
from engine.pog.opponent.seat import Offers
from engine.pog.opponent.staff import Staff
from engine.pog.state import State

#: Plans that are remembered in one process.
_REMEMBERED = 512
#: Units of work: a whole action, an operation that was begun by somebody else, a reaction.
ACTION, OPERATION, REACTION = 15_000, 7_000, 1_600
#: The final of an action or operation, and how many plans come to it, how often they are varied.
FINAL, _FINALISTS, _VARIED = 15_000, 12, 3
#: Reactions that are raced if they have few options: what follows each is played out by the staff.
_RACED = frozenset(
    {
        "attack", "flank", "trench_cards", "attacker_cards", "defender_cards", "open_trench_cards", "open_attacker_cards",
        "attacker_loss", "defender_loss", "retreat_option", "retreat", "advance", "withdrawal_step", "great_retreat_option",
        "brusilov_option", "kerensky_option", "guns_of_august", "place_reinforcement", "sr_destination",
    }
)  # fmt: skip
_FEW = 10
#: Share of what a card brings in its best other use that its use must beat.
_SPARED = 0.3
#: What it is worth to open the war as planned, in VP.
_OPENING = 2.0

_plans: OrderedDict[str, Plan] = OrderedDict()


def forget() -> None:
    """Let go of all plans, as a new process would."""
    _plans.clear()


class General:
    """Answers one decision from what a seat knows.

    Args:
        options: what is offered, and imagined games.
        rng: its own numbers.
        effort: share of the usual work.
    """

    def __init__(self, options: Offers, rng: random.Random, effort: float = 1.0) -> None:
        self.options = options
        self.effort = effort
        self.side = options.side
        self.rng = random.Random(rng.getrandbits(64))
        self.game = options.imagine(self.rng)
        self.seed = self.rng.getrandbits(32)

    def answer(self) -> Choice:
        """The choice, and the plan kept for what follows it."""
        only = self.game.options().only()
        if only is not None:
            return only
        kind = self.game.decision.kind
        plan = _plans.get(digest(self.game, self.side))
        choice = ordered(self.game, plan) if plan is not None else None
        if choice is None:
            plan = None
            if kind in ("choose_action", "activate"):
                plan = self._action() if kind == "choose_action" else self._operation()
                choice = ordered(self.game, plan) if plan is not None else None
            elif kind in _RACED and self.game.options().count() <= _FEW:
                choice = self._reaction()
        if choice is None:
            choice = Staff(self.game, OFFICER, self.rng).answer()
        if plan is not None:
            self._keep(plan, choice)
        return choice

    # -- what is raced ------------------------------------------------------------------

    def _table(self, budget: int) -> Table:
        return Table(self.options.imagine, self.seed, int(budget * self.effort))

    def _action(self) -> Plan | None:
        """The best use of a card with the best orders for it."""
        table = self._table(ACTION)
        race = Race[Plan](table, lambda plan, sample: self._worth(table, plan, sample))
        state = self.game.state
        by_ops = self._cards_by_ops()
        thought = ideas.all_ideas(state, self.side, max(by_ops))
        table.spent += 1200
        base = ideas.manners(thought, max(by_ops), self.rng, 0)[0]
        spare = tuple(order for idea in base for order in idea.orders)
        race.enter([Plan(use, spare) for use in self._others()], 2)
        for ops in sorted(by_ops, reverse=True):
            _operations(race, by_ops[ops][0], thought, ops, self.rng, 5 if ops == max(by_ops) else 3)
        self._spare_cards(race, by_ops)
        return self._final(race, thought)

    def _cards_by_ops(self) -> dict[int, list[Choice]]:
        """Ways to operate by OPS."""
        rules = self.game.state.rules
        found: dict[int, list[Choice]] = {}
        for choice in self.options:
            if choice.verb == "ops":
                found.setdefault(rules.content.cards[choice.arg].ops, []).append(choice)
            elif choice.verb == "auto_op":
                found.setdefault(rules.content.activation.automatic_ops, []).append(choice)
        return found or {0: [next(iter(self.options))]}

    def _others(self) -> list[Choice]:
        """Uses other than OPS."""
        return [choice for choice in self.options if choice.verb in ("event", "sr", "rp")]

    def _spare_cards(self, race: Race[Plan], by_ops: dict[int, list[Choice]]) -> None:
        """Each card bears what its best other use would bring; operations take the card that is worth least otherwise."""
        now = outlook.worth_of(self.game, self.side)
        best: dict[Choice, float] = {}
        for runner in race.runners.values():
            best[runner.plan.use] = max(best.get(runner.plan.use, -99.0), runner.mean - now)
        for choices in by_ops.values():
            raced = best.get(choices[0], 0.0)
            best.update(dict.fromkeys(choices, raced))

        def otherwise(choice: Choice) -> float:
            if choice.verb == "auto_op":
                return 0.0
            return max(
                (
                    gain
                    for use, gain in best.items()
                    if use.arg == choice.arg and use.verb not in (choice.verb, "auto_op")
                ),
                default=0.0,
            )

        for choices in by_ops.values():
            cheapest = min(choices, key=lambda choice: (otherwise(choice), choice))
            for runner in [runner for runner in race.runners.values() if runner.plan.use == choices[0]]:
                if cheapest != choices[0]:
                    del race.runners[runner.plan]
                    runner.plan = Plan(cheapest, runner.plan.orders)
                    race.runners[runner.plan] = runner
        wanted = campaigns.events(self.game.state.rules, self.game.state.turn, self.side)
        opening = campaigns.opening(self.game.state.rules, self.game.state.turn, self.side)
        for runner in race.runners.values():
            use = runner.plan.use
            runner.handicap = _SPARED * max(0.0, otherwise(use))
            if use.verb == "event":
                runner.handicap -= wanted.get(use.arg, 0.0) * worth.horizon(self.game.state)
                runner.handicap -= _OPENING * (use.arg in opening)

    def _operation(self) -> Plan | None:
        """The best orders for an operation that has begun."""
        table = self._table(OPERATION)
        race = Race[Plan](table, lambda plan, sample: self._worth(table, plan, sample))
        operation = self.game.state.operation
        assert operation is not None
        thought = ideas.all_ideas(self.game.state, self.side, operation.ops)
        table.spent += 1200
        _operations(race, Choice("stop"), thought, operation.ops, self.rng, 5)
        return self._final(race, thought)

    def _reaction(self) -> Choice | None:
        """The option after which the staff comes out best."""
        table = self._table(REACTION)

        def run(option: Choice, sample: int) -> float:
            said = iter((option,))
            return table.play(sample, self.side, lambda game: next(said, None), _round_over)

        race = Race[Choice](table, run)
        staff = Staff(self.game, OFFICER, random.Random(self.seed)).answer()
        race.enter([staff, *(choice for choice in self.options if choice != staff)], 4)
        return race.halve(4, 4, 32)

    def _final(self, race: Race[Plan], thought: list[Idea]) -> Plan | None:
        """The best plans once more, and variations of them, the enemy's next moves looked at as well."""
        table = race.table
        table.budget += int(FINAL * self.effort)
        last = Race[Plan](table, lambda plan, sample: self._worth(table, plan, sample, outlook.after_reply))
        entered = last.enter((runner.plan for runner in race.ranked()[:_FINALISTS] if runner.mean > -math.inf), 2)
        for runner in entered:
            runner.handicap = race.runners[runner.plan].handicap
        for _ in range(_VARIED):
            entered.sort(key=lambda runner: -runner.mean)
            for parent in entered[:3]:
                ops = self._ops_of(parent.plan.use)
                payable = [idea for idea in thought if idea.cost <= ops]
                if not payable or not ops:
                    continue
                own = tuple(idea for idea in payable if set(idea.orders) <= set(parent.plan.orders))
                children = [ideas.varied(own, payable, ops, self.rng) for _ in range(2)]
                new = last.enter(
                    (
                        Plan(parent.plan.use, tuple(order for idea in child for order in idea.orders))
                        for child in children
                    ),
                    2,
                )
                for runner in new:
                    runner.handicap = parent.handicap
                entered += new
        return last.halve(6, 2, 16)

    def _ops_of(self, use: Choice) -> int:
        """What a use leaves to be spent; nothing for one that is no operation."""
        state = self.game.state
        if state.operation is not None:
            return state.operation.ops
        if use.verb == "auto_op":
            return state.rules.content.activation.automatic_ops
        return state.rules.content.cards[use.arg].ops if use.verb == "ops" else 0

    def _worth(
        self, table: Table, plan: Plan, sample: int, looks: Callable[[Game[State], int], float] = outlook.worth_of
    ) -> float:
        side = self.side

        def says(game: Game[State]) -> Choice | None:
            return ordered(game, plan) if game.decision.actor(game) == side else None

        return table.play(sample, side, says, _round_over, looks)

    # -- memory -------------------------------------------------------------------------

    def _keep(self, plan: Plan, choice: Choice) -> None:
        """Keep the plan for the position that a choice leads to, unless chance has a say in it."""
        chance = _Counted()
        twin = self.game.copy(chance)
        try:
            twin.apply(choice)
        except EngineError:
            return
        if not chance.asked and twin.stack and twin.decision.actor(twin) == self.side:
            _plans[digest(twin, self.side)] = plan
            while len(_plans) > _REMEMBERED:
                _plans.popitem(last=False)


class _Counted(Chance):
    """Chance that notes whether it was asked."""

    def __init__(self) -> None:
        super().__init__(0)
        self.asked = False

    def choose(self, purpose: str, candidates: Iterable[int], epoch: int, counter: int) -> int:
        """The first candidate."""
        self.asked = True
        return next(iter(candidates))


def _round_over(game: Game[State]) -> bool:
    return game.decision.kind == "choose_action"


def _operations(
    race: Race[Plan], use: Choice, thought: list[Idea], ops: int, rng: random.Random, generations: int
) -> list[Runner[Plan]]:
    """Enter sets of ideas for so many OPS, and variations of the best of them, generation after generation."""
    payable = [idea for idea in thought if idea.cost <= ops]
    sets: dict[tuple[Order, ...], tuple[Idea, ...]] = {}

    def plans(found: Iterable[tuple[Idea, ...]]) -> list[Plan]:
        new = []
        for one in found:
            orders = tuple(order for idea in one for order in idea.orders)
            if orders not in sets:
                sets[orders] = one
                new.append(Plan(use, orders))
        return new

    entered = race.enter(plans(ideas.manners(payable, ops, rng, 8)), 4)
    for _ in range(generations if payable else 0):
        entered.sort(key=lambda runner: -runner.mean)
        parents = entered[:4]
        children = [ideas.varied(sets[parent.plan.orders], payable, ops, rng) for parent in parents for _ in range(3)]
        entered += race.enter(plans(children), 4)
    return entered


def digest(game: Game[State], side: int) -> str:
    """What a seat knows of a position, as one short text."""
    data = game.state.dump()
    for name in ("hand", "deck", "swapped_in", "swapped_out"):
        data[name] = data[name][side]
    known = json.dumps([data, repr(game.stack), side, game.system.digest], sort_keys=True)
    return blake2b(known.encode(), digest_size=16).hexdigest()


__all__ = ["GENERAL", "General", "forget"]
