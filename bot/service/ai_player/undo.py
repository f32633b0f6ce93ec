"""Undo against the computer: where nothing was rolled, drawn or shown since, its answer is taken back with the order before it.

Between people that needs consent, which the computer gives in advance: it loses nothing that somebody has learned since.
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
    """Take back as `play.undo` does; where the computer has moved since, back to before the caller's last choice if that reveals nothing."""
    try:
        return await play.undo(tools, caller, game_id, wanted, number, outcome)
    except Refusal as refusal:
        nothing = refusal
    if nothing.reason.code != "nothing_to_undo" or not _against(await tools.store.load(game_id), caller):
        raise nothing

    async def decide(stored: StoredGame) -> Change:
        seated(stored, caller)
        if number >= 0 and position_for(stored, caller.user) != number:
            raise refuse("stale")
        mine = sides_of(stored, caller.user)
        to = (
            await tools.recalled(caller, record_queries.before_own, stored, mine[0])
            if _against(stored, caller)
            else None
        )
        if to is None or to < tools.exercise(stored.header).earliest(stored):
            raise nothing
        return await consent.rolled_back(tools, caller, stored, to, outcome, "taken_back_with_answer")

    return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)


def _against(stored: StoredGame, caller: Caller) -> bool:
    """Return True if the caller plays one side and the computer the other, for nobody who is only away."""
    mine = sides_of(stored, caller.user)
    if stored.header.status != "playing" or len(mine) != 1 or not level_at(stored, 1 - mine[0]):
        return False
    return seats_of(stored)[1 - mine[0]] not in Memory.of(stored.settings).stood_in  # that person has chosen before


__all__ = ["undo"]
