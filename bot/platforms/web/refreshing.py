"""Private panels that lie open follow the game while others act, as the table message does."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable

from bot.platforms.web.records import MessageEntry
from bot.platforms.web.timeline import Stream, Timeline
from bot.port import Handler, Inbound
from bot.storage.errors import StorageError
from bot.table import tokens
from bot.table.position import before_start, offers_of, position_of
from bot.table.reply import Reply

_log = logging.getLogger(__name__)

#: Seconds to let the posts of one command pass, so that they renew a panel once.
_CALM = 0.15

#: Shows a reply in a log under an id.
Show = Callable[[Stream, str, Reply], Awaitable[None]]
#: Puts the board of a panel before its owner.
Lay = Callable[[Stream, Reply], None]
#: The lock under which what one person sends is carried out.
Turn = Callable[[Stream], asyncio.Lock]


class WebRefresher:
    """Renews the panels of open pages.

    Args:
        platform: name of the platform, for what is asked of the handler.
        handler: makes the panel, as for its owner's own wish.
        timeline: where panels stand, and which pages are open.
        show: writes a reply into a log.
        turn: keeps a renewal from running into what its owner does just now.
        lay: puts the board of a panel that stays before its owner.
    """

    def __init__(self, platform: str, handler: Handler, timeline: Timeline, show: Show, turn: Turn, lay: Lay) -> None:
        self._platform = platform
        self._handler = handler
        self._timeline = timeline
        self._show = show
        self._turn = turn
        self._lay = lay
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._numbers = itertools.count()

    def later(self, channel: str, game: str = "", user: str = "") -> None:
        """Renew the panels of a channel's open pages, or of one person there, after a moment.

        Without a game it is the one that the channel has now.
        """
        wish = (channel, user)
        if wish not in self._tasks:
            task = self._tasks[wish] = asyncio.create_task(self._renew_all(channel, game, user))
            task.add_done_callback(lambda _: self._tasks.pop(wish, None))

    async def stop(self) -> None:
        """Leave the panels as they are."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _renew_all(self, channel: str, game: str, user: str) -> None:
        await asyncio.sleep(_CALM)
        self._tasks.pop((channel, user), None)  # what is posted from now on asks again
        streams = [Stream(channel, user)] if user else self._timeline.open_pages(channel)
        for stream in streams:
            try:
                async with self._turn(stream):
                    await self._renew(stream, game)
            except StorageError as error:
                _log.info("a panel in %s will be updated with the next post: %s", channel, error)

    async def _renew(self, stream: Stream, game: str) -> None:
        """Send a panel with its board, or the game as everybody sees it where nothing can be touched."""
        shown, laid = await self._timeline.panel(stream), self._timeline.board(stream)
        if shown is not None or not game:
            if await self._renew_panel(stream, game, shown):
                return
            # Whoever has left that game may sit in the channel's next one by now.
            if game and laid is not None and laid.seated and await self._renew_panel(stream, "", shown):
                return
        await self._watch(stream)

    async def _watch(self, stream: Stream) -> None:
        """Lay the board of the channel's game by now for whoever only watches: a late post may be of the one before it."""
        asked = Inbound(
            platform=self._platform,
            channel=stream.channel,
            user=stream.user,
            key=f"{self._platform}:refresh:{next(self._numbers)}",
            token=tokens.WATCH_HERE,
            touch=True,
        )
        replies = await self._handler.run(asked)
        found = next((reply for reply in replies if reply.board is not None), None)
        laid = self._timeline.board(stream)
        if found is not None or (laid is not None and not laid.seated):
            self._lay(stream, found or Reply(text=""))

    async def _renew_panel(self, stream: Stream, game: str, shown: MessageEntry | None) -> bool:
        """Ask for a panel anew and show it where one belongs; True if it can be touched."""
        touched = False
        number = next(self._numbers)
        inbound = Inbound(
            platform=self._platform,
            channel=stream.channel,
            user=stream.user,
            key=f"{self._platform}:refresh:{number}",
            text=None if game else "panel",
            token=tokens.screen(game, -1, "panel") if game else None,
            touch=True,
        )
        for reply in await self._handler.run(inbound):
            # A panel is asked for; only the way into a game is shown unasked: a new one, or the lobby.
            leads_in = before_start(reply.menu)
            # What stood there before the game began gives way to whatever the game says to this person.
            begun = shown is not None and before_start(shown.menu)
            if not leads_in and (shown is None or (reply.edit != "panel" and not begun)):
                continue
            panel = reply.model_copy(update={"edit": "panel"})
            touched = touched or panel.board is not None
            if shown is not None and _same(shown, panel):
                self._lay(stream, panel)
            else:
                await self._show(stream, f"refresh:{stream.name}:{shown.at if shown else 0}:{number}", panel)
        return touched


def _same(shown: MessageEntry, reply: Reply) -> bool:
    """Of the same position the older panel stays: it may stand at a later page, or tell what was just done."""
    position = position_of(reply.menu)
    if position >= 0 and position == position_of(shown.menu) and offers_of(shown.menu) == offers_of(reply.menu):
        return True
    return (shown.text, shown.menu, shown.picture) == (reply.text, reply.menu, reply.picture)


__all__ = ["WebRefresher"]
