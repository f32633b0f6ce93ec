"""Time that passes for what is stored: of a process that was killed, nobody waits for lease and pauses in a test."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.storage import Store
from bot.storage.keys import GameKeys
from bot.storage.outbox_models import Failure


async def pauses_over(store: Store, game: str) -> None:
    """The posts of a game that failed may be tried again now; how often they failed stays.

    A platform that is away earns a pause four times as long with every look, so how long it is hangs on
    how often a process got to look before it was killed.
    """
    own = GameKeys(game)
    for post, raw in (await store.connection.call("HGETALL", own.tries)).items():
        failed = Failure.parse(raw, "a failure").model_copy(update={"again": datetime.now(UTC)})
        await store.connection.call("HSET", own.tries, post, failed.dump())


async def lease_run_out(store: Store, game: str, process: str) -> None:
    """The lease that a process of this name has on a game's posts, if it has one, is over."""
    own = GameKeys(game)
    holder = await store.connection.call("GET", own.courier)
    if holder is not None and holder.decode().endswith(f":{process}"):
        await store.connection.call("PEXPIRE", own.courier, 1)


__all__ = ["lease_run_out", "pauses_over"]
