"""The step for which a side has dropped the proposal, stored in a game's memory."""

from __future__ import annotations

from bot.service.session import Memory
from bot.titles import title_of
from engine.core.game import Game, GameState


def step_of(game: Game[GameState]) -> str:
    """Return the step a proposal is for: turn, part, and kind of decision."""
    turn, part = title_of(game).moment(game)
    return f"{turn}.{part}.{game.decision.kind}"


def dropping(memory: Memory, game: Game[GameState], side: int) -> Memory:
    """Note that a side has dropped the proposal for the current step; return the memory."""
    memory.dropped[str(side)] = step_of(game)
    return memory


def is_dropped(memory: Memory, game: Game[GameState], side: int) -> bool:
    """Return True if a side has dropped the proposal for the current step."""
    return bool(game.stack) and memory.dropped.get(str(side)) == step_of(game)


__all__ = ["dropping", "is_dropped"]
