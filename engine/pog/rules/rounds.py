"""How many action rounds a turn has (8.1.1)."""

from __future__ import annotations

from engine.pog.state import State

ACTION_ROUNDS = 6


def action_rounds(state: State) -> int:
    """How many action rounds the turn has as things stand."""
    return next((found for rounds in state.rules.tables.rounds if (found := rounds(state)) is not None), ACTION_ROUNDS)
