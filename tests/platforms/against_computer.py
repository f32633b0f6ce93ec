"""A hunt of one person, playing the hound, against the computer on a chat platform, as seen publicly."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.platforms.courier import Courier
from bot.service.handler import BotHandler
from bot.service.people.ticker import Ticker
from bot.service.session import restore
from bot.storage import Store

#: Timeout in seconds for the computer's turn.
PATIENCE = 90.0


@asynccontextmanager
async def ticking(handler: BotHandler, courier: Courier) -> AsyncIterator[Ticker]:
    """Run the clocks and the computer of a bot."""
    ticker = Ticker(handler.tools, courier.wake)
    ticker.start()
    try:
        yield ticker
    finally:
        await ticker.stop()


async def waited_for(store: Store, game: str) -> bool:
    """Wait until the computer has moved; returns True while the game continues."""
    async with asyncio.timeout(PATIENCE):
        while True:
            position = restore(await store.load(game))
            if not position.stack or position.actor == 1:
                return bool(position.stack)
            await asyncio.sleep(0.02)


def check_told(public: str, record: list[str]) -> None:
    """The public text names the computer, and the game was played to its end."""
    assert "Computer pup plays the Fox, anna the Hound" in public.replace("Anna", "anna")
    assert "The fox has escaped" in public
    assert "staff:pup" not in public, "nobody reads how it is stored, and nothing mentions it"
    assert len([choice for choice in record if choice.startswith("run")]) == 3


__all__ = ["check_told", "ticking", "waited_for"]
