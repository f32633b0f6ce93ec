"""Redirects presses in channels that a game has left to its new channel."""

from __future__ import annotations

from bot.narration.channel_mentions import place
from bot.service.calls import Caller, Tools
from bot.service.session import Memory
from bot.table.reply import Reply

#: Maximum number of former channels stored per game.
_KEEP = 20


def note(memory: Memory, old: str, new: str) -> None:
    """Note that the game moves from one channel to another."""
    others = [channel for channel in memory.left if channel not in (old, new)]
    memory.left = [*others[1 - _KEEP :], old]


async def pointer(tools: Tools, caller: Caller, game_id: str) -> Reply | None:
    """Return the reply to a press in a channel that the game has left; None elsewhere.

    It replaces a private panel there, so that no outdated buttons remain.
    """
    if await tools.store.channels.holder(caller.channel) == game_id:
        return None
    stored = await tools.store.load(game_id)
    if caller.channel not in Memory.of(stored.settings).left:
        return None
    text = tools.say("ui.seats.goes_on", game=game_id, place=place(stored.header.channel))
    return Reply(text=text, edit="panel")


__all__ = ["note", "pointer"]
