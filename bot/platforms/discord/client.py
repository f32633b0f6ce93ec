"""The Discord client: all shards, no privileged intents, interactions forwarded as they come."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any, Protocol

import aiohttp
import discord
from discord import app_commands
from discord.gateway import DiscordWebSocket

from bot.platforms.discord import event_isolation
from bot.platforms.discord.command_sync import Telling
from bot.platforms.discord.commands import CommandServer, build_roots
from bot.platforms.discord.invite import INTENTS
from bot.platforms.discord.rendering import NOBODY
from bot.platforms.platform_status import PlatformStatus
from bot.sharding import Shards

_log = logging.getLogger(__name__)

#: Seconds that running commands get to be answered when a client closes, since its connections close with it.
_FINISH = 5.0
#: Payload of a normal close frame, and the polling interval for the session's end in seconds.
_GOODBYE, _POLL = (1000).to_bytes(2, "big"), 0.02


class Front(CommandServer, Protocol):
    """Handles all incoming events."""

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Handle a button, a menu selection, or a submitted form."""
        ...

    async def broke(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        """Answer after an internal error."""
        ...

    async def finish(self, seconds: float) -> None:
        """Let running commands be answered, for at most this many seconds."""
        ...

    def unread(self, event: str) -> None:
        """Count an event that can't be parsed."""
        ...


class DiscordClient(discord.AutoShardedClient):
    """A client without any state about games.

    Args:
        front: handles incoming events.
        standing: the platform's status.
        application_id: of the bot, None to ask Discord for it.
        shards: gateway shards to connect, None for all.
        came: called with the client when all its shards are connected.
        sync: whether to send Discord the commands.
    """

    def __init__(
        self,
        front: Front,
        standing: PlatformStatus,
        came: Callable[[DiscordClient], None],
        *,
        application_id: int | None = None,
        shards: Shards | None = None,
        sync: bool = True,
    ) -> None:
        # The bot uses no voice, so the library need not warn of missing voice dependencies.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        known: dict[str, Any] = {} if application_id is None else {"application_id": application_id}
        if shards is not None:
            known |= {"shard_ids": shards.ids, "shard_count": shards.count}
        super().__init__(
            intents=INTENTS,
            allowed_mentions=NOBODY,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            **known,
        )
        self._connection.parsers = event_isolation.guarded(self._connection.parsers, self.unread)
        self._answering: set[asyncio.Task[None]] = set()
        #: Whoever serves everything that comes in.
        self.front = front
        self._telling: asyncio.Task[None] | None = None
        self._came = came
        self.tree = _Tree(self, front)
        for root in build_roots():
            self.tree.add_command(root)
        self._commands = Telling(self, self.tree, standing)
        self._commands.done = not sync

    async def setup_hook(self) -> None:
        """Start sending the commands to Discord; nothing waits for that, since Discord still has the previous ones."""
        if not self.told:
            self._telling = asyncio.create_task(self._commands.run())

    @property
    def told(self) -> bool:
        """True once Discord has the commands."""
        return self._commands.done

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Route presses and forms; commands and completions are handled by the command tree."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            try:
                await self.front.press(interaction)
            except Exception as error:  # noqa: BLE001 - the library would only log it, and the user would wait
                await self.front.broke(interaction, error)

    def unread(self, event: str, data: Any, error: Exception) -> None:
        """Record an event that the library could not parse, and answer the person waiting for it."""
        number = event_isolation.report(event, error)
        self.front.unread(event)
        if event == event_isolation.INTERACTION and (answer := event_isolation.answer(self, data, number)) is not None:
            task = asyncio.create_task(answer)
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Log that the bot was removed from a server; its games stay, and their posts get parked."""
        _log.warning("removed from server %d: its games wait until we are invited again or they are moved", guild.id)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log without the arguments, which might contain what only one player may know."""
        del args, kwargs
        _log.exception("the event %s failed", event_method)

    async def on_ready(self) -> None:
        """Report that every shard is connected."""
        self._came(self)

    async def leave(self, seconds: float) -> None:
        """Leave the gateway, but keep reading until Discord has closed each connection, so that no event is lost.

        Closing a connection at once would discard what is on its way, and the people waiting would get no answer. Later
        events go to other processes with the same shards.

        Args:
            seconds: how long to wait for Discord.
        """
        connections = [self._get_websocket(shard_id=ident) for ident in self.shards]
        await asyncio.gather(*(_close_cleanly(one, seconds) for one in connections))

    async def close(self) -> None:
        """Close after the pending answers have been sent."""
        if self._telling is not None:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)
        await self.front.finish(_FINISH)
        await super().close()


async def _close_cleanly(connection: DiscordWebSocket, seconds: float) -> None:
    """Send a close frame and wait until the reader has received the reply."""
    if connection.open:
        with contextlib.suppress(aiohttp.ClientError, OSError):
            await connection.socket.send_frame(_GOODBYE, aiohttp.WSMsgType.CLOSE)
    for _ in range(int(seconds / _POLL)):
        if not connection.open:
            return
        await asyncio.sleep(_POLL)
    _log.warning("Discord did not close a connection within %.0f s", seconds)


class _Tree(app_commands.CommandTree[DiscordClient]):
    def __init__(self, client: DiscordClient, front: Front) -> None:
        super().__init__(client)
        self._front = front

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Answer after an error; an option that can't be parsed any more counts as an outdated command."""
        if interaction.type is discord.InteractionType.autocomplete:
            with contextlib.suppress(discord.DiscordException):
                await interaction.response.autocomplete([])
            return
        await self._front.broke(interaction, error)

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        """Run a command; if its options can't be parsed, the user gets an answer."""
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:  # noqa: BLE001 - unhandled by the library, and the user would wait
            told = {"id": interaction.id, "token": interaction.token, "type": interaction.type.value}
            self.client.unread(event_isolation.INTERACTION, told, error)
        if interaction.type is discord.InteractionType.autocomplete and not interaction.response.is_done():
            # The library only logs errors in completions, e.g. if Discord still has an older form of the command.
            with contextlib.suppress(discord.DiscordException):
                await interaction.response.autocomplete([])


__all__ = ["DiscordClient", "Front"]
