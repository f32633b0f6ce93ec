"""Statistics of Paths of Glory: VP, losses by nation, and dice luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bot.narration.dice import means
from bot.narration.segments import Told
from bot.titles.pog.narration.names import Names
from bot.titles.pog.narration.written_figures import figure
from bot.titles.statistics import GameCourse
from engine.core.game import Game
from engine.pog.content.records import AP
from engine.pog.rules import victory
from engine.pog.rules.rounds import ACTION_ROUNDS

#: Mean of a fair die.
FAIR: Final = 3.5
#: Faces of a die; a random number with more faces wasn't a die roll.
FACES: Final = 6
#: Rolls that count as luck in battle.
_FIRES: Final = frozenset({"attacker_fire", "defender_fire"})
#: Causes of loss events by which no nation loses anything new: a unit is relieved, or was eliminated before.
_NOT_LOST: Final = frozenset({"relieved", "legion", "with_corps"})


@dataclass(slots=True)
class Losses:
    """Steps and whole units lost by nations, minus those restored."""

    steps: Counter[str] = field(default_factory=Counter)
    gone: Counter[str] = field(default_factory=Counter)

    def add(self, nation: str, result: str) -> None:
        """Record one loss of a unit, or its recovery."""
        self.steps[nation] += -1 if result == "restored" else 1
        self.gone[nation] += result in ("eliminated", "permanently")

    def ranked(self) -> list[tuple[str, int, int]]:
        """Return nation, steps and units, most steps first; nations without losses are omitted."""
        return [(nation, steps, self.gone[nation]) for nation, steps in self.steps.most_common() if steps > 0]


def together(losses: Iterable[Losses]) -> Losses:
    """Return the sum of several losses."""
    summed = Losses()
    for one in losses:
        summed.steps.update(one.steps)
        summed.gone.update(one.gone)
    return summed


#: Endings after which neither side gets league points.
_NOTHING: Final = frozenset({"peace_lost_by_both", "annulled", "operator"})
#: Endings at which the end-of-game adjustments have already been added to the VP.
_ADDED: Final = frozenset({"armistice", "turn_limit", "total_war"})


class PogStatistics:
    """The statistics of Paths of Glory."""

    def score(self, game: Game[Any]) -> int:
        """Return the VP."""
        return int(game.state.vp)

    def rounds(self, game: Game[Any]) -> tuple[int, int]:
        """Return six per earlier turn, plus the rounds of this turn before the current action."""
        state = game.state
        over = ACTION_ROUNDS * (state.turn - 1)
        one, other = (
            over + (state.round - 1 if state.phasing == side else len(state.actions[side])) for side in (0, 1)
        )
        return one, other

    def left(self, game: Game[Any]) -> int:
        """Return the turns up to the scenario's last."""
        return int(game.state.rules.scenario.last_turn) - int(game.state.turn)

    @property
    def foreseeable(self) -> int:
        """The third turn: the first two reveal little."""
        return 3

    def judged(self, game: Game[Any]) -> tuple[int | None, int]:
        """Return the winner by victory level, including end-of-game adjustments and the bid; for a finished game, the actual winner."""
        if game.result is not None and game.result.reason in _ADDED:
            return game.result.winner, victory.margin(game.state, game.state.vp)
        return victory.judged(game.state)

    def known(self, game: Game[Any], viewer: int | None) -> tuple[int, int]:
        """Return the VP and the margin, which are both public."""
        del viewer
        return self.score(game), self.judged(game)[1]

    @property
    def most_margin(self) -> int:
        """Ten VP."""
        return 10

    def points(self, game: Game[Any]) -> tuple[int, int]:
        """Return (0, 0) if both sides lost (5.6.3) or there is no result; else 2 for a win, 1 each for a draw."""
        result = game.result
        if result is None or (result.winner is None and result.reason in _NOTHING):
            return 0, 0
        if result.winner is None:
            return 1, 1
        return (2, 0) if result.winner == AP else (0, 2)

    def figures(self, names: Names, course: GameCourse) -> list[str]:
        """Return VP at the start of each turn, losses, luck in battle, and the other dice; the final VP are shown elsewhere."""
        say = names.words.say
        curve = say("ui.posts.curve", curve=" → ".join(figure(vp) for vp in course.scores[:-1]))
        other = [throw for throw in course.dice if throw.purpose not in _FIRES]
        return [
            curve,
            *_losses_by_nation(names, course.events),
            *_luck(names, course.events),
            *means(names.words, other),
        ]


def costs_steps(data: Mapping[str, Any]) -> bool:
    """Return True if a loss event is a nation's loss: not a fort, nor a unit that is relieved or was lost before."""
    return data["unit"] is not None and data.get("cause", "") not in _NOT_LOST


def _losses_by_nation(names: Names, events: Sequence[Told]) -> list[str]:
    """Return the steps and units that each nation has lost; [] if there are no losses yet."""
    losses, units = Losses(), names.content.units
    for event in events:
        if event["kind"] == "loss" and costs_steps(event["data"]):
            losses.add(units[event["data"]["unit"]].parent, event["data"]["result"])
    told = [
        names.words.say(
            "ui.posts.lost_units" if gone else "ui.posts.lost_by", nation=names.nation(nation), steps=steps, count=gone
        )
        for nation, steps, gone in losses.ranked()
    ]
    return [names.words.say("ui.posts.lost", list="; ".join(told))] if told else []


def _luck(names: Names, events: Sequence[Told]) -> list[str]:
    """Return each side's fires, their mean, and the pips above or below the expectation; [] before the first fire."""
    dice: tuple[list[int], list[int]] = ([], [])
    for event in events:
        if event["kind"] == "fire":
            dice[event["data"]["fire"]["side"]].append(event["data"]["fire"]["die"])
    if not any(dice):
        return []
    return [names.words.say("ui.posts.luck_head"), *(_luck_of(names, side, dice[side]) for side in (0, 1))]


def _luck_of(names: Names, side: int, rolled: Sequence[int]) -> str:
    """Return the dice luck of one side's fires."""
    who, count = names.side(side), len(rolled)
    if not rolled:
        return names.words.say("ui.posts.luck_none", side=who)
    pips = sum(rolled) - FAIR * count
    key = "luck_even" if not pips else "luck_above" if pips > 0 else "luck_below"
    words = {"mean": f"{sum(rolled) / count:.2f}", "pips": f"{abs(pips):g}"}
    return names.words.say(f"ui.posts.{key}", side=who, count=count, **words)


__all__ = ["Losses", "PogStatistics", "costs_steps", "together"]
