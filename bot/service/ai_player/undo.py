"""Undo against the computer: its reply is taken back with the order before it, unless chance or a reveal came since.

Between people that needs consent; the computer gives it in advance, as nobody has learned anything since.
"""

from __future__ import annotations

from bot.service.acting import play
from bot.service.acting.command_commit import CommandOutcome
from bot.service.acting.play import seated
from bot.service.calls import Answer, Caller, Tools
from bot.service.record import record_queries
from bot.service.seats import consent
from bot.service.session import Memory, level_at, seats_of, sides_of
from bot.service.visibility import position_for
from bot.storage.store import Change, StoredGame
from bot.table.refusal import Refusal, refuse


async def undo(tools: Tools, caller: Caller, game_id: str, wanted: str, number: int, outcome: CommandOutcome) -> Answer:
    """Undo like `play.undo`; if the computer has moved since, undo its moves too, unless that reveals something."""
    try:
        return await play.undo(tools, caller, game_id, wanted, number, outcome)
    except Refusal as refusal:
        nothing = refusal
    if nothing.reason.code != "nothing_to_undo" or not _plays_computer(await tools.store.load(game_id), caller):
        raise nothing

    async def decide(stored: StoredGame) -> Change:
        seated(tools, stored, caller)
        if number >= 0 and position_for(stored, caller.user) != number:
            raise refuse("stale")
        mine = sides_of(stored, caller.user)
        to = (
            await tools.recalled(caller, record_queries.before_own, stored, mine[0])
            if _plays_computer(stored, caller)
            else None
        )
        if to is None or to < tools.exercise(stored.header).earliest(stored):
            raise nothing
        return await consent.rolled_back(tools, caller, stored, to, outcome, "taken_back_with_answer")

    return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)


def _plays_computer(stored: StoredGame, caller: Caller) -> bool:
    """Return True if the caller plays one side and the computer the other, not as a stand-in."""
    mine = sides_of(stored, caller.user)
    if stored.header.status != "playing" or len(mine) != 1 or not level_at(stored, 1 - mine[0]):
        return False
    return seats_of(stored)[1 - mine[0]] not in Memory.of(stored.settings).stood_in  # they played it before


__all__ = ["undo"]
