"""Keep a Discord client connected, and replace it when the library gives up.

The library resumes most connections by itself, but stops a client when the gateway closes permanently or when one of
its own handlers fails. The process would then live on without receiving anything. So whatever ends a client, another
replaces it after a pause, unless retrying can't help.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Callable

import aiohttp
import discord

from bot.narration.texts import host_text
from bot.platforms.discord.client import DiscordClient
from bot.platforms.meter import Meter
from bot.platforms.platform_status import PlatformStatus
from bot.settings import RefusedError, SettingsError

_log = logging.getLogger(__name__)

#: Seconds before the next client, doubled each time up to the limit. Discord allows a thousand logins a day.
_PAUSE, _LONGEST_PAUSE = 1.0, 300.0
#: Seconds of service after which the pauses are reset.
_STEADY = 600.0
#: Seconds that a client may take to close.
_CLOSING = 10.0
#: Seconds to wait for Discord when leaving, and before cancelling a task again that hasn't ended.
_LEAVING, _AGAIN = 3.0, 0.2
#: Seconds that startup waits for Discord; then connecting continues in the background.
_FIRST = 10.0
#: Timeout of a login in the background, in seconds; the library would wait for as long as Discord asks it to.
_LOGIN = 60.0

_INTENTS = "faults.discord_line.discord_refuses_intents_bot"
#: Gateway close codes (developers/topics/opcodes-and-status-codes) after which another client can't succeed either,
#: with the text key of the reason. Not 4004: if the token is invalid, the next login says so. Not 4010 and 4011: the
#: next client asks for the shards again.
_FATAL = {4012: "faults.discord_line.discord_no_longer_speaks", 4013: _INTENTS, 4014: _INTENTS}


#: Builds a client, given whether to sync the commands and what to call when all its shards are connected.
Make = Callable[[bool, Callable[[DiscordClient], None]], DiscordClient]


class ConnectionKeeper:
    """Keeps a client connected.

    Args:
        name: of the platform, for metrics.
        token: bot token.
        make: builds a client.
        standing: platform status; shows trouble, and a permanent refusal.
        meter: counts lost connections.
    """

    def __init__(self, name: str, token: str, make: Make, standing: PlatformStatus, meter: Meter) -> None:
        self._name = name
        self._token = token
        self._make = make
        self._standing = standing
        self._ready = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None
        self._meter = meter
        self._client: DiscordClient | None = None

    @property
    def client(self) -> DiscordClient:
        """The current client; the first is created on access."""
        if self._client is None:
            self._client = self._new_client()
        return self._client

    async def start(self) -> None:
        """Log in, then stay connected in the background; what fails is retried.

        Raises:
            SettingsError: Discord rejects the token.
        """
        known = True
        try:
            async with asyncio.timeout(_FIRST):
                await self._login()
        except SettingsError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever Discord answers, the other platforms are served
            _log.warning("Discord does not answer yet (%s): still trying", _reason(error))
            known = False
            await self._close_client()
            self._client = self._new_client()
        self._keeper = asyncio.create_task(self._run_clients(known=known))

    async def up(self) -> DiscordClient:
        """Return the client once it is connected."""
        await self._ready.wait()
        return self.client

    async def is_up(self, patience: float) -> bool:
        """Return True if connected, waiting briefly during startup, but not while a connection is known to be lost."""
        if not self._ready.is_set() and not self._standing.trouble:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ready.wait(), patience)
        return self._ready.is_set()

    def connected(self) -> bool:
        """Return True while every shard is connected."""
        return self._ready.is_set() and all(not shard.is_closed() for shard in self.client.shards.values())

    async def leave(self) -> None:
        """Leave the gateway after pending events have arrived; requests can still be made."""
        await self._end_keeper()
        await self.client.leave(_LEAVING)

    async def stop(self) -> None:
        """Disconnect."""
        await self._end_keeper()
        await self.client.close()

    # ------------------------------------------------------------------------------------------ inside

    async def _end_keeper(self) -> None:
        """End the task that keeps the connection; repeated, since the library may swallow a cancellation."""
        while self._keeper is not None and not self._keeper.done():
            self._keeper.cancel()
            await asyncio.wait([self._keeper], timeout=_AGAIN)

    def _new_client(self) -> DiscordClient:
        return self._make(self._client is None or not self._client.told, self._on_connected)

    def _on_connected(self, client: DiscordClient) -> None:
        # The library reports a client ready some seconds after its guilds were received: it may have been given up by
        # then.
        if client is not self.client or client.is_closed():
            return
        if self._standing.trouble:
            _log.warning("connected to Discord again")
        self._standing.trouble = ""
        self._ready.set()

    async def _login(self) -> None:
        try:
            await self.client.login(self._token)
        except discord.LoginFailure:
            raise RefusedError(host_text("faults.discord_line.discord_token_cannot_used")) from None

    async def _run_clients(self, *, known: bool) -> None:
        """Run one client after another; `known` says that the first is logged in."""
        pause = _PAUSE
        while True:
            began = time.monotonic()
            try:
                if not known:
                    async with asyncio.timeout(_LOGIN):
                        await self._login()
                await self.client.connect(reconnect=True)
                reason = "the connection was closed"
            except SettingsError as error:
                await self._handle_refusal(error)
                return
            except Exception as error:  # noqa: BLE001 - whatever ends a client, the next one has to follow
                if code := _fatal_code(error):
                    await self._handle_refusal(RefusedError(host_text(_FATAL[code], code=code)))
                    return
                reason = _reason(error)
            if time.monotonic() - began > _STEADY:
                pause = _PAUSE
            known = False
            await self._handle_disconnect(reason, pause)
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311 - jitter between processes
            pause = min(pause * 2, _LONGEST_PAUSE)
            self._client = self._new_client()

    async def _handle_disconnect(self, reason: str, pause: float) -> None:
        self._ready.clear()
        self._standing.trouble = f"no connection to Discord ({reason}): still trying"
        _log.warning("no connection to Discord (%s): next try within %.0f s", reason, pause)
        self._meter.lost(self._name)
        await self._close_client()

    async def _handle_refusal(self, error: SettingsError) -> None:
        self._ready.clear()
        _log.error("%s", error)
        await self._close_client()
        self._standing.refuse(error)

    async def _close_client(self) -> None:
        """Close the client, whatever its state."""
        try:
            async with asyncio.timeout(_CLOSING):
                await self.client.close()
        except Exception as error:  # noqa: BLE001 - a client that is given up may be broken in any way
            _log.info("a client did not close well: %s", type(error).__name__)


def _fatal_code(error: Exception) -> int:
    """Return the close code if retrying can't help, else 0."""
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return 4014
    code = error.code if isinstance(error, discord.ConnectionClosed) else 0
    return code if code in _FATAL else 0


def _reason(error: Exception) -> str:
    """Return why a client ended, without the error's message, which might quote content."""
    if isinstance(error, discord.ConnectionClosed):
        return f"close code {error.code}"
    if not isinstance(error, discord.DiscordException | aiohttp.ClientError | OSError):
        _log.error("the library broke with %s", type(error).__name__, exc_info=error)
    return type(error).__name__


__all__ = ["ConnectionKeeper"]
