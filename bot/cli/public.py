"""`feldpost public`: serve the public pages in a separate process."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from bot import __version__
from bot.narration.texts import host_text
from bot.platforms.painting import PicturePool
from bot.process import Tell, serve
from bot.public.server import PublicServer
from bot.replay_worker import Recorder
from bot.settings import Settings, SettingsError
from bot.storage import Connection, Store, redis_server


def run_public(settings: Settings, tell: Tell = print) -> int:
    """Serve the public pages until Ctrl+C or SIGTERM; returns the exit code.

    Raises:
        SettingsError: no address to listen on is set, or no store to share with the bot.
        StorageError: no usable Redis server was found.
    """
    return serve(settings, public_pages, lambda server: [_greeting(server)], tell)


@contextlib.asynccontextmanager
async def public_pages(settings: Settings) -> AsyncIterator[PublicServer]:
    """Yield the server of the pages until the block ends; raises the same errors as `run_public`."""
    if not settings.public:
        raise SettingsError(host_text("operator.public.public_not_set_say"))
    if settings.redis_url is None:
        raise SettingsError(host_text("operator.public.redis_url_not_set"))
    async with contextlib.AsyncExitStack() as stack:
        store = Store(Connection(await stack.enter_async_context(redis_server(settings))))
        stack.push_async_callback(store.close)
        pool, records = PicturePool(store, settings.picture_workers), Recorder()
        stack.push_async_callback(pool.close)
        stack.push_async_callback(records.close)
        server = PublicServer(settings, store, records, pool)
        stack.push_async_callback(server.stop)
        await server.start()
        # So that the first reader doesn't wait for what every picture needs.
        warming = asyncio.create_task(pool.warm())
        stack.callback(warming.cancel)
        yield server


def _greeting(server: PublicServer) -> str:
    return host_text("operator.public.serves_public_pages_ctrl", version=__version__, url=server.url)


__all__ = ["public_pages", "run_public"]
