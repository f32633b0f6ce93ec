"""Forts fall only to attackers who are in their space when the combat ends (15.1.7.1)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.core.options import Choice
from engine.pog.combat_state import Combat
from engine.pog.rules import combat as fight
from engine.pog.rules import retreats
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.base import PogGame
from engine.pog.sequence.battle_end import Advance
from engine.pog.sequence.loss_steps import DefenderLosses, fall_of_fort
from engine.pog.state import State
from engine.pog.tables import Tables


@dataclass(frozen=True, slots=True)
class BanquetLosses(DefenderLosses):
    """The defender's losses; a fort that takes one is silenced, and falls if its space is entered."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Silence the fort until the advance."""
        if choice.verb == "hit_fort":
            fight.combat_of(game.state).fort_fell = True
            game.emit("fort_shot", space=choice.arg)
        else:
            DefenderLosses.resolve(self, game, choice)


@dataclass(frozen=True, slots=True)
class BanquetAdvance(Advance):
    """An advance into the space of a silenced fort destroys the fort."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Settle the fort first, then the advance."""
        combat = fight.combat_of(game.state)
        if choice.verb == "step" and choice.arg == combat.target:
            fell_fort(game, combat)
        Advance.resolve(self, game, choice)


def silenced(state: State, combat: Combat) -> bool:
    """Return True if this combat's loss number would have destroyed a fort that is still intact."""
    return combat.fort_fell and bool(state.intact_forts(1 - combat.side) >> combat.target & 1)


def fell_fort(game: PogGame, combat: Combat) -> None:
    """Destroy a silenced fort."""
    if silenced(game.state, combat):
        fall_of_fort(game, combat.target)


def settle_fort(game: PogGame, combat: Combat) -> None:
    """Let a silenced fort fall if attackers are in its space, else leave it intact (15.1.7.1)."""
    if not silenced(game.state, combat):
        return
    if combat.attackers & game.state.units_at[combat.target]:
        fall_of_fort(game, combat.target)
    else:
        combat.fort_fell = False
        game.emit("fort_stands", space=combat.target)


def may_besiege(state: State, combat: Combat) -> bool:
    """Return whether attackers who beat a fort alone from outside may besiege it although it is intact (12.7.1)."""
    lone = combat.fort and not combat.first_defenders and not combat.spaces >> combat.target & 1
    if not lone or combat.winner != "attacker" or combat.fort_fell or state.units_of(1 - combat.side, combat.target):
        return False
    return bool(retreats.advancers(state, combat))


def amended(tables: Tables) -> Tables:
    """Return the tables in which the end of a combat settles the fort."""
    moments = replace(tables.moments, combat_over=(settle_fort, *tables.moments.combat_over))
    return replace(tables, moments=moments)


FORTS = Theme(amended, replaced=(BanquetLosses, BanquetAdvance))
