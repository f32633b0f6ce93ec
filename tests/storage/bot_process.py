"""A process of its own that uses the store, to be run beside others and to be killed.

python -m tests.storage.bot_process say URL GAME NAME COUNT    commit COUNT commands as soon as two do
python -m tests.storage.bot_process hang URL GAME CHANNEL MODE commit with posts, then hang:
    MODE "committed" before any delivery, "shown" between showing the first post and marking it
python -m tests.storage.bot_process serve VAR                  run our own server, then hang
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path

from bot.settings import Settings
from bot.storage import Change, ChannelLog, Connection, Queued, Store, StoredGame, redis_server
from bot.storage.store import Decide
from tests.storage.support import say, step


async def _say(url: str, game: str, name: str, count: str) -> None:
    store = Store(Connection(url))
    await store.connection.call("INCR", "started")
    while int(await store.connection.call("GET", "started")) < 2:  # noqa: ASYNC110 - waits for another process
        await asyncio.sleep(0.005)
    for i in range(int(count)):
        await store.run_command(game, f"{name}-{i}", _slowly(f"{name} {i}"), tries=1000)
        await asyncio.sleep(0.005)
    await store.close()


def _slowly(word: str) -> Decide:
    """A command that takes a while to think, so that others come in between."""

    async def decide(stored: StoredGame) -> Change:
        await asyncio.sleep(0.002)
        return step(stored.number + 1, word)

    return decide


async def _hang(url: str, game: str, channel: str, mode: str) -> None:
    store = Store(Connection(url))
    log = ChannelLog(store.connection)
    await store.run_command(game, "act", say("guns of august", posts=3))

    async def send(queued: Queued) -> None:
        await log.add(channel, queued.id, queued.post.body)
        await _rest()

    if mode == "shown":
        await store.outbox.deliver(game, send)
    await _rest()


async def _serve(var: str) -> None:
    # As in the bot: a handler of the loop wakes it even if another thread, e.g. one that waits for the server, gets
    # the signal first.
    running = asyncio.current_task()
    assert running is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, running.cancel)
    async with redis_server(Settings(var=Path(var))) as url:
        print(url, flush=True)
        await asyncio.sleep(60)


async def _rest() -> None:
    print("ready", flush=True)
    await asyncio.sleep(60)


COMMANDS: dict[str, Callable[..., Coroutine[None, None, None]]] = {"say": _say, "hang": _hang, "serve": _serve}

if __name__ == "__main__":
    what, *arguments = sys.argv[1:]
    asyncio.run(COMMANDS[what](*arguments))
