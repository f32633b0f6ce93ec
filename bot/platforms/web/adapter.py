"""The local web platform: replies become log entries, presses become commands."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from weakref import WeakValueDictionary

from aiohttp import web

from bot.narration.texts import host_text
from bot.platforms.half_open import HalfOpen
from bot.platforms.http_listener import Listener, runner
from bot.platforms.interim_notice import interim, word
from bot.platforms.meter import AdapterHooks
from bot.platforms.platform_status import PlatformStatus
from bot.platforms.progress_updates import AnswerPlace, Following
from bot.platforms.web.entries import EntryWriter, entry_id
from bot.platforms.web.errors import Unkept, WebRefusal
from bot.platforms.web.guard import is_loopback
from bot.platforms.web.pictures import PictureCache
from bot.platforms.web.protocol import Run, Say
from bot.platforms.web.refreshing import WebRefresher
from bot.platforms.web.signed_links import Person, Signer, person_named, room
from bot.platforms.web.site import make_application
from bot.platforms.web.timeline import Stream, Timeline
from bot.port import Completion, DeliveryError, Handler, Inbound, Outgoing, PictureSource
from bot.storage.call_deadlines import noting
from bot.storage.errors import StorageError, StoreRefuses
from bot.storage.log import ChannelLog
from bot.table.reply import Reply

_log = logging.getLogger(__name__)

#: Seconds that running commands and pictures get to finish at shutdown.
_DRAIN = 8.0
#: Seconds between refreshes of a panel that shows progress.
_PAUSE = 1.0
#: Most completions computed at once, for all pages together.
_COMPLETING = 4


class WebPlatform:
    """The local web channel, served only on this machine.

    Args:
        handler: the bot.
        log: stores the messages.
        draw: renders pictures.
        signer: creates and verifies people's links.
        host: loopback address to listen on.
        port: 0 takes any free one; a taken one is replaced by a free one, see `port` after `start`.
        now: clock, in Unix seconds.
    """

    name = "web"

    def __init__(
        self,
        *,
        handler: Handler,
        log: ChannelLog,
        draw: PictureSource,
        signer: Signer,
        host: str = "127.0.0.1",
        port: int = 0,
        now: Callable[[], float] = time.time,
        hooks: AdapterHooks | None = None,
    ) -> None:
        if not is_loopback(host):
            raise WebRefusal(host_text("web.adapter.local_channel_no_accounts", host=host))
        self.handler = handler
        self.timeline = Timeline(log)
        self.picture_cache = PictureCache(draw, self.timeline)
        self.signer = signer
        self._entries = EntryWriter(self.timeline, self.picture_cache, signer, now)
        self.closing = asyncio.Event()
        self._host = host
        self._wanted_port = port
        self._hooks = hooks or AdapterHooks()
        #: Always fine: this machine serves itself.
        self.standing = PlatformStatus()
        self._runner: Listener | None = None
        self._running: dict[str, asyncio.Task[None]] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._watching: list[asyncio.Task[None]] = []
        #: Limits completions, so that they don't slow down commands however many people type.
        self._completing = asyncio.Semaphore(_COMPLETING)
        self.following = Following(self.name, handler, _PAUSE)
        self.refreshing = WebRefresher(
            self.name, handler, self.timeline, self._entries.show, self._turn, self._entries.lay_board
        )

    # ------------------------------------------------------------------------------------------- port

    @property
    def url(self) -> str:
        """URL of the first page; known after `start`."""
        assert self._runner is not None
        address = self._runner.addresses[0]
        host = f"[{address[0]}]" if ":" in address[0] else address[0]
        return f"http://{host}:{address[1]}"

    @property
    def port(self) -> int:
        """The port being listened on; known after `start`."""
        assert self._runner is not None
        return int(self._runner.addresses[0][1])

    def link(self, name: str, channel: str) -> str:
        """Return the URL under which a person with this name plays in a channel."""
        return f"{self.url}/u/{self.signer.token(person_named(name))}/c/{channel}"

    async def start(self) -> None:
        """Listen; on any free port if the wanted one is taken."""
        self._runner = runner(make_application(self), shutdown_timeout=2)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._wanted_port).start()
        except OSError as error:
            if not self._wanted_port:
                raise
            _log.warning("port %d is in use (%s): using a free one", self._wanted_port, error.strerror)
            await web.TCPSite(self._runner, self._host, 0).start()
        self._watching = [asyncio.create_task(self.timeline.watch())]

    @property
    def half_open(self) -> HalfOpen:
        """The monitor of idle connections; known after `start`."""
        assert self._runner is not None
        return self._runner.half_open

    async def connected(self) -> bool:
        """Return True while pages can connect."""
        return self._runner is not None and not self.closing.is_set()

    async def drain(self) -> None:
        """Accept nothing new and let running commands finish."""
        self.closing.set()
        if self._running:
            await asyncio.wait(list(self._running.values()), timeout=_DRAIN)

    async def stop(self) -> None:
        """Accept nothing new, let running work finish, then close."""
        await self.drain()
        for task in self._watching:
            task.cancel()
        await asyncio.gather(*self._watching, return_exceptions=True)
        await self.following.stop()
        await self.refreshing.stop()
        await self.picture_cache.drain(_DRAIN / 2)
        if self._runner is not None:
            await self._runner.cleanup()

    async def deliver(self, message: Outgoing) -> None:
        """Deliver an outbox message to its channel or person; repeating it has no effect."""
        reply = message.reply
        if reply.audience == "private" and not message.user:
            raise DeliveryError(host_text("web.adapter.private_message_names_nobody"), final=True)
        stream = Stream(message.channel, message.user if reply.audience == "private" else "")
        try:
            if reply.back >= 0:
                await self.timeline.withdraw(stream, message.game, reply.back, f"back:{message.id}")
            await self._entries.show(stream, f"out:{message.id}", reply, game=message.game, players=message.players)
        except StorageError as error:
            raise DeliveryError(str(error)) from error
        if not stream.user:
            self.refreshing.later(message.channel, message.game)

    async def open_room(self, venue: str, name: str, key: str) -> str | None:
        """Return the channel named after the key, which exists as soon as someone opens it."""
        del venue, name
        return room(key)

    async def tell(self, channel: str, reply: Reply, key: str) -> str | None:
        """Post a message outside any game, once per key."""
        try:
            await self._entries.show(Stream(channel, ""), f"told:{key}", reply)
        except StorageError as error:
            raise DeliveryError(str(error), away=True) from error
        return entry_id(f"told:{key}")

    async def amend(self, channel: str, message: str, reply: Reply) -> None:
        """Replace a message's text."""
        try:
            await self._entries.show(Stream(channel, ""), f"amended:{message}:{reply.text}", reply, slot=message)
        except StorageError as error:
            raise DeliveryError(str(error), away=True) from error

    async def tell_alone(self, user: str, near: str, reply: Reply, key: str) -> None:
        """Post a message outside any game to a person's private log in a channel, once per key."""
        if not near:
            raise DeliveryError(host_text("web.adapter.local_page_tells_nobody"), final=True)
        try:
            await self._entries.show(Stream(near, user), f"told:{key}", reply)
        except StorageError as error:
            raise DeliveryError(str(error), away=True) from error

    async def lacking(self, channel: str, message: str = "") -> tuple[str, ...]:
        """Return (): no channel of the local page needs a permission."""
        del channel, message
        return ()

    # --------------------------------------------------------------------------------------- commands

    async def run(self, person: Person, channel: str, sent: Run) -> None:
        """Run what a page sent, once per key; afterwards the replies are in the logs.

        One person's messages are processed in order. A command continues even if the page that sent it goes away.
        """
        await self._start_once(person, channel, sent.key, lambda key: self._run(person, channel, sent, key))

    async def say(self, person: Person, channel: str, sent: Say) -> None:
        """Post a person's message to the channel."""
        await self._start_once(person, channel, sent.key, lambda key: self._say(person, channel, sent, key))

    async def complete(self, person: Person, channel: str, text: str) -> Sequence[Completion]:
        """Return completions of a half-typed command, with or without its slash."""
        line = text.removeprefix("/")
        inbound = self._inbound(person, channel, "complete", text=line).model_copy(update={"action": "complete"})
        async with self._completing:
            return await self.handler.complete(inbound)

    async def _start_once(
        self, person: Person, channel: str, key: str, start: Callable[[str], Awaitable[None]]
    ) -> None:
        whole = f"{channel}:{person.id}:{key}"
        turn = self._turn(Stream(channel, person.id))

        async def in_turn() -> None:
            async with turn:
                await start(whole)

        task = self._running.get(whole)
        if task is None:
            task = self._running[whole] = asyncio.create_task(in_turn())
            task.add_done_callback(lambda _: self._running.pop(whole, None))
        await asyncio.shield(task)

    def _turn(self, stream: Stream) -> asyncio.Lock:
        """Return the lock of one person in one channel."""
        return self._turns.setdefault(stream.name, asyncio.Lock())

    async def _run(self, person: Person, channel: str, sent: Run, key: str) -> None:
        begun = time.perf_counter()
        private = Stream(channel, person.id)
        if sent.text is not None:
            echo = self._entries.said(person, f"/{sent.text}", "note", sent.key)
            with contextlib.suppress(StoreRefuses), noting():  # without writes views are still answered
                await self.timeline.write(private, entry_id("echo", key), echo)
        inbound = self._inbound(
            person, channel, key, text=sent.text, token=sent.token, tokens=sent.tokens, form=sent.form
        )
        slot = ""

        async def say() -> None:
            nonlocal slot
            slot = entry_id("interim", key)
            with contextlib.suppress(StoreRefuses), noting():
                await self._entries.show(private, f"interim:{key}", Reply(text=word()), slot=slot)

        async with interim(say):
            replies = await self.handler.run(inbound)
        unkept = await self._show_replies(replies, inbound, f"run:{key}", sent.key, slot)
        self._hooks.meter.acknowledged(self.name, time.perf_counter() - begun)
        self._hooks.after()
        if unkept:
            raise Unkept("\n\n".join(unkept))

    async def _show_replies(
        self, replies: Sequence[Reply], inbound: Inbound, origin: str, pressed: str, slot: str
    ) -> list[str]:
        """Show the replies of a command, the first in the `slot` of its notice; return the texts that can't be kept."""
        unkept, private = list[str](), Stream(inbound.channel, inbound.user)
        for number, reply in enumerate(replies):
            stream = private if reply.audience == "private" else Stream(inbound.channel)
            # The first reply without a slot replaces the notice.
            place, slot = ("", slot) if reply.edit or stream != private else (slot, "")
            try:
                with noting() if stream == private else contextlib.nullcontext():
                    await self._entries.show(stream, f"{origin}:{number}", reply, pressed=pressed, slot=place)
            except StoreRefuses:
                if stream != private:
                    raise
                unkept.append(reply.text)
                continue
            if reply.follow and stream == private:
                self.following.follow(self._place(stream, inbound), reply)
        return unkept

    def _place(self, stream: Stream, inbound: Inbound) -> AnswerPlace:
        """Return the place of a page's panel, valid while the page is open and shows it."""

        async def stands(reply: Reply) -> bool:
            shown = await self.timeline.panel(stream) if stream in self.timeline.open_pages(stream.channel) else None
            return shown is not None and shown.text == reply.text

        async def show(reply: Reply) -> None:
            await self._entries.show(stream, f"follow:{stream.name}:{uuid.uuid4().hex}", reply)

        return AnswerPlace(inbound, stands, show, self._turn(stream))

    async def _say(self, person: Person, channel: str, sent: Say, key: str) -> None:
        entry = self._entries.said(person, sent.text, "channel", sent.key)
        await self.timeline.write(Stream(channel), entry_id("said", key), entry)

    def _inbound(
        self,
        person: Person,
        channel: str,
        key: str,
        *,
        text: str | None = None,
        token: str | None = None,
        tokens: tuple[str, ...] = (),
        form: bool = False,
    ) -> Inbound:
        return Inbound(
            platform=self.name, channel=channel, user=person.id, user_name=person.name,
            key=f"{self.name}:{key}", text=text, token=token, tokens=tokens, touch=True, form=form,
            examine=partial(self.lacking, channel), locale=person.locale,
        )  # fmt: skip
