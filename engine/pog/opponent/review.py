"""A war that is over, looked at action by action: where it was won, which actions cost most, what was luck and what was skill.

Each action is judged by the chances of its side (`chances`): as they were before it, as they could be expected when its plan
was made, and as they came. What lies between the first two is the plan's, what lies between the last two is the dice's and the enemy's
reactions. Where a plan cost most, the computer looks for a better one from what the side knew.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from engine.core.chance import ImaginedChance, RecordedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.core.record import CHOICE, Entry, in_force
from engine.core.system import System
from engine.errors import EngineError
from engine.pog.content.records import CP
from engine.pog.opponent.chances import chances_of
from engine.pog.opponent.deliberation import Deliberation, goals, round_over
from engine.pog.opponent.orders import ActionPlan, Order, noted, ordered
from engine.pog.opponent.race import RaceTable
from engine.pog.opponent.seat import Offers
from engine.pog.opponent.seat_context import LEFT_ALONE
from engine.pog.state import State

#: Imagined games in which a plan is played to know what could be expected of it.
_GAMES = 4
#: Actions for which a better plan is looked for, what one must bring to be told, and the share of a general's usual work.
SEARCHED, _BETTER, _EFFORT = 6, 0.02, 0.6
#: Turning points that are told, and by how much the chances must turn at one.
_TOLD, _TURNED = 5, 0.04
#: Work of a table that only plays; it is never used up.
_ENOUGH = 10**9

#: Told how many steps of how many are done.
Tell = Callable[[int, int], None]


@dataclass(slots=True)
class Action:
    """One action of a war.

    Attributes:
        number: the last entry before it.
        turn: when.
        round: when.
        side: whose.
        plan: the use of a card, and the orders of its operation.
        before: what the side could expect of the points before it, a draw being half of one.
        expected: the same when the plan was made.
        after: the same when the action was over.
        better: a plan that promised more, if one was looked for and found, and by how much.
    """

    number: int
    turn: int
    round: int
    side: int
    plan: ActionPlan
    before: float
    expected: float = 0.0
    after: float = 0.0
    better: ActionPlan | None = None
    cost: float = 0.0

    @property
    def skill(self) -> float:
        """What the plan brought its side."""
        return self.expected - self.before

    @property
    def luck(self) -> float:
        """What came beside what could be expected."""
        return self.after - self.expected


@dataclass(frozen=True, slots=True)
class Review:
    """What a war comes to.

    Attributes:
        actions: all of them.
        turning: where the chances turned most, the most first.
        blunders: actions for which a better plan was found, the costliest first.
        skill: by side, the sum over its actions.
        luck: by side, the sum over its actions.
    """

    actions: tuple[Action, ...]
    turning: tuple[Action, ...]
    blunders: tuple[Action, ...]
    skill: tuple[float, float]
    luck: tuple[float, float]


@dataclass(slots=True)
class Begun:
    """An action that is retold: the game before it, which its side imagines others from, and what was ordered."""

    action: Action
    game: Game[State]
    orders: list[Order] = field(default_factory=list)


def reviewed(system: System[Any], entries: Sequence[Entry], tell: Tell = lambda done, total: None) -> Review:
    """Look at a war by its record.

    Raises:
        EngineError: the record plays differently.
    """
    begun = retold(system, entries)
    steps = len(begun) + SEARCHED
    for number, one in enumerate(begun, 1):
        expect(one)
        tell(number, steps)
    for number, place in enumerate(worst([one.action for one in begun]), len(begun) + 1):
        search(begun[place])
        tell(number, steps)
    return summed([one.action for one in begun])


def worst(actions: Sequence[Action]) -> list[int]:
    """Return the places of the actions for which a better plan is looked for: those whose plans cost most."""
    return sorted(range(len(actions)), key=lambda place: actions[place].skill)[:SEARCHED]


def retold(system: System[Any], entries: Sequence[Entry]) -> list[Begun]:
    """All actions of the entries that count."""
    standing = in_force(entries)
    source = RecordedChance(standing[0].outcomes)
    game: Game[State] = Game.start(system, source)
    game.listening = False
    found: list[Begun] = []
    for entry in standing[1:]:
        if game.stack and game.decision.kind == "choose_action" and entry.kind == CHOICE:
            choice = game.parse(entry.choice)
            if choice.verb not in LEFT_ALONE:
                _ended(found, game)
                found.append(_beginning(game, choice))
        elif found and game.stack and entry.kind == CHOICE and game.actor == found[-1].action.side:
            noted(game, game.parse(entry.choice), found[-1].orders)
        elif entry.kind != CHOICE:
            # What ends a war without a choice is no part of the action that it breaks off.
            _ended(found, game)
        game.repeat(entry, source)
    if standing[-1].kind == CHOICE:
        _ended(found, game)
    for one in found:
        one.action.plan = ActionPlan(one.action.plan.use, tuple(one.orders))
    return found


def _beginning(game: Game[State], use: Choice) -> Begun:
    side, state = game.decision.actor(game), game.state
    action = Action(game.number, state.turn, state.round, side, ActionPlan(use), _share(game, side))
    return Begun(action, game.copy(ImaginedChance(random.Random(game.number))))


def _ended(found: list[Begun], game: Game[State]) -> None:
    if found:
        found[-1].action.after = _share(game, found[-1].action.side)


def _share(game: Game[State], side: int) -> float:
    """Return what a side may expect of the points; all or nothing where the war is over."""
    if game.result is not None:
        return 0.5 if game.result.winner is None else float(game.result.winner == side)
    return chances_of(game).of(side)


def expect(one: Begun) -> None:
    """Find out what could be expected of an action."""
    one.action.expected = _expected(one.game, one.action.side, one.action.plan)


def _expected(game: Game[State], side: int, plan: ActionPlan) -> float:
    """Return what a plan let a side expect, over imagined games; what it promised not at all where it breaks in all of them."""
    table = RaceTable(Offers(game).imagine, game.number, _ENOUGH)
    found = [share for sample in range(_GAMES) if (share := _played(table, sample, side, plan)) is not None]
    return fmean(found) if found else _share(game, side)


def _played(table: RaceTable, sample: int, side: int, plan: ActionPlan) -> float | None:
    def says(game: Game[State]) -> Choice | None:
        return ordered(game, plan) if game.decision.actor(game) == side else None

    try:
        return table.play(sample, side, says, round_over, lambda game, seat: {"share": _share(game, seat)})["share"]
    except EngineError:
        return None


def search(one: Begun) -> None:
    """Look for a better plan for an action, from what its side knew."""
    action, numbers = one.action, random.Random(one.action.number)
    offers = Offers(one.game)
    thinks = Deliberation(offers, offers.imagine(numbers), numbers, _EFFORT)
    plan = thinks.action()
    if plan is None or (plan.use == action.plan.use and set(goals(plan)) == set(goals(action.plan))):
        return
    gain = _expected(one.game, action.side, plan) - action.expected
    if gain >= _BETTER:
        action.better, action.cost = plan, gain


def summed(actions: Sequence[Action]) -> Review:
    """Return what the actions of a war come to."""
    turned = sorted(actions, key=lambda one: -abs(one.after - one.before))
    turning = tuple(one for one in turned[:_TOLD] if abs(one.after - one.before) >= _TURNED)
    blunders = tuple(sorted((one for one in actions if one.better is not None), key=lambda one: -one.cost))
    skill = [sum(one.skill for one in actions if one.side == side) for side in (0, CP)]
    luck = [sum(one.luck for one in actions if one.side == side) for side in (0, CP)]
    return Review(tuple(actions), turning, blunders, (skill[0], skill[1]), (luck[0], luck[1]))


__all__ = ["SEARCHED", "Action", "Begun", "Review", "Tell", "expect", "retold", "reviewed", "search", "summed", "worst"]
