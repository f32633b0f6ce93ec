"""`feldpost parked`: list, retry or drop posts whose delivery was given up.

Works while a bot is running, on the server of REDIS_URL or on the bot's own. Only a post's kind and the reason are
shown, never its text: a private one may name cards.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.narration.texts import host_text
from bot.settings import Settings
from bot.storage import Store, redis_server
from bot.storage.outbox import Parked
from bot.storage.server import connection_to

Tell = Callable[[str], None]


def run_parked(settings: Settings, act: str, post: str, tell: Tell = print) -> int:
    """List, retry or drop posts; returns the exit code.

    Raises:
        StorageError: no usable Redis server was found.
    """
    return asyncio.run(_with_store(settings, act, post, tell))


async def _with_store(settings: Settings, act: str, post: str, tell: Tell) -> int:
    async with redis_server(settings, attach=True) as url:
        store = Store(
            connection_to(settings, url), answer_days=settings.answer_days, delivery_tries=settings.delivery_tries
        )
        try:
            return await carry_out(store, act, post, tell)
        finally:
            await store.close()


async def carry_out(store: Store, act: str, post: str, tell: Tell) -> int:
    """List, retry or drop the selected posts; returns 1 if the named one does not exist."""
    found = await store.outbox.parked()
    if post != "all":
        found = [parked for parked in found if name_of(parked) == post]
        if not found:
            tell(host_text("operator.parked.no_parked_post_called", post=post))
            return 1
    if not found:
        tell(host_text("operator.parked.no_posts_parked"))
        return 0
    for parked in found:
        if act == "retry":
            waits = await store.outbox.retry_parked(parked.game_id, parked.post_id)
            tell(host_text("operator.parked.retried" if waits else "operator.parked.outdated", name_of=name_of(parked)))
        elif act == "drop":
            await store.outbox.drop_parked(parked.game_id, parked.post_id)
            tell(host_text("operator.parked.dropped", name_of=name_of(parked)))
        else:
            tell(_line(parked))
    if act == "list":
        tell(host_text("operator.parked.parked_retry_post_tries"))
    return 0


def name_of(parked: Parked) -> str:
    """Return the name by which the operator refers to a post."""
    return f"{parked.game_id}/{parked.post_id}"


def _line(parked: Parked) -> str:
    held = parked.parked
    when = held.parked_at.isoformat(timespec="seconds")
    return host_text(
        "operator.parked.line",
        name_of=name_of(parked),
        kind=held.post.kind,
        at=when,
        count=held.tries,
        reason=held.reason,
    )


__all__ = ["carry_out", "name_of", "run_parked"]
