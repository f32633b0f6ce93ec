"""`feldpost local`: run the bot on the local web channel."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from bot import __version__
from bot.narration.texts import host_text
from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.guard import is_loopback
from bot.platforms.web.signed_links import USUAL_NAMES, Signer
from bot.platforms.web.site import FIRST_CHANNEL
from bot.platforms.web.timeline import PICTURES
from bot.process import Tell, serve
from bot.settings import Settings, SettingsError
from bot.storage import ChannelLog
from bot.wiring import SharedParts, running_bot


def run_local(settings: Settings, tell: Tell = print) -> int:
    """Serve the local web channel until Ctrl+C or SIGTERM; returns the exit code.

    Raises:
        SettingsError: the host is not this machine, or the content can't be read.
        StorageError: no usable Redis server was found.
    """
    return serve(settings, local_bot, lambda platform: greeting(platform, settings), tell)


@contextlib.asynccontextmanager
async def local_bot(settings: Settings) -> AsyncIterator[WebPlatform]:
    """Yield the whole bot on the local web channel until the block ends; raises the same errors as `run_local`."""
    if not is_loopback(settings.host):
        raise SettingsError(host_text("operator.local.host_cannot_local_channel", host=settings.host))
    made: list[WebPlatform] = []

    def make(parts: SharedParts) -> list[WebPlatform]:
        made.append(_web(parts))
        return made

    async with running_bot(settings, make):
        yield made[0]


def _web(parts: SharedParts) -> WebPlatform:
    settings = parts.settings
    return WebPlatform(
        handler=parts.handler,
        log=ChannelLog(parts.store.connection, companions=PICTURES),
        draw=parts.draw,
        signer=Signer.from_file(settings.var / "web.key"),
        host=settings.host,
        port=settings.port,
        hooks=parts.hooks,
    )


def greeting(platform: WebPlatform, settings: Settings) -> list[str]:
    """Return the lines printed at startup: the links, and how to stop."""
    lines = [host_text("operator.local.wargames_chat_machine_alone", version=__version__), ""]
    if settings.port not in {0, platform.port}:
        lines += [host_text("operator.local.port_taken_so_port", port=settings.port, port_2=platform.port), ""]
    links = [
        (host_text("operator.local.first_page"), f"{platform.url}/"),
        *((name, platform.link(name, FIRST_CHANNEL)) for name in USUAL_NAMES),
    ]
    lines += [f"  {name:<12}{link}" for name, link in links]
    place = settings.var / "redis"
    kept = host_text("operator.local.kept_in_redis" if settings.redis_url else "operator.local.kept_in", place=place)
    return [*lines, "", host_text("operator.local.open_one_link_each", kept=kept)]
