"""Setting up August 1914 for any scenario (4.1, 4.2, 5.7.1)."""

from __future__ import annotations

from engine.pog.content.records import AP, CP
from engine.pog.state import State


def set_up(state: State) -> None:
    """Place units and trenches and form the mobilization decks."""
    rules = state.rules
    changed = "changed_trenches" in rules.scenario.traits
    for row in rules.content.setup:
        if row.scenario == "historical_add" and not changed:
            continue
        if row.scenario == "historical_remove":
            if changed:
                state.set_trench(row.space, 0, row.side)
            continue
        if row.unit is not None:
            state.place(row.unit, row.space)
            state.flip(row.unit, row.reduced)
        if row.trench:
            state.set_trench(row.space, row.trench, row.side)
    for side in (AP, CP):
        state.deck[side] = rules.deck_cards(state, side, "mobilization")
    state.phase = "mandated_offensives"
