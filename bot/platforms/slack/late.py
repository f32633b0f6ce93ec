"""Pictures that come behind their posts: where there was no room to draw one in time, its message gets it later."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.platforms.slack.blocks import Picture
from bot.platforms.slack.errors import SlackError
from bot.platforms.slack.gallery import Gallery
from bot.storage.errors import StorageError
from bot.table.reply import PictureRef

_log = logging.getLogger(__name__)

#: Seconds that a picture gets from its place in the queue, and before each time that it is asked for anew.
_PATIENCE = 600.0
_PAUSES = (5.0, 20.0, 60.0, 180.0)

#: Shows a message with its picture.
Show = Callable[[Picture], Awaitable[None]]


class LatePictures:
    """Waits for pictures whose posts stand already; a message that is changed meanwhile wants none any more.

    Args:
        gallery: where they come from.
    """

    def __init__(self, gallery: Gallery) -> None:
        self._gallery = gallery
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}

    @property
    def waiting(self) -> int:
        """Messages that wait for their pictures."""
        return len(self._tasks)

    def follow(
        self, where: tuple[str, str], ref: PictureRef, team: str, drawing: asyncio.Task[Picture], show: Show
    ) -> None:
        """The message of this channel and ts gets its picture as soon as there is one."""
        self.drop(*where)
        task = self._tasks[where] = asyncio.create_task(self._bring(ref, team, drawing, show))
        task.add_done_callback(lambda done: self._tasks.get(where) is done and self._tasks.pop(where))

    def drop(self, channel: str, ts: str) -> None:
        """A message says something else from now on."""
        task = self._tasks.pop((channel, ts), None)
        if task is not None:
            task.cancel()

    async def stop(self) -> None:
        """Leave the messages with the words of their pictures."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _bring(self, ref: PictureRef, team: str, drawing: asyncio.Task[Picture], show: Show) -> None:
        try:
            picture = await asyncio.wait_for(drawing, _PATIENCE)
            for pause in _PAUSES:
                if not picture.later:
                    break
                await asyncio.sleep(pause)
                picture = await asyncio.wait_for(self._gallery.fetch(ref, team), _PATIENCE)
            if picture.file:
                await show(picture)
                return
            _log.warning("picture %s of game %s is given up: its words stand", ref.kind, ref.game)
        except (SlackError, StorageError, TimeoutError) as error:
            _log.warning("picture %s of game %s is given up: %s", ref.kind, ref.game, type(error).__name__)
        finally:
            drawing.cancel()


__all__ = ["LatePictures"]
