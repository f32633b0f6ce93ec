"""Combats from choosing the attackers to the advance, one after another (12.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import members
from engine.core.frames import Flow
from engine.core.options import Choice, Options
from engine.pog.rules import areas, mandated, prospects, supply, targets
from engine.pog.rules import combat as fight
from engine.pog.rules.losses import eliminate
from engine.pog.sequence import battle_end, reactions
from engine.pog.sequence.base import PhasingDecision, PogGame
from engine.pog.sequence.cards_window import (
    AttackerCards,
    DefenderCards,
    OpenAttackerCards,
    OpenTrenchCards,
    TrenchCards,
    answers,
    playable,
    reveal_by_hand,
)
from engine.pog.sequence.flank import AttemptFlank
from engine.pog.sequence.loss_steps import AttackerLosses, DefenderLosses
from engine.pog.state import State


def eligible(state: State) -> int:
    """Return the units that can still attack: marked space, in supply, not used yet (12.1, 14.1.1.2)."""
    operation = state.operation
    assert operation is not None
    result = 0
    acting = supply.acting(state, operation.side, attack=True)
    for space in members(operation.attack):
        out = operation.attacked | operation.digging | operation.idle
        for unit in members(state.units_of(operation.side, space) & ~out):
            if acting >> unit & 1 or supply.in_supply(state, unit):
                result |= 1 << unit
    return result


@dataclass(frozen=True, slots=True)
class DeclareAttack(PhasingDecision):
    """Pick attackers and a target, or end the combats (12.2.2)."""

    kind: ClassVar[str] = "attack"
    verbs: ClassVar[dict[str, str]] = {
        "add": "unit", "target": "space", "release": "", "decline": "",
    }  # fmt: skip
    forced: ClassVar[bool] = False
    attackers: int = 0

    def options(self, game: PogGame) -> Options:
        """Return the units that can join, and the targets of all of them together."""
        state = game.state
        add = targets.joinable(state, self.attackers, eligible(state))
        if not self.attackers:
            return Options({"add": add, "decline": 1} if add else {})
        target = targets.common(state, self.attackers)
        return Options({"add": add, "target": target, "release": 1})

    def empty(self, game: PogGame) -> None:
        """Do nothing: no unit can attack any more."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Add or remove a unit, or begin the combat."""
        operation = game.state.operation
        assert operation is not None
        if choice.verb == "add":
            game.stay(attackers=self.attackers | 1 << choice.arg)
        elif choice.verb == "release":
            operation.attacked |= self.attackers
            game.stay(attackers=0)
        elif choice.verb == "target":
            begin(game, self.attackers, choice.arg)
            game.goto(Battle)


def begin(game: PogGame, attackers: int, target: int) -> None:
    """Declare a combat: participants, fort and trench, and whether it was mandated."""
    state = game.state
    operation = state.operation
    assert operation is not None
    state.combat = prospects.combat_between(state, operation.side, attackers, target)
    state.battles = state.combat.number
    spaces = state.combat.spaces
    operation.attacked |= attackers
    if not spaces >> target & 1:
        operation.abroad |= attackers
    operation.fought |= attackers
    operation.targets |= 1 << target
    _note_crossing(state, attackers, target)
    game.emit(
        "attack",
        number=state.battles,
        attackers=tuple(members(attackers)),
        origins=tuple(members(spaces)),
        target=target,
        defenders=tuple(members(state.combat.defenders)),
        reduced=tuple(members((attackers | state.combat.defenders) & state.reduced)),
        fort=state.combat.fort,
    )
    mandated.charge_attack(game, state.combat)
    for happens in state.rules.tables.moments.attack:
        happens(game, state.combat)


def _note_crossing(state: State, attackers: int, target: int) -> None:
    """Use up the passage for an attack across it, even without an advance (11.3.2)."""
    for unit in members(attackers & state.rules.of_nation["ru"]):
        if areas.crosses(state, state.loc[unit], target):
            areas.note_crossing(state, state.loc[unit], target)
            assert state.operation is not None
            state.operation.across = unit


@dataclass(frozen=True, slots=True)
class Battle(Flow):
    """The steps of one combat in their order (12.2.1).

    Fire is simultaneous unless a flank attempt (or a card) lets one side fire first; then the
    other side fires with what is left (12.3.3).
    """

    kind: ClassVar[str] = "battle"
    steps: ClassVar[tuple[str, ...]] = (
        "great_retreat", "brusilov", "trench_cards", "flank", "kerensky",
        "attacker_cards", "defender_cards", "alberich",
        "first_fire", "first_losses", "second_fire", "second_losses",
        "winner", "withdraw", "retreat", "advance", "close",
    )  # fmt: skip

    def great_retreat(self, game: PogGame) -> None:
        """Let the Russians leave before anything else happens (AP 27)."""
        if reactions.great_retreat_possible(game.state):
            game.call(reactions.OfferGreatRetreat)

    def brusilov(self, game: PogGame) -> None:
        """Offer to ignore trenches in one Russian attack of the round (AP 46)."""
        if fight.combat_of(game.state).winner == "cancelled":
            game.jump("advance")  # a great retreat left nobody to fight
        elif reactions.brusilov_possible(game.state):
            game.call(reactions.OfferBrusilov)

    def trench_cards(self, game: PogGame) -> None:
        """Step 3: ask for cards that negate trenches (12.2.4)."""
        if reactions.great_retreat_offered(game.state):
            reveal_by_hand(game, playable(game.state, fight.combat_of(game.state).side, "trench"))
            game.call(OpenTrenchCards)
        else:
            game.call(TrenchCards)

    def flank(self, game: PogGame) -> None:
        """Step 4: ask for the flank attempt (12.2.5)."""
        combat = fight.combat_of(game.state)
        if fight.flank_possible(game.state, combat):
            combat.flank_drm = fight.flank_drm(game.state, combat)
            game.call(AttemptFlank)
        else:
            combat.flank = "impossible"

    def kerensky(self, game: PogGame) -> None:
        """Offer the die modifier for one Russian attack of the round (AP 45)."""
        if reactions.kerensky_possible(game.state):
            game.call(reactions.OfferKerensky)

    def attacker_cards(self, game: PogGame) -> None:
        """Step 5: ask the attacker first (12.2.6)."""
        combat = fight.combat_of(game.state)
        if reactions.great_retreat_offered(game.state) and combat.flank == "impossible":
            reveal_by_hand(game, playable(game.state, combat.side))
            game.call(OpenAttackerCards)
        else:
            game.call(AttackerCards)

    def defender_cards(self, game: PogGame) -> None:
        """Step 5: then ask the defender (12.2.6, 14.3.4)."""
        if answers(game.state):
            reveal_by_hand(game, playable(game.state, 1 - fight.combat_of(game.state).side))
        game.call(DefenderCards)

    def alberich(self, game: PogGame) -> None:
        """Cancel the attack and take back fresh Allied cards as unplayed (CP 64)."""
        if reactions.cancelled_by_card(game.state):
            reactions.cancel(game)
            game.jump("close")

    def first_fire(self, game: PogGame) -> None:
        """Steps 6 to 8 for the side that fires first; for both if neither does."""
        combat = fight.combat_of(game.state)
        order = fire_order(game.state)
        if order != "defender":
            combat.to_defender = fight.fire(game, attacker=True)
        if order != "attacker":
            combat.to_attacker = fight.fire(game, attacker=False)

    def first_losses(self, game: PogGame) -> None:
        """Step 9: the defender first, unless he fired first."""
        if fire_order(game.state) == "defender":
            take_losses(game, attacker=True)
        else:
            take_losses(game, attacker=False)

    def second_fire(self, game: PogGame) -> None:
        """Let the other side fire with what is left."""
        combat = fight.combat_of(game.state)
        order = fire_order(game.state)
        if order == "attacker":
            combat.to_attacker = fight.fire(game, attacker=False)
        elif order == "defender":
            combat.to_defender = fight.fire(game, attacker=True)

    def second_losses(self, game: PogGame) -> None:
        """Step 9 for the other side."""
        if fire_order(game.state) == "defender":
            take_losses(game, attacker=False)
        else:
            take_losses(game, attacker=True)

    def winner(self, game: PogGame) -> None:
        """Step 10: the higher loss number inflicted wins (12.2.11)."""
        battle_end.decide_winner(game)

    def withdraw(self, game: PogGame) -> None:
        """Give back a step for Withdrawal and set the length of the retreat (12.6)."""
        battle_end.withdraw(game)

    def retreat(self, game: PogGame) -> None:
        """Step 11: retreat (12.5)."""
        battle_end.begin_retreat(game)

    def advance(self, game: PogGame) -> None:
        """Step 12: advance (12.7)."""
        battle_end.begin_advance(game)

    def close(self, game: PogGame) -> None:
        """Keep or put away the cards, and go to the next combat."""
        battle_end.close(game)
        if game.state.operation is not None:
            game.goto(DeclareAttack)


def fire_order(state: State) -> str:
    """Return which side fires first, "attacker" or "defender"; "" if neither does (12.3.3)."""
    combat = fight.combat_of(state)
    if combat.flank == "failed":
        return "defender"
    if combat.flank in ("succeeded", "automatic"):
        return "attacker"
    if fight.committed(state, combat, combat.side, "first_fire"):
        return "attacker"
    return ""


def take_losses(game: PogGame, attacker: bool) -> None:
    """Begin step 9 for one side (12.2.10); units caught retreating are eliminated first (12.5.6)."""
    combat = fight.combat_of(game.state)
    combat.taken = 0
    if attacker:
        game.call(AttackerLosses)
        return
    if combat.to_defender >= 1:
        for unit in members(combat.caught):
            gone = any(dies(game.state, unit) for dies in game.state.rules.tables.caught_for_good)
            eliminate(game, unit, replace=False, permanently=gone, to_box=not gone, cause="caught")
        combat.caught = 0
    game.call(DefenderLosses)
