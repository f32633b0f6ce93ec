"""Progress of a computer move that takes seconds: shown on the table message, which is edited a few times at most."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from bot.service.announcing.table_message import read_digest, table_message
from bot.service.calls import Answer, Tools
from bot.service.clock import Clock
from bot.service.outgoing import post
from bot.service.session import Memory, restore
from bot.service.state.seat_duties import SeatDuty, owed
from bot.service.visibility import Visibility
from bot.storage.errors import StorageError
from bot.storage.store import Change, StoredGame
from bot.table.refusal import Refusal, refuse
from bot.titles import title_stored

#: Seconds between two progress updates, each an edit; slow enough for every platform's rate limit.
PULSE = 2.0


async def told(tools: Tools, stored: StoredGame, duty: SeatDuty, over: asyncio.Event, wake: Callable[[], None]) -> None:
    """Show every few seconds how long the computer has been thinking, until its time is up or the move is over.

    Fast levels and games without people are skipped. `wake` is called after each update.
    """
    opponents = title_stored(stored.header).opponents
    if opponents is None or not stored.seats.people():
        return
    most, seconds = opponents.budget(duty.level), PULSE
    with contextlib.suppress(StorageError, Refusal):
        while seconds < most:
            if await ended(over, PULSE):
                return
            await _note(tools, stored.header.game_id, duty, f"{seconds:.0f} / {most:.0f}")
            wake()
            seconds += PULSE


async def ended(over: asyncio.Event, seconds: float) -> bool:
    """Return True if the move is over within that many seconds."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await over.wait()
    return over.is_set()


async def _note(tools: Tools, game_id: str, duty: SeatDuty, figure: str) -> None:
    """Put the elapsed time on the table message if the game still waits for this move; leave its due time unchanged."""

    def decide(stored: StoredGame) -> Change:
        memory, game = Memory.of(stored.settings), restore(stored)
        if owed(stored, game, memory) != duty or not memory.table:
            raise refuse("stale")
        memory.deliberated = figure
        names, shown = tools.posting(stored).names_of(stored), Visibility.of(stored).shown(stored, game)
        reply = table_message(stored, shown, memory, names, Clock.of(stored.settings))
        memory.table = read_digest(stored, reply)
        return Change(answer=Answer().dump(), posts=[post("table", reply)], settings=memory.into(stored.settings))

    await tools.store.run_command(game_id, f"{duty.key}:after:{figure}", decide)


__all__ = ["PULSE", "told"]
