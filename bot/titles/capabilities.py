"""Accessors for a title's optional capabilities, any of which can be None.

Lists are empty where the capability is missing, so that callers can iterate without a check. Accessors for things that
exist only with the capability (a computer's seat, a running lesson) raise `CapabilityMissing` where it is gone.
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

#: League points for a game without statistics: win, draw (each side), loss.
_WON, _DREW, _LOST = 2, 1, 0


class CapabilityMissing(LookupError):
    """Raised when a stored game needs a capability that its title doesn't have; the message names both."""

    def __init__(self, title: Title[Any, Any], capability: str) -> None:
        super().__init__(f"the title {title.name} has no {capability}")


def levels_of(title: Title[Any, Any]) -> tuple[str, ...]:
    """Return the names of the computer levels that can hold a seat, weakest first."""
    return () if title.opponents is None else title.opponents.levels


def levels_offered(title: Title[Any, Any], options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the levels that can play a game with these options, weakest first."""
    return () if title.opponents is None else title.opponents.offered(options)


def alone_in(title: Title[Any, Any]) -> tuple[str, str]:
    """Return the scenario and level for a newcomer's first game against the computer; ("", "") without levels."""
    return ("", "") if title.opponents is None else title.opponents.alone


def lessons_of(title: Title[Any, Any]) -> Sequence[Lesson]:
    """Return the lessons in their teaching order."""
    return () if title.school is None else title.school.lessons


def puzzles_of(title: Title[Any, Any]) -> Sequence[Puzzle]:
    """Return the puzzles, sorted by name."""
    return () if title.puzzles is None else title.puzzles.all


def opponents_of(title: Title[Any, Any]) -> Opponents:
    """Return the title's computer players; raises CapabilityMissing."""
    if title.opponents is None:
        raise CapabilityMissing(title, "opponents")
    return title.opponents


def posed_by(title: Title[Any, Any]) -> Puzzles:
    """Return the title's puzzles capability, which judges solutions; raises CapabilityMissing."""
    if title.puzzles is None:
        raise CapabilityMissing(title, "puzzles")
    return title.puzzles


def held_in(title: Title[Any, Any], settings: GameSettings) -> StandingOrders[Any]:
    """Return the standing orders stored in a game's settings; an empty `NoOrders` if the title has none."""
    return NoOrders() if title.standing_orders is None else title.standing_orders.of(settings)


def score_of(title: Title[Any, Any], game: Game[Any]) -> int:
    """Return the score of a game as one number, 0 if the title keeps no score."""
    return 0 if title.statistics is None else title.statistics.score(game)


def known_of(title: Title[Any, Any], game: Game[Any], viewer: int | None) -> tuple[int, int]:
    """Return the score and the first side's margin as known to a viewer (None: the public); (0, 0) if the title keeps no score."""
    return (0, 0) if title.statistics is None else title.statistics.known(game, viewer)


def rounds_of(title: Title[Any, Any], game: Game[Any]) -> tuple[int, int]:
    """Return how many rounds each side has finished; without statistics, the number of turns that are over."""
    if title.statistics is not None:
        return title.statistics.rounds(game)
    over = max(0, title.moment(game)[0] - 1)
    return over, over


def turns_left(title: Title[Any, Any], game: Game[Any]) -> int:
    """Return the maximum number of turns left after the present one."""
    if title.statistics is not None:
        return title.statistics.left(game)
    return max(0, title.length[0] - title.moment(game)[0])


def foreseeable(title: Title[Any, Any]) -> int:
    """Return the turn, counted from 1, in which predictions of the winner close; the second without statistics."""
    return min(2, title.length[0]) if title.statistics is None else title.statistics.foreseeable


def judged(title: Title[Any, Any], game: Game[Any]) -> tuple[int | None, int]:
    """Return who would win if the game ended now, and by what margin; without statistics, the actual winner and 0."""
    if title.statistics is not None:
        return title.statistics.judged(game)
    return (None if game.result is None else game.result.winner), 0


def margin_counted(title: Title[Any, Any]) -> int:
    """Return the most of a single game's margin that counts in a league table; 1 without statistics, which have no margins."""
    return 1 if title.statistics is None else title.statistics.most_margin


def on_clock(game: Game[Any]) -> int | None:
    """Return the side whose clock runs in a game; None if the game is over or no clock runs."""
    return title_of(game).on_clock(game) if game.stack else None


def points_of(title: Title[Any, Any], game: Game[Any]) -> tuple[int, int]:
    """Return the league points of each side for a finished game; without statistics 2 for a win and 1 for each side of a draw."""
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
