"""Whether an old post stands already: an earlier try may have posted it, and died before it could be noted.

Discord drops a second message with the same nonce, but only for some minutes, and shows nonces to nobody
later. So for a post that has waited longer we look for our own message of the same text, in what was
written since. That takes the permission Read Message History; without it nothing is found, and the post
may come twice.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from typing import Any

import discord

_log = logging.getLogger(__name__)

#: Seconds for which the nonce is surely known to Discord.
REMEMBERED = 60.0
#: Messages that are looked through at most.
_FAR = 300


async def standing(place: Any, content: str, *, queued: float, after: int, me: int) -> discord.Message | None:
    """Our message of this text, if one stands.

    Args:
        place: the channel.
        content: of the post.
        queued: when the post was queued, seconds since 1970.
        after: the newest message that another post of the game is known to have become.
        me: our user id.
    """
    since = datetime.fromtimestamp(queued, UTC) - timedelta(seconds=REMEMBERED)  # clocks differ
    begin = max(discord.utils.time_snowflake(since), after)
    try:
        async for message in place.history(limit=_FAR, after=discord.Object(begin), oldest_first=True):
            if message.author.id == me and message.content.strip() == content.strip():
                return message if isinstance(message, discord.Message) else None
    except discord.Forbidden as error:
        _log.info("what stands in channel %s cannot be looked at: %s", getattr(place, "id", "?"), error.code)
    return None


__all__ = ["REMEMBERED", "standing"]
