"""Review of a finished war, action by action: where it was won, which actions cost most, and luck against skill.

Each action is judged by its side's chances (`chances`): before it, as expected once its plan was
made, and after it. The first difference is due to the plan, the second to the dice and the enemy's
reactions. For the costliest plans the computer looks for a better one from what the side knew.
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

#: Number of imagined games to find a plan's expected result.
_GAMES = 4
#: Actions searched for a better plan, the minimum gain to report one, and the share of a general's usual work.
SEARCHED, _BETTER, _EFFORT = 6, 0.02, 0.6
#: Maximum number of turning points to report, and the minimum change of the chances at one.
_TOLD, _TURNED = 5, 0.04
#: Unlimited work, for a table that only plays.
_ENOUGH = 10**9

#: Progress callback: steps done, and steps in total.
Tell = Callable[[int, int], None]


@dataclass(slots=True)
class Action:
    """One action of a war.

    Attributes:
        number: the last entry before it.
        turn: its turn.
        round: its action round.
        side: the acting side.
        plan: the use of a card, and the orders of its operation.
        before: the side's expected score before it, a draw being half a point.
        expected: the same once the plan was made.
        after: the same when the action was over.
        better: a better plan, if one was searched and found, and its lead.
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
        """Gain from the plan."""
        return self.expected - self.before

    @property
    def luck(self) -> float:
        """Result relative to expectation."""
        return self.after - self.expected


@dataclass(frozen=True, slots=True)
class Review:
    """Summary of a war.

    Attributes:
        actions: all of them.
        turning: where the chances changed most, the largest first.
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
    """A replayed action: the game before it, from which its side imagines others, and the orders given."""

    action: Action
    game: Game[State]
    orders: list[Order] = field(default_factory=list)


def reviewed(system: System[Any], entries: Sequence[Entry], tell: Tell = lambda done, total: None) -> Review:
    """Review a war from its record.

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
    """Return the indices of the actions to search for a better plan: those whose plans cost most."""
    return sorted(range(len(actions)), key=lambda place: actions[place].skill)[:SEARCHED]


def retold(system: System[Any], entries: Sequence[Entry]) -> list[Begun]:
    """Return all actions of the entries in force."""
    standing = in_force(entries)
    source = RecordedChance(standing[0].outcomes)
    game: Game[State] = Game.start(system, source)
    game.listening = False
    found: list[Begun] = []
    for entry in standing[1:]:
        if game.stack and game.decision.kind == "choose_action" and entry.kind == CHOICE:
            choice = game.parse(entry.choice)
            if choice.verb not in LEFT_ALONE:
                _close_action(found, game)
                found.append(_beginning(game, choice))
        elif found and game.stack and entry.kind == CHOICE and game.actor == found[-1].action.side:
            noted(game, game.parse(entry.choice), found[-1].orders)
        elif entry.kind != CHOICE:
            # An entry that ends the war without a choice is not part of the action it interrupts.
            _close_action(found, game)
        game.repeat(entry, source)
    if standing[-1].kind == CHOICE:
        _close_action(found, game)
    for one in found:
        one.action.plan = ActionPlan(one.action.plan.use, tuple(one.orders))
    return found


def _beginning(game: Game[State], use: Choice) -> Begun:
    side, state = game.decision.actor(game), game.state
    action = Action(game.number, state.turn, state.round, side, ActionPlan(use), _share(game, side))
    return Begun(action, game.copy(ImaginedChance(random.Random(game.number))))


def _close_action(found: list[Begun], game: Game[State]) -> None:
    if found:
        found[-1].action.after = _share(game, found[-1].action.side)


def _share(game: Game[State], side: int) -> float:
    """Return a side's expected score; the actual one if the war is over."""
    if game.result is not None:
        return 0.5 if game.result.winner is None else float(game.result.winner == side)
    return chances_of(game).of(side)


def expect(one: Begun) -> None:
    """Compute the expected result of an action."""
    one.action.expected = _expected_result(one.game, one.action.side, one.action.plan)


def _expected_result(game: Game[State], side: int, plan: ActionPlan) -> float:
    """Return the expected result of a plan over imagined games; that of the position if it breaks in all of them."""
    table = RaceTable(Offers(game).imagine, game.number, _ENOUGH)
    found = [share for sample in range(_GAMES) if (share := _play_out(table, sample, side, plan)) is not None]
    return fmean(found) if found else _share(game, side)


def _play_out(table: RaceTable, sample: int, side: int, plan: ActionPlan) -> float | None:
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
    gain = _expected_result(one.game, action.side, plan) - action.expected
    if gain >= _BETTER:
        action.better, action.cost = plan, gain


def summed(actions: Sequence[Action]) -> Review:
    """Return the summary of a war's actions."""
    turned = sorted(actions, key=lambda one: -abs(one.after - one.before))
    turning = tuple(one for one in turned[:_TOLD] if abs(one.after - one.before) >= _TURNED)
    blunders = tuple(sorted((one for one in actions if one.better is not None), key=lambda one: -one.cost))
    skill = [sum(one.skill for one in actions if one.side == side) for side in (0, CP)]
    luck = [sum(one.luck for one in actions if one.side == side) for side in (0, CP)]
    return Review(tuple(actions), turning, blunders, (skill[0], skill[1]), (luck[0], luck[1]))


__all__ = ["SEARCHED", "Action", "Begun", "Review", "Tell", "expect", "retold", "reviewed", "search", "summed", "worst"]
