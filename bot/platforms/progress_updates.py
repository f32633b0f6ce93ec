"""Private answers that show progress: refreshed until complete, so that the user need not press anything."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.port import Handler, Inbound
from bot.storage.errors import StorageError
from bot.table.reply import Reply

_log = logging.getLogger(__name__)

#: Most refreshes of one answer.
_MOST_REFRESHES = 600


@dataclass(frozen=True, slots=True)
class AnswerPlace:
    """Where an answer is shown.

    Attributes:
        inbound: the owner's request; refreshes use its channel and user.
        stands: returns whether the last shown answer still exists and can be replaced.
        show: replaces it by a newer version.
        turn: lock held while a version is shown, so that it doesn't collide with what its owner does.
    """

    inbound: Inbound
    stands: Callable[[Reply], Awaitable[bool]]
    show: Callable[[Reply], Awaitable[None]]
    turn: asyncio.Lock


class Following:
    """Refreshes answers on one platform, one per person and channel.

    Args:
        platform: its name, for the keys of requests.
        handler: produces the refreshed answers.
        pause: seconds between refreshes.
    """

    def __init__(self, platform: str, handler: Handler, pause: float) -> None:
        self._platform = platform
        self._handler = handler
        self._pause = pause
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}

    def follow(self, place: AnswerPlace, reply: Reply) -> None:
        """Refresh a reply while it is shown; replaces what was followed there before."""
        wish = place.inbound.channel, place.inbound.user
        if (before := self._tasks.pop(wish, None)) is not None:
            before.cancel()
        task = self._tasks[wish] = asyncio.create_task(self._refresh_until_done(place, reply))
        task.add_done_callback(lambda done: self._tasks.pop(wish, None) if self._tasks.get(wish) is done else None)

    async def stop(self) -> None:
        """Stop all refreshing; the answers stay as they are."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _refresh_until_done(self, place: AnswerPlace, reply: Reply) -> None:
        try:
            for _ in range(_MOST_REFRESHES):
                await asyncio.sleep(self._pause)
                if not reply.follow or not await place.stands(reply):
                    return
                reply = await self._refresh(place, reply)
        except StorageError as error:
            _log.info("an answer in %s is no longer updated: %s", place.inbound.channel, error)
        except Exception:  # noqa: BLE001 - its owner can still press
            _log.exception("an answer in %s cannot be followed", place.inbound.channel)

    async def _refresh(self, place: AnswerPlace, reply: Reply) -> Reply:
        """Fetch the current version of a reply, and show it if the previous one is still there."""
        key = f"{self._platform}:follow:{uuid.uuid4().hex}"
        asked = place.inbound.model_copy(
            update={
                "key": key,
                "text": None,
                "token": reply.follow,
                "tokens": (),
                "form": False,
                "title": "",
                "game": "",
            }
        )
        # Without the lock, since the answer may take a while, and the user's own requests must not wait for it.
        found = next((one for one in await self._handler.run(asked) if one.edit == "panel"), Reply(text=""))
        if found.text in ("", reply.text):
            return found
        async with place.turn:
            if await place.stands(reply):
                await place.show(found)
        return found


__all__ = ["AnswerPlace", "Following"]
