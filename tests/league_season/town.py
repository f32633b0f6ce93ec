"""The platforms with their servers, and the bot on them: a process that can be stopped and begun anew, and duties that can be killed."""

from __future__ import annotations

import contextlib
import io
import os
import random
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any
from unittest.mock import patch

import discord
import yarl
from discord.gateway import DiscordWebSocket
from PIL import Image

from benchmarks.kills import Mortal
from benchmarks.loopback.on_discord import DiscordStage
from bot.platforms.courier import Courier, Hearing
from bot.platforms.discord.adapter import DiscordPlatform
from bot.platforms.slack.adapter import SlackPlatform
from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.signed_links import Signer
from bot.port import Venues
from bot.service.ai_player.move_requests import review_step
from bot.service.handler import BotHandler
from bot.service.leagues.clerk import Clerk
from bot.service.leagues.clerk_context import ClerkContext
from bot.service.leagues.rating import Ratings
from bot.service.leagues.results import Results
from bot.service.people.ticker import Ticker
from bot.service.record_work import RecordThreads
from bot.storage import ChannelLog, Connection, Store, StoreUnavailable
from bot.table.reply import PictureRef
from bot.titles.opponents import Reviewed
from tests.bot.times import Hands
from tests.platforms.discord.people import until
from tests.platforms.discord.state import CHANNEL, TOKEN
from tests.platforms.slack.loopback import FakeSlack
from tests.platforms.slack.support import access

#: The channel of each platform in which the season is told of and its games begin.
HALLS = {"discord": str(CHANNEL), "slack": "C0HALL", "web": "hall"}
#: Looks of the duties after which everything that was due is done, with a wide margin.
_LOOKS = 20

AnyPlatform = DiscordPlatform | SlackPlatform | WebPlatform


async def dot(ref: PictureRef) -> tuple[bytes, str, str]:
    """A stand-in for drawing, which is not what a season is about."""
    drawn = io.BytesIO()
    Image.new("1", (1, 1)).save(drawn, "PNG")
    return drawn.getvalue(), "image/png", ref.alt or f"picture of kind {ref.kind}"


class Town:
    """All servers, and the process of the bot that serves them now."""

    def __init__(self, redis_url: str, names: Sequence[str], *, explains: bool) -> None:
        self.redis_url, self.names, self.hands = redis_url, tuple(names), Hands()
        self._workers: RecordThreads | Silent = RecordThreads() if explains else Silent()
        self.discord, self.slack = DiscordStage(checked=True), FakeSlack()
        self.platforms: dict[str, AnyPlatform] = {}
        self.store: Store
        self.handler: BotHandler
        self.duties: Duties
        #: How often the process was stopped and begun anew, and how often its duties were killed.
        self.restarts, self.kills = 0, 0
        self._signer = Signer(b"s" * 32)

    async def start(self) -> None:
        """A process begins: its platforms are connected, and time in which nobody was there is given back."""
        self.store = Store(Connection(self.redis_url), now=self.hands)
        self.handler = self.bot(self.store)
        self.platforms = {name: self._platform(name) for name in self.names}
        for platform in self.platforms.values():
            await platform.start()
            if isinstance(platform, DiscordPlatform):
                client = platform.client
                await client.wait_until_ready()
                await until(lambda: client.told, "the commands")  # noqa: B023 - waited for at once
        self.duties = Duties(self, self.store)
        await self.duties.clerk.notice_outage()

    def bot(self, store: Store) -> BotHandler:
        """Whoever answers commands, on a process's own connection to the store."""
        return BotHandler(store, now=self.hands, ai_workers=self._workers)

    async def stop(self) -> None:
        """The process ends; whatever waits, waits."""
        for platform in self.platforms.values():
            await platform.drain()
            await platform.stop()
        await self.store.close()

    async def restart(self) -> None:
        """Another process."""
        await self.stop()
        await self.start()
        self.restarts += 1

    async def work(self, *, die_at: int = 0, done: bool = False) -> bool:
        """Let the duties do everything that is due; first let them die at a round trip to the store, if one is named.

        True if they died there.
        """
        died = False
        if die_at:
            mortal = Mortal(self.redis_url, die_at, done=done)
            await Duties(self, Store(mortal, now=self.hands)).die()
            died = mortal.dead
            self.kills += died
            await mortal.close()
        await self.duties.work()
        return died

    def _platform(self, name: str) -> AnyPlatform:
        if name == "discord":
            return DiscordPlatform(handler=self.handler, store=self.store, draw=dot, token=TOKEN)
        if name == "slack":
            return SlackPlatform(handler=self.handler, store=self.store, draw=dot, access=access(self.slack, "socket"))
        log = ChannelLog(self.store.connection)
        return WebPlatform(handler=self.handler, log=log, draw=dot, signer=self._signer)


class Duties:
    """What a process does by itself: it keeps seasons and clocks, delivers, brings results, counts ratings."""

    def __init__(self, town: Town, store: Store) -> None:
        handler = town.bot(store)
        tools, repository = handler.tools, handler.leagues.repository
        venues: dict[str, Venues] = {**town.platforms}
        # The name is that of the process after a restart as well.
        self._context = ClerkContext(tools, repository, venues)
        self.clerk = Clerk(self._context, "town")
        self.courier = Courier(store, town.platforms, "town", drain=0.0, hearing=Hearing(Results(repository).take))
        self._ticker, self._ratings = Ticker(tools), Ratings(store, repository)

    async def work(self) -> None:
        """Everything that is due now."""
        for _ in range(_LOOKS):
            await self.courier.deliver_all()
            looked = await self.clerk.look() + await self._context.lessons.settled()
            said = await self._ticker.tick()
            await self.courier.deliver_all()
            if not looked and not said:
                break
        await self._ratings.refresh()

    async def die(self) -> None:
        """Begin to, and die on the way."""
        with contextlib.suppress(StoreUnavailable):
            await self.work()
        await self.courier.stop()


class Silent:
    """A room of the computer that finds nothing to explain in any game, where looking at games is not worth its time."""

    async def run(self, person: str, function: Callable[..., Any], /, *args: Any) -> Any:
        """Answer as for a game in which nothing was played."""
        del person, args
        assert function is review_step
        return Reviewed({}, 0, 0)


class Chance:
    """Stands in for the module `secrets`, with a chance that follows from a seed."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)

    def token_bytes(self, size: int) -> bytes:
        """So many bytes."""
        return self._dice.randbytes(size)

    def choice(self, some: Sequence[str]) -> str:
        """One of some."""
        return self._dice.choice(some)


@contextlib.asynccontextmanager
async def town(redis_url: str, names: Sequence[str], seed: int, *, explains: bool = True) -> AsyncIterator[Town]:
    """Servers of these platforms and a process that serves them; at the end nothing may have been wrong with any request."""
    found = Town(redis_url, names, explains=explains)
    proxies = {name: "" for name in os.environ if name.casefold() in ("http_proxy", "https_proxy", "all_proxy")}
    async with contextlib.AsyncExitStack() as stack:
        stack.enter_context(patch.dict(os.environ, proxies))
        for module in ("bot.service.leagues.season_repository", "bot.storage.persons"):
            stack.enter_context(patch(f"{module}.secrets", Chance(seed)))
        if "slack" in names:
            await found.slack.start()
            stack.push_async_callback(found.slack.stop)
        if "discord" in names:
            found.discord.world.add_channel(int(HALLS["discord"]))
            rest, gateway = await stack.enter_async_context(found.discord.served())
            stack.enter_context(patch.object(discord.http.Route, "BASE", rest))
            stack.enter_context(patch.object(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(gateway)))
        await found.start()
        stack.push_async_callback(found.stop)
        yield found


def breaches(found: Town) -> list[str]:
    """What was wrong with requests to the servers, by their specifications."""
    return [*found.discord.world.violations, *map(str, found.slack.breaches)]


__all__ = ["HALLS", "Duties", "Town", "breaches", "dot", "town"]
