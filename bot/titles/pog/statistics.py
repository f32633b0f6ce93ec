"""Games of Paths of Glory in figures: VP, losses by nation, and how the dice fell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bot.narration.dice import means
from bot.narration.segments import Told
from bot.titles.pog.narration.names import Names
from bot.titles.statistics import Course
from engine.core.game import Game

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
    """The sum."""
    summed = Losses()
    for one in losses:
        summed.steps.update(one.steps)
        summed.gone.update(one.gone)
    return summed


class PogStatistics:
    """The figures of Paths of Glory."""

    def score(self, game: Game[Any]) -> int:
        """The VP."""
        return int(game.state.vp)

    def figures(self, names: Names, course: Course) -> list[str]:
        """VP by turn, losses, luck in battle, and the other dice."""
        say = names.words.say
        curve = say("ui.posts.curve", curve=" → ".join(str(vp) for vp in course.scores))
        other = {
            purpose: values
            for purpose, values in course.chance.items()
            if purpose not in _FIRES and max(values) <= FACES
        }
        return [curve, *_lost(names, course.events), *_luck(names, course.events), *means(names.words, other)]


def _lost(names: Names, events: Sequence[Told]) -> list[str]:
    """The steps that each nation has lost, and the units that are gone; [] before the first."""
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
    """The fires of one side."""
    who, count = names.side(side), len(rolled)
    if not rolled:
        return names.words.say("ui.posts.luck_none", side=who)
    mean, pips = f"{sum(rolled) / count:.2f}", f"{sum(rolled) - FAIR * count:+.1f}"
    return names.words.say("ui.posts.luck_side", side=who, count=count, mean=mean, pips=pips)


__all__ = ["Losses", "PogStatistics", "together"]
