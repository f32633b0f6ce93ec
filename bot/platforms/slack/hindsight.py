"""Whether an old post stands already: an earlier try may have posted it, and died before it could be noted.

Every post bears its id as metadata, which people do not see. To find it again one has to read the
channel, which takes a scope (`channels:history`, `groups:history`, `im:history`) that the app does not ask
for: it would let the bot read all that people write. Where a workspace has granted it all the same, it is
used for posts that have waited long; elsewhere such a post may come twice.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.slack.errors import FAILURES, understood

_log = logging.getLogger(__name__)

#: Seconds for which Slack is trusted to tell a repetition by its own id; messages that are looked through, and how
#: many are asked for at a time.
REMEMBERED = 60.0
_FAR, _PAGE = 2000, 200
#: Looks that were held up and are remembered.
_LOOKS = 500
_EVENT = "feldpost_post"
#: Where the scope is lacking there is no sense in asking for every post.
_LACKING = frozenset({"missing_scope", "not_allowed_token_type", "no_permission"})


def mark(key: str) -> dict[str, Any]:
    """The metadata of a post."""
    return {"event_type": _EVENT, "event_payload": {"post": key}}


class Hindsight:
    """Looks for posts that stand."""

    def __init__(self) -> None:
        #: Workspaces in which we may not look.
        self._blind: set[str] = set()
        #: Where a look goes on that Slack held up midway: it may allow less at a time than one look takes.
        self._midway: dict[tuple[str, str, str], str] = {}

    async def standing(self, client: AsyncWebClient, team: str, channel: str, thread: str, key: str) -> str:
        """The ts of the message that bears this key, "" if none is found, the post is fresh, or we may not look.

        Raises:
            SlackError: Slack cannot be asked now; to post all the same might be to post twice.
        """
        queued, look = queued_at(key), (channel, thread, key)
        if queued is None or time.time() - queued < REMEMBERED or team in self._blind:
            return ""
        since: dict[str, Any] = {"oldest": f"{queued - REMEMBERED:.6f}", "limit": _PAGE, "include_all_metadata": True}
        since["cursor"] = self._midway.pop(look, "")
        for _ in range(_FAR // _PAGE):
            try:
                if thread:
                    found = await client.conversations_replies(channel=channel, ts=thread, **since)
                else:
                    found = await client.conversations_history(channel=channel, **since)
            except FAILURES as error:
                failed = understood(error)
                _log.info("what stands in a channel cannot be looked at: %s", failed.code)
                if failed.code in _LACKING:
                    self._blind.add(team)
                    return ""
                if failed.code == "ratelimited":
                    self._go_on(look, since["cursor"])
                raise failed from None
            for message in found.get("messages") or ():
                if (message.get("metadata") or {}) == mark(key):
                    return str(message["ts"])
            since["cursor"] = str((found.get("response_metadata") or {}).get("next_cursor") or "")
            if not since["cursor"]:
                break
        return ""

    def _go_on(self, look: tuple[str, str, str], cursor: str) -> None:
        """Have the next try begin where this one was held up."""
        while len(self._midway) >= _LOOKS:
            del self._midway[next(iter(self._midway))]
        self._midway[look] = cursor


def queued_at(key: str) -> float | None:
    """When a post of the outbox was queued, seconds since 1970; None for what is none."""
    parts = key.split("/")
    milliseconds = parts[1].partition("-")[0] if len(parts) > 1 and "-" in parts[1] else ""
    return int(milliseconds) / 1000 if len(milliseconds) == 13 and milliseconds.isdecimal() else None


__all__ = ["REMEMBERED", "Hindsight", "mark", "queued_at"]
