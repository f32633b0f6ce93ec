"""Refresh open private panels while others act, as the table message is."""

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

#: Seconds to wait for further posts of the same command, so that they refresh a panel only once.
_CALM = 0.15

#: Writes a reply into a log under an id.
Show = Callable[[Stream, str, Reply], Awaitable[None]]
#: Shows a panel's board to its owner.
Lay = Callable[[Stream, Reply], None]
#: Returns the lock under which one person's messages are processed.
Turn = Callable[[Stream], asyncio.Lock]


class WebRefresher:
    """Refreshes the panels of open pages.

    Args:
        platform: name of the platform, for requests to the handler.
        handler: produces the panel, as for its owner's own request.
        timeline: of the panels and open pages.
        show: writes a reply into a log.
        turn: returns the lock that keeps a refresh from interfering with its owner's requests.
        lay: shows the board of an unchanged panel.
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
        """Refresh the panels of a channel's open pages, or of one person there, after a moment.

        Without a game, it is the channel's current one.
        """
        wish = (channel, user)
        if wish not in self._tasks:
            task = self._tasks[wish] = asyncio.create_task(self._renew_all(channel, game, user))
            task.add_done_callback(lambda _: self._tasks.pop(wish, None))

    async def stop(self) -> None:
        """Stop; the panels stay as they are."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _renew_all(self, channel: str, game: str, user: str) -> None:
        await asyncio.sleep(_CALM)
        self._tasks.pop((channel, user), None)  # later posts schedule another refresh
        streams = [Stream(channel, user)] if user else self._timeline.open_pages(channel)
        for stream in streams:
            try:
                async with self._turn(stream):
                    await self._renew(stream, game)
            except StorageError as error:
                _log.info("a panel in %s will be updated with the next post: %s", channel, error)

    async def _renew(self, stream: Stream, game: str) -> None:
        """Refresh a panel with its board, or the spectators' board if nothing can be touched."""
        shown, laid = await self._timeline.panel(stream), self._timeline.board(stream)
        if shown is not None or not game:
            if await self._renew_panel(stream, game, shown):
                return
            # A player who has left that game may be in the channel's next one by now.
            if game and laid is not None and laid.seated and await self._renew_panel(stream, "", shown):
                return
        await self._watch(stream)

    async def _watch(self, stream: Stream) -> None:
        """Show a spectator the board of the channel's current game: a late post may be of the previous one."""
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
        """Request a panel and show it where one belongs; returns True if it has a board."""
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
            # A panel is requested; of other replies only the way into a game is shown unprompted: a new one, or the
            # lobby.
            leads_in = before_start(reply.menu)
            # What was shown before the game began is replaced by whatever the game shows to this person.
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
    """Return True if the shown panel can stay: of the same position, it may be on a later page or report an action."""
    position = position_of(reply.menu)
    if position >= 0 and position == position_of(shown.menu) and offers_of(shown.menu) == offers_of(reply.menu):
        return True
    return (shown.text, shown.menu, shown.picture) == (reply.text, reply.menu, reply.picture)


__all__ = ["WebRefresher"]
