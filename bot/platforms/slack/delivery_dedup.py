"""Find a message that an earlier try may have posted before it died, so that no post is doubled.

Every post bears its id as metadata, which people do not see. To find it again one has to read the channel, which takes a
scope of its own for each kind of channel (`HISTORY`). The app asks for them by one of the two links of its installation
alone: they would let the bot read all that people write. Where a workspace has granted one, a post whose earlier try has
no known answer is looked for; elsewhere it may stand twice.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.slack.errors import FAILURES, understood

_log = logging.getLogger(__name__)

#: The scopes with which a post can be found again: in public channels, in private ones, in direct messages.
HISTORY = ("channels:history", "groups:history", "im:history")
#: Seconds by which the clocks of Slack and of this machine may differ; messages that are looked through, and how many
#: are asked for at a time.
_APART = 60.0
_FAR, _PAGE = 2000, 200
#: Looks that were held up, and channels in which we may not look, that are remembered.
_LOOKS = 500
#: Seconds until a channel is asked for again in which we might not look: a workspace may have granted the scope since.
_BLIND = 3600.0
_EVENT = "feldpost_post"
#: Where the scope is lacking there is no sense in asking for every post.
_LACKING = frozenset({"missing_scope", "not_allowed_token_type", "no_permission"})


def mark(key: str) -> dict[str, Any]:
    """Return the metadata of a post."""
    return {"event_type": _EVENT, "event_payload": {"post": key}}


class Hindsight:
    """Looks for posts that were delivered already.

    Args:
        now: seconds by a clock that never goes back.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        #: Channels in which we may not look, with their workspaces, and until when they are not asked for again.
        self._blind: dict[tuple[str, str], float] = {}
        #: Where a look goes on that Slack held up midway: it may allow less at a time than one look takes.
        self._midway: dict[tuple[str, str, str], str] = {}

    async def standing(self, client: AsyncWebClient, team: str, place: tuple[str, str], key: str, before: float) -> str:
        """Return the ts of the message that bears this key, "" if none is found or we may not look.

        Args:
            client: of the workspace.
            team: the workspace.
            place: channel, and thread or "".
            key: of the post.
            before: when an earlier try of it began, seconds since 1970.

        Raises:
            SlackError: Slack cannot be asked now; to post all the same might be to post twice.
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
                    self._told_blind(team, channel)
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

    def _told_blind(self, team: str, channel: str) -> None:
        _log.warning(
            "a post in %s.%s may stand twice: its first try broke off, and the app may not read the channel; "
            "deploy/slack/README.md says with which scope it would be found",
            *(team, channel),
        )
        self._blind.pop((team, channel), None)
        while len(self._blind) >= _LOOKS:
            del self._blind[next(iter(self._blind))]
        self._blind[team, channel] = self._now() + _BLIND

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


__all__ = ["HISTORY", "Hindsight", "mark", "queued_at"]
