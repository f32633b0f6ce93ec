"""Keep a Discord client connected, and make a new one where the library gives one up.

The library resumes most connections by itself, but gives a client up where the gateway closes for good or
where a handler of its own breaks. A process that kept such a client would live and hear nothing. So
whatever ends a client, another takes its place after a pause, unless trying again cannot help.
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

#: Seconds before the next client, twice as long each time up to the limit. Discord allows a thousand a day.
_PAUSE, _LONGEST_PAUSE = 1.0, 300.0
#: Seconds of service after which the pauses begin anew.
_STEADY = 600.0
#: Seconds that a client may take to close.
_CLOSING = 10.0
#: Seconds for which Discord is waited for when we leave, and before a task that goes on is cancelled again.
_LEAVING, _AGAIN = 3.0, 0.2
#: Seconds for which the start waits for Discord; then it goes on behind the others' backs.
_FIRST = 10.0
#: Seconds for one login behind their backs; the library would wait for as long as Discord asks it to.
_LOGIN = 60.0

_INTENTS = "faults.discord_line.discord_refuses_intents_bot"
#: Close codes of the gateway (developers/topics/opcodes-and-status-codes) after which another client fares no better.
#: Not 4004: if the token is wrong the next login says so. Not 4010 and 4011: the next client asks for the shards anew.
#: Each has the key of what is said about it.
_HOPELESS = {4012: "faults.discord_line.discord_no_longer_speaks", 4013: _INTENTS, 4014: _INTENTS}


#: Makes a client; told whether it should tell Discord the commands, and what to call when all its shards are connected.
Make = Callable[[bool, Callable[[DiscordClient], None]], DiscordClient]


class ConnectionKeeper:
    """Keeps a client connected.

    Args:
        name: of the platform, for the numbers.
        token: of the bot.
        make: makes a client.
        standing: is told of trouble, and of a refusal for good.
        meter: is told of lost connections.
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
        """The client of the moment; the first is made when it is asked for."""
        if self._client is None:
            self._client = self._next()
        return self._client

    async def start(self) -> None:
        """Log in, then stay connected in the background; what Discord cannot do now is tried again.

        Raises:
            SettingsError: the token is none of Discord's.
        """
        known = True
        try:
            async with asyncio.timeout(_FIRST):
                await self._login()
        except SettingsError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever Discord or somebody on the way answers, the others are served
            _log.warning("Discord does not answer yet (%s): still trying", _reason(error))
            known = False
            await self._hang_up()
            self._client = self._next()
        self._keeper = asyncio.create_task(self._keep(known=known))

    async def up(self) -> DiscordClient:
        """Return the client, as soon as it is connected."""
        await self._ready.wait()
        return self.client

    async def is_up(self, patience: float) -> bool:
        """Return True if there is a connection, or one comes up in time; while one is lost nobody waits for it."""
        if not self._ready.is_set() and not self._standing.trouble:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ready.wait(), patience)
        return self._ready.is_set()

    def connected(self) -> bool:
        """Return True while every shard has its connection."""
        return self._ready.is_set() and all(not shard.is_closed() for shard in self.client.shards.values())

    async def leave(self) -> None:
        """Take nothing new from the gateway, once what is on its way has come; requests can still be made."""
        await self._end_keeper()
        await self.client.leave(_LEAVING)

    async def stop(self) -> None:
        """Hang up."""
        await self._end_keeper()
        await self.client.close()

    # ------------------------------------------------------------------------------------------ inside

    async def _end_keeper(self) -> None:
        """End the task that makes connections; the library swallows a cancellation while it makes one."""
        while self._keeper is not None and not self._keeper.done():
            self._keeper.cancel()
            await asyncio.wait([self._keeper], timeout=_AGAIN)

    def _next(self) -> DiscordClient:
        return self._make(self._client is None or not self._client.told, self._came)

    def _came(self, client: DiscordClient) -> None:
        # The library calls a client ready some seconds after its servers were told: it may be given up by then.
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

    async def _keep(self, *, known: bool) -> None:
        """Serve with one client after another; `known` says that the first is logged in."""
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
                await self._refused(error)
                return
            except Exception as error:  # noqa: BLE001 - whatever ends a client, the next one has to come
                if code := _hopeless(error):
                    await self._refused(RefusedError(host_text(_HOPELESS[code], code=code)))
                    return
                reason = _reason(error)
            if time.monotonic() - began > _STEADY:
                pause = _PAUSE
            known = False
            await self._lost(reason, pause)
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311 - so that processes do not knock together
            pause = min(pause * 2, _LONGEST_PAUSE)
            self._client = self._next()

    async def _lost(self, reason: str, pause: float) -> None:
        self._ready.clear()
        self._standing.trouble = f"no connection to Discord ({reason}): still trying"
        _log.warning("no connection to Discord (%s): next try within %.0f s", reason, pause)
        self._meter.lost(self._name)
        await self._hang_up()

    async def _refused(self, error: SettingsError) -> None:
        self._ready.clear()
        _log.error("%s", error)
        await self._hang_up()
        self._standing.refuse(error)

    async def _hang_up(self) -> None:
        """Close the client, whatever state it is in."""
        try:
            async with asyncio.timeout(_CLOSING):
                await self.client.close()
        except Exception as error:  # noqa: BLE001 - a client that is given up may be broken in any way
            _log.info("a client did not close well: %s", type(error).__name__)


def _hopeless(error: Exception) -> int:
    """Return the close code after which trying again cannot help, 0 if it may."""
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return 4014
    code = error.code if isinstance(error, discord.ConnectionClosed) else 0
    return code if code in _HOPELESS else 0


def _reason(error: Exception) -> str:
    """Why a client ended, without the words of the error, which may quote what it was about."""
    if isinstance(error, discord.ConnectionClosed):
        return f"close code {error.code}"
    if not isinstance(error, discord.DiscordException | aiohttp.ClientError | OSError):
        _log.error("the library broke with %s", type(error).__name__, exc_info=error)
    return type(error).__name__


__all__ = ["ConnectionKeeper"]
