"""Game review by the computer, in steps: a graph of the chances, turning points, and the costliest plans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pydantic import BaseModel

from bot.titles.opponents import Reviewed
from bot.titles.pog.narration.advice_text import percent_range, planned
from bot.titles.pog.narration.names import Names
from engine.core.game import Game
from engine.core.options import Choice
from engine.core.record import Entry
from engine.core.system import System
from engine.pog.content.records import AP, CP
from engine.pog.opponent.chances import between, spread_in
from engine.pog.opponent.orders import ActionPlan
from engine.pog.opponent.review import SEARCHED, Action, expect, retold, search, summed, worst
from engine.pog.state import State

#: Number of actions evaluated in one step, about a second of CPU.
_AT_ONCE: Final = 12
#: Placeholder for a plan that is stored as text.
_TOLD: Final = ActionPlan(Choice("told"))


class _Looked(BaseModel):
    """One action and its evaluation so far."""

    turn: int
    round: int
    side: int
    before: float
    after: float
    plan: str
    expected: float | None = None
    better: str = ""
    cost: float = 0.0

    def action(self) -> Action:
        """Return it as the engine's `Action`, with a placeholder for its plan, which is stored as text."""
        expected = self.expected or 0.0
        found = Action(0, self.turn, self.round, self.side, _TOLD, self.before, expected, self.after)
        found.better, found.cost = (_TOLD if self.better else None), self.cost
        return found


class _Found(BaseModel):
    """The findings so far."""

    actions: list[_Looked] = []
    searched: list[int] = []
    begun: bool = False


def step(names: Names, system: System[Any], entries: Sequence[Entry], found: dict[str, Any]) -> Reviewed:
    """Take the next step in the review of a game, given the findings so far (empty at first).

    Raises:
        EngineError: the record can't be replayed.
    """
    so_far, begun = _Found.model_validate(found), retold(system, entries)
    if not so_far.begun:
        so_far.begun = True
        so_far.actions = [
            _Looked(
                turn=one.action.turn,
                round=one.action.round,
                side=one.action.side,
                before=one.action.before,
                after=one.action.after,
                plan=planned(names, one.game, one.action.plan),
            )
            for one in begun
        ]
    open_ = [place for place, one in enumerate(so_far.actions) if one.expected is None]
    for place in open_[:_AT_ONCE]:
        expect(begun[place])
        so_far.actions[place].expected = begun[place].action.expected
    if not open_:
        wanted = [place for place in worst([one.action() for one in so_far.actions]) if place not in so_far.searched]
        for place in wanted[:1]:
            begun[place].action.expected = so_far.actions[place].expected or 0.0
            search(begun[place])
            so_far.searched.append(place)
            better = begun[place].action.better
            if better is not None:
                so_far.actions[place].better = planned(names, begun[place].game, better)
                so_far.actions[place].cost = begun[place].action.cost
    total = len(so_far.actions) + min(SEARCHED, len(so_far.actions))
    done = sum(one.expected is not None for one in so_far.actions) + len(so_far.searched)
    return Reviewed(so_far.model_dump(), done, total)


def told(names: Names, game: Game[State], found: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the findings in words, and the graph's data: points, turns, marks, plans and dice."""
    so_far = _Found.model_validate(found)
    actions = [one.action() for one in so_far.actions]
    review, say, spread = summed(actions), names.words.say, spread_in(game.state)
    places = {id(action): place for place, action in enumerate(actions)}
    marked = sorted({places[id(one)] for one in (*review.turning, *review.blunders)})
    lines = [say("counsel.review.head")]
    for number, place in enumerate(marked, 1):
        lines.append(_mark(names, spread, number, so_far.actions[place]))
    if not marked:
        lines.append(say("counsel.review.calm"))
    plans, dice = round((review.skill[CP] - review.skill[AP]) * 100), round((review.luck[CP] - review.luck[AP]) * 100)
    for key, points in (("plans", plans), ("dice", dice)):
        side = names.side(CP if points > 0 else AP)
        lines.append(
            say(f"counsel.review.{key}" if points else f"counsel.review.{key}_even", side=side, points=abs(points))
        )
    turns: dict[int, int] = {}
    for place, one in enumerate(so_far.actions):
        turns.setdefault(one.turn, place)
    shares = [one.after if one.side == CP else 1 - one.after for one in so_far.actions]
    ranges = [_percent_range(share, spread) for share in shares]
    graph = {
        "points": [round(100 * share) for share in shares],
        "lows": [low for low, _ in ranges],
        "highs": [high for _, high in ranges],
        "turns": [(place, turn) for turn, place in turns.items()],
        "marks": marked,
        "plans": plans,
        "dice": dice,
    }
    return "\n".join(lines), graph


def lesson(names: Names, game: Game[State], found: dict[str, Any]) -> str:
    """Return the costliest plan with its better alternative, else the action that changed the chances most; "" for an uneventful game."""
    so_far = _Found.model_validate(found)
    actions = [one.action() for one in so_far.actions]
    review = summed(actions)
    places = {id(action): place for place, action in enumerate(actions)}
    marked = [so_far.actions[places[id(one)]] for one in (*review.blunders, *review.turning)]
    if not marked:
        return ""
    one = max(marked, key=lambda one: (bool(one.better), one.cost if one.better else abs(one.after - one.before)))
    say = names.words.say
    line = say(
        "counsel.review.lesson", turn=names.turn(one.turn), round=one.round, side=names.side(one.side), plan=one.plan,
        **_from_to(names, spread_in(game.state), one),
    )  # fmt: skip
    return (
        f"{line} {say('counsel.review.better', plan=one.better, points=round(one.cost * 100))}" if one.better else line
    )


def _mark(names: Names, spread: float, number: int, one: _Looked) -> str:
    """Return the text for a turning point or a costly plan."""
    say = names.words.say
    line = say(
        "counsel.review.mark", number=number, turn=names.turn(one.turn), round=one.round, side=names.side(one.side),
        plan=one.plan, **_from_to(names, spread, one),
    )  # fmt: skip
    if one.better:
        line += " " + say("counsel.review.better", plan=one.better, points=round(one.cost * 100))
    return line


def _from_to(names: Names, spread: float, one: _Looked) -> dict[str, str]:
    """Return the chances before and after an action, each with its range."""

    def told(share: float) -> str:
        low, high = _percent_range(share, spread)
        key = "chance" if low < high else "certain"
        return names.words.say(f"counsel.review.{key}", chance=round(share * 100), low=low, high=high)

    return {"before": told(one.before), "after": told(one.after)}


def _percent_range(share: float, spread: float) -> tuple[int, int]:
    """Return the range of a probability in percent; a certain result has no range."""
    if share in (0.0, 1.0):
        return round(share * 100), round(share * 100)
    return percent_range(between(share, spread))


__all__ = ["lesson", "step", "told"]
