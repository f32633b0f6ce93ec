"""The live link of a page: sends new entries in order, and runs what the page sends."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from dataclasses import replace
from typing import Any

from aiohttp import WSMsgType, web

from bot.narration.texts import host_text, spoken_texts
from bot.platforms.web.board import LaidBoard
from bot.platforms.web.channel import Channel
from bot.platforms.web.errors import Unkept, WebRefusal
from bot.platforms.web.protocol import Complete, Earlier, Hello, Run, Say, read
from bot.platforms.web.records import LogRow, frame
from bot.platforms.web.signed_links import Person, checked_channel
from bot.platforms.web.timeline import Stream
from bot.storage.errors import StorageError

_log = logging.getLogger(__name__)

#: Entries sent when a page opens, and with each request for earlier ones.
_HISTORY = 240
#: Most messages of one page processed at once; the others wait in order.
_AT_ONCE = 8
#: Most messages of one page that may wait; beyond that nothing is read from it.
_WAITING = 64
#: Seconds before retrying to send new entries after a failure.
_AGAIN = 1.0


class LivePage:
    """One open page of one person in one channel."""

    def __init__(self, platform: Channel, socket: web.WebSocketResponse, locale: str = "") -> None:
        self._platform = platform
        self._socket = socket
        self._person = Person("", "", locale)
        self._public = Stream("")
        self._private = Stream("")
        self._bases: dict[Stream, str] = {}
        self._places: dict[Stream, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._laid: LaidBoard | None = None
        self._telling = asyncio.Lock()
        self._at_once = asyncio.Semaphore(_AT_ONCE)
        self._room = asyncio.Semaphore(_WAITING)
        self._completing: asyncio.Task[None] | None = None

    async def serve(self) -> None:
        """Serve the page until it leaves or the channel closes."""
        hello = await self._hello()
        if hello is None:
            return
        with self._platform.timeline.listen(self._public, self._private) as news:
            try:
                await self._platform.timeline.note_channel(self._public.channel)
                await self._welcome(hello)
            except StorageError as error:
                await self._send({"type": "trouble", "text": str(error)})
                return  # the page reconnects after a moment
            teller = asyncio.create_task(self._tell(news))
            closer = asyncio.create_task(self._close_in_time())
            try:
                await self._listen()
            finally:
                for task in (teller, closer, *self._tasks):
                    task.cancel()
                await asyncio.gather(teller, closer, *self._tasks, return_exceptions=True)

    # ---------------------------------------------------------------------------------------- opening

    async def _hello(self) -> Hello | None:
        try:
            first = await self._socket.receive(timeout=10)
            if first.type is not WSMsgType.TEXT:
                return None
            hello = read(str(first.data))
            if not isinstance(hello, Hello):
                raise WebRefusal(host_text("web.live.page_says_first_who"))
            self._person = replace(self._platform.signer.person(hello.token), locale=self._person.locale)
            channel = checked_channel(hello.channel)
        except TimeoutError:
            return None
        except WebRefusal as refusal:
            await self._send({"type": "turned-away", "error": spoken_texts().told(refusal.sentence)})
            return None
        self._public, self._private = Stream(channel), Stream(channel, self._person.id)
        self._bases = {
            self._public: f"/c/{channel}",
            self._private: f"/u/{hello.token}/c/{channel}",
        }
        return hello

    async def _welcome(self, hello: Hello) -> None:
        timeline = self._platform.timeline
        known = {self._public: hello.public, self._private: hello.private}
        rows: dict[Stream, list[LogRow]] = {}
        fresh = False
        for stream, place in known.items():
            newest = await timeline.newest(stream, 1)
            top = newest[-1].place if newest else 0
            # A page that knows more than the log has seen another store: it starts over.
            fresh = fresh or place is None or place > top
        for stream, place in known.items():
            if fresh or place is None:
                rows[stream] = await timeline.newest(stream, _HISTORY)
            else:
                rows[stream] = await timeline.since(stream, place)
            self._places[stream] = rows[stream][-1].place if rows[stream] else (0 if fresh else place or 0)
        public = rows[self._public]
        await self._send(
            {
                "type": "welcome",
                "you": self._person.name,
                "channel": self._public.channel,
                "fresh": fresh,
                "more": fresh and bool(public) and public[0].place > 1,
            }
        )
        for stream in known:
            await self._entries(stream, rows[stream])
        await self._board()
        # The game may have continued while no page was open.
        self._platform.refreshing.later(self._public.channel, user=self._person.id)

    # ---------------------------------------------------------------------------------------- telling

    async def _tell(self, news: asyncio.Event) -> None:
        told = ""
        while not self._socket.closed:
            await news.wait()
            news.clear()
            try:
                await self._tell_new()
                trouble = self._platform.timeline.trouble
            except StorageError as error:
                trouble = str(error)
                asyncio.get_running_loop().call_later(_AGAIN, news.set)
            except ConnectionError:
                return
            if trouble != told:
                await self._send({"type": "trouble", "text": trouble} if trouble else {"type": "calm"})
                told = trouble

    async def _tell_new(self) -> None:
        async with self._telling:
            for stream in (self._public, self._private):
                await self._entries(stream, await self._platform.timeline.since(stream, self._places[stream]))
            await self._board()

    async def _board(self) -> None:
        """Send the panel's board, unless the page has it already."""
        laid = self._platform.timeline.board(self._private)
        if laid is self._laid:
            return
        self._laid = laid
        pictures = f"{self._bases[self._private]}/p/"
        frame = laid.frame if laid else "null"  # already JSON: the same text is sent to every page of its owner
        if not self._socket.closed:
            await self._socket.send_str(f'{{"type": "board", "pictures": {json.dumps(pictures)}, "board": {frame}}}')

    async def _entries(self, stream: Stream, rows: list[LogRow]) -> None:
        if not rows:
            return
        self._places[stream] = rows[-1].place
        await self._send(
            {
                "type": "entries",
                "stream": "private" if stream.user else "public",
                "upto": rows[-1].place,
                "items": [frame(row, self._person.id, self._bases[stream]) for row in rows],
            }
        )

    async def _close_in_time(self) -> None:
        await self._platform.closing.wait()
        await self._send({"type": "bye"})
        await self._socket.close(code=1001, message=b"closing")

    async def _send(self, message: dict[str, Any]) -> None:
        if not self._socket.closed:
            await self._socket.send_json(message)

    # -------------------------------------------------------------------------------------- listening

    async def _listen(self) -> None:
        async for message in self._socket:
            if message.type is not WSMsgType.TEXT:
                continue
            await self._room.acquire()
            task = asyncio.create_task(self._answer(str(message.data)))
            self._tasks.add(task)
            task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._room.release()

    async def _answer(self, text: str) -> None:
        with contextlib.suppress(ConnectionError):
            async with self._at_once:
                await self._take(text)

    async def _take(self, text: str) -> None:
        try:
            sent = read(text)
        except WebRefusal as refusal:
            await self._send({"type": "trouble", "text": refusal.sentence})
            return
        if isinstance(sent, Run | Say):
            await self._carry_out(sent)
        elif isinstance(sent, Complete):
            # A newer request replaces the previous one.
            if self._completing is not None:
                self._completing.cancel()
            self._completing = asyncio.current_task()
            await self._complete(sent)
        elif isinstance(sent, Earlier):
            await self._earlier(sent)

    async def _carry_out(self, sent: Run | Say) -> None:
        channel = self._public.channel
        if self._platform.closing.is_set():
            return  # the page sends it again to the next process
        try:
            if isinstance(sent, Run):
                await self._platform.run(self._person, channel, sent)
            else:
                await self._platform.say(self._person, channel, sent)
            await self._tell_new()  # so that the page has its answer before the acknowledgement
        except Unkept as answer:
            await self._send(
                {"type": "refused", "key": sent.key, "error": spoken_texts().told(str(answer)), "again": False}
            )
        except StorageError as error:
            await self._send(
                {"type": "refused", "key": sent.key, "error": spoken_texts().told(str(error)), "again": True}
            )
        except Exception:  # noqa: BLE001 - a failing command must not end the page's link
            _log.exception("command %s of %s in %s failed", sent.key, self._person.id, channel)
            error_text = spoken_texts().told(host_text("web.live.something_broke_our_side"))
            await self._send({"type": "refused", "key": sent.key, "error": error_text, "again": False})
        else:
            await self._send({"type": "answered", "key": sent.key})

    async def _complete(self, sent: Complete) -> None:
        try:
            found = await self._platform.complete(self._person, self._public.channel, sent.text)
        except StorageError:
            found = []
        except Exception:  # noqa: BLE001 - typing continues without suggestions
            _log.exception("suggestions for %s failed", self._person.id)
            found = []
        items = [{"label": item.label, "insert": item.insert} for item in found[:25]]
        await self._send({"type": "suggestions", "id": sent.id, "items": items})

    async def _earlier(self, sent: Earlier) -> None:
        try:
            rows = await self._platform.timeline.newest(self._public, _HISTORY, sent.before)
        except StorageError as error:
            await self._send({"type": "trouble", "text": str(error)})
            return
        items = [frame(row, self._person.id, self._bases[self._public]) for row in rows]
        await self._send({"type": "earlier", "items": items, "more": bool(rows) and rows[0].place > 1})
