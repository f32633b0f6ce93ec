"""Build the `Change` that a command commits: record, position, settings, posts and clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.service.calls import Answer, Caller, Tools
from bot.service.presenter import Announcement
from bot.service.session import packed
from bot.service.state import seat_duties
from bot.storage.models import SCORE, GameHeader, GameSettings, Seats
from bot.storage.store import Change, StoredGame
from bot.titles import title_of
from engine.core.game import Game, GameState


@dataclass(slots=True)
class CommandOutcome:
    """What a command hands to the code that builds its reply: the game after it, if it ran here.

    `before` is the number of the last entry before the action; the reply itself reports everything since then.
    """

    game: Game[GameState] | None = None
    stored: StoredGame | None = None
    before: int | None = None


async def concluded(
    tools: Tools,
    caller: Caller,
    announced: Announcement,
    answer: Answer,
    outcome: CommandOutcome,
    *,
    settings: GameSettings | None = None,
    header: GameHeader | None = None,
) -> Change:
    """Build the change of a command that added to the record; if the game is over, finish it and post its end.

    Args:
        tools: store, words and the time.
        caller: who gave the command.
        announced: the command's posts, complete, with the game, its memory and its clock as they are now.
        answer: the reply to the caller.
        outcome: receives the game and its stored state, for the panel shown after the reply.
        settings: the game's settings, if the command changed more of them.
        header: the game's header, if the command changed it.
    """
    game, stored, posts = announced.game, announced.stored, announced.posts
    if not game.stack:
        header = ended(tools, stored, game)
        posts = [*tools.games.reports(stored, game), *await tools.presenter.over(tools, caller, announced)]
    kept = announced.seen.into(_final_settings(announced, settings))
    outcome.game, outcome.stored = game, replace(stored, settings=kept)
    return Change(
        answer=answer.dump(),
        entries=[entry.dump() for entry in game.fresh],
        snapshot=packed(game),
        posts=posts,
        settings=kept,
        header=header,
        due=announced.clock.next_look(),
    )


def opened(
    answer: Answer,
    entries: Sequence[dict[str, Any]],
    snapshot: str,
    *,
    seats: Seats,
    settings: GameSettings,
    header: GameHeader,
) -> Change:
    """Build the first change of a game whose opening was played before anyone joined; post nothing.

    Args:
        answer: the reply to the caller.
        entries: the record of the opening.
        snapshot: the position after these entries.
        seats: the players in each seat.
        settings: the game's settings.
        header: the game's header.
    """
    return Change(
        answer=answer.dump(), entries=entries, snapshot=snapshot, seats=seats, settings=settings, header=header, due=0.0
    )


def only_said(
    announced: Announcement, answer: Answer, *, settings: GameSettings | None = None, seats: Seats | None = None
) -> Change:
    """Build the change of a command that posted something but left the position unchanged.

    Args:
        announced: as for `concluded`.
        answer: as for `concluded`.
        settings: as for `concluded`.
        seats: the players in each seat, if the command changed them.
    """
    return Change(
        answer=answer.dump(),
        posts=announced.close(),
        settings=_final_settings(announced, settings),
        seats=seats,
        due=announced.clock.next_look(),
    )


def _final_settings(announced: Announcement, settings: GameSettings | None) -> GameSettings:
    """Return the settings with the memory and clock after the command, and the time the computer's next duty is due."""
    game, memory = announced.game, announced.memory
    announced.clock.duty = seat_duties.due(announced.stored, game, memory, announced.now)
    return announced.clock.into(announced.memory.into(settings or announced.stored.settings))


def ended(tools: Tools, stored: StoredGame, game: Game[GameState]) -> GameHeader:
    """Return the header of a game that has just ended."""
    assert game.result is not None
    title, result = title_of(game), {"winner": game.result.winner, "reason": game.result.reason}
    if title.statistics is not None:
        result[SCORE] = title.statistics.score(game)
    return stored.header.model_copy(update={"status": "finished", "result": result, "finished_at": tools.now()})


__all__ = ["CommandOutcome", "concluded", "ended", "only_said", "opened"]
