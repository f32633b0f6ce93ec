"""Posts for the end of a game: result with its reason, final map, statistics, and the seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.narration.book import Book
from bot.narration.user_text import unmarked
from bot.service.outgoing import post
from bot.service.record import history
from bot.storage.outbox_models import Post
from bot.storage.store import StoredGame
from bot.table import tokens
from bot.table.reply import Button, Menu, PictureRef, Reply
from bot.titles import title_of, title_stored
from bot.titles.capabilities import levels_of, score_of
from bot.titles.panel import result_text
from bot.titles.statistics import GameCourse
from engine.core.game import Game, GameState


def posts(stored: StoredGame, record: list[dict[str, Any]], language: str) -> list[Post]:
    """Return the end-of-game posts for the channel and the spectators, from the whole record; for `recalled`."""
    title, retold = title_stored(stored.header), history.retell(stored, record)
    book, game = title.book(stored.header.options, language), retold.game
    dice = [throw for throw in game.throws if game.system.drawn_for(throw.purpose) is None]
    course = GameCourse(retold.events, [*retold.scores, score_of(title, game)], dice)
    told = [] if title.statistics is None else title.statistics.figures(book, course)
    picture = PictureRef.model_validate(
        {
            "kind": "end",
            "game": stored.header.game_id,
            "number": game.number,
            "alt": unmarked(result_text(book, game)),
            "palette": stored.settings.palette,
            "language": language,
        }
    )
    return brief(stored, game, book, told, picture)


def brief(
    stored: StoredGame, game: Game[GameState], book: Book, told: Sequence[str] = (), picture: PictureRef | None = None
) -> list[Post]:
    """Return the end-of-game posts: the result, the details from the record if it can be replayed, and the seed."""
    header, say, title = stored.header, book.words.say, title_of(game)
    lines = [
        result_text(book, game),
        say("ui.posts.end", score=score_of(title, game)) if title.statistics is not None else "",
        *told,
        say("ui.posts.seed", seed=header.seed, commitment=header.commitment),
        say("ui.seed.revealed", host=header.mixing.host, first=book.side(0)) if header.mixing else "",
    ]
    text = "\n".join(line for line in lines if line)
    row = [Button(label=say("ui.buttons.rematch"), token=tokens.line(header.game_id, "rematch"))]
    if levels_of(title_stored(header)) and picture is not None:  # its record can be replayed
        row.append(
            Button(label=say("ui.buttons.look_back"), token=tokens.line(header.game_id, f"assess {header.game_id}"))
        )
    return [
        post("end", Reply(text=text, picture=picture, audience="channel", menu=Menu(rows=(tuple(row),)))),
        post("end", Reply(text=text, picture=picture, audience="thread")),
    ]


__all__ = ["brief", "posts"]
