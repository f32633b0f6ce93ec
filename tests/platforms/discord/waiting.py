"""Wait until the bot has posted and rendered everything."""

from __future__ import annotations

import asyncio

from tests.platforms.discord.conftest import Bot


async def settled(bot: Bot, game: str) -> None:
    """Wait until every post is shown and every picture has been added."""
    references = bot.platform.posting._references
    for _ in range(2000):
        waiting = await bot.store.outbox.pending_posts(game) or await references.coming(game)
        if not waiting and not bot.platform.panels._tasks:
            return
        await asyncio.sleep(0.02)
    raise AssertionError("posts or pictures are missing")


__all__ = ["settled"]
