"""What pages and their site ask of the local channel that serves them; the channel itself makes the site."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

from bot.platforms.web.pictures import PictureCache
from bot.platforms.web.protocol import Run, Say
from bot.platforms.web.refreshing import WebRefresher
from bot.platforms.web.signed_links import Person, Signer
from bot.platforms.web.timeline import Timeline
from bot.port import Completion


class Channel(Protocol):
    """The local channel as its pages know it."""

    timeline: Timeline
    picture_cache: PictureCache
    signer: Signer
    refreshing: WebRefresher
    #: Set when nothing new is taken any more.
    closing: asyncio.Event

    async def run(self, person: Person, channel: str, sent: Run) -> None:
        """Carry out what a page sent, once for one key."""
        ...

    async def say(self, person: Person, channel: str, sent: Say) -> None:
        """Say something to everybody in the channel."""
        ...

    async def complete(self, person: Person, channel: str, text: str) -> Sequence[Completion]:
        """Suggestions for a half-typed command."""
        ...


__all__ = ["Channel"]
