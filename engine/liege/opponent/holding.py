"""Where an officer's Belgians hold the camp: no brigade waits in a hex facing far superior enemies.

A brigade scores in every hex of the camp that has an active fort (`leaving`), so it can choose one where nobody can
attack it. A brigade that waits in front of the enemy's loses steps, is thrown back into a hex that another brigade
already holds, and gets away too late. A unit that covers the city stays: otherwise the city would be open and the
headquarters lost.
"""

from __future__ import annotations

from typing import Final

from engine.core.bits import members
from engine.liege import march_search
from engine.liege.camp import support_of_forts
from engine.liege.facts import ALLIED, FOOT, GERMAN
from engine.liege.opponent.orders import MarchOrder, enemies, toward
from engine.liege.state import LiegeState
from engine.liege.zones import ground_of

#: Ratio of adjacent enemies to the defence of a hex that is tolerated: more arrive before they attack.
EXPOSED: Final = 0.7
#: Factor of the camp's works on a CBF.
WORKS: Final = 1.7


def order_of(state: LiegeState, unit: int) -> MarchOrder | None:
    """Return the march of exposed Belgian infantry to a safer hex of the camp; None for other units, and where no steps can be saved."""
    own, here = state.facts.units[unit], state.at[unit]
    camp = state.facts.camp & ground_of(state).forts
    if not state.scenario.leave_from or own.type not in FOOT or not camp >> here & 1 or here == state.scenario.city:
        return None
    threat = threat_to(state, here)
    if threat < EXPOSED * _defence(state, here):
        return None
    safer = [one for one in members(camp) if threat_to(state, one) < threat and not _is_held(state, unit, one)]
    for hex_ in sorted(safer, key=lambda one: _hex_rank(state, one)):
        if (march := march_search.march_to(state, unit, hex_, force=False)) is not None:
            return MarchOrder(march, toward(state, unit, hex_, enemies(state, ALLIED)))
    return None


def threat_to(state: LiegeState, hex_: int) -> int:
    """Return the CBF of Germans next to a hex that can attack it."""
    units, ring = state.facts.units, state.facts.grid.ring(1 << hex_)
    return sum(
        own.cbf[state.level[one]]
        for one, own in enumerate(units)
        if own.side == GERMAN and own.fights and state.at[one] >= 0 and ring >> state.at[one] & 1
    )


def _defence(state: LiegeState, hex_: int) -> float:
    """Return the CBF of the Belgians in a hex in their works, and of its forts."""
    units = state.facts.units
    there = [one for one in state.units_at(hex_) if units[one].side == ALLIED]
    return WORKS * sum(units[one].cbf[state.level[one]] for one in there) + support_of_forts(state, hex_)


def _is_held(state: LiegeState, unit: int, hex_: int) -> bool:
    """Return whether another brigade of the field army holds a hex, so that a second would add nothing."""
    units = state.facts.units
    there = (units[one] for one in state.units_at(hex_))
    return not units[unit].fortress and any(
        one.side == ALLIED and one.type in FOOT and not one.fortress for one in there
    )


def _hex_rank(state: LiegeState, hex_: int) -> tuple[int, int]:
    """Return the rank of a hex for a unit, the best first: fewer enemies, then closer to the exit."""
    grid = state.facts.grid
    return threat_to(state, hex_), min(grid.distance(hex_, goal) for goal in members(state.scenario.leave_hexes))


__all__ = ["EXPOSED", "order_of", "threat_to"]
