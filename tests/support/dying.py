"""Kill picture processes repeatedly while posts are delivered, and record delays and the fate of the pictures."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.platforms.courier import Courier
from bot.platforms.painting import PicturePool
from bot.service.outgoing import post
from bot.storage import Change, Store
from bot.table.reply import PictureRef, Reply

#: Seconds between kills, and between posts.
_KILLS, _POSTS = 1.0, 0.6
#: Most seconds by which the death of a picture process may delay a post.
BOUND = 3.0


def pids(pool: PicturePool) -> list[int]:
    """Return the ids of the current picture processes."""
    pools = pool._workers._pools
    return [pid for one in pools for pid in list(one._processes or {})]


@dataclass
class Storm:
    """The results of killing processes.

    `lag` is the worst delay of this test's own event loop, for which the bot isn't to blame.
    """

    delays: dict[str, float] = field(default_factory=dict)
    kills: int = 0
    lag: float = 0.0

    @property
    def longest(self) -> float:
        """The longest delay of a post in seconds, minus the delay of the machine itself."""
        return max(self.delays.values()) - self.lag


async def storm(
    pool: PicturePool,
    store: Store,
    courier: Courier,
    game: str,
    seconds: float,
    stands: Callable[[str], Awaitable[bool]],
) -> Storm:
    """Kill a picture process once a second, and deliver posts with pictures meanwhile.

    Args:
        pool: the pool whose processes are killed.
        store: of the game.
        courier: delivers the posts.
        game: the game of the posts.
        seconds: the duration.
        stands: returns whether a post with this text is shown.
    """
    await pool._workers.run("", os.getpid)  # the first process of all waits for what the others are forks of
    found, clock = Storm(), asyncio.get_running_loop().time
    over = clock() + seconds

    async def kill() -> None:
        while clock() < over:
            await asyncio.sleep(_KILLS)
            for pid in pids(pool):
                with contextlib.suppress(ProcessLookupError):  # it has died before, and no picture has needed it since
                    os.kill(pid, signal.SIGKILL)
                    found.kills += 1
                    break

    async def tick() -> None:
        while True:
            due = clock() + 0.02
            await asyncio.sleep(0.02)
            found.lag = max(found.lag, clock() - due)

    async def tell(number: int) -> None:
        text = f"Post {number}."
        picture = PictureRef(kind="card", game=game, number=0, args={"card": number + 1}, alt="a card")
        said = post("battle", Reply(text=text, picture=picture, audience="channel"))
        await store.run_command(game, f"post {number}", lambda stored: Change({}, posts=[said]))
        begun = clock()
        courier.wake()
        while not await stands(text):  # noqa: ASYNC110 - there is no event to wait for
            await asyncio.sleep(0.02)
        found.delays[text] = clock() - begun

    ticking, killing = asyncio.create_task(tick()), asyncio.create_task(kill())
    telling, number = [], 0
    while clock() < over:
        telling.append(asyncio.create_task(tell(number)))
        number += 1
        await asyncio.sleep(_POSTS)
    await asyncio.gather(killing, *telling)
    ticking.cancel()
    return found


__all__ = ["BOUND", "Storm", "pids", "storm"]
