"""Sync the commands with Discord, and retry until it has them.

Some refusals are temporary: 30034 after too many new commands in a day, 50240 if the application has an Entry Point
command that the request leaves out. So no refusal ends the retries, and an Entry Point command, which belongs to the
application's Activity and not to us, is sent back unchanged.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.narration.texts import host_text
from bot.platforms.discord.commands import Translations
from bot.platforms.discord.localization_size import fitted
from bot.platforms.platform_status import PlatformStatus

_log = logging.getLogger(__name__)

#: Timeout of a sync in seconds; the library would wait for as long as Discord asks it to.
_SYNC_TIMEOUT = 30.0
#: Seconds before the next try, doubled each time up to the limit.
_PAUSE, _LONGEST_PAUSE = 30.0, 3600.0
#: Type of an Entry Point command (developers/interactions/application-commands), and the command fields a bulk write
#: accepts (ApplicationCommandUpdateRequest of Discord's OpenAPI description).
_ENTRY_POINT = 4
_WRITABLE = frozenset(
    "name name_localizations description description_localizations options default_member_permissions dm_permission "
    "contexts integration_types handler type id".split()
)
#: Key of this part in the platform's status.
PART = "commands"


class Telling:
    """Syncs a client's commands with Discord.

    Args:
        client: a logged-in client.
        tree: has the commands.
        standing: platform status; shows that Discord doesn't have them yet.
    """

    def __init__(self, client: discord.Client, tree: app_commands.CommandTree[Any], standing: PlatformStatus) -> None:
        self._client = client
        self._tree = tree
        self._standing = standing
        #: True once Discord has the commands.
        self.done = False

    async def run(self) -> None:
        """Send the commands, retrying with growing pauses until Discord accepts them."""
        pause = _PAUSE
        translations = Translations()
        if translations.others:
            await self._tree.set_translator(translations)
        while True:
            try:
                async with asyncio.timeout(_SYNC_TIMEOUT):
                    await self._send()
            except (discord.DiscordException, aiohttp.ClientError, OSError, ValueError) as error:
                why = reason(error)
                self._standing.lacking[PART] = host_text("faults.discord_telling.discord_does_not_take", why=why)
                _log.warning(
                    "Discord does not take the commands (%s): the known ones stay, next try in %.0f s", why, pause
                )
            else:
                if self._standing.lacking.pop(PART, None):
                    _log.warning("Discord has the commands now")
                self.done = True
                return
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)

    async def _send(self) -> None:
        client, tree = self._client, self._tree
        if client.application_id is None:
            raise discord.ClientException("the client is not logged in")
        known: list[Any] = await client.http.get_global_commands(client.application_id)
        ours = [
            command.to_dict(tree)
            if tree.translator is None
            else _fit_and_warn(await command.get_translated_payload(tree, tree.translator))
            for command in tree.get_commands()
        ]
        kept = [
            {name: value for name, value in one.items() if name in _WRITABLE}
            for one in known
            if one.get("type") == _ENTRY_POINT
        ]
        await client.http.bulk_upsert_global_commands(client.application_id, [*ours, *kept])


def _fit_and_warn(command: dict[str, Any]) -> dict[str, Any]:
    made, left_out = fitted(command)
    if left_out:
        _log.warning("/%s has no room for %d translations: these are shown in English", made["name"], left_out)
    return made


def reason(error: Exception) -> str:
    """Return why a try failed, for the operator."""
    if isinstance(error, discord.HTTPException):
        told = " ".join((error.text or "").split())[:300]
        return f"HTTP {error.status}, code {error.code}{': ' if told else ''}{told}"
    return str(error) or type(error).__name__


__all__ = ["PART", "Telling", "reason"]
