"""Losses and retreats of the variant (12.4, 12.5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.bits import members
from engine.core.options import Choice, Options
from engine.pog.combat_state import Combat
from engine.pog.content.records import TerrainEffect
from engine.pog.rules import combat as fight
from engine.pog.rules import losses, retreats, supply
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.base import PogGame
from engine.pog.sequence.battle_end import Retreat, arrive_after_retreat
from engine.pog.state import State
from engine.pog.tables import Tables


def fort_as_cover(state: State, combat: Combat) -> list[TerrainEffect]:
    """Return the fort as cover: an intact own fort lets the defender cancel a retreat for a step (12.5.3)."""
    return [state.rules.content.terrain["fort"]] if combat.defenders and fight.fort_defends(state, combat) else []


def ways(state: State, combat: Combat, unit: int, path: tuple[int, ...]) -> int:
    """Return the retreat spaces by priority: friendly in supply, friendly, enemy in supply, enemy; dead ends are not avoided (12.5.7)."""
    side = state.rules.side_of[unit]
    found = retreats.enterable(state, combat, unit, path)
    if len(path) + 1 == combat.retreat_length:
        found &= ~state.full[side]
    friendly = found & (state.control[side] | state.besieged & state.rules.board.printed[1 - side])
    found = friendly or found
    return retreats.in_supply_there(state, combat, unit, found) or found


def gives_cover(state: State, unit: int, space: int) -> bool:
    """Return whether a space lets a unit ignore its second space: supplied friends, an own fort or trench, or terrain (12.5.3)."""
    side = state.rules.side_of[unit]
    if state.full[side] >> space & 1:
        return False
    friends = state.units_of(side, space)
    if any(supply.in_supply(state, friend) for friend in members(friends)):
        return True
    level, owner = state.trench(space)
    own = state.intact_forts(side) >> space & 1 or (level and owner == side)
    return bool(own) or fight.terrain_effect(state, space).may_stand


@dataclass(frozen=True, slots=True)
class ShortRetreat(Retreat):
    """A retreat of two spaces can stop in a first one that gives cover."""

    verbs: ClassVar[dict[str, str]] = {**Retreat.verbs, "halt": ""}

    def options(self, game: PogGame) -> Options:
        """Return the usual options, and stopping in the first space."""
        found = Retreat.options(self, game)
        if self.unit < 0 or len(self.path) != 1 or not gives_cover(game.state, self.unit, self.path[0]):
            return found
        return Options({**found.masks, "halt": 1})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Stop there, free of charge."""
        if choice.verb != "halt":
            Retreat.resolve(self, game, choice)
            return
        arrive_after_retreat(game, self.unit, self.path, halted=True)
        game.stay(unit=-1, path=())


def dies_for_good(state: State, unit: int) -> bool:
    """Return whether an army caught in its retreat is permanently eliminated, under the conditions of 12.4.7 (12.5.8)."""
    if not state.rules.armies >> unit & 1:
        return False
    combat = fight.combat_of(state)
    return bool(combat.unsupplied >> unit & 1) or not losses.replacement_kinds(state, unit)


def amended(tables: Tables) -> Tables:
    """Return the tables with cover by forts, other priorities and other eliminations."""
    return replace(
        tables,
        works=(*tables.works, fort_as_cover),
        retreat_ways=(ways,),
        caught_for_good=(dies_for_good,),
    )


RETREAT = Theme(amended, replaced=(ShortRetreat,))
