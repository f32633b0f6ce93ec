"""Check the app's rights in a channel: its scopes, Slack's data about the channel, and invisible trial calls.

Slack describes a channel only to apps with `channels:read` or `groups:read`, which this app doesn't request. So a post
is scheduled and deleted at once, which is refused under the same conditions as a post (docs.slack.dev,
reference/methods/chat.scheduleMessage), and an upload address is requested and not used. Whether replies in threads are
accepted can only be seen below a message.
"""

from __future__ import annotations

import logging

from bot.platforms.slack import adapter_texts
from bot.platforms.slack.api import SlackApi
from bot.platforms.slack.errors import SlackError
from bot.platforms.slack.interactions import local

_log = logging.getLogger(__name__)

#: The purpose of each scope, as the end of a text key.
_SCOPES = {"chat:write": "post", "files:write": "upload", "im:write": "direct"}
#: With one of these scopes Slack describes channels.
_READ = frozenset({"channels:read", "groups:read"})
#: The meaning of Slack's error codes of a refused post for a venue.
_REFUSED = {
    "not_in_channel": "absent",
    "channel_not_found": "absent",
    "is_archived": "archived",
    "restricted_action": "restricted",
    "restricted_action_read_only_channel": "restricted",
    "restricted_action_thread_only_channel": "threads_only",
    "restricted_action_non_threadable_channel": "no_threads",
    "ekm_access_denied": "restricted",
    "no_permission": "restricted",
    "file_uploads_disabled": "no_files",
    "file_type_not_allowed": "no_files",
}


class Rights:
    """Checks the app's rights."""

    def __init__(self, api: SlackApi) -> None:
        self._api = api

    async def lacking(self, where: str, message: str = "") -> tuple[str, ...]:
        """Return what prevents games in a channel, a sentence each; given the ts of our message, also check replies.

        Raises:
            SlackError: Slack can't be asked now.
        """
        team, channel = local(where)
        if channel.startswith("D"):
            return (adapter_texts.right("private"),)
        granted = await self._api.scopes(team)
        found = [key for scope, key in _SCOPES.items() if granted and scope not in granted]
        if granted & _READ:
            found += await self._described_problems(team, channel)
        if "post" not in found:
            found += await self._trial_problems(team, channel, message)
        if "upload" not in found:
            found += await self._uploads(team)
        return tuple(adapter_texts.right(key) for key in dict.fromkeys(found))

    async def _described_problems(self, team: str, channel: str) -> list[str]:
        """Return the problems in Slack's data about the channel."""
        try:
            about = await self._api.about(team, channel)
        except SlackError as error:
            if error.away:
                raise
            _log.info("Slack tells nothing of channel %s: %s", channel, error.code)
            return []
        wrong = {
            "archived": about.get("is_archived") is True,
            "absent": about.get("is_member") is False,
            "threads_only": about.get("is_thread_only") is True,
            "no_threads": about.get("is_non_threadable") is True,
            "frozen": about.get("is_frozen") is True,
        }
        return [key for key, there in wrong.items() if there]

    async def _trial_problems(self, team: str, channel: str, message: str) -> list[str]:
        try:
            await self._api.try_post(team, channel, adapter_texts.right("tried"), thread=message)
        except SlackError as error:
            return _problems_of(error)
        return []

    async def _uploads(self, team: str) -> list[str]:
        try:
            await self._api.try_upload(team)
        except SlackError as error:
            return ["upload"] if error.code == "missing_scope" else _problems_of(error)
        return []


def _problems_of(error: SlackError) -> list[str]:
    """Return what a refused trial says about the channel, [] if it only concerns the trial. Raises if Slack is away."""
    if error.away:
        raise error
    if error.code == "missing_scope":
        return ["post"]
    if error.code not in _REFUSED:
        _log.info("Slack refuses a try with %s, which says nothing of the channel", error.code)
        return []
    return [_REFUSED[error.code]]


__all__ = ["Rights"]
