"""Taking losses, one step at a time (12.2.10, 12.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import mask, members
from engine.core.frames import Decision
from engine.core.options import Choice, Options
from engine.pog.rules import combat as fight
from engine.pog.rules import control, losses
from engine.pog.rules.losses import Hit
from engine.pog.sequence.base import CombatAttackerDecision, CombatDefenderDecision, PogGame
from engine.pog.state import State
from engine.pog.view import LossView


class _Losses(Decision):
    """Choose units to lose a step until the loss number is fulfilled."""

    verbs: ClassVar[dict[str, str]] = {"hit": "unit", "hit_fort": "space"}
    attacker: ClassVar[bool]
    __slots__ = ()

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

    def options(self, game: PogGame) -> Options:
        """Return the steps that begin a sequence fulfilling as much as possible (12.4.3)."""
        state = game.state
        combat = fight.combat_of(state)
        left = combat.to_defender - combat.taken
        if left <= 0:  # every step costs something
            return Options({})
        bound = losses.first_in_order(state, combat, 1 - combat.side, combat.defenders, left)
        if bound:
            return Options({"hit": bound})
        fort = combat.fort if fight.fort_defends(state, combat) else 0
        force = losses.force_of(state, combat.defenders, fort)
        prefer: Callable[[Hit], bool] | None = None
        if self._withdrawing(state):
            prefer = self._is_corps_step(state)
        found = losses.legal_hits(state, force, left, prefer)
        units = mask(hit.unit for hit in found if hit.unit is not None)
        falls = any(hit.unit is None for hit in found)
        return Options({"hit": units, "hit_fort": 1 << combat.target if falls else 0})

    def _withdrawing(self, state: State) -> bool:
        """Return whether Withdrawal still needs a corps step to give back, so that losses go through corps (12.6.9)."""
        combat = fight.combat_of(state)
        armies = state.rules.armies
        return fight.committed(state, combat, 1 - combat.side, "withdrawal") and all(
            armies >> unit & 1 for unit, _ in combat.lost_steps
        )

    def _is_corps_step(self, state: State) -> Callable[[Hit], bool]:
        armies = state.rules.armies
        return lambda hit: hit.unit is not None and not armies >> hit.unit & 1

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Take the step and ask again."""
        state = game.state
        combat = fight.combat_of(state)
        if choice.verb == "hit_fort":
            fall_of_fort(game, choice.arg)
            return
        unit = choice.arg
        combat.taken += state.rules.loss_factor(state, unit)
        combat.lost_steps.append((unit, int(state.is_reduced(unit))))
        _take_step(game, unit, attacker=False)


@dataclass(frozen=True, slots=True)
class AttackerLosses(_Losses, CombatAttackerDecision):
    """The attacker's losses, with the priority of the first one (12.4.5)."""

    kind: ClassVar[str] = "attacker_loss"
    attacker: ClassVar[bool] = True

    def options(self, game: PogGame) -> Options:
        """Return the steps that begin an optimal sequence, or the unit that must be first."""
        state = game.state
        combat = fight.combat_of(state)
        left = combat.to_attacker - combat.taken
        if left <= 0:
            return Options({})
        bound = losses.first_in_order(state, combat, combat.side, combat.attackers, left)
        if bound:
            return Options({"hit": bound})
        force = losses.force_of(state, combat.attackers, 0)
        found = losses.legal_hits(state, force, left)
        return Options({"hit": mask(hit.unit for hit in found if hit.unit is not None)})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Take the step and ask again."""
        state = game.state
        combat = fight.combat_of(state)
        combat.taken += state.rules.loss_factor(state, choice.arg)
        _take_step(game, choice.arg, attacker=True)


def _take_step(game: PogGame, unit: int, attacker: bool) -> None:
    """Lose one step and ask for the next; ask for the replacing corps first if there is a choice."""
    if owner_chooses_corps(game.state, unit):
        game.call(ChooseReplacement, army=unit, attacker=attacker)
    else:
        lose_step(game, unit, attacker)
        game.stay()


def owner_chooses_corps(state: State, unit: int) -> bool:
    """Return True if the next step eliminates an army that several kinds of corps could replace (12.4.4)."""
    army = state.rules.armies >> unit & 1 and state.is_reduced(unit)
    return bool(army) and len(losses.replacement_kinds(state, unit)) > 1


def lose_step(game: PogGame, unit: int, attacker: bool) -> None:
    """Take one step from a unit of the combat; an army is replaced by the only kind of corps available."""
    corps = losses.lose_step(game, unit)
    _regroup(game.state, unit, corps, attacker)


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
        corps = losses.eliminate(game, self.army, corps=choice.arg)
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
