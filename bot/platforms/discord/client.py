"""The connection to Discord: all shards, no privileged intents, presses handed on as they come."""

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

#: Seconds that running commands get to be answered when a client closes, since its connections go with it.
_FINISH = 5.0
#: What a close frame says where a session ends as it should, and seconds between looks whether it has ended.
_GOODBYE, _LOOK = (1000).to_bytes(2, "big"), 0.02


class Front(CommandServer, Protocol):
    """Whoever serves everything that comes in."""

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Serve a button, a choice of a menu, or a filled-in form."""
        ...

    async def broke(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        """Answer after a failure of ours."""
        ...

    async def finish(self, seconds: float) -> None:
        """Let running commands be answered, but no longer than this."""
        ...

    def unread(self, event: str) -> None:
        """Count an event that could not be read."""
        ...


class DiscordClient(discord.AutoShardedClient):
    """A client that keeps nothing about games.

    Args:
        front: serves what comes in.
        standing: shows what does not work.
        application_id: of the bot, None to ask Discord for it.
        shards: those of the gateway that are connected, None for all.
        came: called with the client when all its shards are connected.
        sync: send Discord the commands.
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
        # Nobody speaks here, so that the library need not warn of missing voice parts.
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
        self._front = front
        self._telling: asyncio.Task[None] | None = None
        self._came = came
        self.tree = _Tree(self, front)
        for root in build_roots(front):
            self.tree.add_command(root)
        self._commands = Telling(self, self.tree, standing)
        self._commands.done = not sync

    async def setup_hook(self) -> None:
        """Begin to send Discord the commands; nothing waits for that, since it knows those of the last time."""
        if not self.told:
            self._telling = asyncio.create_task(self._commands.run())

    @property
    def told(self) -> bool:
        """True once Discord has the commands."""
        return self._commands.done

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Route presses and forms; the command tree has taken commands and completion already."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            try:
                await self._front.press(interaction)
            except Exception as error:  # noqa: BLE001 - the boundary of an event: the library only logs what it gets, and whoever pressed waits
                await self._front.broke(interaction, error)

    def unread(self, event: str, data: Any, error: Exception) -> None:
        """Note an event that the library could not read, and answer whoever waits for it."""
        number = event_isolation.report(event, error)
        self._front.unread(event)
        if event == event_isolation.INTERACTION and (answer := event_isolation.answer(self, data, number)) is not None:
            task = asyncio.create_task(answer)
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that a server has sent us away; its games stay, and their posts get parked."""
        _log.warning("removed from server %d: its games wait until we are invited again or they are moved", guild.id)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log without the arguments, which may hold what only one player may know."""
        del args, kwargs
        _log.exception("the event %s failed", event_method)

    async def on_ready(self) -> None:
        """Tell that every shard is connected."""
        self._came(self)

    async def leave(self, seconds: float) -> None:
        """Leave the gateway, but read on until Discord has closed each connection: what it sent before is served.

        A connection that is closed at once would throw away what is on its way, and those who pressed get no answer.
        What comes later goes to other processes with the same shards.

        Args:
            seconds: for which Discord is waited for.
        """
        connections = [self._get_websocket(shard_id=ident) for ident in self.shards]
        await asyncio.gather(*(_left(one, seconds) for one in connections))

    async def close(self) -> None:
        """Close, once those who were being answered have their answers."""
        if self._telling is not None:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)
        await self._front.finish(_FINISH)
        await super().close()


async def _left(connection: DiscordWebSocket, seconds: float) -> None:
    """Say goodbye, and wait until whoever reads has met the answer."""
    if connection.open:
        with contextlib.suppress(aiohttp.ClientError, OSError):
            await connection.socket.send_frame(_GOODBYE, aiohttp.WSMsgType.CLOSE)
    for _ in range(int(seconds / _LOOK)):
        if not connection.open:
            return
        await asyncio.sleep(_LOOK)
    _log.warning("Discord did not close a connection within %.0f s", seconds)


class _Tree(app_commands.CommandTree[DiscordClient]):
    def __init__(self, client: DiscordClient, front: Front) -> None:
        super().__init__(client)
        self._front = front

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Answer; an option that cannot be read any more counts as an outdated command."""
        if interaction.type is discord.InteractionType.autocomplete:
            with contextlib.suppress(discord.DiscordException):
                await interaction.response.autocomplete([])
            return
        await self._front.broke(interaction, error)

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out a command; where its options cannot be read, whoever typed it gets an answer."""
        try:
            await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:  # noqa: BLE001 - the library leaves what it cannot read to the loop, and whoever typed waits
            told = {"id": interaction.id, "token": interaction.token, "type": interaction.type.value}
            self.client.unread(event_isolation.INTERACTION, told, error)
        if interaction.type is discord.InteractionType.autocomplete and not interaction.response.is_done():
            # The library only logs what breaks in a completion, as where Discord still has an older form of the command.
            with contextlib.suppress(discord.DiscordException):
                await interaction.response.autocomplete([])


__all__ = ["DiscordClient", "Front"]
