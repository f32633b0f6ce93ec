"""Point from channels that a game left to where it goes on."""

from __future__ import annotations

from bot.narration.channel_mentions import place
from bot.service.calls import Caller, Tools
from bot.service.session import Memory
from bot.table.reply import Reply

#: Channels of one game that are remembered.
_KEEP = 20


def note(memory: Memory, old: str, new: str) -> None:
    """Note that the game goes from one channel to another."""
    others = [channel for channel in memory.left if channel not in (old, new)]
    memory.left = [*others[1 - _KEEP :], old]


async def pointer(tools: Tools, caller: Caller, game_id: str) -> Reply | None:
    """Return what is answered to a press in a channel that the game has left; None everywhere else.

    It takes the place of a private panel that stands there, so that nothing is left to press.
    """
    if await tools.store.channels.holder(caller.channel) == game_id:
        return None
    stored = await tools.store.load(game_id)
    if caller.channel not in Memory.of(stored.settings).left:
        return None
    text = tools.say("ui.seats.goes_on", game=game_id, place=place(stored.header.channel))
    return Reply(text=text, edit="panel")


__all__ = ["note", "pointer"]
