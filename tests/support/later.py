"""Skip waiting times in the store, such as the lease and pauses left by a killed process."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.storage import Store
from bot.storage.keys import GameKeys
from bot.storage.outbox_models import Failure


async def pauses_over(store: Store, game: str) -> None:
    """Allow a game's failed posts to be retried now; the number of failures stays.

    The pause quadruples with every attempt on a platform that is away, so its length depends on how many attempts a
    process made before it was killed.
    """
    own = GameKeys(game)
    for post, raw in (await store.connection.call("HGETALL", own.tries)).items():
        failed = Failure.parse(raw, "a failure").model_copy(update={"again": datetime.now(UTC)})
        await store.connection.call("HSET", own.tries, post, failed.dump())


async def lease_run_out(store: Store, game: str, process: str) -> None:
    """Expire the lease that a process of this name has on a game's posts, if any."""
    own = GameKeys(game)
    holder = await store.connection.call("GET", own.courier)
    if holder is not None and holder.decode().endswith(f":{process}"):
        await store.connection.call("PEXPIRE", own.courier, 1)


__all__ = ["lease_run_out", "pauses_over"]
