"""The bot as it runs on Slack, in this process, with a painter that renders at once."""

from __future__ import annotations

import asyncio
import contextlib
import io
from collections.abc import Callable
from datetime import datetime
from typing import ClassVar

from PIL import Image

from bot.operations.metrics import Metrics
from bot.platforms.courier import Courier, Hearing
from bot.platforms.meter import AdapterHooks
from bot.platforms.slack.adapter import SlackPlatform
from bot.platforms.slack.installs import Access
from bot.port import Outgoing, Platform
from bot.service.handler import BotHandler
from bot.service.leagues.results import Results
from bot.storage import Store
from bot.table.reply import PictureRef
from tests.platforms.slack.loopback import APP_TOKEN, BOT_TOKEN, SECRET, FakeSlack
from tests.platforms.slack.people import Person

#: Beginning of the answer to an order or a panel of an earlier position.
STALE = "The position has changed"


class Painter:
    """Renders one pixel for any picture; `seconds` is the delay, `seen` the requests."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.seen: list[PictureRef] = []
        self.broken = False

    async def __call__(self, ref: PictureRef) -> tuple[bytes, str, str]:
        self.seen.append(ref)
        await asyncio.sleep(self.seconds)
        if self.broken:
            raise ValueError("no paint")
        data = io.BytesIO()
        Image.new("RGB", (1, 1)).save(data, "PNG")
        # The reference follows the picture, so that a test can see whose view it is.
        return data.getvalue() + ref.model_dump_json().encode(), "image/png", ref.alt or f"picture of kind {ref.kind}"


def access(slack: FakeSlack, mode: str) -> Access:
    """Return the access of one workspace, by Socket Mode or HTTP."""
    return Access(
        bot_token=BOT_TOKEN, app_token=APP_TOKEN if mode == "socket" else "", signing_secret=SECRET,
        api=f"{slack.url}/api/", port=0,
    )  # fmt: skip


class Elsewhere:
    """The local channel, where a game is played for comparison; its posts go nowhere."""

    name = "web"

    async def start(self) -> None:
        """Do nothing."""

    async def deliver(self, message: Outgoing) -> None:
        """Accept a post."""

    async def stop(self) -> None:
        """Do nothing."""


class Bot:
    """Adapter, courier and handler on one store."""

    #: The running bots; one left running by a failed test would keep the event loop from ending.
    running: ClassVar[list[Bot]] = []

    def __init__(
        self, slack: FakeSlack, store: Store, mode: str = "socket", grants: Access | None = None, name: str = "test",
        now: Callable[[], datetime] | None = None,
    ) -> None:  # fmt: skip
        self.slack, self.store, self.mode, self.name = slack, store, mode, name
        self.painter = Painter()
        self.handler = BotHandler(store, now=now)
        self.grants = grants or access(slack, mode)
        #: Channels that Slack has reported as deleted.
        self.gone: set[str] = set()
        self._make()

    def _make(self) -> None:
        news, self.metrics = asyncio.Event(), Metrics()
        hooks = AdapterHooks(news.set, self.metrics)
        self.platform = SlackPlatform(
            handler=self.handler, store=self.store, draw=self.painter, access=self.grants, hooks=hooks
        )
        hearing = Hearing(Results(self.handler.leagues.repository).take, self.gone.add)
        platforms: dict[str, Platform] = {"slack": self.platform, "web": Elsewhere()}
        self.courier = Courier(self.store, platforms, name=self.name, news=news, hearing=hearing)

    async def start(self) -> None:
        self.running.append(self)
        await self.platform.start()
        if self.mode == "http" or self.grants.by_oauth:
            self.slack.bot_url = f"http://127.0.0.1:{self.platform.port}"
        self.courier.start()

    async def stop(self) -> None:
        await self.platform.drain()
        await self.courier.stop()
        await self.platform.stop()
        if self in self.running:
            self.running.remove(self)

    @classmethod
    async def stop_all(cls) -> None:
        """Stop what a test left running."""
        for bot in tuple(cls.running):
            cls.running.remove(bot)
            with contextlib.suppress(Exception):
                async with asyncio.timeout(20):
                    await bot.stop()

    async def restart(self) -> None:
        """Restart as another process with the same store."""
        await self.stop()
        self._make()
        await self.start()

    async def idle(self, seconds: float = 10) -> None:
        """Wait until everything is answered and delivered."""
        async with asyncio.timeout(seconds):
            while self.busy() or await self.store.outbox.games_with_posts():
                self.courier.wake()
                await asyncio.sleep(0.02)

    def busy(self) -> bool:
        return bool(self.platform._carrying.running or self.platform._answers.running)

    async def renewed(self) -> None:
        """Wait until everything is answered and delivered, and open panels have been refreshed."""
        await self.idle()
        await until(lambda: not self.platform._refreshing.running)

    async def game(self, channel: str) -> str:
        found = await self.store.channels.holder(f"slack:{channel}")
        assert found is not None
        return found

    def person(self, name: str) -> Person:
        return Person(self.slack, name)

    async def does(self, person: Person, text: str) -> None:
        """Send a command and wait for everything that follows."""
        await person.command(text)
        await self.idle()


async def until(true: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(60):
        while not true():  # noqa: ASYNC110 - there is no event
            await asyncio.sleep(0.02)
