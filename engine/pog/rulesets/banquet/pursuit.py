"""Retreats enforced only by an advance, space by space (12.5, 12.7).

After a combat that forces a retreat, the attacker names the units that will occupy the space; if none, the
defender stays. Then the defender retreats one space, or loses a step to stand; then the named units advance. If
the result requires a second space, the same is repeated from each space that the retreat led to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.bits import mask, members
from engine.core.frames import Flow
from engine.core.options import Choice, Options
from engine.errors import Reason
from engine.pog.combat_state import Combat
from engine.pog.rules import areas, control, retreats, stacking
from engine.pog.rules import combat as fight
from engine.pog.rulesets.banquet.forts import fell_fort, may_besiege
from engine.pog.rulesets.banquet.retreat import BanquetRetreat, BanquetStand, RetreatExcess, driven_into, standing
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.attacks import Battle
from engine.pog.sequence.base import CombatAttackerDecision, PogGame
from engine.pog.sequence.battle_end import (
    Advance,
    begin_advance,
)
from engine.pog.sequence.battle_end import (
    retreat_barred as barred,
)
from engine.pog.state import State
from engine.pog.tables import Tables


def second_spaces(state: State, combat: Combat) -> int:
    """Return the spaces from which a second retreat can be enforced, since no other units are there (12.5.1)."""
    if combat.retreat_length < 2 or fight.terrain_effect(state, combat.target).stops_advance:
        return 0
    found = mask(path[0] for _, path in combat.retreats if len(path) == 1)
    return mask(
        space
        for space in members(found)
        if driven_into(state, combat, space) and not state.units_of(1 - combat.side, space) & ~combat.defenders
    )


# -- 12.5.1: who will occupy the space ----------------------------------------------------


def occupiers(state: State, combat: Combat, space: int, stack: int) -> int:
    """Return the attackers that can be named, with those of the stack, to occupy a space once it is empty."""
    if space == combat.target:
        able = retreats.advancers(state, combat) & ~stack
        return mask(unit for unit in members(able) if retreats.may_join_advance(state, combat, unit, stack))
    if stack.bit_count() >= stacking.room(state, combat.side, space):
        return 0
    return mask(
        unit
        for unit in members(_pursuers(state, combat) & ~stack)
        if areas.steps_from(state, stack | 1 << unit, combat.target) >> space & 1
        and not retreats.closed_behind(state, unit, combat.target) >> space & 1
    )


def _pursuers(state: State, combat: Combat) -> int:
    """Return the attackers who advanced into the attacked space, and those that can pass through it (12.7.3, 12.7.6)."""
    inside = mask(unit for unit, path in combat.advances if path == (combat.target,))
    if state.intact_forts(1 - combat.side) >> combat.target & 1:
        inside = 0
    passing = mask(
        unit
        for unit in members(retreats.advancers(state, combat))
        if areas.steps_from(state, 1 << unit, state.loc[unit]) >> combat.target & 1
        and not (areas.barred(state, unit) | areas.no_entry(state, unit, state.loc[unit])) >> combat.target & 1
        and not areas.stays(state, unit) >> state.loc[unit] & 1
    )
    return (inside | passing) & ~state.reduced


def strong_enough(state: State, combat: Combat, space: int, stack: int) -> bool:
    """Return whether the stack can besiege an intact enemy fort in the space, as units entering it must (12.7.6)."""
    if space == combat.target:
        return retreats.may_enter_first(state, combat, stack)
    besieging = stack | state.units_of(combat.side, space)
    return not state.unbesieged_forts(1 - combat.side) >> space & 1 or state.can_besiege(besieging, space)


def _can_occupy(state: State, combat: Combat, space: int) -> bool:
    """Return True if some group of attackers could occupy the space."""
    able, stack = occupiers(state, combat, space, 0), 0
    if not able:
        return False
    for unit in sorted(members(able), key=lambda unit: not state.rules.armies >> unit & 1):
        if strong_enough(state, combat, space, stack | 1 << unit):
            return True
        stack |= (occupiers(state, combat, space, stack) >> unit & 1) << unit
    return False


@dataclass(frozen=True, slots=True)
class DeclareAdvance(CombatAttackerDecision):
    """Name the units that will occupy the space, or let the defender stay (12.5.1)."""

    kind: ClassVar[str] = "declare_advance"
    verbs: ClassVar[dict[str, str]] = {"add": "unit", "declare": "", "decline": ""}
    forced: ClassVar[bool] = False
    space: int
    stack: int = 0

    def options(self, game: PogGame) -> Options:
        """Return the units that can still be named; confirming them if they suffice; naming none."""
        state = game.state
        combat = fight.combat_of(state)
        add = occupiers(state, combat, self.space, self.stack)
        enough = self.stack and strong_enough(state, combat, self.space, self.stack)
        return Options({"add": add, "declare": int(bool(enough)), "decline": 1})

    def explain(self, game: PogGame, choice: Choice) -> Reason:
        """Return why these units cannot occupy the space."""
        data = {"space": self.space, "verb": choice.verb}
        if choice.verb == "declare":
            return Reason("siege_too_weak" if self.stack else "nobody_named", "12.5.1", data)
        combat = fight.combat_of(game.state)
        if not combat.attackers >> choice.arg & 1:
            return Reason("not_in_combat", "12.1.8", {**data, "unit": choice.arg})
        if game.state.reduced >> choice.arg & 1:
            return Reason("reduced_stays", "12.7.1", {**data, "unit": choice.arg})
        return super(DeclareAdvance, self).explain(game, choice)

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Store the named units; if there are none nobody retreats."""
        state = game.state
        combat = fight.combat_of(state)
        if choice.verb == "add":
            game.stay(stack=self.stack | 1 << choice.arg)
        elif choice.verb == "declare":
            state.marks["advancing"] = self.stack
            game.emit("advance_declared", units=tuple(members(self.stack)), space=self.space)
        else:
            _waive_retreat(game, combat, self.space)


def _waive_retreat(game: PogGame, combat: Combat, space: int) -> None:
    """Ignore the retreat free of charge since nobody advances (12.5.1)."""
    if space == combat.target:
        combat.retreat, combat.retreat_length = "waived", 0
    game.emit("retreat_waived", space=space)


def ask_who_occupies(game: PogGame, space: int) -> None:
    """Ask the attacker which units will occupy a space, if any can."""
    state = game.state
    combat = fight.combat_of(state)
    state.marks["advancing"] = 0
    if _can_occupy(state, combat, space):
        game.call(DeclareAdvance, space=space)
    else:
        _waive_retreat(game, combat, space)


def occupy(game: PogGame, space: int) -> None:
    """Advance the named units into the space if the defender has left it."""
    state = game.state
    combat = fight.combat_of(state)
    units, state.marks["advancing"] = state.marks["advancing"] & combat.attackers, 0
    if not units or state.units_of(1 - combat.side, space):
        return
    if space == combat.target:
        fell_fort(game, combat)
        path: tuple[int, ...] = (space,)
    else:
        path = (combat.target, space)
    combat.advances = [entry for entry in combat.advances if not units >> entry[0] & 1]
    for unit in members(units):
        state.place(unit, space)
        combat.advances.append((unit, path))
    state.failed_entrench &= ~units
    control.enter(game, space, combat.side, units)
    game.emit("advanced", units=tuple(members(units)), path=path)
    if state.besieged >> space & 1:
        game.emit("siege", space=space, besieged=True)


# -- the second space -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pursuit(Flow):
    """The second space of a retreat, for each space that the first one led to (12.5.1)."""

    kind: ClassVar[str] = "pursuit"
    steps: ClassVar[tuple[str, ...]] = ("find", "declare", "retreat", "occupy", "again")
    space: int = -1
    done: int = 0

    def find(self, game: PogGame) -> None:
        """Find the next space from which the attacker can force a retreat."""
        state = game.state
        left = second_spaces(state, fight.combat_of(state)) & ~self.done
        if not left:
            game.end()
            return
        space = next(iter(members(left)))
        game.jump("declare", space=space, done=self.done | 1 << space)

    def declare(self, game: PogGame) -> None:
        """Ask which units will occupy it."""
        ask_who_occupies(game, self.space)

    def retreat(self, game: PogGame) -> None:
        """Offer to cancel the rest of the retreat for a step in cover (12.5.2), else retreat."""
        state = game.state
        if state.marks["advancing"] and standing(state, fight.combat_of(state), self.space):
            game.call(BanquetStand, space=self.space)
        elif state.marks["advancing"]:
            game.call(BanquetRetreat, space=self.space)

    def occupy(self, game: PogGame) -> None:
        """Advance the named units."""
        occupy(game, self.space)

    def again(self, game: PogGame) -> None:
        """Look for another space."""
        game.jump("find")


# -- the steps of a combat ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BanquetBattle(Battle):
    """A combat of the variant."""

    steps: ClassVar[tuple[str, ...]] = (
        *Battle.steps[: Battle.steps.index("retreat")],
        "declare", "retreat", "advance", "pursue", "excess", "close",
    )  # fmt: skip

    def winner(self, game: PogGame) -> None:
        """Limit the retreat from forest, mountain, swamp or desert to one space (12.5.3)."""
        Battle.winner(self, game)
        combat = fight.combat_of(game.state)
        if fight.terrain_effect(game.state, combat.target).may_stand:
            combat.retreat_length = min(combat.retreat_length, 1)

    def declare(self, game: PogGame) -> None:
        """Ask the attacker who will occupy the space (12.5.1); Withdrawal needs no advance (12.6.4)."""
        state = game.state
        combat = fight.combat_of(state)
        state.marks["advancing"] = 0
        if combat.retreat_length and combat.defenders and not self._withdrawing(state) and not barred(state, combat):
            ask_who_occupies(game, combat.target)

    def advance(self, game: PogGame) -> None:
        """Advance the named units; if nobody had to be driven out, ask the attacker now (12.7.1)."""
        state = game.state
        combat = fight.combat_of(state)
        if state.marks["advancing"]:
            occupy(game, combat.target)
        elif may_besiege(state, combat):
            game.call(Advance)
        elif combat.retreat != "required" or self._withdrawing(state):
            begin_advance(game)

    def pursue(self, game: PogGame) -> None:
        """Play the second space of a retreat."""
        combat = fight.combat_of(game.state)
        if combat.retreat == "required" and combat.retreat_length == 2:
            game.call(Pursuit)

    def excess(self, game: PogGame) -> None:
        """Move on or remove units above the stacking limit (12.5.4)."""
        game.call(RetreatExcess)

    @staticmethod
    def _withdrawing(state: State) -> bool:
        combat = fight.combat_of(state)
        return fight.committed(state, combat, 1 - combat.side, "withdrawal")


def no_replacements(state: State, combat: Combat) -> int:
    """Return the full-strength attackers, without corps that replaced an army in this combat (12.7.1)."""
    return retreats.at_full_strength(state, combat) & ~mask(combat.replaced)


def named_attackers(state: State) -> Iterator[str]:
    """Check that only attackers of the current combat are named to advance."""
    named = state.marks["advancing"]
    if named & ~(state.combat.attackers if state.combat is not None else 0):
        yield "units are named to advance that do not attack"


def amended(tables: Tables) -> Tables:
    """Return the tables with the changed rules on advancing."""
    return replace(
        tables,
        advancers=(no_replacements,),
        laws=(*tables.laws, named_attackers),
        marks={**tables.marks, "advancing": 0},
    )


PURSUIT = Theme(
    amended,
    replaced=(BanquetBattle,),
    added=(DeclareAdvance, Pursuit),
)
