"""Operations: activate spaces, move, entrench, then fight (9.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import members
from engine.core.frames import Flow
from engine.core.options import Choice, Options
from engine.pog.combat_state import Operation
from engine.pog.rules import activation
from engine.pog.sequence.attacks import DeclareAttack
from engine.pog.sequence.base import PhasingDecision, PogGame
from engine.pog.sequence.moves import Overstacked, PickMover
from engine.pog.state import State


@dataclass(frozen=True, slots=True)
class Operate(Flow):
    """One operation with a number of OPS (9.2.8, 9.2.9)."""

    kind: ClassVar[str] = "operation"
    steps: ClassVar[tuple[str, ...]] = ("activate", "move", "overstack", "dig", "fight", "close")
    ops: int
    card: int = -1
    #: Whether the card's event applies to this operation (Brusilov, Kerensky, Yanks and Tanks).
    event: bool = False

    def activate(self, game: PogGame) -> None:
        """Begin the operation and ask for Move and Attack markers (9.2.5)."""
        state = game.state
        effects = 1 << self.card if self.event else 0
        state.operation = Operation(side=state.phasing, card=self.card, ops=self.ops, effects=effects)
        side = state.phasing
        to_move, to_attack = activation.able_units(state, side)
        game.call(
            Activate,
            movable=activation.movable(state, to_move),
            attackable=activation.attackable(state, side, to_attack),
        )

    def move(self, game: PogGame) -> None:
        """Move units in spaces with a Move marker (9.2.8); units that could not be activated take no part."""
        operation = game.state.operation
        if operation is None:
            return
        for idle in game.state.rules.tables.idle:
            operation.idle |= idle(game.state, operation.move, False) | idle(game.state, operation.attack, True)
        if operation.move:
            game.call(PickMover)

    def overstack(self, game: PogGame) -> None:
        """Let the opponent remove units above the limit (10.1.3)."""
        game.call(Overstacked)

    def dig(self, game: PogGame) -> None:
        """Roll for armies that stayed to entrench (11.2.2)."""
        state = game.state
        operation = state.operation
        assert operation is not None
        for unit in sorted(members(operation.digging), key=lambda unit: state.loc[unit]):
            roll_to_entrench(game, unit)
        state.failed_entrench &= ~_not_tried_again(state)

    def fight(self, game: PogGame) -> None:
        """Declare combats one after another (9.2.9)."""
        if game.state.operation and game.state.operation.attack:
            game.call(DeclareAttack)

    def close(self, game: PogGame) -> None:
        """Remove the markers."""
        game.state.operation = None


def _not_tried_again(state: State) -> int:
    """Return the units whose mark is removed: those that did not roll in their owner's very next action (11.2.10)."""
    operation = state.operation
    assert operation is not None
    return state.rules.units_of_side[operation.side] & ~operation.digging


def roll_to_entrench(game: PogGame, unit: int) -> None:
    """Make one entrench attempt, and lay the trench if it succeeds."""
    if attempt_to_entrench(game, unit):
        lay_trench(game, game.state.loc[unit], game.state.rules.side_of[unit])


def attempt_to_entrench(game: PogGame, unit: int) -> bool:
    """Roll an entrench attempt; return whether the die is at most the army's LF (11.2.2)."""
    state = game.state
    tables = state.rules.tables
    drm = sum(found(state, unit) for found in tables.dig_drms)
    die = game.die("entrench")
    success = die + drm <= state.rules.loss_factor(state, unit)
    game.emit("entrench", unit=unit, space=state.loc[unit], die=die, drm=drm, success=success)
    for happens in tables.moments.dug:
        happens(game, unit, success)
    return success


def lay_trench(game: PogGame, space: int, side: int) -> None:
    """Lay a new trench, or add a level to the side's own (11.2.2, 11.2.3)."""
    state = game.state
    level, owner = state.trench(space)
    new = level + 1 if owner == side else 1
    state.set_trench(space, min(new, state.rules.content.entrench.max_level), side)
    game.emit("trench", space=space, level=state.trench(space)[0], side=side)


def failed_before(state: State, unit: int) -> int:
    """Return the DRM for an army that failed in its owner's last action (11.2.10)."""
    marked = state.failed_entrench >> unit & 1 and state.rules.scenario.trench_modifiers
    return state.rules.content.entrench.repeat_drm if marked else 0


def note_failed_digging(game: PogGame, unit: int, success: bool) -> None:
    """Mark units of some nations after a failure (11.2.10)."""
    state = game.state
    state.failed_entrench &= ~(1 << unit)
    nations = state.rules.content.entrench.repeat_nations
    if not success and state.rules.content.units[unit].nation in nations:
        state.failed_entrench |= 1 << unit


#: Modifiers of an entrench attempt, and its consequences.
DIG_DRMS = (failed_before,)
DUG = (note_failed_digging,)


@dataclass(frozen=True, slots=True)
class Activate(PhasingDecision):
    """Place Move and Attack markers while OPS last (9.2.1 to 9.2.7).

    Supply is checked once, when the markers are placed (14.1.1.1): `movable` and `attackable`
    are the spaces that qualify.
    """

    kind: ClassVar[str] = "activate"
    verbs: ClassVar[dict[str, str]] = {"for_movement": "space", "for_combat": "space", "stop": ""}
    forced: ClassVar[bool] = False
    movable: int
    attackable: int

    def options(self, game: PogGame) -> Options:
        """Return the spaces whose price can be paid; for an attack only those with a possible target."""
        found = self._payable(game.state)
        to_attack = found.masks.get("for_combat", 0)
        alone = activation.alone_in_london(game.state, to_attack)
        return Options({**found.masks, "for_combat": to_attack & ~alone}) if alone else found

    def offered_before(self, game: PogGame) -> Options:
        """Return also London, formerly offered whether or not anybody could join its units (12.1.10)."""
        return self._payable(game.state)

    def _payable(self, state: State) -> Options:
        operation = state.operation
        assert operation is not None
        if self.paid_up(state):
            return Options({})
        free_to_move, free_to_attack = self.unmarked(operation)
        side = operation.side
        to_move = activation.may_activate(state, side, self.movable & free_to_move, attack=False)
        to_attack = activation.may_activate(state, side, self.attackable & free_to_attack, attack=True)
        to_move, to_attack = activation.affordable(state, side, to_move, to_attack, operation.ops)
        if not to_move and not to_attack:
            return Options({})
        return Options({"for_movement": to_move, "for_combat": to_attack, "stop": 1})

    def paid_up(self, state: State) -> bool:
        """Return True if no marker can be paid for, since each costs something."""
        return state.operation is None or state.operation.ops <= 0

    def unmarked(self, operation: Operation) -> tuple[int, int]:
        """Return the spaces that can still get a Move and an Attack marker: a space has one of them (9.2.5)."""
        free = ~(operation.move | operation.attack)
        return free, free

    def empty(self, game: PogGame) -> None:
        """End the step: no more markers can be paid for."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Pay and place the marker."""
        if choice.verb == "stop":
            return
        state = game.state
        operation = state.operation
        assert operation is not None
        attack = choice.verb == "for_combat"
        price, exception = activation.cost_and_exception(state, operation.side, choice.arg, attack)
        if exception == "sud_army":  # CP 10: one stack takes the discount of the round
            operation.sud_space = choice.arg
        operation.ops -= price
        if attack:
            operation.attack |= 1 << choice.arg
        else:
            operation.move |= 1 << choice.arg
        use = "attack" if attack else "move"
        game.emit("activated", space=choice.arg, use=use, cost=price)
        for happens in state.rules.tables.moments.activated:
            happens(game, choice.arg, attack)
        game.stay()
