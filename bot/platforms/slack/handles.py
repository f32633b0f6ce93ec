"""Resolve handles of people: with an older manifest, Slack sends mentions as `@handle`, without the id.

The app has no scope to list people, so only handles of people who have used the app are known. With `should_escape` in
the manifest, mentions contain the id of anybody.
"""

from __future__ import annotations

import re
from dataclasses import replace

from bot.platforms.slack.interactions import SlackInteraction, local
from bot.platforms.slack.records import Records

#: A handle that isn't part of an address or of a mention with an id.
_TYPED = re.compile(r"(?<![\w<@|])@([A-Za-z0-9](?:[\w.-]*[\w-])?)")
#: Most people whose stored handle is cached; most handles resolved per command.
_KNOWN, _MOST = 5000, 30


class Handles:
    """Stores handles and resolves them.

    Args:
        records: store of the handles.
    """

    def __init__(self, records: Records) -> None:
        self._records = records
        self._noted: dict[str, str] = {}

    async def note(self, asked: SlackInteraction) -> None:
        """Store the handle of an interaction's user, unless it is unchanged."""
        if not asked.name or self._noted.get(asked.user) == asked.name:
            return
        if not await self._records.note_handle(asked.team, asked.name, local(asked.user)[1]):
            return
        while len(self._noted) >= _KNOWN:
            del self._noted[next(iter(self._noted))]
        self._noted[asked.user] = asked.name

    async def filled_in(self, asked: SlackInteraction) -> SlackInteraction:
        """Replace handles typed in a command by mentions with ids."""
        text = asked.text or ""
        typed = list(dict.fromkeys(_TYPED.findall(text)))[:_MOST]
        known = {handle: await self._records.whose_handle(asked.team, handle) for handle in typed}
        if not any(known.values()):
            return asked
        return replace(asked, text=_TYPED.sub(lambda found: _mention(found[0], known.get(found[1], "")), text))


def _mention(typed: str, user: str) -> str:
    return f"<@{user}|{typed[1:]}>" if user else typed


__all__ = ["Handles"]
