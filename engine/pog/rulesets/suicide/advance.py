"""Advance after combat in the variant, and forts that fall when entered (12.7, 12.4.6)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.core.bits import members
from engine.core.options import Choice
from engine.pog.combat_state import Combat
from engine.pog.content.records import CP
from engine.pog.rules import areas, control, retreats
from engine.pog.rules import combat as fight
from engine.pog.rulesets.banquet.forts import BanquetAdvance, fell_fort
from engine.pog.rulesets.suicide.supply import cut_off
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.base import PogGame
from engine.pog.sequence.battle_end import finish_advance
from engine.pog.state import State
from engine.pog.tables import Closing, Tables


def on_empty_ground(state: State, combat: Combat) -> int:
    """Return the attackers, reduced ones too, if no enemy unit was there when the attack began (12.7.1)."""
    return 0 if combat.first_defenders or combat.caught else combat.attackers


def of_two_spaces(state: State, combat: Combat) -> bool:
    """Return whether the defenders retreated two spaces, were all eliminated, or nothing held the space (12.7.2, 12.7.3).

    A fort alone holds it if it was "intact and unbesieged" when the attack began (15.1.3); a switch lets its fall count as
    "all defending units were eliminated".
    """
    if any(len(path) > 1 for _, path in combat.retreats):
        return True
    if combat.first_defenders:
        return not combat.defenders
    return not combat.fort or state.rules.switches["soe.lone_fort"] == "two_spaces"


def stops_in_target(state: State, combat: Combat) -> bool:
    """Return whether units must stop in the attacked space: enemy ground, difficult terrain, a trench or a fort (12.7.4)."""
    target, side = combat.target, combat.side
    held = state.control[side] | state.besieged & state.rules.board.printed[1 - side]
    level, owner = state.trench(target)
    stopped = fight.terrain_effect(state, target).stops_advance or (level and owner != side)
    return bool(stopped) or not held >> target & 1


def beyond(state: State, combat: Combat, stack: int) -> int:
    """Return the neighbours of an already friendly space that the stack could enter; none for units out of supply (12.7.4)."""
    if not of_two_spaces(state, combat) or stops_in_target(state, combat) or cut_off(combat, stack):
        return 0
    neighbours = state.rules.board.common[combat.target] & ~state.closed
    return retreats.open_to(state, combat.side, stack, combat.target, neighbours)


def restricted_coast(state: State, unit: int) -> int:
    """Return the closed coast including Antwerp: Amiens, Calais and Ostend (12.7.7, 11.1.9)."""
    closed = areas.coast_closed(state)
    return closed | state.rules.board.spaces("antwerp") if closed else 0


COAST = Closing(
    "coast", "12.7.7", lambda rules: rules.units_of_side[CP], spaces=restricted_coast, advance=True, code="coast_closed"
)


@dataclass(frozen=True, slots=True)
class FreeAdvance(BanquetAdvance):
    """Units that must stop in the attacked space take it; those that follow may pass it (12.7.4, 12.7.9)."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """End the advance of the group that must stop."""
        state = game.state
        combat = fight.combat_of(state)
        if choice.verb != "step" or self.path or not stops_in_target(state, combat):
            BanquetAdvance.resolve(self, game, choice)
            return
        fell_fort(game, combat)
        for unit in members(self.stack):
            state.place(unit, combat.target)
        state.failed_entrench &= ~self.stack
        control.enter(game, combat.target, combat.side, self.stack)
        finish_advance(game, self.stack, (combat.target,))
        game.stay(stack=0, path=())


def amended(tables: Tables) -> Tables:
    """Return the tables with changed rules on who advances, and how far."""
    return replace(
        tables,
        advancers=(*tables.advancers, on_empty_ground),
        advance_beyond=(beyond,),
        no_stop=tuple(COAST if entry.name == "coast" else entry for entry in tables.no_stop),
    )


ADVANCE = Theme(amended, replaced=(FreeAdvance,))
