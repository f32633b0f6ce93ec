"""Protocol of the local channel as used by its pages and routes, which it creates itself."""

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
    """The local channel as its pages see it."""

    timeline: Timeline
    picture_cache: PictureCache
    signer: Signer
    refreshing: WebRefresher
    #: Set once nothing new is accepted.
    closing: asyncio.Event

    async def run(self, person: Person, channel: str, sent: Run) -> None:
        """Run what a page sent, once per key."""
        ...

    async def say(self, person: Person, channel: str, sent: Say) -> None:
        """Post a person's message to the channel."""
        ...

    async def complete(self, person: Person, channel: str, text: str) -> Sequence[Completion]:
        """Return completions of a half-typed command."""
        ...


__all__ = ["Channel"]
