"""Proposals dropped by a side: none is shown again in that step of the game, however many orders the step takes."""

from __future__ import annotations

from bot.service.acting.play import seated
from bot.service.calls import Answer, Caller, Tools
from bot.service.session import Memory
from bot.service.state.dropped import dropping
from bot.storage.store import Change, StoredGame


async def drop(tools: Tools, caller: Caller, game_id: str) -> None:
    """Drop the proposal for the game's current step, for the side that the caller acts for."""

    async def decide(stored: StoredGame) -> Change:
        game, side = seated(stored, caller)
        memory = dropping(Memory.of(stored.settings), game, side)
        return Change(answer=Answer().dump(), settings=memory.into(stored.settings))

    await tools.store.run_command(game_id, caller.key, decide)


__all__ = ["drop"]
