"""Find a message that an earlier attempt may have posted before it crashed, so that no post is duplicated.

Every post has its id as metadata, which people don't see. Finding it again requires reading the channel, with a
separate scope for each kind of channel (`HISTORY`). The app requests them only through one of its two installation
links, since they would let the bot read everything people write. Where a workspace has granted one, a post whose
earlier attempt has no known outcome is searched for; elsewhere it may appear twice.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.slack.errors import FAILURES, understood

_log = logging.getLogger(__name__)

#: Scopes for finding posts again: in public channels, private channels and direct messages.
HISTORY = ("channels:history", "groups:history", "im:history")
#: Allowed clock difference with Slack in seconds; most messages to search, and page size.
_APART = 60.0
_FAR, _PAGE = 2000, 200
#: Most interrupted searches, and unreadable channels, to remember.
_LOOKS = 500
#: Seconds until an unreadable channel is tried again: the workspace may have granted the scope since.
_BLIND = 3600.0
_EVENT = "feldpost_post"
#: With these errors the scope is missing, so that further posts need not be searched for.
_LACKING = frozenset({"missing_scope", "not_allowed_token_type", "no_permission"})


def mark(key: str) -> dict[str, Any]:
    """Return the metadata of a post."""
    return {"event_type": _EVENT, "event_payload": {"post": key}}


class Hindsight:
    """Searches for posts that were already delivered.

    Args:
        now: a monotonic clock, in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        #: Unreadable channels with their workspaces, and until when they are not tried again.
        self._blind: dict[tuple[str, str], float] = {}
        #: Cursors of searches interrupted by a rate limit, which may allow less at a time than one search takes.
        self._midway: dict[tuple[str, str, str], str] = {}

    async def standing(self, client: AsyncWebClient, team: str, place: tuple[str, str], key: str, before: float) -> str:
        """Return the ts of the message with this key, "" if none is found or the channel can't be read.

        Args:
            client: of the workspace.
            team: the workspace.
            place: channel, and thread or "".
            key: of the post.
            before: when an earlier attempt started, in Unix seconds.

        Raises:
            SlackError: Slack can't be asked now; posting anyway might duplicate the post.
        """
        (channel, thread), look = place, (*place, key)
        if self._now() < self._blind.get((team, channel), -1.0):
            return ""
        since: dict[str, Any] = {"oldest": f"{before - _APART:.6f}", "limit": _PAGE, "include_all_metadata": True}
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
                    self._warn_unreadable(team, channel)
                    return ""
                if failed.code == "ratelimited":
                    self._store_cursor(look, since["cursor"])
                raise failed from None
            for message in found.get("messages") or ():
                if (message.get("metadata") or {}) == mark(key):
                    return str(message["ts"])
            since["cursor"] = str((found.get("response_metadata") or {}).get("next_cursor") or "")
            if not since["cursor"]:
                break
        return ""

    def _warn_unreadable(self, team: str, channel: str) -> None:
        _log.warning(
            "a post in %s.%s may stand twice: its first try broke off, and the app may not read the channel; "
            "deploy/slack/README.md says with which scope it would be found",
            *(team, channel),
        )
        self._blind.pop((team, channel), None)
        while len(self._blind) >= _LOOKS:
            del self._blind[next(iter(self._blind))]
        self._blind[team, channel] = self._now() + _BLIND

    def _store_cursor(self, look: tuple[str, str, str], cursor: str) -> None:
        """Store the cursor at which the next try continues."""
        while len(self._midway) >= _LOOKS:
            del self._midway[next(iter(self._midway))]
        self._midway[look] = cursor


def queued_at(key: str) -> float | None:
    """Return when an outbox post was queued, in Unix seconds; None for other keys."""
    parts = key.split("/")
    milliseconds = parts[1].partition("-")[0] if len(parts) > 1 and "-" in parts[1] else ""
    return int(milliseconds) / 1000 if len(milliseconds) == 13 and milliseconds.isdecimal() else None


__all__ = ["HISTORY", "Hindsight", "mark", "queued_at"]
