"""Wiring: everything that `feldpost local` starts, in order, and stops again in the other order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import AsyncIterator, Callable

from bot import __version__
from bot.platforms.courier import Courier
from bot.platforms.painting import PicturePool
from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.guard import is_loopback
from bot.platforms.web.people import USUAL_NAMES, Signer
from bot.platforms.web.site import FIRST_CHANNEL
from bot.service.handler import BotHandler
from bot.service.ticker import Ticker
from bot.settings import Settings, SettingsError
from bot.storage import ChannelLog, Connection, Store, redis_server

_log = logging.getLogger(__name__)

Tell = Callable[[str], None]


def run_local(settings: Settings, tell: Tell = print) -> int:
    """Serve the local web channel until Ctrl+C or SIGTERM; returns the exit code.

    Raises:
        SettingsError: the host is not this machine, or the content cannot be read.
        StorageError: there is no usable Redis server.
    """
    logging.basicConfig(level=settings.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    if settings.log_level == "info":
        logging.getLogger().setLevel(logging.WARNING)
        logging.getLogger("bot").setLevel(logging.INFO)
    asyncio.run(_serve(settings, tell))
    return 0


@contextlib.asynccontextmanager
async def local_bot(settings: Settings) -> AsyncIterator[WebPlatform]:
    """The whole bot on the local web channel, ready for pages, until the block ends.

    At the end nothing new is taken, running commands finish, their posts are delivered, and our
    own Redis server stops last.

    Raises:
        SettingsError: the host is not this machine, or the content cannot be read.
        StorageError: there is no usable Redis server.
    """
    if not is_loopback(settings.host):
        raise SettingsError(
            f"FELDPOST_HOST cannot be {settings.host}: the local channel has no accounts, so it is served to this "
            "machine alone. Use 127.0.0.1."
        )
    async with redis_server(settings) as url, contextlib.AsyncExitStack() as stack:
        store = Store(Connection(url), answer_days=settings.answer_days, delivery_tries=settings.delivery_tries)
        stack.push_async_callback(store.close)
        await store.repair()
        pool = PicturePool(store, settings.picture_workers)
        stack.push_async_callback(pool.close)
        handler = _handler(store)
        platform = WebPlatform(
            handler=handler,
            log=ChannelLog(store.connection),
            draw=pool,
            signer=Signer.from_file(settings.var / "web.key"),
            host=settings.host,
            port=settings.port,
        )
        # Only one bot at a time uses a directory, so its name is a name for the process as well.
        courier = Courier(store, {platform.name: platform}, name=f"{socket.gethostname()}:{settings.var.resolve()}")
        platform.after = courier.wake
        await platform.start()
        stack.push_async_callback(platform.stop)
        courier.start()
        stack.push_async_callback(courier.stop)
        ticker = Ticker(handler.tools, courier.wake)
        await ticker.index()
        ticker.start()
        stack.push_async_callback(ticker.stop)
        stack.push_async_callback(platform.drain)
        warming = asyncio.create_task(pool.warm())
        stack.callback(warming.cancel)
        yield platform


def _handler(store: Store) -> BotHandler:
    from engine.errors import ContentError

    try:
        return BotHandler(store)
    except ContentError as error:
        raise SettingsError(f"The content cannot be read: {error} Restore the folder assets.") from error


async def _serve(settings: Settings, tell: Tell) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with local_bot(settings) as platform:
        for line in greeting(platform, settings):
            tell(line)
        await stop.wait()
        tell("Stopping: running commands are finished first.")
    tell("Stopped. The games are kept.")


def greeting(platform: WebPlatform, settings: Settings) -> list[str]:
    """What is printed when the channel is open: the links, and how it ends."""
    lines = [f"Feldpost {__version__}: Paths of Glory by chat, on this machine alone.", ""]
    if settings.port not in {0, platform.port}:
        lines += [f"Port {settings.port} is taken, so this is port {platform.port}.", ""]
    links = [("First page", f"{platform.url}/"), *((name, platform.link(name, FIRST_CHANNEL)) for name in USUAL_NAMES)]
    lines += [f"  {name:<12}{link}" for name, link in links]
    kept = "in the Redis server of REDIS_URL" if settings.redis_url else f"in {settings.var / 'redis'}"
    return [*lines, "", f"Open one link in each tab. The games are kept {kept}. Ctrl+C stops."]
