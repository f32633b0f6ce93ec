"""Pictures that come behind their posts: where none is ready in time, its message gets it later, also after a restart.

What a message waits for is noted with its game before the post counts as delivered, so a process that dies leaves it to
the next one. A picture comes by an edit of its message, which is the same once or twice; where a message cannot be edited
it comes as one more, for which the note is taken away first, so that it never comes twice.
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

#: Seconds that a picture gets from its place in the queue, and before each time that it is asked for anew.
_PATIENCE = 600.0
_PAUSES = (1.0, 5.0, 20.0, 60.0, 180.0)


class LatePicture(Stored):
    """A message that waits for its picture."""

    v: Literal[1] = 1
    #: The post, whole, since an edit of a message on Slack replaces all of it.
    post: Outgoing
    #: Workspace and channel of the message, and its ts; "" for what only one person sees in a channel, which cannot be edited.
    where: str
    ts: str
    #: The name under which the message is edited in place, "" for none.
    name: str = ""

    @property
    def mark(self) -> str:
        """What tells it from others of its game."""
        return self.ts or self.post.id.rpartition("/")[2]


#: Shows a message with its picture.
Show = Callable[[Picture], Awaitable[None]]


class LatePictures:
    """Waits for pictures whose posts stand already; a message that is changed meanwhile wants none any more.

    Args:
        gallery: where they come from.
        records: where it is noted what waits.
    """

    def __init__(self, gallery: PictureUploads, records: Records) -> None:
        self._gallery = gallery
        self._records = records
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        #: Games of the messages that are noted.
        self._noted: dict[tuple[str, str], str] = {}

    @property
    def waiting(self) -> int:
        """Messages that wait for their pictures."""
        return len(self._tasks)

    async def expect(self, coming: LatePicture) -> None:
        """Note that a message waits for its picture; raises StorageError."""
        await self._records.expect(coming.post.game, coming.mark, coming.dump())

    async def awaiting(self) -> list[LatePicture]:
        """Return what earlier processes have left waiting, and perhaps another one follows; raises StorageError."""
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
        """Have the message of this channel and mark get its picture as soon as there is one.

        Args:
            where: the message.
            ref: what it shows.
            team: the workspace.
            show: shows it.
            drawing: what draws it already.
            coming: what is noted of it, which is taken away in the end.
        """
        self._forget(where)
        task = self._tasks[where] = asyncio.create_task(self._bring(ref, team, drawing, show, coming))
        if coming is not None:
            self._noted[where] = coming.post.game
        task.add_done_callback(partial(self._ended, where))

    async def drop(self, channel: str, ts: str) -> None:
        """Drop the late picture of a message that says something else now; raises StorageError."""
        game = self._noted.get((channel, ts))
        self._forget((channel, ts))
        if game is not None:
            await self._records.arrived(game, ts)

    async def stop(self) -> None:
        """Leave the messages with the words of their pictures; those that are noted get them after the next start."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, where: tuple[str, str], task: asyncio.Task[None]) -> None:
        if self._tasks.get(where) is task:
            self._forget(where)

    def _forget(self, where: tuple[str, str]) -> None:
        self._noted.pop(where, None)
        task = self._tasks.pop(where, None)
        if task is not None:
            task.cancel()

    async def _bring(
        self, ref: PictureRef, team: str, drawing: asyncio.Task[Picture] | None, show: Show, coming: LatePicture | None
    ) -> None:
        """Bring the picture; what is away for long is left to the next start, where it is noted."""
        drawing = drawing or asyncio.create_task(self._gallery.fetch(ref, team))
        try:
            for pause in (*_PAUSES, None):
                picture = await asyncio.wait_for(drawing, _PATIENCE)
                if await self._shown(picture, show):
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

    async def _shown(self, picture: Picture, show: Show) -> bool:
        """Return True if nothing is left to do for a picture: it is shown, or never can be, which its message then says."""
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
