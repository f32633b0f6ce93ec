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
    """12.5.3: an intact fort of his own lets the defender cancel a retreat for a step."""
    return [state.rules.content.terrain["fort"]] if combat.defenders and fight.fort_defends(state, combat) else []


def ways(state: State, combat: Combat, unit: int, path: tuple[int, ...]) -> int:
    """12.5.7: friendly in supply, friendly, enemy in supply, enemy, space by space; whether the way goes on is not asked."""
    side = state.rules.side_of[unit]
    found = retreats.enterable(state, combat, unit, path)
    if len(path) + 1 == combat.retreat_length:
        found &= ~state.full[side]
    friendly = found & (state.control[side] | state.besieged & state.rules.board.printed[1 - side])
    found = friendly or found
    return retreats.in_supply_there(state, combat, unit, found) or found


def gives_cover(state: State, unit: int, space: int) -> bool:
    """12.5.3: friends in supply, an own fort or trench, or ground that lets a unit ignore its second space."""
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
    """A retreat of two spaces may stop in a first one that gives cover."""

    verbs: ClassVar[dict[str, str]] = {**Retreat.verbs, "halt": ""}

    def options(self, game: PogGame) -> Options:
        """As Deluxe, or stay in the first space."""
        found = Retreat.options(self, game)
        if self.unit < 0 or len(self.path) != 1 or not gives_cover(game.state, self.unit, self.path[0]):
            return found
        return Options({**found.masks, "halt": 1})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Stop there, at no cost."""
        if choice.verb != "halt":
            Retreat.resolve(self, game, choice)
            return
        arrive_after_retreat(game, self.unit, self.path)
        game.stay(unit=-1, path=())


def dies_for_good(state: State, unit: int) -> bool:
    """12.5.8: an army caught in its retreat is lost for good under the conditions of 12.4.7, as in any combat."""
    if not state.rules.armies >> unit & 1:
        return False
    combat = fight.combat_of(state)
    return bool(combat.unsupplied >> unit & 1) or not losses.replacement_kinds(state, unit)


def amended(tables: Tables) -> Tables:
    """Cover by forts, other priorities, other deaths."""
    return replace(
        tables,
        works=(*tables.works, fort_as_cover),
        retreat_ways=(ways,),
        caught_for_good=(dies_for_good,),
    )


RETREAT = Theme(amended, replaced=(ShortRetreat,))
