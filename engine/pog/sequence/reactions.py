"""Events that interrupt a combat: Great Retreat, Brusilov, Kerensky, Alberich."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import members
from engine.core.options import Choice, Options
from engine.pog.combat_state import Combat
from engine.pog.content.records import CP
from engine.pog.rules import combat as fight
from engine.pog.rules import losses, retreats
from engine.pog.sequence.base import AlliedDecision, CombatAttackerDecision, PogGame
from engine.pog.sequence.battle_end import arrive_after_retreat
from engine.pog.state import State

# -- Great Retreat (AP 27) --------------------------------------------------------------


def great_retreat_possible(state: State) -> bool:
    """Return True if it is in force this turn and Russians are attacked."""
    if state.events.get(state.rules.card("ap_27_great_retreat")) != state.turn:
        return False
    return fight.combat_of(state).side == CP and bool(_russians(state))


def _russians(state: State) -> int:
    """Return every Russian unit in the attacked space, including those that retreated earlier this round."""
    combat = fight.combat_of(state)
    return (combat.defenders | combat.caught) & state.rules.of_nation["ru"]


def great_retreat_offered(state: State) -> bool:
    """Return True if the Allies were asked in this combat, whatever they chose; the Russians may be gone."""
    if state.events.get(state.rules.card("ap_27_great_retreat")) != state.turn:
        return False
    combat = fight.combat_of(state)
    gone = sum(1 << unit for unit in {unit for unit, _ in combat.retreats})
    return combat.side == CP and bool(_russians(state) | gone & state.rules.of_nation["ru"])


@dataclass(frozen=True, slots=True)
class OfferGreatRetreat(AlliedDecision):
    """Stand, or name the first Russian unit to go; all the others must follow."""

    kind: ClassVar[str] = "great_retreat_option"
    verbs: ClassVar[dict[str, str]] = {"stand": "", "retreat": "unit"}

    def options(self, game: PogGame) -> Options:
        """Return the Russian units there, and standing."""
        return Options({"stand": 1, "retreat": _russians(game.state)})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Stand, or begin the retreat of one space each, without fire."""
        if choice.verb == "retreat":
            combat = fight.combat_of(game.state)
            combat.retreat_length = 1
            combat.effects |= 1 << game.state.rules.card("ap_27_great_retreat")
            game.goto(GreatRetreat, unit=choice.arg)


@dataclass(frozen=True, slots=True)
class GreatRetreat(AlliedDecision):
    """Where each Russian unit retreats, by the rules of retreat; one that cannot retreat is lost."""

    kind: ClassVar[str] = "great_retreat"
    verbs: ClassVar[dict[str, str]] = {"to": "space", "retreat": "unit", "eliminate": ""}
    unit: int = -1

    def options(self, game: PogGame) -> Options:
        """Return the spaces for this unit, or the next units."""
        state = game.state
        combat = fight.combat_of(state)
        if self.unit < 0:
            return Options({"retreat": _russians(state)})
        steps = retreats.steps(state, combat, self.unit, ())
        return Options({"to": steps} if steps else {"eliminate": 1})

    def empty(self, game: PogGame) -> None:
        """Continue when all Russians are gone; if nobody is left there is no combat.

        Other Allies who retreated earlier this round are fired at where they are (12.5.6).
        """
        state = game.state
        combat = fight.combat_of(state)
        if not combat.defenders and not combat.caught and not fight.fort_defends(state, combat):
            combat.winner = "cancelled"
        else:
            combat.retreat_length = 0

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Retreat the unit, or eliminate it."""
        combat = fight.combat_of(game.state)
        if choice.verb == "retreat":
            game.stay(unit=choice.arg)
            return
        if choice.verb == "to":
            arrive_after_retreat(game, self.unit, (choice.arg,))
        else:
            combat.retreats.append((self.unit, ()))
            losses.eliminate(game, self.unit, permanently=True, replace=False)
        combat.defenders &= ~(1 << self.unit)
        combat.caught &= ~(1 << self.unit)
        game.stay(unit=-1)


# -- Brusilov and Kerensky (AP 46, AP 45) ---------------------------------------------------


def _event_part_left(state: State, name: str) -> bool:
    """Return whether the event was played for this operation and its one-attack part is unused."""
    operation = state.operation
    if operation is None:
        return False
    flag = 1 << state.rules.card(name)
    return bool(operation.effects & flag) and not operation.spent & flag


def brusilov_possible(state: State) -> bool:
    """Return whether Russians attack a space held only by non-German units."""
    if not _event_part_left(state, "ap_46_brusilov_offensive"):
        return False
    combat = fight.combat_of(state)
    nations = state.rules.of_nation
    there = state.units_of(CP, combat.target)
    return bool(combat.attackers & nations["ru"]) and bool(there) and not there & nations["ge"]


def kerensky_possible(state: State) -> bool:
    """Return whether Russians attack a space with an AH, BU or TU unit."""
    if not _event_part_left(state, "ap_45_kerensky_offensive"):
        return False
    combat = fight.combat_of(state)
    rules = state.rules
    there = state.units_of(CP, combat.target) & rules.nation_units("ah", "bu", "tu")
    return bool(combat.attackers & rules.of_nation["ru"]) and bool(there)


class _OfferEvent(CombatAttackerDecision):
    """Use the one-attack part of an event for this attack, or keep it."""

    verbs: ClassVar[dict[str, str]] = {"use": "", "decline": ""}
    card: ClassVar[str] = ""
    __slots__ = ()

    def options(self, game: PogGame) -> Options:
        """Return use and decline."""
        return Options({"use": 1, "decline": 1})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Mark it as used if chosen."""
        state = game.state
        operation = state.operation
        if choice.verb == "use" and operation is not None:
            flag = 1 << state.rules.card(self.card)
            operation.spent |= flag
            fight.combat_of(state).effects |= flag
            game.emit("card_effect", card=state.rules.card(self.card), effect="spent")


@dataclass(frozen=True, slots=True)
class OfferBrusilov(_OfferEvent):
    """Ignore every trench effect in this attack."""

    kind: ClassVar[str] = "brusilov_option"
    card: ClassVar[str] = "ap_46_brusilov_offensive"


@dataclass(frozen=True, slots=True)
class OfferKerensky(_OfferEvent):
    """Add the die modifier to this attack."""

    kind: ClassVar[str] = "kerensky_option"
    card: ClassVar[str] = "ap_45_kerensky_offensive"


def declared_with(state: State, combat: Combat, nation: str) -> bool:
    """Return True if a unit of the nation was among the declared attackers, even if lost before they fired (12.3.4)."""
    of_nation = state.rules.of_nation[nation]
    return any(of_nation >> unit & 1 for _, unit in combat.first_attackers)


def brusilov_drm(state: State, combat: Combat) -> bool:
    """Return whether Brusilov's DRM applies: to every attack of the round with a Russian unit (AP 46)."""
    operation = state.operation
    card = state.rules.card("ap_46_brusilov_offensive")
    return operation is not None and bool(operation.effects >> card & 1) and declared_with(state, combat, "ru")


def kerensky_drm(state: State, combat: Combat) -> bool:
    """Return whether Kerensky's DRM applies: to the attack it was used for (AP 45)."""
    return bool(combat.effects >> state.rules.card("ap_45_kerensky_offensive") & 1)


def yanks_drm(state: State, combat: Combat) -> bool:
    """Return whether Yanks and Tanks' DRM applies: to every attack of the round with a US unit (AP 35)."""
    operation = state.operation
    card = state.rules.card("ap_35_yanks_and_tanks")
    return operation is not None and bool(operation.effects >> card & 1) and declared_with(state, combat, "us")


ATTACK_DRMS = (
    ("ap_46_brusilov_offensive", brusilov_drm),
    ("ap_45_kerensky_offensive", kerensky_drm),
    ("ap_35_yanks_and_tanks", yanks_drm),
)

# -- Alberich (CP 64) --------------------------------------------------------------------------


def cancelled_by_card(state: State) -> bool:
    """Return whether the defender committed a card that cancels the attack."""
    combat = fight.combat_of(state)
    return fight.committed(state, combat, 1 - combat.side, "cancel_attack")


def cancel(game: PogGame) -> None:
    """Return the attacker's cards played for this attack to his hand; the attack stays used up."""
    state = game.state
    combat = fight.combat_of(state)
    side = combat.side
    back = combat.fresh[side]
    state.hand[side] |= back
    state.table[side] &= ~back
    state.cards_used &= ~combat.cards[side]
    for card in members(back):
        state.events.pop(card, None)
    combat.cards[side] = 0
    combat.winner = "cancelled"
