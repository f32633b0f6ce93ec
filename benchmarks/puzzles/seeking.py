"""A general searches for the plan that solves a position, and evaluates it against all others found."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from benchmarks.puzzles.files import named, rating
from benchmarks.puzzles.moments import FRONT, Moment, Stake
from engine.core.bits import members
from engine.core.chance import ImaginedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog.content.puzzles import Puzzle, PuzzleFigures, PuzzleMissed
from engine.pog.content.records import SIDE_NAMES
from engine.pog.opponent import aims, puzzles, solution_facts
from engine.pog.opponent.ai_player import ComputerPlayer
from engine.pog.opponent.deliberation import Deliberation, goals, round_over
from engine.pog.opponent.levels import OFFICER, RECRUIT, SKETCH, Level
from engine.pog.opponent.orders import ActionPlan, Strike, ordered
from engine.pog.opponent.seat import Offers
from engine.pog.opponent.trial import Listener, Orders, Reached, Scales, Weighed
from engine.pog.state import State

#: Effort of a general, as a share of the full one: for searching, and for verifying.
_LOOK, SURE = 0.35, 1.0
#: Plans to evaluate; imagined games for searching and verifying, and the seed of the latter.
PLANS, _GAMES, MANY, OTHER_SEED = 9, 12, 36, 2
#: VP by which the solution must beat all plans that miss the aim.
MARGIN = 0.8
#: Least probability that the solution reaches the aim, greatest probability of the aim being reached already, and by
#: how much another plan must fall short to count as missing it.
_REACHED, _BEFORE, MISSES = 0.5, 0.5, 0.6
#: Most orders of a solution, and the least gain of an order that belongs to it.
_SHORT, _MATTERS = 3, 0.3
#: Tries of each level, and the least share of misses of both together.
_TRIES, _MISSED = 8, 0.25
#: An officer with this much error in VP: otherwise all officers would do the same, and miss it always or never.
_ON_A_BAD_DAY = replace(OFFICER, blur=0.3)


class Seeker:
    """Searches for a puzzle in one position."""

    def __init__(self, moment: Moment, at_stake: Sequence[Stake]) -> None:
        self.moment, self.stakes, self.side = moment, at_stake, moment.side
        self.game = moment.game
        self.rules = moment.game.state.rules
        self.reached = [_measure(stake, self.side) for stake in at_stake]
        self.scales = Scales(self.game, self.side, self.reached, games=_GAMES)
        self.rng = moment.numbers

    def found(self) -> Puzzle | None:
        """Return a puzzle, if there is one."""
        weighed = self._weighed(self._thought(_LOOK))
        if not weighed:
            return None
        best, came = max(weighed, key=lambda one: one[1].worth)
        for number, stake in enumerate(self.stakes):
            if self._clear(number, came, weighed):
                short = self._short(best, came)
                if short is not None:
                    return self._puzzle(number, stake, *short, weighed)
        return None

    def _thought(self, effort: float) -> list[Orders]:
        """Return the plans a general finds, and what officers would do."""
        offers = Offers(self.game)
        thinks = Deliberation(offers, offers.imagine(self.rng), self.rng, effort)
        first = thinks.action()
        assert thinks.final is not None
        ranked = [runner.plan for runner in thinks.final.ranked()]
        plans = [*([first] if first is not None else []), *ranked[:PLANS], *self._apart(ranked)]
        return [Orders(plan) for plan in dict.fromkeys(plans)]

    @staticmethod
    def _apart(ranked: Sequence[ActionPlan]) -> list[ActionPlan]:
        """Return the best plan of each use other than an operation."""
        best: dict[str, ActionPlan] = {}
        for plan in ranked:
            if plan.use.verb not in ("ops", "auto_op"):
                best.setdefault(plan.use.verb, plan)
        return list(best.values())

    def _weighed(self, plans: Sequence[Orders]) -> list[tuple[Orders, Weighed]]:
        return [(one, came) for one in plans if (came := self.scales.weigh(one)) is not None]

    def _clear(self, number: int, came: Weighed, weighed: Sequence[tuple[Orders, Weighed]]) -> bool:
        """Return True if a plan reaches an aim, and all that miss it are worse by the margin."""
        before = self.reached[number](self.game.state)
        if came.aims[number] < max(_REACHED, before + 0.4) or before > _BEFORE:
            return False
        return came.worth - max((one.worth for one in self._missing(number, came, weighed)), default=-99.0) >= MARGIN

    @staticmethod
    def _missing(number: int, came: Weighed, weighed: Sequence[tuple[Orders, Weighed]]) -> list[Weighed]:
        return [one for _, one in weighed if one.aims[number] < MISSES * came.aims[number]]

    def _short(self, best: Orders, came: Weighed) -> tuple[Orders, Weighed] | None:
        """Return the best plan without its minor orders; None if too many are left, or more than one attack."""
        if best.plan.use.verb not in ("ops", "auto_op"):
            return None
        for order in reversed(best.plan.orders):
            less = Orders(replace(best.plan, orders=tuple(one for one in best.plan.orders if one != order)))
            now = self.scales.weigh(less)
            if now is not None and now.worth >= came.worth - _MATTERS:
                best, came = less, now
        orders = best.plan.orders
        return (best, came) if len(orders) <= _SHORT and sum(isinstance(one, Strike) for one in orders) <= 1 else None

    def _puzzle(
        self, number: int, stake: Stake, best: Orders, came: Weighed, weighed: Sequence[tuple[Orders, Weighed]]
    ) -> Puzzle | None:
        """Return the puzzle, if it holds in closer examination."""
        texts = self._texts(best, stake)
        if texts is None or not self._clear(number, came, weighed):
            return None
        scales = Scales(self.game, self.side, self.reached[number : number + 1], games=MANY)
        others = [*without(best), *self._best_missing(number, came, weighed), *self._thought(SURE)[:4]]
        mine, idle = scales.weigh(best), scales.weigh(Orders(ActionPlan(best.plan.use)))
        if mine is None or idle is None:
            return None
        tried = [one for plan in others if (one := scales.weigh(plan)) is not None]
        missing = [one for one in tried if one.aims[0] < MISSES * mine.aims[0]]
        other = max([*missing, idle], key=lambda one: one.worth)
        margin = mine.worth - other.worth
        if margin < MARGIN or (stake.kind == "flank" and not self._by_flank(scales, best, mine, stake.space)):
            return None
        if self._again(number, best, [*without(best), *self._best_missing(number, came, weighed)]) < MARGIN:
            return None
        figures = PuzzleFigures(
            best=round(mine.worth, 3), best_aim=round(mine.aims[0], 3),
            other=round(other.worth, 3), other_aim=round(other.aims[0], 3), idle=round(idle.worth, 3),
        )  # fmt: skip
        return self._told(stake, best, texts, figures, number)

    @staticmethod
    def _by_flank(scales: Scales, best: Orders, mine: Weighed, space: int) -> bool:
        """Return True if the plan attacks a space, and would gain much less without the flank."""
        front = scales.weigh(Orders(best.plan, (("flank", Choice("frontal")),)))
        struck = any(isinstance(order, Strike) and order.target == space for order in best.plan.orders)
        return struck and front is not None and mine.worth - front.worth >= FRONT

    def _again(self, number: int, best: Orders, others: Sequence[Orders]) -> float:
        """Return the margin in other imagined games."""
        scales = Scales(self.game, self.side, self.reached[number : number + 1], OTHER_SEED, MANY)
        mine = scales.weigh(best)
        if mine is None:
            return 0.0
        tried = [one for plan in others if (one := scales.weigh(plan)) is not None]
        return mine.worth - max((one.worth for one in tried if one.aims[0] < MISSES * mine.aims[0]), default=-99.0)

    def _best_missing(self, number: int, came: Weighed, weighed: Sequence[tuple[Orders, Weighed]]) -> list[Orders]:
        some = [
            (one.worth, place) for place, (_, one) in enumerate(weighed) if one in self._missing(number, came, weighed)
        ]
        return [weighed[place][0] for _, place in sorted(some, reverse=True)[:2]]

    def _texts(self, best: Orders, stake: Stake) -> tuple[str, ...] | None:
        """Return the solution as choices, up to its last order and flank attempt; None if it can't be carried out."""
        game = self.game.copy(ImaginedChance(random.Random(0)))
        listener, rng = Listener(self.side), random.Random(0)
        texts: list[str] = []
        says = best.plan
        strikes = sum(isinstance(one, Strike) for one in says.orders)
        for _ in range(80):
            if not game.stack or (texts and round_over(game)):
                break
            mine = game.decision.actor(game) == self.side
            choice = ordered(game, says) if mine else None
            told = choice is not None
            if mine and game.decision.kind == "flank":
                choice, told = ComputerPlayer(game, SKETCH, rng).answer(), True
            choice = choice or ComputerPlayer(game, SKETCH, rng).answer()
            if told:
                listener.hear(game, choice)
                texts.append(game.text(choice))
            struck = strikes and game.decision.kind in ("flank", "attacker_loss", "defender_loss", "advance")
            game.apply(choice)
            if struck:
                break
        orders = listener.orders()
        given = orders is not None and _same(orders.plan, best.plan)
        if stake.kind == "flank" and "flank" not in texts:
            return None
        while texts and texts[-1] in ("finish", "stop", "leave"):
            texts.pop()
        return tuple(texts) if given and texts else None

    def _told(
        self, stake: Stake, best: Orders, texts: tuple[str, ...], figures: PuzzleFigures, number: int
    ) -> Puzzle | None:
        """Return the puzzle with its difficulty; None if nobody misses it."""
        content, state = self.rules.content, self.game.state
        space = content.spaces[stake.space].name
        missed = missed_by_levels(self.game, self.side, self.reached[number], best, figures.margin)
        if missed.recruit + missed.officer < _MISSED:
            return None
        return Puzzle.model_validate(
            {
                "name": named(self.moment.seed, len(self.moment.opening)),
                "kind": stake.kind,
                "scenario": self.moment.scenario,
                "seat": SIDE_NAMES[self.side],
                "turn": state.turn,
                "round": state.round,
                "seed": self.moment.seed,
                "aim": space,
                "units": tuple(content.units[unit].name for unit in members(stake.units)),
                "solution": texts,
                "goals": tuple((kind, content.spaces[end].name) for kind, end in goals(best.plan)),
                "facts": solution_facts.facts(state, self.side, stake.kind, best.plan, stake.space),
                "rating": rating(missed),
                "figures": figures,
                "missed": missed,
                "made": self.moment.made,
                "opening": self.moment.opening,
            }
        )


def without(best: Orders) -> list[Orders]:
    """Return the plan without each of its orders, and without the flank."""
    orders = best.plan.orders
    less = [Orders(replace(best.plan, orders=tuple(one for one in orders if one != order))) for order in orders]
    return [*less, Orders(best.plan, (("flank", Choice("frontal")),))]


def missed_by_levels(game: Game[State], side: int, reached: Reached, best: Orders, margin: float) -> PuzzleMissed:
    """Return how often the levels miss a puzzle."""
    scales = Scales(game, side, (reached,), games=_GAMES)
    came = scales.weigh(best)
    assert came is not None
    shares = {}
    for level in (RECRUIT, _ON_A_BAD_DAY):
        known: dict[str, bool] = {}
        grades = []
        for number in range(_TRIES):
            orders = _tried(game, side, level, random.Random(f"{level.name}/{number}"))
            assert orders is not None
            key = repr(orders.plan)
            if key not in known:
                mine = scales.weigh(orders)
                known[key] = mine is None or puzzles.graded(
                    came.worth - mine.worth, margin, mine.aims[0], came.aims[0]
                ) != "solved"  # fmt: skip
            grades.append(known[key])
        shares[level.name] = sum(grades) / _TRIES
    return PuzzleMissed(recruit=shares["recruit"], officer=shares["officer"], tries=_TRIES)


def _measure(stake: Stake, side: int) -> Reached:
    if stake.kind == "army":
        return aims.saved(side, stake.units)
    return aims.won(side, stake.space) if stake.kind == "space" else aims.thrown_out(side, stake.space)


def _same(one: ActionPlan, other: ActionPlan) -> bool:
    return one.use == other.use and len(one.orders) >= len(other.orders)


def _tried(game: Game[State], side: int, level: Level, rng: random.Random) -> Orders | None:
    """Return what a level orders in an action round."""
    twin, listener = Offers(game).imagine(rng), Listener(side)
    for number in range(200):
        if not twin.stack or (number and round_over(twin)):
            break
        mine = twin.decision.actor(twin) == side
        choice = ComputerPlayer(twin, level if mine else SKETCH, rng).answer()
        listener.hear(twin, choice)
        twin.apply(choice)
    return listener.orders()
