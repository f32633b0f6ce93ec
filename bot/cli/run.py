"""`feldpost run`: run the bot on all configured chat platforms."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence

from bot import __version__
from bot.narration.texts import host_text
from bot.process import Tell, serve
from bot.settings import Settings, SettingsError
from bot.wiring import Bot, RunningPlatform, SharedParts, running_bot

#: Builds a platform from the settings; None if it is not configured.
Maker = Callable[[SharedParts], RunningPlatform | None]


def _discord(parts: SharedParts) -> RunningPlatform | None:
    token = parts.settings.discord_token
    if token is None:
        return None
    from bot.platforms.discord.adapter import DiscordPlatform
    from bot.sharding import Shards

    return DiscordPlatform(
        handler=parts.handler,
        store=parts.store,
        draw=parts.draw,
        token=token.get_secret_value(),
        application_id=parts.settings.discord_application_id,
        shards=Shards.parse(parts.settings.discord_shards),
        hooks=parts.hooks,
    )


def _slack(parts: SharedParts) -> RunningPlatform | None:
    from bot.platforms.slack.serving import access_of

    access = access_of(parts.settings)
    if access is None:
        return None
    from bot.platforms.slack.adapter import SlackPlatform

    return SlackPlatform(
        handler=parts.handler, store=parts.store, draw=parts.draw_plain, access=access, hooks=parts.hooks
    )


#: All platforms that `feldpost run` can serve.
MAKERS: Mapping[str, Maker] = {
    "discord": _discord,
    "slack": _slack,
}


def run(settings: Settings, tell: Tell = print) -> int:
    """Serve the configured platforms until Ctrl+C or SIGTERM; returns the exit code.

    Raises:
        SettingsError: no platform is configured, or one can't run with these settings; or, later, the last platform
            served rejects the bot permanently.
        StorageError: no usable Redis server was found.
    """
    return serve(settings, _bot, _greeting, tell, lost=lambda bot: bot.lost)


@contextlib.asynccontextmanager
async def serving(settings: Settings) -> AsyncIterator[Sequence[RunningPlatform]]:
    """Yield the platforms of the running bot until the block ends; raises the same errors as `run`."""
    async with _bot(settings) as bot:
        yield bot.platforms


def _bot(settings: Settings) -> contextlib.AbstractAsyncContextManager[Bot]:
    return running_bot(settings, _platforms)


def _platforms(parts: SharedParts) -> list[RunningPlatform]:
    made = [platform for maker in MAKERS.values() if (platform := maker(parts)) is not None]
    if not made:
        raise SettingsError(host_text("operator.run.no_platform_configured_set"))
    return made


def _greeting(bot: Bot) -> list[str]:
    names = ", ".join(platform.name for platform in bot.platforms)
    told = [host_text("operator.run.serves", version=__version__, names=names)]
    if bot.operations.port:
        told.append(host_text("operator.run.health_metrics_port", port=bot.operations.port))
    if bot.public.url:
        told.append(host_text("operator.run.public_pages", url=bot.public.url))
    return [" ".join([*told, host_text("operator.run.stops")])]


__all__ = ["MAKERS", "Maker", "RunningPlatform", "SharedParts", "run", "serving"]
