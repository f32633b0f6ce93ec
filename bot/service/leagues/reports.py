"""Report of a league game's end to its season: a separate post in the same commit that ends the game."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from bot.storage.outbox_models import Post
from bot.storage.store import StoredGame
from bot.titles import title_of
from bot.titles.capabilities import judged, points_of
from engine.core import record as rec
from engine.core.game import Game, GameState
from engine.errors import EngineError

#: Audience of the post: the season's clerk; no platform delivers it.
LEAGUE: Literal["league"] = "league"


class Report(BaseModel):
    """How a league game ended.

    `points` and `margin` are from the first side's view. `ruling` is True if the game was ended from outside its rules;
    `reason` is the title's word for the ending, or the ruling's. `turn` is the turn in which it ended, counted from 1.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    season: str
    match: str
    leg: int = 0
    points: tuple[int, int]
    margin: int
    reason: str
    turn: int
    ruling: bool = False


def of(stored: StoredGame, game: Game[GameState]) -> list[Post]:
    """Return the report of a finished game; none for a game outside leagues."""
    league, result = stored.header.league, game.result
    if league is None or result is None:
        return []
    report = Report(
        season=league.season,
        match=league.match,
        leg=league.leg,
        points=points_of(title_of(game), game),
        margin=_lead_of_first(game, result.winner),
        reason=result.reason,
        turn=title_of(game).moment(game)[0],
        ruling=bool(game.fresh) and game.fresh[-1].kind == rec.RULING,
    )
    return [Post(kind="report", audience=LEAGUE, body=report.model_dump(mode="json"))]


def read(post: Post) -> Report | None:
    """Return the report in a post; None if it is not one."""
    try:
        return Report.model_validate(post.body)
    except ValidationError:
        return None


def _lead_of_first(game: Game[GameState], winner: int | None) -> int:
    """Return the first side's lead; never against a winner, and 0 if nobody won."""
    if winner is None:
        return 0
    try:
        margin = judged(title_of(game), game)[1]
    except (EngineError, AssertionError, LookupError):  # a position that the rules fail on ends as well
        return 0
    return max(margin, 0) if winner == 0 else min(margin, 0)


__all__ = ["LEAGUE", "Report", "of", "read"]
