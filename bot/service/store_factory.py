"""A store as the service needs it: what this version cannot read in it is made anew, and tables are told what is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bot.service.outgoing import post
from bot.service.position_repair import PositionReader
from bot.service.record_work import RecordThreads, Workshop
from bot.storage import Store
from bot.storage.outbox_models import Post
from bot.storage.store import StoredGame
from bot.table.reply import Reply
from bot.titles import usual_title
from renderer.kit.languages import USUAL, languages

S = TypeVar("S", bound=Store)


def build_store(
    make: Callable[..., S], *args: object, workshop: Workshop | None = None, language: str = "en", **options: object
) -> S:
    """Return a store that makes anew the positions which this version cannot read.

    Args:
        make: the class of the store, or what else makes one.
        args: what `make` takes first, such as the connection.
        workshop: where records are played again; threads by default.
        language: in which tables are told of posts that are lost.
        options: what `make` takes besides.
    """
    words = usual_title().words(language)
    reviver = PositionReader(workshop or RecordThreads(), _position_lost)
    instead = post("unreadable", Reply(text=words.say("ui.answers.posts_unreadable"), audience="channel"))
    return make(*args, reviver=reviver, instead=instead, **options)


def _position_lost(stored: StoredGame) -> list[Post]:
    """Return what the players of a game, and who opened it, are told when it cannot go on here."""
    users = tuple(sorted({*stored.seats.people(), stored.header.created_by}))
    language = stored.settings.language
    words = usual_title().words(language if language in languages() else USUAL)
    text = words.say("ui.posts.position_lost", game=stored.header.game_id)
    return [post("lost", Reply(text=text, audience="channel", mention=users))]


__all__ = ["build_store"]
