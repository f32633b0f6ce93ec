"""Duties of a computer seat: a move, the answer to an offer, the answer to a bid.

The game's state says what is due, and its clock when. Each duty has an idempotency key under which the store carries
it out once, no matter which process does it or how often.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from bot.narration.texts import Texts
from bot.persons import computer_id
from bot.service.calls import Caller
from bot.service.session import Memory, between_actions, bid_mark, holder_name, level_at, restore
from bot.service.state import proposals
from bot.service.state.lesson_state import Studies
from bot.storage.store import StoredGame
from engine.core.game import Game, GameState

#: Seconds between two actions in a game of the computer against itself, so that people can follow it, and before a
#: reply within one: losses, retreats, advances.
PACE, ANSWER = 20, 4


@dataclass(frozen=True, slots=True)
class SeatDuty:
    """A duty of one seat; `mark` distinguishes it from every other duty of the game."""

    kind: Literal["move", "offer", "bid"]
    side: int
    level: str
    mark: str

    @property
    def key(self) -> str:
        """The key under which it is done once; a later holder of the seat owes a separate answer."""
        own = "" if self.kind == "move" else f":{self.side}:{self.level}"
        return f"staff:{self.kind}:{self.mark}{own}"


def owed(stored: StoredGame, game: Game[GameState] | None = None, memory: Memory | None = None) -> SeatDuty | None:
    """Return the computer's duty in a stored game, or in the given state not stored yet; offers first."""
    levels = [level_at(stored, side) for side in (0, 1)]
    if not any(levels) or not stored.header.in_progress:
        return None
    memory = memory or Memory.of(stored.settings)
    if stored.header.status == "lobby":
        return _bid(stored, memory, levels)
    game = game or restore(stored)
    if not game.stack or game.stuck is not None:
        return None
    for side in proposals.asked_by(stored, memory.offer):
        if levels[side] and memory.offer is not None:
            return SeatDuty("offer", side, levels[side], str(memory.offer.get("id", 0)))
    actor = game.actor
    if actor is None or not levels[actor] or Studies.scripted(stored) or stored.header.puzzle:
        return None
    return SeatDuty("move", actor, levels[actor], str(game.number))


def _bid(stored: StoredGame, memory: Memory, levels: list[str]) -> SeatDuty | None:
    """Return the answer due to a person's bid, if the computer has the other seat."""
    bid = memory.bid
    side = next((side for side in (0, 1) if levels[side]), 0)
    if bid is None or bid.user == computer_id(levels[side]) or len(stored.seats.holders) < len(levels):
        return None
    return SeatDuty("bid", side, levels[side], bid_mark(stored, bid))


def due(stored: StoredGame, game: Game[GameState] | None, memory: Memory, now: datetime) -> float:
    """Return when the computer's duty is due, in seconds since 1970; 0 if it has none."""
    if owed(stored, game, memory) is None:
        return 0.0
    if stored.seats.people() or stored.header.status != "playing":
        return now.timestamp()
    return now.timestamp() + (ANSWER if game is not None and not between_actions(game) else PACE)


def acting(words: Texts, stored: StoredGame, duty: SeatDuty) -> Caller:
    """Return the computer as the caller of a command, named in the language of `words`."""
    header = stored.header
    return Caller(
        computer_id(duty.level),
        holder_name(words, stored, duty.side),
        header.channel,
        header.platform,
        duty.key,
        header.server,
    )


__all__ = ["PACE", "SeatDuty", "acting", "due", "owed"]
