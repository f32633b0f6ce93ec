"""Find a message that an earlier try may have posted before it died, so that no post is doubled.

Discord drops a second message with the same nonce, but only for some minutes, and shows nonces to nobody
later. So for a post that has waited longer we look for our own message of the same text and controls, in
what was written since; what a post of another game became is none, whatever it says. That takes the
permission Read Message History; without it nothing is found, and the post may come twice.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import discord

from bot.platforms.discord.rendering import Rendered

_log = logging.getLogger(__name__)

#: Seconds for which the nonce is surely known to Discord: it is checked "for uniqueness in the past few minutes" with
#: `enforce_nonce` (developers/resources/message, Create Message), which the library sends with every nonce. So a younger
#: post needs no look: what an earlier try has made of it is what Discord answers.
REMEMBERED = 60.0
#: Messages that are looked through at most, the newest first: ours was written when we were there last, but
#: a busy channel writes hundreds before.
_FAR = 2000


async def standing(
    place: Any, rendered: Rendered, *, queued: float, after: int, me: int, free: Callable[[int], Awaitable[bool]]
) -> discord.Message | None:
    """Find our message with this text and these controls; None if there is none.

    Args:
        place: the channel.
        rendered: the post.
        queued: when the post was queued, seconds since 1970.
        after: the newest message that another post of the game is known to have become.
        me: our user id.
        free: tells of a message whether no post of another game is known to have become it.
    """
    content = rendered.content.strip()
    pressed = _tokens(rendered.view.to_components() if rendered.view is not None else ())
    since = datetime.fromtimestamp(queued, UTC) - timedelta(seconds=REMEMBERED)  # clocks differ
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
    """Return the ids of the controls, and of what can be chosen in them, in order; most tell the game and the position."""
    controls = [control for row in rows for control in row.get("components", ())]
    return [
        str(token)
        for control in controls
        for token in (control.get("custom_id"), *(option["value"] for option in control.get("options") or ()))
    ]


__all__ = ["REMEMBERED", "standing"]
