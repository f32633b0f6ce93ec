"""Number of action rounds in a turn (8.1.1)."""

from __future__ import annotations

from engine.pog.state import State

ACTION_ROUNDS = 6


def action_rounds(state: State) -> int:
    """Return the number of action rounds of this turn under current conditions."""
    return next((found for rounds in state.rules.tables.rounds if (found := rounds(state)) is not None), ACTION_ROUNDS)
