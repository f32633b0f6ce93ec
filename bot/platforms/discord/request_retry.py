"""Retry requests that answer a person where the connection breaks or Discord has trouble of its own.

Only for what may be done twice without harm: an edit, an acknowledgement, a private message to whoever asked.
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

#: What the connection or Discord itself is to blame for, whatever was sent.
BROKEN = (discord.DiscordServerError, aiohttp.ClientError, OSError, json.JSONDecodeError)

#: Seconds before each further try: while somebody waits, and where nobody does any more.
SOON, PATIENT = (0.2, 0.6), (0.5, 2.0, 8.0, 20.0)


async def insisted(do: Callable[[], Awaitable[T]], pauses: Sequence[float] = SOON) -> T:
    """Do it, and again where the connection breaks or Discord refuses for now.

    Raises:
        discord.DiscordException: Discord refuses, or has trouble to the last.
        aiohttp.ClientError: the connection broke each time; also OSError.
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
