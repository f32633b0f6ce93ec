"""Retry requests that answer a user when the connection breaks or Discord has a failure.

Only for idempotent requests or ones that are harmless twice: an edit, an acknowledgement, a private message to the
user.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import aiohttp
import discord

from bot.platforms.discord import faults

_log = logging.getLogger(__name__)

T = TypeVar("T")

#: Failures of the connection or Discord itself, whatever was sent.
BROKEN = (discord.DiscordServerError, aiohttp.ClientError, OSError, json.JSONDecodeError)

#: Seconds before each further try: while a user waits, and when nobody does any more.
SOON, PATIENT = (0.2, 0.6), (0.5, 2.0, 8.0, 20.0)


async def insisted(do: Callable[[], Awaitable[T]], pauses: Sequence[float] = SOON) -> T:
    """Run a request, and retry it if the connection breaks or Discord refuses temporarily.

    Raises:
        discord.DiscordException: Discord refuses, or fails on the last try too. aiohttp.ClientError: the connection
        broke every time; also OSError.
    """
    for pause in pauses:
        try:
            return await do()
        except faults.REQUEST as error:
            if not faults.passes(error):
                raise
            _log.info("a request broke (%s): it is sent again", type(error).__name__)
            await asyncio.sleep(pause)
    return await do()


__all__ = ["BROKEN", "PATIENT", "SOON", "insisted"]
