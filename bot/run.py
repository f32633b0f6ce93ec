"""Wiring of `feldpost run`: one store, one handler, one outbox pump, and every platform that is configured."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from bot import __version__
from bot.platforms.base import Handler, Outgoing, PictureSource
from bot.platforms.courier import Courier
from bot.platforms.painting import PicturePool
from bot.service.handler import BotHandler
from bot.service.ticker import Ticker
from bot.settings import Settings, SettingsError
from bot.storage import Connection, Store, redis_server

_log = logging.getLogger(__name__)

Tell = Callable[[str], None]


class RunningPlatform(Protocol):
    """A platform as the wiring needs it: the port, a call after each command, and a drain before the end."""

    name: str
    after: Callable[[], None]

    async def start(self) -> None:
        """Connect or listen."""
        ...

    async def deliver(self, message: Outgoing) -> None:
        """Show one outbox message."""
        ...

    async def drain(self) -> None:
        """Take nothing new and let running commands finish."""
        ...

    async def stop(self) -> None:
        """Leave."""
        ...


@dataclass(frozen=True, slots=True)
class Parts:
    """What all platforms share."""

    settings: Settings
    store: Store
    handler: Handler
    draw: PictureSource


#: Makes a platform of the settings; None where it is not configured.
Maker = Callable[[Parts], RunningPlatform | None]


def _discord(parts: Parts) -> RunningPlatform | None:
    token = parts.settings.discord_token
    if token is None:
        return None
    from bot.platforms.discord.adapter import DiscordPlatform

    return DiscordPlatform(
        handler=parts.handler,
        store=parts.store,
        draw=parts.draw,
        token=token.get_secret_value(),
        application_id=parts.settings.discord_application_id,
    )


def _slack(parts: Parts) -> RunningPlatform | None:
    from bot.platforms.slack.serving import access_of

    access = access_of(parts.settings)
    if access is None:
        return None
    from bot.platforms.slack.adapter import SlackPlatform

    return SlackPlatform(handler=parts.handler, store=parts.store, draw=parts.draw, access=access)


#: Every platform that `feldpost run` can serve, one line each.
MAKERS: Mapping[str, Maker] = {
    "discord": _discord,
    "slack": _slack,
}


def run(settings: Settings, tell: Tell = print) -> int:
    """Serve the configured platforms until Ctrl+C or SIGTERM; returns the exit code.

    Raises:
        SettingsError: no platform is configured, or one cannot be with these settings.
        StorageError: there is no usable Redis server.
    """
    logging.basicConfig(level=settings.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    if settings.log_level == "info":
        logging.getLogger().setLevel(logging.WARNING)
        logging.getLogger("bot").setLevel(logging.INFO)
    asyncio.run(_serve(settings, tell))
    return 0


@contextlib.asynccontextmanager
async def serving(settings: Settings) -> AsyncIterator[list[RunningPlatform]]:
    """The whole bot on its platforms until the block ends.

    At the end nothing new is taken, running commands finish, their posts are delivered, and a
    Redis server of our own stops last.

    Raises:
        SettingsError: no platform is configured, or one cannot be with these settings.
        StorageError: there is no usable Redis server.
    """
    async with redis_server(settings) as url, contextlib.AsyncExitStack() as stack:
        store = Store(Connection(url), answer_days=settings.answer_days, delivery_tries=settings.delivery_tries)
        stack.push_async_callback(store.close)
        await store.repair()
        pool = PicturePool(store, settings.picture_workers)
        stack.push_async_callback(pool.close)
        handler = _handler(store)
        platforms = _platforms(Parts(settings, store, handler, pool))
        courier = Courier(store, {platform.name: platform for platform in platforms}, name=_name(settings))
        for platform in platforms:
            platform.after = courier.wake
            # Stopped even if it could not start wholly.
            stack.push_async_callback(platform.stop)
            await platform.start()
        courier.start()
        stack.push_async_callback(courier.stop)
        ticker = Ticker(handler.tools, courier.wake)
        await ticker.index()
        ticker.start()
        stack.push_async_callback(ticker.stop)
        for platform in platforms:
            stack.push_async_callback(platform.drain)
        warming = asyncio.create_task(pool.warm())
        stack.callback(warming.cancel)
        yield platforms


def _platforms(parts: Parts) -> list[RunningPlatform]:
    made = [platform for maker in MAKERS.values() if (platform := maker(parts)) is not None]
    if not made:
        raise SettingsError(
            "No platform is configured: set the token of one in the environment or .env, as .env.example explains, or "
            "play without any by `feldpost local`."
        )
    return made


def _handler(store: Store) -> BotHandler:
    from engine.errors import ContentError

    try:
        return BotHandler(store)
    except ContentError as error:
        raise SettingsError(f"The content cannot be read: {error} Restore the folder assets.") from error


def _name(settings: Settings) -> str:
    """Under what the process leases games: the same after a restart, another than that of any other process."""
    return f"{socket.gethostname()}:{settings.process or settings.var.resolve()}"


async def _serve(settings: Settings, tell: Tell) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with serving(settings) as platforms:
        names = ", ".join(platform.name for platform in platforms)
        tell(f"Feldpost {__version__} serves {names}. Ctrl+C stops.")
        await stop.wait()
        tell("Stopping: running commands are finished first.")
    tell("Stopped. The games are kept.")


__all__ = ["MAKERS", "Maker", "Parts", "RunningPlatform", "run", "serving"]
