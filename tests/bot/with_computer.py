"""Games with the computer in a seat, and helpers for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.service.ai_player.move_scheduler import Deliberations
from bot.service.people.ticker import Ticker
from bot.service.record_work import RecordThreads, Workshop
from bot.service.session import restore
from bot.storage import Store
from bot.storage.store import StoredGame
from bot.table.reply import Reply
from engine.core.game import Game
from tests.bot.times import Hands, timed


class Table:
    """A channel with its own clock, and the ticker that lets the computer make its pending moves."""

    def __init__(self, store: Store, workshop: Workshop | None = None) -> None:
        self.store = store
        self.channel, _, self.hands = timed(store)
        tools = self.channel.handler.tools
        self.ticker = Ticker(tools, deliberations=Deliberations(tools, workshop or RecordThreads()))

    async def say(self, user: str, *lines: str) -> str:
        """Type lines; return the answer to the last one."""
        told = ""
        for line in lines:
            told = await self.channel.told(user, line)
        return told

    async def moved(self) -> None:
        """Let the computer make its pending moves now."""
        await self.ticker.tick()
        await self.ticker.deliberations.idle()

    async def stored(self) -> StoredGame:
        """Return the channel's game as stored."""
        return await self.store.load(await self.channel.game_id())

    async def game(self) -> Game[Any]:
        """Return the channel's game."""
        return restore(await self.stored())

    async def number(self) -> int:
        """Return the number of its last entry."""
        return (await self.stored()).number

    async def posts(self, *kinds: str) -> Sequence[Reply]:
        """Return the pending posts in the outbox, of these kinds."""
        return [reply for kind, reply in await self.channel.posts() if not kinds or kind in kinds]

    async def fresh(self) -> None:
        """Empty the outbox without delivering it."""
        await self.channel.clear()


__all__ = ["Hands", "Table"]
