"""`feldpost public`: the public pages in a process of their own, beside the bot."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from bot import __version__
from bot.platforms.painting import PicturePool
from bot.process import Tell, serve
from bot.public.server import PublicServer
from bot.recorder import Recorder
from bot.settings import Settings, SettingsError
from bot.storage import Connection, Store, redis_server


def run_public(settings: Settings, tell: Tell = print) -> int:
    """Serve the public pages until Ctrl+C or SIGTERM; returns the exit code.

    Raises:
        SettingsError: there is no address to listen on, or no store that could be shared with the bot.
        StorageError: there is no usable Redis server.
    """
    return serve(settings, public_pages, lambda server: [_greeting(server)], tell)


@contextlib.asynccontextmanager
async def public_pages(settings: Settings) -> AsyncIterator[PublicServer]:
    """The pages until the block ends; raises what `run_public` raises."""
    if not settings.public:
        raise SettingsError("FELDPOST_PUBLIC is not set: say where to listen, such as --listen 127.0.0.1:8016.")
    if settings.redis_url is None:
        raise SettingsError(
            "REDIS_URL is not set: pages beside the bot share its Redis server. With our own server set FELDPOST_PUBLIC for "
            "`feldpost run` or `feldpost local`, which serve the pages themselves."
        )
    async with contextlib.AsyncExitStack() as stack:
        store = Store(Connection(await stack.enter_async_context(redis_server(settings))))
        stack.push_async_callback(store.close)
        pool, records = PicturePool(store, settings.picture_workers), Recorder()
        stack.push_async_callback(pool.close)
        stack.push_async_callback(records.close)
        server = PublicServer(settings, store, records, pool)
        stack.push_async_callback(server.stop)
        await server.start()
        # So that the first reader does not wait for what every picture needs.
        warming = asyncio.create_task(pool.warm())
        stack.callback(warming.cancel)
        yield server


def _greeting(server: PublicServer) -> str:
    return f"Feldpost {__version__} serves its public pages at {server.url}. Ctrl+C stops."


__all__ = ["public_pages", "run_public"]
