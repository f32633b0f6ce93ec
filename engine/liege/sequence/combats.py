"""The combats of a player turn (chapter 9): choosing hexes and attackers, and a combat from declaration to advance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import mask
from engine.core.frames import Flow
from engine.core.options import Choice, Options
from engine.errors import Reason
from engine.liege import combat, combat_result
from engine.liege.breach import may_break_through
from engine.liege.combat import HexAttack
from engine.liege.fight import Fight, carry_out
from engine.liege.fog import reveal
from engine.liege.retreat import hurt, withdrawers
from engine.liege.sequence.base import AttackerDecision, LiegeGame
from engine.liege.sequence.retreats import BreakThrough, HexAdvance, HexRetreat, Remain, Withdrawal
from engine.liege.state import FOUGHT, LOST, LiegeState


@dataclass(frozen=True, slots=True)
class CombatOrders(AttackerDecision):
    """Choose the next hex to attack, in any order; `done` ends the attacks (9.1.2)."""

    kind: ClassVar[str] = "combat"
    verbs: ClassVar[dict[str, str]] = {"hex": "hex", "done": ""}
    forced: ClassVar[bool] = True

    def options(self, game: LiegeGame) -> Options:
        """Return the hexes that can be attacked."""
        return Options({"hex": combat.targets(game.state), "done": 1})

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Ask for the attackers; after the combat ask for the next hex."""
        if choice.verb == "hex":
            game.call(Attacking, choice.arg)

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return why a hex cannot be attacked: nobody is there, or nobody can."""
        state = game.state
        if choice.arg >= len(state.facts.grid.names):
            return Reason("unknown_hex", "", {"arg": choice.arg})
        data: dict[str, object] = {"hex": state.facts.grid.names[choice.arg]}
        if not combat.defenders_of(state, choice.arg):
            return Reason("nobody_to_attack", "9.1.1", data)
        if not combat.able(state, choice.arg):
            return Reason("nobody_attacks", "9.1.1", data)
        return Reason("odds_too_low", "9.1.12", data)


@dataclass(frozen=True, slots=True)
class Attacking(AttackerDecision):
    """Choose the units that attack, fully or with their artillery alone (9.1.5, 9.1.6)."""

    hex: int
    full: tuple[int, ...] = ()
    partly: tuple[int, ...] = ()
    kind: ClassVar[str] = "attack"
    verbs: ClassVar[dict[str, str]] = {"commit": "unit", "partly": "unit", "attack": "", "leave": ""}

    @property
    def attack(self) -> HexAttack:
        """The attack as a value."""
        return HexAttack(self.hex, self.full, self.partly)

    def options(self, game: LiegeGame) -> Options:
        """Return the units that can still take part, and whether the attack can begin; it can also be abandoned."""
        state, attack = game.state, self.attack
        able = combat.able(state, self.hex)
        return Options({
            "commit": mask(one for one in able if combat.cannot_join(state, attack, one) is None),
            "partly": mask(one for one in able if combat.cannot_join(state, attack, one, partly=True) is None),
            "attack": int(combat.cannot_begin(state, attack) is None),
            "leave": 1,
        })  # fmt: skip

    def resolve(self, game: LiegeGame, choice: Choice) -> None:
        """Add a unit, or begin the combat."""
        if choice.verb == "commit":
            game.stay(full=(*self.full, choice.arg))
        elif choice.verb == "partly":
            game.stay(partly=(*self.partly, choice.arg))
        elif choice.verb == "attack":
            game.goto(HexCombat, self.hex, self.full, self.partly)

    def explain(self, game: LiegeGame, choice: Choice) -> Reason:
        """Return why a unit may not take part, or the attack may not begin."""
        state = game.state
        if choice.verb == "attack":
            return combat.cannot_begin(state, self.attack) or Reason("not_possible_now", "", {})
        if choice.arg >= len(state.facts.units):
            return Reason("unknown_unit", "", {"arg": choice.arg})
        reason = combat.cannot_join(state, self.attack, choice.arg, partly=choice.verb == "partly")
        return reason or Reason("not_possible_now", "", {"unit": state.facts.units[choice.arg].name})


@dataclass(frozen=True, slots=True)
class HexCombat(Flow):
    """One combat. After the fight its frame stores who lost the first step, who leaves, and who has a choice (9.3.3)."""

    hex: int
    full: tuple[int, ...]
    partly: tuple[int, ...]
    #: The hexes that the attackers came from.
    origins: int = 0
    defenders: tuple[int, ...] = ()
    loser: int = -1
    leaving: tuple[int, ...] = ()
    #: Steps lost by each of these before it leaves.
    lost: tuple[int, ...] = ()
    choosing: tuple[int, ...] = ()
    #: Whether the defenders lost the first step.
    broken: bool = False
    kind: ClassVar[str] = "battle"
    steps: ClassVar[tuple[str, ...]] = (
        "declared", "fought", "retreats", "remains", "own_remain", "advances", "breach", "over",
    )  # fmt: skip

    def declared(self, game: LiegeGame) -> None:
        """Declare the attack, which counts whatever happens; cavalry and headquarters may withdraw first (9.2)."""
        state = game.state
        reveal(game, mask(self.full + self.partly), why="attacks")
        game.emit("attack", hex=self.hex, full=self.full, partly=self.partly)
        leaving = withdrawers(state, combat.defenders_of(state, self.hex), self.full + self.partly)
        for unit in self.full + self.partly:
            state.mark(unit, FOUGHT)
        for kind in {state.facts.units[unit].shells for unit in self.full} - {""}:
            state.shells[state.facts.shells.index(kind)] -= 1
        if leaving:
            game.call(Withdrawal, tuple(leaving), self._origins(state))

    def fought(self, game: LiegeGame) -> None:
        """Roll against the remaining defenders; if there are none, the attackers may enter (9.2.2)."""
        state = game.state
        attack = HexAttack(self.hex, self.full, self.partly)
        defenders = tuple(combat.defenders_of(state, self.hex))
        origins, enemy = self._origins(state), 1 - state.side
        reveal(game, mask(defenders), why="attacked")
        if not defenders:
            game.jump("advances", origins=origins, loser=enemy)
            return
        if self._guns_taken(state, attack, defenders):
            for unit in defenders:
                hurt(game, unit, state.steps(unit), "overrun")
            game.jump("advances", origins=origins, loser=enemy)
            return
        fight = _fight(game, attack, defenders)
        for unit in defenders:
            if state.at[unit] != LOST:
                state.mark(unit, FOUGHT)
        lost = tuple(fight.lost.get(unit, 0) for unit in fight.leaving)
        game.jump(
            "retreats", origins=origins, defenders=defenders, loser=fight.loser, leaving=tuple(fight.leaving), lost=lost,
            choosing=tuple(fight.choosing), broken=fight.loser == enemy,
        )  # fmt: skip

    def retreats(self, game: LiegeGame) -> None:
        """Retreat units that lost steps by one hex (9.6.1)."""
        if self.leaving:
            game.call(HexRetreat, self.leaving, self.lost, self._foes(game.state, self.leaving[0]))

    def remains(self, game: LiegeGame) -> None:
        """Ask whether guns and headquarters that passed their test stay or retreat (9.3.3)."""
        self._remain(game, 1 - game.state.side)

    def own_remain(self, game: LiegeGame) -> None:
        """Ask the same for guns of the attackers that were left alone."""
        self._remain(game, game.state.side)

    def _remain(self, game: LiegeGame, side: int) -> None:
        asked = tuple(unit for unit in self.choosing if game.state.facts.units[unit].side == side)
        if asked:
            game.call(Remain, asked, self._foes(game.state, asked[0]))

    def advances(self, game: LiegeGame) -> None:
        """Let the other side enter hexes that are now empty, and turn (9.2.2, 9.6.5)."""
        state = game.state
        if self.loser < 0:
            return
        left = 1 << self.hex if self.loser != state.side else self.origins
        empty = mask(hex_ for hex_ in range(left.bit_length()) if left >> hex_ & 1 and not self._held(state, hex_))
        units = tuple(
            unit
            for unit in (self.full + self.partly if self.loser != state.side else self.defenders)
            if state.at[unit] >= 0
        )
        if empty and units:
            game.call(HexAdvance, units, units, empty)

    def breach(self, game: LiegeGame) -> None:
        """Let one of the attackers get through into the city by night (scenario rule)."""
        if self.broken:
            units = tuple(unit for unit in self.full if may_break_through(game.state, self.hex, unit))
            if units:
                game.call(BreakThrough, units)

    def over(self, game: LiegeGame) -> None:
        """End the combat."""
        game.emit("combat_over", hex=self.hex)

    def _origins(self, state: LiegeState) -> int:
        return mask(state.at[unit] for unit in self.full + self.partly)

    def _foes(self, state: LiegeState, unit: int) -> int:
        """Return the hexes of the units that a unit fought."""
        return self.origins if state.facts.units[unit].side != state.side else 1 << self.hex

    def _held(self, state: LiegeState, hex_: int) -> bool:
        return any(state.facts.units[unit].side == self.loser for unit in state.units_at(hex_))

    @staticmethod
    def _guns_taken(state: LiegeState, attack: HexAttack, defenders: tuple[int, ...]) -> bool:
        """Return True if siege guns without an ARF are alone: any attack with a CBF destroys them (9.1.10)."""
        units, level = state.facts.units, state.level
        return all(units[unit].type == "SAR" and not units[unit].arf[level[unit]] for unit in defenders) and any(
            units[unit].cbf[level[unit]] for unit in attack.full
        )


def _fight(game: LiegeGame, attack: HexAttack, defenders: tuple[int, ...]) -> Fight:
    """Roll the die, report it with all its modifiers, and carry out the result (9.3.2)."""
    state = game.state
    strength, modifiers = combat.strength_of(state, attack), combat_result.modifiers_of(state, attack)
    die = game.die("combat", 20)
    outcome = combat_result.outcome_of(state, attack, die)
    game.emit(
        "combat", hex=attack.hex, full=attack.full, partly=attack.partly, defenders=defenders, attack=strength.attack,
        defence=strength.defence, column=combat.column_of(state, strength) or 0, die=die, row=outcome.row,
        modifiers=tuple((one.cause, one.value) for one in modifiers), attacker=tuple(outcome.attacker),
        defender=tuple(outcome.defender), defender_first=outcome.defender_first,
    )  # fmt: skip
    return carry_out(game, attack, outcome)


__all__ = ["Attacking", "CombatOrders", "HexCombat"]
