"""Combat ability (chapter 5): the CAB of a unit with the modifiers of every test, and the CAB of a fort in a weakened camp.

Every modifier of a CAB has a cause, so that players can see where a number comes from.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from engine.liege.state import EXHAUSTED, FORCED, TIRED, LiegeState
from engine.liege.tables import FACES, passes
from engine.liege.zones import CAMP_OWNER

if TYPE_CHECKING:
    from engine.liege.sequence.base import LiegeGame

#: A modifier of a row or a CAB: a stable name, and its value.
Cause: TypeAlias = tuple[str, int]


def total(causes: Iterable[Cause]) -> int:
    """Return the sum of modifiers (8.4.1, 8.7.1)."""
    return sum(value for _, value in causes)


def causes_of(state: LiegeState, unit: int, *, fighting: bool) -> tuple[Cause, ...]:
    """Return the modifiers of a unit's CAB in every test; `fighting` adds those of its own Combat Phase.

    A fortress unit is better in and next to its camp (5.1.4); a forced march and heat weaken any unit
    (7.5.4, 15.1.1), an extended march a unit that fights after it (7.4.2).
    """
    names = []
    if state.facts.units[unit].fortress and _by_its_camp(state, unit):
        names.append("cab_fortress")
    if state.has(unit, FORCED):
        names.append("cab_forced")
    if state.turn in state.scenario.heat:
        names.append("cab_heat")
    if fighting and state.has(unit, TIRED | EXHAUSTED):
        names.append("cab_exhausted" if state.has(unit, EXHAUSTED) else "cab_tired")
    return tuple((name, state.facts.figures.modifiers[name]) for name in names)


def cab_of(state: LiegeState, unit: int, *, fighting: bool) -> int:
    """Return the CAB of a unit at its attrition level, with the modifiers of every test (2.5.8, 5.1.2)."""
    return state.facts.units[unit].cab[state.level[unit]] + total(causes_of(state, unit, fighting=fighting))


def cab_of_fort(state: LiegeState, fort: int, *, fallen: int = 0) -> int:
    """Return the CAB of a fort; it drops with the forts its camp has left, without the `fallen` (11.6.14)."""
    return state.facts.forts[fort].cab + total(camp_causes(state, fort, fallen=fallen))


def camp_causes(state: LiegeState, fort: int, *, fallen: int = 0) -> tuple[Cause, ...]:
    """Return the modifiers of a fort's CAB for the forts its camp has lost: half, three quarters, all but one (11.6.14)."""
    of_camp = state.facts.camp_forts
    if not of_camp >> fort & 1:
        return ()
    forts, left = of_camp.bit_count(), (of_camp & state.forts & ~fallen).bit_count()
    lost = forts - left
    name = (
        "camp_last"
        if left == 1
        else "camp_quarter"
        if 4 * lost >= 3 * forts
        else "camp_half"
        if 2 * lost >= forts
        else ""
    )
    return ((name, state.facts.figures.modifiers[name]),) if name else ()


def unit_passes(game: LiegeGame, unit: int, cab: int, purpose: str) -> bool:
    """Test a unit at a final CAB and emit the result: 0 or less fails without a die (5.1.1, 5.1.2).

    The event is `tested`: the unit, the CAB, the die (0 for none), the purpose, and whether it passed.
    """
    die = game.die(purpose, FACES, range(1, min(cab, FACES) + 1)) if cab > 0 else 0
    passed = passes(cab, die)
    game.emit("tested", unit=unit, cab=cab, die=die, purpose=purpose, passed=passed)
    return passed


def _by_its_camp(state: LiegeState, unit: int) -> bool:
    if state.facts.units[unit].side != CAMP_OWNER:
        return False
    return (state.facts.camp | state.facts.grid.ring(state.facts.camp)) >> state.at[unit] & 1 == 1


__all__ = ["Cause", "cab_of", "cab_of_fort", "camp_causes", "causes_of", "total", "unit_passes"]
