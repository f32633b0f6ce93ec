"""Retreats of the variant: one space at a time, and without room among friendly units (12.5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.bits import mask, members
from engine.core.options import Choice, Options
from engine.pog.combat_state import Combat
from engine.pog.rules import combat as fight
from engine.pog.rules import losses, retreats, stacking
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.base import CombatDefenderDecision, PogGame
from engine.pog.sequence.battle_end import Retreat, StandOrRetreat, arrive_after_retreat, lost_in_retreat
from engine.pog.sequence.loss_steps import ChooseReplacement, lose_step, owner_chooses_corps
from engine.pog.state import State
from engine.pog.tables import Tables


def driven_into(state: State, combat: Combat, space: int) -> int:
    """Return the defenders whose retreat has led to a space so far."""
    if space == combat.target:
        return combat.defenders & state.units_at[space]
    there = mask(unit for unit, path in combat.retreats if path == (space,))
    return there & combat.defenders & state.units_at[space]


def _local(state: State, combat: Combat, space: int) -> Combat:
    """Return the combat as it applies to defenders driven into a space: no card of theirs protects them there."""
    cards = [0, 0]
    cards[combat.side] = combat.cards[combat.side]
    return replace(combat, target=space, defenders=driven_into(state, combat, space), cards=cards)


def standing(state: State, combat: Combat, space: int) -> int:
    """Return the units that could take the step loss that cancels a retreat from a space (12.5.2, 12.5.3)."""
    return retreats.may_stand(state, combat if space == combat.target else _local(state, combat, space))


@dataclass(frozen=True, slots=True)
class BanquetStand(StandOrRetreat):
    """As in Deluxe, and also in the first space of a longer retreat (12.5.2)."""

    #: The space where they would stand, -1 for the attacked space.
    space: int = -1

    def options(self, game: PogGame) -> Options:
        """Return the units driven there that could take the step, and the retreat."""
        if self.space < 0:
            return StandOrRetreat.options(self, game)
        state = game.state
        return Options({"hold": standing(state, fight.combat_of(state), self.space), "retreat": 1})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Lose a step and stay, or retreat; if some may ignore the retreat nobody can advance, and all stay."""
        state = game.state
        combat = fight.combat_of(state)
        if choice.verb == "retreat":
            game.goto(BanquetRetreat, space=self.space)
            return
        state.marks["advancing"] = 0
        if self.space < 0:
            combat.retreat, combat.retreat_length = "held", 0
        if choice.verb == "ignore":
            combat.effects |= 1 << state.rules.card("cp_61_haig")
        elif owner_chooses_corps(state, choice.arg):
            game.goto(ChooseReplacement, army=choice.arg, attacker=False)
        else:
            lose_step(game, choice.arg, attacker=False)


@dataclass(frozen=True, slots=True)
class BanquetRetreat(Retreat):
    """Units retreat one at a time, one space each."""

    #: The space that they leave, -1 for the attacked space.
    space: int = -1

    def options(self, game: PogGame) -> Options:
        """Return the next units, or where this one can go."""
        state = game.state
        combat = fight.combat_of(state)
        if self.unit < 0:
            at = combat.target if self.space < 0 else self.space
            return Options({"pick": driven_into(state, combat, at)})
        steps = retreats.steps(state, combat, self.unit, self.path)
        return Options({"step": steps} if steps else {"eliminate": 1})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Retreat one unit one space, or eliminate it if it cannot retreat."""
        if choice.verb == "pick":
            game.stay(unit=choice.arg, path=() if self.space < 0 else (self.space,))
            return
        _go(game, self.unit, self.path, choice)
        game.stay(unit=-1, path=())


def _go(game: PogGame, unit: int, path: tuple[int, ...], choice: Choice) -> None:
    """Retreat a unit one more space, or eliminate it; the report has one path for each unit."""
    combat = fight.combat_of(game.state)
    combat.retreats = [entry for entry in combat.retreats if entry[0] != unit]
    if choice.verb == "eliminate":
        lost_in_retreat(game, unit, path)
    else:
        arrive_after_retreat(game, unit, (*path, choice.arg))


def ways(state: State, combat: Combat, unit: int, path: tuple[int, ...]) -> int:
    """Return the retreat spaces by priority: friends with room; supplied friendly or enemy ground; other enemy ground (12.5.7).

    A first space that is a dead end is avoided if another is not (12.5.5), and so is one from which no path ends among
    friends with room if another's does. The third priority repeats part
    of the second in print; it is read as the last of 12.5.5, enemy ground out of supply.
    """
    side = state.rules.side_of[unit]
    found = retreats.enterable(state, combat, unit, path)
    if not path and combat.retreat_length == 2:
        found = mask(s for s in members(found) if retreats.enterable(state, combat, unit, (s,))) or found
    friendly = found & (state.control[side] | state.besieged & state.rules.board.printed[1 - side])
    roomy = friendly & ~state.full[side]
    supplied = retreats.in_supply_there(state, combat, unit, found)
    best = roomy & supplied or roomy or supplied or found & ~friendly
    if path or combat.retreat_length < 2 or not best & roomy:
        return best
    return mask(space for space in members(best) if _ends_among_friends(state, combat, unit, space)) or best


def _ends_among_friends(state: State, combat: Combat, unit: int, first: int) -> bool:
    """Return whether the second of two spaces can be friendly ground with room (12.5.7, first priority)."""
    side = state.rules.side_of[unit]
    friendly = state.control[side] | state.besieged & state.rules.board.printed[1 - side]
    return bool(ways(state, combat, unit, (first,)) & friendly & ~state.full[side])


@dataclass(frozen=True, slots=True)
class RetreatExcess(CombatDefenderDecision):
    """Move units above the stacking limit one space farther, or let their owner remove as many (12.5.4)."""

    kind: ClassVar[str] = "retreat_excess"
    verbs: ClassVar[dict[str, str]] = {"pick": "unit", "step": "space", "remove": "unit"}
    forced: ClassVar[bool] = False
    unit: int = -1
    #: Units that have already moved on.
    gone: int = 0

    def options(self, game: PogGame) -> Options:
        """Return the units that can move on, their destinations, or the units to remove."""
        state = game.state
        combat = fight.combat_of(state)
        if self.unit >= 0:
            return Options({"step": retreats.steps(state, combat, self.unit, _way(combat, self.unit))})
        side = 1 - combat.side
        pick = remove = 0
        for space in members(stacking.overstacked(state, side)):
            remove |= state.units_of(side, space)
        for unit, path in combat.retreats:
            if remove & ~self.gone & 1 << unit and path and retreats.steps(state, combat, unit, path):
                pick |= 1 << unit
        return Options({"pick": pick, "remove": remove})

    def empty(self, game: PogGame) -> None:
        """Continue, as usual: all units have room."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Move on or remove one unit, then check again."""
        state = game.state
        combat = fight.combat_of(state)
        if choice.verb == "pick":
            game.stay(unit=choice.arg)
        elif choice.verb == "step":
            _go(game, self.unit, _way(combat, self.unit), choice)
            game.stay(unit=-1, gone=self.gone | 1 << self.unit)
        else:
            combat.defenders &= ~(1 << choice.arg)
            losses.eliminate(game, choice.arg, permanently=True, replace=False, cause="overstacked")
            game.stay()


def _way(combat: Combat, unit: int) -> tuple[int, ...]:
    return next(path for one, path in combat.retreats if one == unit)


def amended(tables: Tables) -> Tables:
    """Return the tables with the changed retreat priorities."""
    return replace(tables, retreat_ways=(ways,))


RETREAT = Theme(amended, replaced=(BanquetStand, BanquetRetreat), added=(RetreatExcess,))
