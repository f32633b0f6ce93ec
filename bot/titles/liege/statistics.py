"""Games of Liège 1914 in figures: the German points less the Belgian ones, turn by turn, and how the dice fell."""

from __future__ import annotations

from typing import Any

from bot.narration.dice import means
from bot.titles.liege.book import LiegeBook
from bot.titles.statistics import GameCourse
from engine.core.chance import Luck
from engine.core.game import Game
from engine.liege.facts import ALLIED, GERMAN
from engine.liege.points import score


class LiegeStatistics:
    """The score is that of the rules: what the Germans have earned less what the Belgians have."""

    def score(self, game: Game[Any]) -> int:
        """Return the German points less the Belgian ones."""
        return score(game.state)

    def rounds(self, game: Game[Any]) -> tuple[int, int]:
        """Return how many player turns each side has finished."""
        state = game.state
        done = state.turn - state.scenario.first
        if not game.stack:
            return done + 1, done + 1
        return done + (state.side != GERMAN), done

    def left(self, game: Game[Any]) -> int:
        """Return how many turns are left after this one."""
        return int(game.state.scenario.last - game.state.turn)

    @property
    def foreseeable(self) -> int:
        """Predictions close with the first turn in which there is fire."""
        return 3

    def judged(self, game: Game[Any]) -> tuple[int | None, int]:
        """Return who would win by the score, and by how much more than is needed."""
        worth, found = game.state.scenario.worth, score(game.state)
        if found >= worth.win:
            return GERMAN, found - worth.win + 1
        return (None, 0) if found >= worth.draw else (ALLIED, found - worth.draw)

    @property
    def most_margin(self) -> int:
        """Return how many points of one game count."""
        return 10

    def points(self, game: Game[Any]) -> tuple[int, int]:
        """Return two points for the winner, or one each."""
        winner = game.result.winner if game.result else None
        return (1, 1) if winner is None else (2, 0) if winner == GERMAN else (0, 2)

    def figures(self, names: LiegeBook, course: GameCourse) -> list[str]:
        """Return the score turn by turn, the mean of the dice, and how many tests were passed beside what was to be expected."""
        curve = names.words.say("ui.posts.curve", curve=", ".join(map(str, course.scores)))
        luck = Luck.of([throw for throw in course.dice if throw.wanted])
        told = names.words.say("ui.posts.luck", hits=luck.hits, count=luck.tried, expected=f"{luck.expected:.1f}")
        return [curve, *means(names.words, course.dice), *([told] if luck.tried else [])]


__all__ = ["LiegeStatistics"]
