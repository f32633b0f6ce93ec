"""Pictures for Slack: rendered once, uploaded once per workspace, and shown by file id."""

from __future__ import annotations

import asyncio
import logging

from bot.platforms.picture_priority import asker
from bot.platforms.shared_pictures import ENDINGS, Shared
from bot.platforms.slack.api import SlackApi
from bot.platforms.slack.blocks import ALT, Picture
from bot.platforms.slack.errors import SlackError
from bot.platforms.slack.markup import cut
from bot.platforms.slack.records import Records
from bot.port import PictureSource
from bot.storage.errors import StorageError
from bot.table.reply import PictureRef
from bot.workers import Overloaded

_log = logging.getLogger(__name__)

#: Pauses in seconds before each retry of an answer's picture.
_PAUSES = (1.0, 5.0, 20.0)


class PictureUploads:
    """Renders each picture at most once at a time, and stores where Slack keeps it.

    An uploaded file is not shared; only the messages that show it make it visible.
    """

    def __init__(self, draw: PictureSource, api: SlackApi, records: Records) -> None:
        self._draw = draw
        self._api = api
        self._records = records
        self._making: Shared[tuple[str, str], Picture] = Shared()

    async def fetch(self, ref: PictureRef, team: str) -> Picture:
        """Return the uploaded picture; without a file, only its alt text, if it can't be rendered or uploaded."""
        name = (team, ref.model_dump_json())
        return await self._making.get(name, lambda: self._make(ref, team, name[1]), urgent=not asker())

    async def patiently(self, ref: PictureRef, team: str) -> Picture:
        """Return the uploaded picture, retrying while there is no capacity, no process or no store for it."""
        picture = await self.fetch(ref, team)
        for pause in _PAUSES:
            if not picture.later:
                break
            await asyncio.sleep(pause)
            picture = await self.fetch(ref, team)
        return picture

    async def _make(self, ref: PictureRef, team: str, name: str) -> Picture:
        alt, later = ref.alt, True
        try:
            found = await self._records.uploaded(team, name)
            if found is not None:
                return found
            data, mime, drawn_alt = await self._draw(ref)
            alt = cut(drawn_alt or alt, ALT)
            # Slack truncates a file's alt text at 1,000 characters; the image block has all of it.
            file = await self._api.upload(team, f"{ref.kind}.{ENDINGS.get(mime, 'png')}", data, cut(alt, 1000))
            made = Picture(file, alt)
            await self._records.upload(team, name, made)
        except SlackError as error:
            later = not (error.final or error.shut)  # without the file scope no picture can ever be uploaded
            _log.warning("picture %s of game %s could not be uploaded: %s", ref.kind, ref.game, error)
        except Exception as error:  # noqa: BLE001 - a picture that fails must not hold up its message
            later = isinstance(error, StorageError | Overloaded)
            _log.warning("picture %s of game %s could not be drawn: %s", ref.kind, ref.game, type(error).__name__)
        else:
            return made
        return Picture("", alt, later=later)
