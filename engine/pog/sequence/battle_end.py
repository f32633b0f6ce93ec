"""The end of a combat: winner, withdrawal, retreat, advance, cards (12.2.11 to 12.7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import mask, members
from engine.core.options import Choice, Options
from engine.pog.cards.piles import put_away
from engine.pog.combat_state import Combat
from engine.pog.rules import areas, control, losses, retreats, stacking, targets, victory
from engine.pog.rules import combat as fight
from engine.pog.sequence.base import CombatAttackerDecision, CombatDefenderDecision, PogGame
from engine.pog.sequence.loss_steps import ChooseReplacement, lose_step, owner_chooses_corps
from engine.pog.state import State
from engine.pog.view import BattleView, LossView
from engine.pog.viewing import battle_view


def decide_winner(game: PogGame) -> None:
    """Compare the loss numbers; on a tie both sides have lost (12.2.11)."""
    combat = fight.combat_of(game.state)
    if combat.winner == "cancelled":
        return
    given, taken = max(combat.to_defender, 0), max(combat.to_attacker, 0)
    combat.winner = "attacker" if given > taken else "defender" if taken > given else "tie"
    if combat.winner == "attacker" and combat.attackers & ~game.state.reduced:
        combat.retreat_length = 1 if given - taken == 1 else 2


# -- withdrawal (12.6) ----------------------------------------------------------------


def withdraw(game: PogGame) -> None:
    """Give back one corps step, or else one army step; then all defenders retreat one space."""
    combat = fight.combat_of(game.state)
    if not fight.committed(game.state, combat, 1 - combat.side, "withdrawal"):
        return
    combat.retreat_length = 1
    if restorable(game.state, combat):
        game.call(RestoreStep)


def restorable(state: State, combat: Combat) -> int:
    """Return the units one of whose lost steps Withdrawal can negate (12.6.3, 12.6.6, 12.6.8)."""
    armies = state.rules.armies
    corps = mask(unit for unit, _ in combat.lost_steps if not armies >> unit & 1)
    if corps:
        return corps
    rules = state.rules
    units = rules.content.units
    lost = [units[unit].reduced_lf if was_reduced else units[unit].lf for unit, was_reduced in combat.lost_steps]
    exact = sum(lost) == combat.to_defender
    replaced = combat.replaced.values()
    # 12.6.8: an army lost for lack of a corps returns only if the loss number was used up exactly
    return mask(
        unit for unit, _ in combat.lost_steps if exact or rules.board.on_map[state.loc[unit]] or unit in replaced
    )


@dataclass(frozen=True, slots=True)
class RestoreStep(CombatDefenderDecision):
    """The defender picks the step that Withdrawal gives back."""

    kind: ClassVar[str] = "withdrawal_step"
    verbs: ClassVar[dict[str, str]] = {"restore": "unit"}

    def options(self, game: PogGame) -> Options:
        """Return the units with a lost step."""
        return Options({"restore": restorable(game.state, fight.combat_of(game.state))})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Restore the unit to its state before its last lost step."""
        state = game.state
        combat = fight.combat_of(state)
        unit = choice.arg
        was_reduced = [step for lost, step in combat.lost_steps if lost == unit][-1]
        if not state.rules.board.on_map[state.loc[unit]]:
            _send_back_replacement(state, combat, unit)
            state.place(unit, combat.target)
            combat.defenders |= 1 << unit
        state.flip(unit, bool(was_reduced))
        combat.losses.append(LossView(state.rules.side_of[unit], unit, "restored"))
        game.emit("loss", side=state.rules.side_of[unit], unit=unit, result="restored", corps=None)


def _send_back_replacement(state: State, combat: Combat, army: int) -> None:
    for corps, replaced in list(combat.replaced.items()):
        if replaced == army:
            state.place(corps, state.rules.board.reserve[state.rules.side_of[corps]])
            combat.defenders &= ~(1 << corps)
            del combat.replaced[corps]


# -- retreat (12.5) -------------------------------------------------------------------


def begin_retreat(game: PogGame) -> None:
    """Determine who must retreat, and whether the retreat can be cancelled (12.5.1, 12.5.3)."""
    state = game.state
    combat = fight.combat_of(state)
    if not combat.retreat_length or not combat.defenders:
        if combat.winner == "attacker" and combat.defenders and combat.attackers and combat.retreat != "waived":
            game.emit("no_pursuit", space=combat.target)
        return
    combat.retreat = "required"
    if retreat_barred(state, combat):
        combat.retreat, combat.retreat_length = "barred", 0
        return
    withdrawing = fight.committed(state, combat, 1 - combat.side, "withdrawal")
    if not withdrawing and (retreats.may_stand(state, combat) or haig_holds(state, combat)):
        game.call(StandOrRetreat)
    else:
        game.call(Retreat)


def retreat_barred(state: State, combat: Combat) -> bool:
    """Return whether a card cancels the retreat; They Shall Not Pass only that of a lost combat (9.5.4.2, 12.6.4)."""
    defender = 1 - combat.side
    lost = combat.winner == "attacker" and fight.committed(state, combat, defender, "no_retreat_when_lost")
    return lost or fight.committed(state, combat, defender, "no_retreat")


def haig_holds(state: State, combat: Combat) -> bool:
    """Return whether entrenched Germans in FR, BE or GE may ignore retreats before British attackers (CP 61)."""
    nations = state.rules.of_nation
    return (
        targets.played_this_turn(state, "cp_61_haig")
        and not targets.great_offensive_played(state)
        and bool(combat.attackers & nations["br"])
        and bool(combat.defenders & nations["ge"])
        and bool(state.rules.board.lands("fr", "be", "ge") >> combat.target & 1)
        and fight.trench_level(state, combat) > 0
    )


@dataclass(frozen=True, slots=True)
class StandOrRetreat(CombatDefenderDecision):
    """Cancel the retreat for one extra step loss, or retreat (12.5.3); under Haig Germans may ignore it."""

    kind: ClassVar[str] = "retreat_option"
    verbs: ClassVar[dict[str, str]] = {"hold": "unit", "retreat": "", "ignore": ""}

    def options(self, game: PogGame) -> Options:
        """Return the defending units that could take the step, and the retreat."""
        state = game.state
        combat = fight.combat_of(state)
        return Options(
            {
                "hold": retreats.may_stand(state, combat),
                "retreat": 1,
                "ignore": int(haig_holds(state, combat)),
            }
        )

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Take the step and stay, or retreat."""
        state = game.state
        combat = fight.combat_of(state)
        if choice.verb == "ignore":
            combat.effects |= 1 << state.rules.card("cp_61_haig")
        if choice.verb in ("retreat", "ignore"):
            game.goto(Retreat)
            return
        combat.retreat = "held"
        combat.retreat_length = 0
        if owner_chooses_corps(state, choice.arg):
            game.goto(ChooseReplacement, army=choice.arg, attacker=False)
        else:
            lose_step(game, choice.arg, attacker=False)


@dataclass(frozen=True, slots=True)
class Retreat(CombatDefenderDecision):
    """Units retreat one at a time, each on its own path (12.5.5)."""

    kind: ClassVar[str] = "retreat"
    verbs: ClassVar[dict[str, str]] = {"pick": "unit", "step": "space", "eliminate": ""}
    unit: int = -1
    path: tuple[int, ...] = ()

    def options(self, game: PogGame) -> Options:
        """Return the next unit, or where this one goes."""
        state = game.state
        combat = fight.combat_of(state)
        if self.unit < 0:
            there = combat.defenders & state.units_at[combat.target]
            if combat.effects >> state.rules.card("cp_61_haig") & 1:
                there &= ~state.rules.of_nation["ge"]
            return Options({"pick": there})
        steps = retreats.steps(state, combat, self.unit, self.path)
        return Options({"step": steps} if steps else {"eliminate": 1})

    def empty(self, game: PogGame) -> None:
        """Continue: all units have left."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Move one unit one space farther, or eliminate it if it cannot go on."""
        state = game.state
        combat = fight.combat_of(state)
        if choice.verb == "pick":
            game.stay(unit=choice.arg)
            return
        if choice.verb == "eliminate":
            lost_in_retreat(game, self.unit, self.path)
            game.stay(unit=-1, path=())
            return
        path = (*self.path, choice.arg)
        if len(path) < combat.retreat_length:
            game.stay(path=path)
            return
        arrive_after_retreat(game, self.unit, path)
        game.stay(unit=-1, path=())


def arrive_after_retreat(game: PogGame, unit: int, path: tuple[int, ...], *, halted: bool = False) -> None:
    """Place a unit where it retreated to; only the last space of a retreat changes control (12.5.5).

    `halted` says that the retreat could go on, and stops by choice.
    """
    state = game.state
    combat = fight.combat_of(state)
    if state.rules.of_nation["ru"] >> unit & 1:
        for a, b in zip((combat.target, *path), path, strict=False):
            areas.note_crossing(state, a, b)
    state.place(unit, path[-1])
    state.failed_entrench &= ~(1 << unit)
    if state.operation is not None:
        state.operation.retreated |= 1 << unit
    combat.retreats.append((unit, path))
    if halted:
        game.emit("retreated", unit=unit, path=path, halted=True)
    else:
        game.emit("retreated", unit=unit, path=path)
    control.enter(game, path[-1], state.rules.side_of[unit], 1 << unit)


def lost_in_retreat(game: PogGame, unit: int, path: tuple[int, ...]) -> None:
    """Eliminate a unit that cannot retreat: armies permanently, as well as an army whose replacement corps it is (12.5.4)."""
    state = game.state
    combat = fight.combat_of(state)
    combat.retreats.append((unit, path))
    combat.defenders &= ~(1 << unit)
    losses.eliminate(game, unit, permanently=True, replace=False)
    army = combat.replaced.get(unit)
    if army is not None:
        side = state.rules.side_of[army]
        known, gone = state.loc[army], state.rules.board.gone[side]
        state.place(army, gone)
        if known != gone:
            losses.note(game, LossView(side, army, "permanently", cause="with_corps"))


# -- advance (12.7) -------------------------------------------------------------------


def begin_advance(game: PogGame) -> None:
    """Offer the advance if the defenders are gone."""
    state = game.state
    combat = fight.combat_of(state)
    if retreats.may_advance(state, combat) and retreats.advancers(state, combat):
        game.call(Advance)


@dataclass(frozen=True, slots=True)
class Advance(CombatAttackerDecision):
    """Full-strength attackers enter the space, and can follow a two-space retreat (12.7)."""

    kind: ClassVar[str] = "advance"
    verbs: ClassVar[dict[str, str]] = {
        "add": "unit", "step": "space", "drop": "unit", "stop": "", "finish": "",
    }  # fmt: skip
    forced: ClassVar[bool] = False
    stack: int = 0
    path: tuple[int, ...] = ()

    def options(self, game: PogGame) -> Options:
        """Return the choices: gather units, enter, continue, stop."""
        state = game.state
        combat = fight.combat_of(state)
        if self.path:
            return self._choices_in_target(state, combat)
        add = mask(
            unit
            for unit in members(retreats.advancers(state, combat) & ~self.stack)
            if retreats.may_join_advance(state, combat, unit, self.stack)
        )
        if not self.stack:
            return Options({"add": add, "finish": 1} if add else {})
        enter = retreats.may_enter_first(state, combat, self.stack)
        return Options({"add": add, "step": 1 << combat.target if enter else 0, "finish": 1})

    def _choices_in_target(self, state: State, combat: Combat) -> Options:
        """Return the choices in the attacked space: continue to a space the retreat passed through, or stay."""
        side = combat.side
        onward = mask(
            space
            for space in members(retreats.second_spaces(state, combat, self.stack))
            if stacking.room(state, side, space) >= self.stack.bit_count()
        )
        here = state.units_of(side, combat.target)
        stay_ok = here.bit_count() <= state.rules.stacking_limit
        if stay_ok:
            return Options({"step": onward, "drop": self.stack if onward else 0, "stop": 1})
        # 12.7.1: a group too large for the space drops the units that stay before the rest continues
        there = (here & ~self.stack).bit_count() + 1
        drop = mask(
            unit for unit in members(self.stack) if retreats.can_spread(state, combat, self.stack & ~(1 << unit), there)
        )
        return Options({"step": onward, "drop": drop, "stop": 0})

    def empty(self, game: PogGame) -> None:
        """Do nothing: no unit can advance (any more)."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Add a unit to the group, or move it."""
        state = game.state
        combat = fight.combat_of(state)
        if choice.verb == "add":
            game.stay(stack=self.stack | 1 << choice.arg)
        elif choice.verb == "step":
            path = (*self.path, choice.arg)
            halts = state.unbesieged_forts(1 - combat.side) >> choice.arg & 1  # 12.7.6
            for unit in members(self.stack):
                state.place(unit, choice.arg)
            state.failed_entrench &= ~self.stack
            control.enter(game, choice.arg, combat.side, self.stack)
            crowded = stacking.overstacked(state, combat.side) >> combat.target & 1
            if halts or len(path) == 2 or not (crowded or retreats.second_spaces(state, combat, self.stack)):
                finish_advance(game, self.stack, path)
                game.stay(stack=0, path=())
            else:
                game.stay(path=path)
        elif choice.verb != "finish":
            stopped = self.stack if choice.verb == "stop" else 1 << choice.arg
            finish_advance(game, stopped, self.path)
            rest = self.stack & ~stopped
            game.stay(stack=rest, path=self.path if rest else ())


def finish_advance(game: PogGame, units: int, path: tuple[int, ...]) -> None:
    """End the advance of units."""
    state = game.state
    combat = fight.combat_of(state)
    for unit in members(units):
        combat.advances.append((unit, path))
    game.emit("advanced", units=tuple(members(units)), path=path)
    if state.besieged >> path[-1] & 1:
        game.emit("siege", space=path[-1], besieged=True)


# -- close ------------------------------------------------------------------------------


def close(game: PogGame) -> None:
    """Put the cards away and report the whole combat (9.5.4.2, 9.5.4.3)."""
    state = game.state
    combat = fight.combat_of(state)
    for happens in state.rules.tables.moments.combat_over:
        happens(game, combat)
    report: BattleView | None = battle_view(state, combat) if game.listening else None
    for side in (0, 1):
        _put_cards_away(state, combat, side)
    state.combat = None
    game.emit("combat_over", battle=report)


def peace_offensive_without_advance(game: PogGame, combat: Combat) -> None:
    """Score a combat whose attackers did not advance although Peace Offensive required it (CP 51)."""
    if fight.committed(game.state, combat, combat.side, "must_advance") and not any(
        combat.target in path for _, path in combat.advances
    ):
        victory.score(game, "peace_offensive_without_advance")


#: What happens at the end of a combat.
COMBAT_OVER = (peace_offensive_without_advance,)


def _put_cards_away(state: State, combat: Combat, side: int) -> None:
    """Put the cards away: the winner keeps them face up, asterisk cards are removed, others are discarded."""
    won = combat.winner == ("attacker" if side == combat.side else "defender")
    for card in members(combat.cards[side]):
        spec = state.rules.content.cards[card]
        on_tie = "kept_on_tie" in state.rules.tables.combat_cards[card].parts
        kept = won or (on_tie and combat.winner == "tie")
        if kept and not spec.remove and not spec.once_per_turn:
            continue
        state.table[side] &= ~(1 << card)
        put_away(state, side, card, "combat")
