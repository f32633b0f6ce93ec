"""Find a message that an earlier attempt may have posted before it crashed, so that no post is duplicated.

Discord drops a second message with the same nonce, but only for some minutes, and shows nonces to nobody later. So for
a post that has waited longer we look for our own message with the same text and controls among those written since;
messages known to belong to other games' posts are ignored. That requires the permission Read Message History; without
it nothing is found, and the post may appear twice.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import discord

from bot.platforms.discord.rendering import Rendered

_log = logging.getLogger(__name__)

#: Seconds for which Discord certainly remembers a nonce: with `enforce_nonce`, which the library sends with every
#: nonce, it is checked "for uniqueness in the past few minutes" (developers/resources/message, Create Message). So a
#: younger post needs no search: Discord returns the message of the earlier attempt.
REMEMBERED = 60.0
#: Most messages to search, newest first: ours was written when we were last there, but a busy channel may have hundreds
#: since.
_FAR = 2000


async def standing(
    place: Any, rendered: Rendered, *, queued: float, after: int, me: int, free: Callable[[int], Awaitable[bool]]
) -> discord.Message | None:
    """Find our message with this text and these controls; None if there is none.

    Args:
        place: the channel.
        rendered: the post.
        queued: when the post was queued, in Unix seconds.
        after: the newest message known to belong to another post of the game.
        me: our user id.
        free: returns whether a message is not known to belong to a post of another game.
    """
    content = rendered.content.strip()
    pressed = _tokens(rendered.view.to_components() if rendered.view is not None else ())
    since = datetime.fromtimestamp(queued, UTC) - timedelta(seconds=REMEMBERED)  # allows for differing clocks
    begin = max(discord.utils.time_snowflake(since), after)
    try:
        async for message in place.history(limit=_FAR, after=discord.Object(begin), oldest_first=False):
            same = message.author.id == me and message.content.strip() == content
            if same and _tokens(row.to_dict() for row in message.components) == pressed and await free(message.id):
                return message if isinstance(message, discord.Message) else None
    except discord.Forbidden as error:
        _log.info("what stands in channel %s cannot be looked at: %s", getattr(place, "id", "?"), error.code)
    return None


def _tokens(rows: Iterable[Any]) -> list[str]:
    """Return the ids of the controls and their choices, in order; most contain the game and the position."""
    controls = [control for row in rows for control in row.get("components", ())]
    return [
        str(token)
        for control in controls
        for token in (control.get("custom_id"), *(option["value"] for option in control.get("options") or ()))
    ]


__all__ = ["REMEMBERED", "standing"]
