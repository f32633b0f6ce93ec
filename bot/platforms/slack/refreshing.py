"""Refresh open panels while the other side plays, as long as Slack allows it.

A player who keeps the private panel in view expects it to follow the game, as the table message does. After a press, a
panel can be changed through the press's response_url, for half an hour and a few times; a panel without a recent press
is left alone, and the next press brings a new one.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable

from bot.persons import id_on, person
from bot.platforms.slack.blocks import Picture
from bot.platforms.slack.errors import SlackError
from bot.platforms.slack.records import Panel, Records
from bot.platforms.slack.responses import KEPT, Answers
from bot.platforms.slack.uploads import PictureUploads
from bot.port import Handler, Inbound
from bot.service.state.proposals import mark_for
from bot.service.visibility import position_for
from bot.storage.errors import StorageError
from bot.storage.store import Store
from bot.table import tokens
from bot.table.position import idle
from bot.table.reply import Reply

_log = logging.getLogger(__name__)

#: Seconds to wait for further posts of the same command, so that they refresh a panel only once.
_CALM = 0.3
#: Seconds that a refresh waits for its picture before it continues without.
_DRAWING = 10.0
#: Seconds for which a refresh may delay its owner's next press.
_SENDING = 5.0


class SlackRefresher:
    """Refreshes the panels of a game's seats when the position has changed.

    Args:
        platform: name of the platform, as stored with channels.
        handler: produces the panel, as for its owner's own press.
        store: of seats and record numbers.
        records: stores the panels.
        gallery: renders and uploads their pictures.
        answers: shows them.
        turn: returns the lock held while a user is answered in a channel.
    """

    def __init__(
        self,
        platform: str,
        handler: Handler,
        store: Store,
        records: Records,
        gallery: PictureUploads,
        answers: Answers,
        turn: Callable[[str, str], asyncio.Lock],
    ) -> None:
        self._platform = platform
        self._handler = handler
        self._store = store
        self._records = records
        self._gallery = gallery
        self._answers = answers
        self._turn = turn
        self._waiting: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._numbers = itertools.count()

    @property
    def running(self) -> set[asyncio.Task[None]]:
        """Running refreshes."""
        return self._tasks

    def later(self, game: str) -> None:
        """Refresh the open panels of a game, after a moment."""
        if game in self._waiting:
            return
        self._waiting.add(game)
        task = asyncio.create_task(self._renew_all(game))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Stop; the panels stay as they are."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _renew_all(self, game: str) -> None:
        await asyncio.sleep(_CALM)
        self._waiting.discard(game)  # later posts schedule another refresh
        try:
            stored = await self._store.load(game)
        except StorageError as error:
            _log.info("the panels of game %s are renewed with the next post: %s", game, error)
            return
        platform, _, channel = stored.header.channel.partition(":")
        if platform == self._platform:
            await asyncio.gather(
                *(
                    self._renew_and_log(game, channel, ident, position_for(stored, user), mark_for(stored, user))
                    for user in stored.seats.users()
                    if (ident := id_on(platform, user))
                )
            )

    async def _renew_and_log(self, game: str, channel: str, user: str, number: int, offers: str) -> None:
        try:
            await self._renew(game, channel, user, number, offers)
        except (SlackError, StorageError, TimeoutError) as error:
            _log.info("a panel of game %s is renewed at the next press: %s", game, type(error).__name__)
        except Exception:  # noqa: BLE001 - a panel that fails must not affect the other seat's
            _log.exception("a panel of game %s broke", game)

    async def _renew(self, game: str, channel: str, user: str, number: int, offers: str) -> None:
        async with self._turn(channel, user):
            panel = await self._outdated_panel(game, channel, user, number, offers)
            reply = await self._new_panel(game, channel, user) if panel is not None else None
        if reply is None:
            return
        picture = await self._picture(reply, channel)
        async with self._turn(channel, user), asyncio.timeout(_SENDING):
            # Check again: meanwhile the user may have pressed something that updated the panel, and a newer position is
            # shown by the refresh of its own posts.
            panel = await self._outdated_panel(game, channel, user, number, offers)
            if panel is None or (panel.idle and panel.idle == idle(reply)):
                return
            if position_for(await self._store.load(game), person(self._platform, user)) == number:
                await self._answers.renew(channel, user, panel, reply, picture)

    async def _outdated_panel(self, game: str, channel: str, user: str, number: int, offers: str) -> Panel | None:
        """Return the user's panel if it shows an earlier position or other offers, and can still be changed."""
        panel = await self._records.open_panel(channel, user, KEPT)
        if panel is None or panel.game != game or panel.number > number:
            return None
        return panel if panel.number < number or panel.offers != offers else None

    async def _new_panel(self, game: str, channel: str, user: str) -> Reply | None:
        inbound = Inbound(
            platform=self._platform,
            channel=channel,
            user=user,
            key=f"{self._platform}:refresh:{next(self._numbers)}",
            token=tokens.screen(game, -1, "panel"),
        )
        return next((reply for reply in await self._handler.run(inbound) if reply.edit == "panel"), None)

    async def _picture(self, reply: Reply, channel: str) -> Picture | None:
        """Return a refreshed panel's picture; None if it takes long, since it would not be added later."""
        if reply.picture is None:
            return None
        try:
            async with asyncio.timeout(_DRAWING):
                picture = await self._gallery.fetch(reply.picture, channel.partition(".")[0])
        except TimeoutError:
            return None
        return None if picture.later else picture


__all__ = ["SlackRefresher"]
