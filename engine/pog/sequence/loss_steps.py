"""Taking losses, one step at a time (12.2.10, 12.4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.bits import mask, members
from engine.core.frames import Decision
from engine.core.options import Choice, Options
from engine.pog.combat_state import Combat
from engine.pog.rules import combat as fight
from engine.pog.rules import control, losses
from engine.pog.rules.losses import Spared
from engine.pog.rules.next_loss import next_loss
from engine.pog.sequence.base import CombatAttackerDecision, CombatDefenderDecision, PogGame
from engine.pog.state import State
from engine.pog.view import LossView


class _Losses(Decision):
    """Choose units to lose a step until the loss number is fulfilled."""

    verbs: ClassVar[dict[str, str]] = {"hit": "unit", "hit_fort": "space"}
    attacker: ClassVar[bool]
    __slots__ = ()

    def options(self, game: PogGame) -> Options:
        """Return the steps that begin a sequence fulfilling as much as possible (12.4.3)."""
        combat = fight.combat_of(game.state)
        found = next_loss(game.state, combat, self.attacker)
        return Options({"hit": found.units, "hit_fort": 1 << combat.target if found.fort else 0})

    def _take_step(self, game: PogGame, unit: int) -> None:
        """Lose one step and ask for the next; ask for the replacing corps first if there is a choice."""
        state = game.state
        combat = fight.combat_of(state)
        spared = _spared(state, combat, unit, self.attacker)
        combat.taken += state.rules.loss_factor(state, unit)
        if not self.attacker:
            combat.lost_steps.append((unit, int(state.is_reduced(unit))))
        if owner_chooses_corps(state, unit):
            game.call(ChooseReplacement, army=unit, attacker=self.attacker)
        else:
            lose_step(game, unit, self.attacker, spared)
            game.stay()

    def empty(self, game: PogGame) -> None:
        """End the losses; if none could be taken at all, report the smallest loss factor (12.4.3, 12.4.6)."""
        state = game.state
        combat = fight.combat_of(state)
        number = combat.to_attacker if self.attacker else combat.to_defender
        if number <= 0 or combat.taken:
            return
        units = combat.attackers if self.attacker else combat.defenders
        fort = combat.fort if not units and not self.attacker and fight.fort_defends(state, combat) else 0
        if units or fort > number:
            least = min((state.rules.loss_factor(state, unit) for unit in members(units)), default=fort)
            game.emit("no_loss", units=tuple(members(units)), space=combat.target, number=number, least=least)


@dataclass(frozen=True, slots=True)
class DefenderLosses(_Losses, CombatDefenderDecision):
    """The defender's losses; a fort falls last (12.4.6)."""

    kind: ClassVar[str] = "defender_loss"
    attacker: ClassVar[bool] = False

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Take the step and ask again."""
        if choice.verb == "hit_fort":
            fall_of_fort(game, choice.arg)
            return
        self._take_step(game, choice.arg)


@dataclass(frozen=True, slots=True)
class AttackerLosses(_Losses, CombatAttackerDecision):
    """The attacker's losses, with the priority of the first one (12.4.5)."""

    kind: ClassVar[str] = "attacker_loss"
    attacker: ClassVar[bool] = True

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Take the step and ask again."""
        self._take_step(game, choice.arg)


def owner_chooses_corps(state: State, unit: int) -> bool:
    """Return True if the next step eliminates an army that several kinds of corps could replace (12.4.4)."""
    army = state.rules.armies >> unit & 1 and state.is_reduced(unit)
    return bool(army) and len(losses.replacement_kinds(state, unit)) > 1


def lose_step(game: PogGame, unit: int, attacker: bool, spared: Spared = ()) -> None:
    """Take one step from a unit of the combat; an army is replaced by the only kind of corps available."""
    corps = losses.lose_step(game, unit, spared)
    _regroup(game.state, unit, corps, attacker)


def _spared(state: State, combat: Combat, unit: int, attacker: bool) -> Spared:
    """Return the units that cannot take a unit's step in its place, before it is counted."""
    others = (combat.attackers if attacker else combat.defenders) & ~(1 << unit)
    return next_loss(state, combat, attacker).spares(state, unit) if others else ()


def _regroup(state: State, unit: int, corps: int | None, attacker: bool) -> None:
    """Update who fights on: a replacement takes its army's place, eliminated units drop out."""
    combat = fight.combat_of(state)
    group = combat.attackers if attacker else combat.defenders
    if not state.rules.board.on_map[state.loc[unit]]:
        group &= ~(1 << unit)
    if corps is not None:
        group |= 1 << corps
        combat.replaced[corps] = unit
    if attacker:
        combat.attackers = group
        if corps is not None and state.operation is not None:
            state.operation.attacked |= 1 << corps  # it replaces a unit that attacked
            state.operation.fought |= 1 << corps
            state.operation.abroad |= (state.operation.abroad >> unit & 1) << corps
    else:
        combat.defenders = group


@dataclass(frozen=True, slots=True)
class ChooseReplacement(Decision):
    """The owner picks the kind of corps that replaces an army (12.4.4)."""

    kind: ClassVar[str] = "choose_replacement"
    verbs: ClassVar[dict[str, str]] = {"use": "unit"}
    army: int
    attacker: bool

    def actor(self, game: PogGame) -> int:
        """Return the owner of the army."""
        return game.state.rules.side_of[self.army]

    def options(self, game: PogGame) -> Options:
        """Return one counter of each kind."""
        return Options({"use": mask(losses.replacement_kinds(game.state, self.army))})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Replace the army with the corps."""
        state = game.state
        combat = fight.combat_of(state)
        before = replace(combat, taken=combat.taken - int(state.rules.loss_factor(state, self.army)))
        spared = _spared(state, before, self.army, self.attacker)
        corps = losses.eliminate(game, self.army, corps=choice.arg, spared=spared)
        _regroup(game.state, self.army, corps, self.attacker)


def fall_of_fort(game: PogGame, space: int, cause: str = "combat") -> None:
    """Destroy a fort; besiegers inside take its space at once (15.1.3, 15.1.9)."""
    state = game.state
    combat = state.combat
    owner = state.fort_owner(space)
    state.destroy_fort(space)
    if combat is not None and combat.target == space:
        combat.fort_fell = True
        combat.losses.append(LossView(owner, None, "fort"))
    game.emit("fort_destroyed", space=space, cause=cause)
    if state.units_of(1 - owner, space):
        control.enter(game, space, 1 - owner, state.units_of(1 - owner, space))
