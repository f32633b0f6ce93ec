"""Two positions that differ only in what one side can't know: its options and refusals have to be the same in both.

There is one exception: an enemy zone of control in the hex of the unit to act, or next to it (19.2.3).
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.core.bits import mask, members
from engine.core.game import Game
from engine.core.options import Choice
from engine.errors import Reason
from engine.liege.fog import candidates, hidden_hexes, imagine
from engine.liege.grid import NOWHERE
from engine.liege.sequence.afterwards import Shifting
from engine.liege.sequence.marching import AirSearching, Marching
from engine.liege.sequence.retreats import Entering
from engine.liege.state import WAITING, LiegeState
from engine.liege.view import view_of
from engine.liege.zones import ground_of


def other_hidden(state: LiegeState, side: int, dice: random.Random, keep: int = NOWHERE) -> LiegeState | None:
    """Return a position that a side can't tell from this one: different enemy units under the same markers; None if there is none.

    `keep` is a unit that stays where it is, because it is mentioned.
    """
    enemy = 1 - side
    pool = [unit for unit in candidates(state, enemy) if unit != keep]
    stacks = [hex_ for hex_ in members(hidden_hexes(state, enemy)) if keep == NOWHERE or hex_ != state.at[keep]]
    if not stacks:
        return None
    found = state.copy()
    dice.shuffle(pool)
    for unit in pool:
        found.at[unit], found.facing[unit], found.marks[unit], found.supply[unit] = WAITING, 0, 0, 0
        found.hidden &= ~(1 << unit)
    for number, unit in enumerate(pool):
        if number >= len(stacks) and dice.random() < 0.5:
            continue
        hex_ = stacks[number] if number < len(stacks) else dice.choice(stacks)
        found.at[unit], found.facing[unit] = hex_, dice.randrange(6)
        found.hidden |= 1 << unit
    found.changed()
    return found


def differences(game: Game[LiegeState], twin: Game[LiegeState], side: int) -> list[str]:
    """Return how a side could tell two games apart: views, imagined positions, options and refusals."""
    found = []
    if view_of(game.state, side) != view_of(twin.state, side):
        found.append("the view")
    if imagine(game.state, side).dump() != imagine(twin.state, side).dump():
        found.append("what is imagined")
    decision = game.decision
    for verb, kind in decision.verbs.items():
        for arg in _arguments(game, kind):
            choice = Choice(verb, arg)
            if _answer(game, choice) != _answer(twin, choice) and not _by_zone(game, twin, choice, kind):
                found.append(f"{decision.kind}: {game.text(choice)}")
    return found


def _answer(game: Game[LiegeState], choice: Choice) -> Reason | bool:
    return True if game.options().allows(choice) else game.decision.explain(game, choice)


def _arguments(game: Game[LiegeState], kind: str) -> Iterator[int]:
    facts = game.state.facts
    many = {
        "unit": len(facts.units),
        "hex": len(facts.grid.names),
        "fort": len(facts.forts),
        "side": 6,
        "air_order": 4,
        "": 1,
    }
    yield from range(many[kind])


def _by_zone(game: Game[LiegeState], twin: Game[LiegeState], choice: Choice, kind: str) -> bool:
    """Check for the one exception: enemy zones differ in the hex of the unit to act, or next to it."""
    decision, state = game.decision, game.state
    if isinstance(decision, Marching):
        at = decision.path[-1]
    elif kind == "hex" and isinstance(decision, Entering | Shifting):
        at = state.at[decision.unit]
    elif kind == "unit" and state.facts.units[choice.arg].side == game.actor:
        at = state.at[choice.arg]
    else:
        return False
    near = state.facts.grid.ring(1 << at) | 1 << at if at >= 0 else 0
    enemy = 1 - int(game.actor or 0)
    return bool((ground_of(state).zones[enemy] ^ ground_of(twin.state).zones[enemy]) & near)


def twin_of(game: Game[LiegeState], side: int, dice: random.Random) -> Game[LiegeState] | None:
    """Return the game at a position that a side can't tell from this one; None if there is none.

    The unit being searched for from the air is the same. A march under way has revealed which adjacent hexes the enemy
    controls, so these are the same too.
    """
    enemy, decision = 1 - side, game.decision
    keep = decision.unit if isinstance(decision, AirSearching) else NOWHERE
    state = other_hidden(game.state, side, dice, keep)
    if state is None:
        return None
    if isinstance(decision, Marching):
        way = mask(decision.path)
        near = way | state.facts.grid.ring(way)
        if (ground_of(state).zones[enemy] ^ ground_of(game.state).zones[enemy]) & near:
            return None
    twin = game.copy()
    twin.state = state
    twin._options = twin.decision.options(twin)
    return twin
