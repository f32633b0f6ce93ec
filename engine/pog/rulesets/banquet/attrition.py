"""Attrition of spaces in the variant."""

from __future__ import annotations

from dataclasses import replace

from engine.core.bits import mask, members
from engine.pog.rules import attrition
from engine.pog.rulesets.theme import Theme
from engine.pog.state import State
from engine.pog.tables import Tables


def isolated_spaces(state: State, side: int) -> int:
    """Return the unsupplied spaces without a friendly neighbour, except capitals and spaces with units of their side (14.3.6).

    Serbia is no exception (nation-specific rules, Serbia).
    """
    board = state.rules.board
    capitals = 0
    for spaces in board.capitals.values():
        capitals |= spaces & board.printed[side]
    lost = attrition.unsupplied_spaces(state, side) & ~capitals
    doomed = attrition.doomed_units(state, side)
    return mask(
        space
        for space in members(lost)
        if not board.common[space] & state.control[side] and not state.units_of(side, space) & ~doomed
    )


def amended(tables: Tables) -> Tables:
    """Return the tables with fewer spaces lost."""
    return replace(tables, doomed_spaces=(isolated_spaces,))


ATTRITION = Theme(amended)
