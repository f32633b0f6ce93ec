"""What a title can do beside being played: the questions that the host asks of capabilities which may be None.

A list of what there is is empty where the capability is missing, so that whoever goes through it needs no question before. What
happens only where it is there (a seat of the computer, a lesson that runs) raises `CapabilityMissing` where it is gone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.storage.models import GameSettings
from bot.titles import title_of
from bot.titles.opponents import Opponents
from bot.titles.puzzles import Puzzle, Puzzles
from bot.titles.school import Lesson
from bot.titles.standing_orders import NoOrders, StandingOrders
from bot.titles.title import Title
from engine.core.game import Game

#: What a league gives for a game without statistics: to the winner, to each of two that drew, to the loser.
_WON, _DREW, _LOST = 2, 1, 0


class CapabilityMissing(LookupError):
    """A title cannot do what a stored game needs of it; the message names both."""

    def __init__(self, title: Title[Any, Any], capability: str) -> None:
        super().__init__(f"the title {title.name} has no {capability}")


def levels_of(title: Title[Any, Any]) -> tuple[str, ...]:
    """Return the names of the levels that may hold a seat, the weakest first."""
    return () if title.opponents is None else title.opponents.levels


def levels_offered(title: Title[Any, Any], options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the levels that play a game with these options, the weakest first."""
    return () if title.opponents is None else title.opponents.offered(options)


def alone_in(title: Title[Any, Any]) -> tuple[str, str]:
    """Return the scenario and the level with which a newcomer who is alone begins; "" for both without levels."""
    return ("", "") if title.opponents is None else title.opponents.alone


def lessons_of(title: Title[Any, Any]) -> Sequence[Lesson]:
    """Return the lessons in the order in which they are taken."""
    return () if title.school is None else title.school.lessons


def puzzles_of(title: Title[Any, Any]) -> Sequence[Puzzle]:
    """Return the puzzles by name."""
    return () if title.puzzles is None else title.puzzles.all


def opponents_of(title: Title[Any, Any]) -> Opponents:
    """Return who plays for the computer; raises CapabilityMissing."""
    if title.opponents is None:
        raise CapabilityMissing(title, "opponents")
    return title.opponents


def posed_by(title: Title[Any, Any]) -> Puzzles:
    """Return what a puzzle is judged by; raises CapabilityMissing."""
    if title.puzzles is None:
        raise CapabilityMissing(title, "puzzles")
    return title.puzzles


def held_in(title: Title[Any, Any], settings: GameSettings) -> StandingOrders[Any]:
    """Return the standing orders that a game's settings keep; none of a title without them."""
    return NoOrders() if title.standing_orders is None else title.standing_orders.of(settings)


def score_of(title: Title[Any, Any], game: Game[Any]) -> int:
    """Return how a game stands as one number, 0 where a title keeps no score."""
    return 0 if title.statistics is None else title.statistics.score(game)


def known_of(title: Title[Any, Any], game: Game[Any], viewer: int | None) -> tuple[int, int]:
    """Return the score and the first side's margin as a viewer may know them, None for everybody; 0 where a title keeps no score."""
    return (0, 0) if title.statistics is None else title.statistics.known(game, viewer)


def rounds_of(title: Title[Any, Any], game: Game[Any]) -> tuple[int, int]:
    """Return how many rounds each side has finished; without statistics as many as turns are over."""
    if title.statistics is not None:
        return title.statistics.rounds(game)
    over = max(0, title.moment(game)[0] - 1)
    return over, over


def turns_left(title: Title[Any, Any], game: Game[Any]) -> int:
    """Return how many turns are left when the present one is over, at most."""
    if title.statistics is not None:
        return title.statistics.left(game)
    return max(0, title.length[0] - title.moment(game)[0])


def foreseeable(title: Title[Any, Any]) -> int:
    """Return the turn, counted from 1, with which predictions of who wins are closed: without statistics the second."""
    return min(2, title.length[0]) if title.statistics is None else title.statistics.foreseeable


def judged(title: Title[Any, Any], game: Game[Any]) -> tuple[int | None, int]:
    """Return who would win if the game were to end as it stands, and by how much; without statistics who has won, by nothing."""
    if title.statistics is not None:
        return title.statistics.judged(game)
    return (None if game.result is None else game.result.winner), 0


def margin_counted(title: Title[Any, Any]) -> int:
    """Return how much of the margin of one game counts in a table; without statistics there are no margins."""
    return 1 if title.statistics is None else title.statistics.most_margin


def on_clock(game: Game[Any]) -> int | None:
    """Return the side whose time runs in a game; None where it is over or nobody's does."""
    return title_of(game).on_clock(game) if game.stack else None


def points_of(title: Title[Any, Any], game: Game[Any]) -> tuple[int, int]:
    """Return what a league gives the sides for a game that is over: two to the winner, one to each of two that drew."""
    if title.statistics is not None:
        return title.statistics.points(game)
    winner = None if game.result is None else game.result.winner
    return (_DREW, _DREW) if winner is None else (_LOST, _WON) if winner else (_WON, _LOST)


__all__ = [
    "CapabilityMissing",
    "alone_in",
    "foreseeable",
    "held_in",
    "judged",
    "known_of",
    "lessons_of",
    "levels_of",
    "levels_offered",
    "margin_counted",
    "on_clock",
    "opponents_of",
    "points_of",
    "posed_by",
    "puzzles_of",
    "rounds_of",
    "score_of",
    "turns_left",
]
