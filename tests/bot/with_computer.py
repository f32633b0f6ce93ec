"""Games in which the computer sits, and what is asked of them."""

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
    """A channel with a clock of its own, and the ticker that lets the computer do what it owes."""

    def __init__(self, store: Store, workshop: Workshop | None = None) -> None:
        self.store = store
        self.channel, _, self.hands = timed(store)
        tools = self.channel.handler.tools
        self.ticker = Ticker(tools, deliberations=Deliberations(tools, workshop or RecordThreads()))

    async def say(self, user: str, *lines: str) -> str:
        """Type lines; what the last one was answered."""
        told = ""
        for line in lines:
            told = await self.channel.told(user, line)
        return told

    async def moved(self) -> None:
        """Let the computer do what it owes now."""
        await self.ticker.tick()
        await self.ticker.deliberations.idle()

    async def stored(self) -> StoredGame:
        """The channel's game as it is stored."""
        return await self.store.load(await self.channel.game_id())

    async def game(self) -> Game[Any]:
        """The channel's game."""
        return restore(await self.stored())

    async def number(self) -> int:
        """Number of its last entry."""
        return (await self.stored()).number

    async def posts(self, *kinds: str) -> Sequence[Reply]:
        """What waits in the outbox, of these kinds."""
        return [reply for kind, reply in await self.channel.posts() if not kinds or kind in kinds]

    async def fresh(self) -> None:
        """Deliver what waits to nobody."""
        await self.channel.clear()


__all__ = ["Hands", "Table"]
