"""Carries the posts of the outbox to their platforms: in order for each game, at least once.

Adapters show a post of the same id once, so everything arrives exactly once. The courier only
moves; what fails is counted and parked by the outbox.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Mapping

from pydantic import ValidationError

from bot.platforms.base import DeliveryError, Outgoing, Platform
from bot.replies.model import Reply
from bot.storage.errors import StorageError
from bot.storage.outbox import Queued
from bot.storage.store import Store

_log = logging.getLogger(__name__)

#: Seconds between looks into the outboxes when nobody announced anything.
_LOOK = 2.0
#: Seconds before a failed delivery is tried again, growing up to the limit.
_PAUSE, _LONGEST_PAUSE = 0.5, 30.0

SEATS = ("ap", "cp")


class Courier:
    """Delivers posts while it runs.

    Args:
        store: with the outboxes.
        platforms: adapters by their name.
        name: under which games are leased, the same after a restart, so that a restart need not
            wait for its own leases to run out; processes that run at once must differ in it.
    """

    def __init__(self, store: Store, platforms: Mapping[str, Platform], name: str = "") -> None:
        self._store = store
        self._platforms = platforms
        self._name = name or secrets.token_hex(8)
        self._news = asyncio.Event()
        self._stopping = False
        self._later: dict[str, float] = {}
        self._pauses: dict[str, float] = {}
        self._task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Look into the outboxes now."""
        self._news.set()

    def start(self) -> None:
        """Begin to deliver."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Deliver what can be delivered now, then end."""
        self._stopping = True
        self._news.set()
        if self._task is not None:
            await self._task

    async def deliver_all(self) -> None:
        """Deliver the posts that wait, game by game; a game whose platform failed just now is left for later."""
        now = asyncio.get_running_loop().time()
        for game in await self._store.outbox.games_with_posts():
            if self._later.get(game, 0.0) <= now and await self._store.outbox.lease(game, self._name):
                await self._deliver(game)

    async def _run(self) -> None:
        while True:
            self._news.clear()
            try:
                await self.deliver_all()
            except StorageError as error:
                _log.warning("the outboxes cannot be read now: %s", error)
            if self._stopping:
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._wait()):
                    await self._news.wait()

    def _wait(self) -> float:
        now = asyncio.get_running_loop().time()
        return max(0.05, min([_LOOK, *(at - now for at in self._later.values())]))

    async def _deliver(self, game: str) -> None:
        waiting = len(await self._store.outbox.pending_posts(game))
        sent = await self._store.outbox.deliver(game, self._send)
        if sent < waiting:
            pause = self._pauses[game] = min(self._pauses.get(game, _PAUSE / 2) * 2, _LONGEST_PAUSE)
            self._later[game] = asyncio.get_running_loop().time() + pause
        else:
            self._pauses.pop(game, None)
            self._later.pop(game, None)

    async def _send(self, queued: Queued) -> None:
        await self.hand_over(queued)

    async def hand_over(self, queued: Queued) -> None:
        """Give one post to its platform.

        Raises:
            DeliveryError: it was not taken.
        """
        stored = await self._store.load(queued.game_id)
        name, _, channel = stored.header.channel.partition(":")
        platform = self._platforms.get(name)
        if platform is None or not channel:
            raise DeliveryError(f"Channel {stored.header.channel} belongs to a platform that does not run here.")
        try:
            reply = Reply.model_validate(queued.post.body)
        except ValidationError as error:
            raise DeliveryError(f"The post is no reply of ours: {error.errors()[0]['msg']}.", final=True) from None
        user = ""
        if reply.audience == "private":
            seat = stored.seats.holders.get(SEATS[reply.seat]) if reply.seat is not None else None
            if seat is None:
                return  # nobody sits there any more, so there is nobody to tell
            user = seat.user
        await platform.deliver(Outgoing(id=queued.id, game=queued.game_id, channel=channel, reply=reply, user=user))


__all__ = ["Courier"]
