"""Which step's proposal a side has dropped: kept in the memory of a game."""

from __future__ import annotations

from bot.service.session import Memory
from bot.titles import title_of
from engine.core.game import Game, GameState


def step_of(game: Game[GameState]) -> str:
    """Return the step that a proposal is for: the turn, its part, and the kind of the decision."""
    turn, part = title_of(game).moment(game)
    return f"{turn}.{part}.{game.decision.kind}"


def dropping(memory: Memory, game: Game[GameState], side: int) -> Memory:
    """Note that a side has dropped the proposal for the present step; returns the memory."""
    memory.dropped[str(side)] = step_of(game)
    return memory


def is_dropped(memory: Memory, game: Game[GameState], side: int) -> bool:
    """Return True if a side wants no proposal in the present step."""
    return bool(game.stack) and memory.dropped.get(str(side)) == step_of(game)


__all__ = ["dropping", "is_dropped"]
