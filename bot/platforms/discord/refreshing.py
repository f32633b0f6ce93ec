"""Refresh open panels while the other side plays, as long as Discord allows it.

A player who keeps the private panel in view expects it to follow the game, as the table message does. A panel can be
changed through its token for a quarter of an hour; later a press brings a new one.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import discord

from bot.persons import id_on
from bot.platforms.discord.panels import Panels
from bot.platforms.discord.reconnect import ConnectionKeeper
from bot.platforms.discord.references import PanelRef, References
from bot.port import Handler, Inbound
from bot.service.state.proposals import mark_for
from bot.service.visibility import position_for
from bot.storage import StorageError, Store
from bot.table import tokens
from bot.table.position import idle

_log = logging.getLogger(__name__)

#: Seconds to wait for further posts of the same command, so that they refresh a panel only once.
_CALM = 0.3


class DiscordRefresher:
    """Refreshes the panels of a game's seats when the position has changed.

    Args:
        name: of the platform, as stored with channels.
        line: the connection.
        handler: produces the panel, as for its owner's own press.
        store: of seats and record numbers.
        references: stores the panels.
        panels: shows them.
    """

    def __init__(
        self,
        name: str,
        line: ConnectionKeeper,
        handler: Handler,
        store: Store,
        references: References,
        panels: Panels,
    ) -> None:
        self._name = name
        self._line = line
        self._handler = handler
        self._store = store
        self._references = references
        self._panels = panels
        self._waiting: set[str] = set()
        self._answered: Counter[str] = Counter()

    @contextmanager
    def answering(self, user: str) -> Iterator[None]:
        """Suspend refreshes for a user who is being answered: the answer updates the panel and says more."""
        self._answered[user] += 1
        try:
            yield
        finally:
            self._answered[user] -= 1
            if not self._answered[user]:
                del self._answered[user]

    async def refresh(self, game: str) -> None:
        """Refresh the open panels of a game; swallows errors, so that it can't disturb the delivery of posts."""
        if game in self._waiting:
            return
        self._waiting.add(game)
        await asyncio.sleep(_CALM)
        self._waiting.discard(game)
        try:
            stored = await self._store.load(game)
            for user in stored.seats.users():
                if ident := id_on(self._name, user):
                    await self._renew(game, ident, position_for(stored, user), mark_for(stored, user))
        except (discord.DiscordException, aiohttp.ClientError, OSError, StorageError) as error:
            _log.info("a panel of game %s is renewed at the next press: %s", game, type(error).__name__)

    async def _renew(self, game: str, user: str, number: int, offers: str) -> None:
        if self._answered[user] or await self._outdated_panel(game, user, number, offers) is None:
            return
        channel = (await self._store.header(game)).channel.partition(":")[2]
        inbound = Inbound(
            platform=self._name,
            channel=channel,
            user=user,
            key=f"{self._name}:refresh:{game}:{number}:{user}",
            token=tokens.screen(game, -1, "panel"),
        )
        for reply in await self._handler.run(inbound):
            if reply.edit != "panel" or self._answered[user]:
                continue
            # Check again: meanwhile the user may have pressed something that updated the panel.
            ref = await self._outdated_panel(game, user, number, offers)
            if ref is not None and not (ref.idle and ref.idle == idle(reply)):
                await self._panels.update(self._line.client, game, user, reply)

    async def _outdated_panel(self, game: str, user: str, number: int, offers: str) -> PanelRef | None:
        """Return the user's panel if it shows an earlier position or other offers, and can still be changed."""
        ref = await self._references.panel(game, user)
        if ref is None or ref.number > number:
            return None
        return ref if ref.number < number or ref.offers != offers else None


__all__ = ["DiscordRefresher"]
