"""Games of Paths of Glory in figures: VP, losses by nation, and how the dice fell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
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

#: What a fair die gives on average.
FAIR: Final = 3.5
#: Faces of a die; where chance answers with more it was no die.
FACES: Final = 6
#: Rolls that are told as luck in battle.
_FIRES: Final = frozenset({"attacker_fire", "defender_fire"})


@dataclass(slots=True)
class Losses:
    """Steps and whole units that nations have lost; what was taken back counts off."""

    steps: Counter[str] = field(default_factory=Counter)
    gone: Counter[str] = field(default_factory=Counter)

    def add(self, nation: str, result: str) -> None:
        """Note one loss of a unit, or its recovery."""
        self.steps[nation] += -1 if result == "restored" else 1
        self.gone[nation] += result in ("eliminated", "permanently")

    def ranked(self) -> list[tuple[str, int, int]]:
        """Nation, steps and units, most steps first; none without any."""
        return [(nation, steps, self.gone[nation]) for nation, steps in self.steps.most_common() if steps > 0]


def together(losses: Iterable[Losses]) -> Losses:
    """Return the sum."""
    summed = Losses()
    for one in losses:
        summed.steps.update(one.steps)
        summed.gone.update(one.gone)
    return summed


#: Endings that give nobody a point.
_NOTHING: Final = frozenset({"peace_lost_by_both", "annulled", "operator"})
#: Endings at which what counts at an end has been added to the VP.
_ADDED: Final = frozenset({"armistice", "turn_limit", "total_war"})


class PogStatistics:
    """The figures of Paths of Glory."""

    def score(self, game: Game[Any]) -> int:
        """Return the VP."""
        return int(game.state.vp)

    def rounds(self, game: Game[Any]) -> tuple[int, int]:
        """Six a turn before this one, and in this turn those before the action that goes on."""
        state = game.state
        over = ACTION_ROUNDS * (state.turn - 1)
        one, other = (
            over + (state.round - 1 if state.phasing == side else len(state.actions[side])) for side in (0, 1)
        )
        return one, other

    def left(self, game: Game[Any]) -> int:
        """Return the turns up to the last of the scenario."""
        return int(game.state.rules.scenario.last_turn) - int(game.state.turn)

    @property
    def foreseeable(self) -> int:
        """Two turns tell little yet."""
        return 3

    def judged(self, game: Game[Any]) -> tuple[int | None, int]:
        """By the victory level of the VP, with the adjustments of the end and the bid; of a game that is over, by what was."""
        if game.result is not None and game.result.reason in _ADDED:
            return game.result.winner, victory.margin(game.state, game.state.vp)
        return victory.judged(game.state)

    def known(self, game: Game[Any], viewer: int | None) -> tuple[int, int]:
        """Return the VP and the margin: both are open."""
        del viewer
        return self.score(game), self.judged(game)[1]

    @property
    def most_margin(self) -> int:
        """Ten VP."""
        return 10

    def points(self, game: Game[Any]) -> tuple[int, int]:
        """Nobody has any where both have lost (5.6.3), and where there is no result."""
        result = game.result
        if result is None or (result.winner is None and result.reason in _NOTHING):
            return 0, 0
        if result.winner is None:
            return 1, 1
        return (2, 0) if result.winner == AP else (0, 2)

    def figures(self, names: Names, course: GameCourse) -> list[str]:
        """VP when each turn began, losses, luck in battle, and the other dice; the VP of the end are said beside them."""
        say = names.words.say
        curve = say("ui.posts.curve", curve=" → ".join(figure(vp) for vp in course.scores[:-1]))
        other = [throw for throw in course.dice if throw.purpose not in _FIRES]
        return [curve, *_lost(names, course.events), *_luck(names, course.events), *means(names.words, other)]


def _lost(names: Names, events: Sequence[Told]) -> list[str]:
    """Return the steps that each nation has lost, and the units that are gone; [] before the first."""
    losses, units = Losses(), names.content.units
    for event in events:
        if event["kind"] == "loss" and event["data"]["unit"] is not None:
            losses.add(units[event["data"]["unit"]].parent, event["data"]["result"])
    told = [
        names.words.say(
            "ui.posts.lost_units" if gone else "ui.posts.lost_by", nation=names.nation(nation), steps=steps, count=gone
        )
        for nation, steps, gone in losses.ranked()
    ]
    return [names.words.say("ui.posts.lost", list="; ".join(told))] if told else []


def _luck(names: Names, events: Sequence[Told]) -> list[str]:
    """For each side its fires, their mean, and the pips above or below what fair dice give; [] before the first."""
    dice: tuple[list[int], list[int]] = ([], [])
    for event in events:
        if event["kind"] == "fire":
            dice[event["data"]["fire"]["side"]].append(event["data"]["fire"]["die"])
    if not any(dice):
        return []
    return [names.words.say("ui.posts.luck_head"), *(_luck_of(names, side, dice[side]) for side in (0, 1))]


def _luck_of(names: Names, side: int, rolled: Sequence[int]) -> str:
    """Return the fires of one side."""
    who, count = names.side(side), len(rolled)
    if not rolled:
        return names.words.say("ui.posts.luck_none", side=who)
    pips = sum(rolled) - FAIR * count
    key = "luck_even" if not pips else "luck_above" if pips > 0 else "luck_below"
    words = {"mean": f"{sum(rolled) / count:.2f}", "pips": f"{abs(pips):g}"}
    return names.words.say(f"ui.posts.{key}", side=who, count=count, **words)


__all__ = ["Losses", "PogStatistics", "together"]
