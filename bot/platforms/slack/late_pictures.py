"""Late pictures: a message posted before its picture is ready gets it later, even after a restart.

What a message waits for is stored with its game before the post counts as delivered, so that the next process continues
if this one dies. A picture is added by editing its message, which is idempotent; where a message can't be edited, it is
posted separately, and the entry is deleted first, so that it never appears twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Literal

from bot.platforms.slack.blocks import Picture
from bot.platforms.slack.errors import SlackError
from bot.platforms.slack.records import Records
from bot.platforms.slack.uploads import PictureUploads
from bot.port import Outgoing
from bot.storage.errors import StorageError, StoreUnavailable
from bot.storage.models import Stored
from bot.table.reply import PictureRef

_log = logging.getLogger(__name__)

#: Seconds that a picture may take in the queue, and pauses before each retry.
_PATIENCE = 600.0
_PAUSES = (1.0, 5.0, 20.0, 60.0, 180.0)


class LatePicture(Stored):
    """A message that waits for its picture."""

    v: Literal[1] = 1
    #: The whole post, since editing a Slack message replaces all of it.
    post: Outgoing
    #: Workspace and channel of the message, and its ts; "" for an ephemeral message, which can't be edited.
    where: str
    ts: str
    #: The slot of the message, "" for none.
    name: str = ""

    @property
    def mark(self) -> str:
        """The key of its entry within the game."""
        return self.ts or self.post.id.rpartition("/")[2]


#: Shows a message with its picture.
Show = Callable[[Picture], Awaitable[None]]


class LatePictures:
    """Waits for pictures of messages already posted; a message changed in the meantime no longer needs its picture.

    Args:
        gallery: renders and uploads them.
        records: store of the pending pictures.
    """

    def __init__(self, gallery: PictureUploads, records: Records) -> None:
        self._gallery = gallery
        self._records = records
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        #: Games of messages with a stored entry.
        self._noted: dict[tuple[str, str], str] = {}

    @property
    def waiting(self) -> int:
        """Number of messages that wait for their pictures."""
        return len(self._tasks)

    async def expect(self, coming: LatePicture) -> None:
        """Store that a message waits for its picture; raises StorageError."""
        await self._records.expect(coming.post.game, coming.mark, coming.dump())

    async def awaiting(self) -> list[LatePicture]:
        """Return the entries left by earlier processes, or being handled by another; raises StorageError."""
        found = []
        for game, raw in await self._records.awaiting():
            try:
                found.append(LatePicture.parse(raw, f"waiting picture of game {game}"))
            except StorageError as error:
                _log.warning("a picture is not drawn any more: %s", error)
        return found

    def follow(
        self,
        where: tuple[str, str],
        ref: PictureRef,
        team: str,
        show: Show,
        *,
        drawing: asyncio.Task[Picture] | None = None,
        coming: LatePicture | None = None,
    ) -> None:
        """Add a message's picture as soon as it is ready.

        Args:
            where: channel and mark of the message.
            ref: the picture.
            team: the workspace.
            show: shows it.
            drawing: the rendering task, if already running.
            coming: its stored entry, which is deleted in the end.
        """
        self._forget(where)
        task = self._tasks[where] = asyncio.create_task(self._add_later(ref, team, drawing, show, coming))
        if coming is not None:
            self._noted[where] = coming.post.game
        task.add_done_callback(partial(self._forget_finished, where))

    async def drop(self, channel: str, ts: str) -> None:
        """Drop the late picture of a message that now shows something else; raises StorageError."""
        game = self._noted.get((channel, ts))
        self._forget((channel, ts))
        if game is not None:
            await self._records.arrived(game, ts)

    async def stop(self) -> None:
        """Stop; messages keep their alt texts, and those with stored entries get their pictures after the next start."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget_finished(self, where: tuple[str, str], task: asyncio.Task[None]) -> None:
        if self._tasks.get(where) is task:
            self._forget(where)

    def _forget(self, where: tuple[str, str]) -> None:
        self._noted.pop(where, None)
        task = self._tasks.pop(where, None)
        if task is not None:
            task.cancel()

    async def _add_later(
        self, ref: PictureRef, team: str, drawing: asyncio.Task[Picture] | None, show: Show, coming: LatePicture | None
    ) -> None:
        """Add the picture, retrying for a while; afterwards it is left to the next start, if it is stored."""
        drawing = drawing or asyncio.create_task(self._gallery.fetch(ref, team))
        try:
            for pause in (*_PAUSES, None):
                picture = await asyncio.wait_for(drawing, _PATIENCE)
                if await self._show_picture(picture, show):
                    if coming is not None:
                        await self._records.arrived(coming.post.game, coming.mark)
                    return
                if pause is not None:
                    await asyncio.sleep(pause)
                    drawing = asyncio.create_task(self._gallery.fetch(ref, team))
            _log.warning("picture %s of game %s is given up for now: its words stand", ref.kind, ref.game)
        except (SlackError, StorageError, TimeoutError) as error:
            _log.warning("picture %s of game %s is given up: %s", ref.kind, ref.game, type(error).__name__)
        finally:
            drawing.cancel()

    async def _show_picture(self, picture: Picture, show: Show) -> bool:
        """Return True if nothing is left to do: it is shown, or never can be, which the message then says."""
        if picture.later:
            return False
        try:
            await show(picture)
        except SlackError as error:
            return not error.away
        except StoreUnavailable:
            return False
        return True


__all__ = ["LatePicture", "LatePictures"]
