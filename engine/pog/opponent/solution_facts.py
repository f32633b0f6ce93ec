"""Facts of a position that explain a puzzle's solution: the open space, the odds, the flank, the supply line."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.bits import members
from engine.pog.content.puzzles import PuzzleFact
from engine.pog.opponent import aims, attacks
from engine.pog.opponent.orders import ActionPlan, Strike
from engine.pog.rules import prospects, supply
from engine.pog.state import State

#: Faces of a die.
_FACES = 6
#: Maximum number of spaces of a line to name.
_NAMED = 3


def facts(state: State, side: int, kind: str, plan: ActionPlan, space: int) -> tuple[PuzzleFact, ...]:
    """Return the facts that explain the best plan at a position, for a kind of puzzle about a space."""
    found = list(_of_army(state, side, space)) if kind == "army" else []
    strikes = [order for order in plan.orders if isinstance(order, Strike)]
    if kind == "space" and not any(order.target == space for order in strikes):
        found.append(PuzzleFact(name="open", space=_name(state, space)))
    for order in strikes:
        found += _of_attack(state, side, order)
    return tuple(found)


def _of_attack(state: State, side: int, order: Strike) -> Iterator[PuzzleFact]:
    """Yield the odds over all pairs of dice without cards (12.2), and of a flank attempt (12.3)."""
    target = _name(state, order.target)
    prospect = prospects.prospect_of(state, order.units, order.target)
    weighed = attacks.weigh(state, side, order.units, order.target)
    figures = {
        "attack": float(prospect.attacker.factors if prospect.attacker else 0),
        "defence": float(prospect.defender.factors if prospect.defender else 0),
        "wins": round(weighed.wins, 3),
    }
    yield PuzzleFact(name="odds", space=target, figures=figures)
    if prospect.flank_drm is not None:
        needed = state.rules.content.flank.success - prospect.flank_drm
        chance = min(_FACES, max(0, _FACES + 1 - needed)) / _FACES
        spaces = tuple(_name(state, space) for space in members(order.spaces))
        figures = {"drm": float(prospect.flank_drm), "succeeds": round(chance, 3)}
        yield PuzzleFact(name="flank", space=target, spaces=spaces, figures=figures)


def _of_army(state: State, side: int, space: int) -> Iterator[PuzzleFact]:
    """Yield that the army is out of supply, or the spaces that would cut it off (14.1)."""
    units = state.units_of(side, space)
    if not units & supply.supplied_units(state, side):
        yield PuzzleFact(name="hungry", space=_name(state, space))
        return
    keys = tuple(_name(state, key) for key in aims.keys(state, side, space)[:_NAMED])
    yield PuzzleFact(name="line", space=_name(state, space), spaces=keys)


def _name(state: State, space: int) -> str:
    return state.rules.content.spaces[space].name


__all__ = ["facts"]
