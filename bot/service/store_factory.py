"""Factory for the service's store: rebuilds positions that this version cannot read, and notifies tables of losses."""

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
    """Return a store that rebuilds positions which this version cannot read.

    Args:
        make: the store's class or factory.
        args: positional arguments of `make`, such as the connection.
        workshop: worker pool for replays; threads by default.
        language: of the notice about lost posts.
        options: keyword arguments of `make`.
    """
    words = usual_title().words(language)
    reviver = PositionReader(workshop or RecordThreads(), _position_lost)
    instead = post("unreadable", Reply(text=words.say("ui.answers.posts_unreadable"), audience="channel"))
    return make(*args, reviver=reviver, instead=instead, **options)


def _position_lost(stored: StoredGame) -> list[Post]:
    """Return the notice to a game's players and opener that it cannot continue here."""
    users = tuple(sorted({*stored.seats.people(), stored.header.created_by}))
    language = stored.settings.language
    words = usual_title().words(language if language in languages() else USUAL)
    text = words.say("ui.posts.position_lost", game=stored.header.game_id)
    return [post("lost", Reply(text=text, audience="channel", mention=users))]


__all__ = ["build_store"]
