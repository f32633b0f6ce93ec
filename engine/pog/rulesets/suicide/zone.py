"""The zone of played cards, and Withdrawal, which can be reused from it (12.6.11, 16.1.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.bits import mask, members
from engine.core.options import Choice, Options
from engine.pog.combat_state import Combat
from engine.pog.rules import combat as fight
from engine.pog.rulesets.suicide.actions import PutAside
from engine.pog.rulesets.suicide.turn import LongTurn
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.attacks import Battle, fire_order
from engine.pog.sequence.base import PogGame
from engine.pog.state import State
from engine.pog.tables import CombatCard, Tables

#: The mark that is the zone of both players.
ZONE = "played_cards"


def in_zone(state: State, side: int) -> int:
    """Return the cards of a side in the zone."""
    return state.marks[ZONE] & state.rules.cards_of_side[side]


def withdrawals(state: State) -> int:
    """Return the cards that work as Withdrawal."""
    return mask(card for card, rule in state.rules.tables.combat_cards.items() if "withdrawal" in rule.parts)


def from_zone(state: State, combat: Combat) -> bool:
    """Return True if the defender uses Withdrawal from the zone in this combat."""
    return bool(combat.cards[1 - combat.side] & ~combat.fresh[1 - combat.side] & withdrawals(state) & state.marks[ZONE])


# -- into the zone and out of it --------------------------------------------------------


def stays(state: State, side: int, card: int, verb: str) -> str | None:
    """Return the zone for a used Withdrawal (12.6.11)."""
    return ZONE if verb == "combat" and withdrawals(state) >> card & 1 else None


def lie_down(game: PogGame, combat: Combat) -> None:
    """Put the card into the zone even if the defender won and would keep it on the table."""
    state = game.state
    for side in (0, 1):
        used = combat.cards[side] & withdrawals(state)
        state.marks[ZONE] |= used
        state.table[side] &= ~used


@dataclass(frozen=True, slots=True)
class TurnWithZone(LongTurn):
    """A turn at the end of which cards leave the zone."""

    def put_away(self, game: PogGame) -> None:
        """Also discard the cards played in an earlier turn (12.6.11)."""
        LongTurn.put_away(self, game)
        state = game.state
        for side in (0, 1):
            old = mask(card for card in members(in_zone(state, side)) if state.events[card] < state.turn)
            if old:
                clear(state, side, old)
                game.emit("discarded", side=side, cards=tuple(members(old)))


def clear(state: State, side: int, cards: int) -> None:
    """Discard cards from the zone."""
    state.marks[ZONE] &= ~cards
    state.discard[side] |= cards


@dataclass(frozen=True, slots=True)
class PutAsideFromZone(PutAside):
    """In a political action cards of the own zone can be discarded as well."""

    def options(self, game: PogGame) -> Options:
        """Return the combat cards in hand, and the cards in the zone."""
        found = PutAside.options(self, game)
        lying = in_zone(game.state, self.side)
        return Options({"discard": found.masks.get("discard", 0) | lying, "finish": 1}) if lying else found

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Discard one and ask again."""
        state = game.state
        if choice.verb == "discard" and in_zone(state, self.side) >> choice.arg & 1:
            clear(state, self.side, 1 << choice.arg)
            game.emit("discarded", side=self.side, cards=(choice.arg,))
            game.stay()
        else:
            PutAside.resolve(self, game, choice)


# -- Withdrawal out of the zone ---------------------------------------------------------


def fits(base: CombatCard) -> CombatCard:
    """Return a card adapted for Withdrawal: from the zone only for corps, and not with a fort."""

    def usable(state: State, combat: Combat, owner: int) -> bool:
        lying = withdrawals(state) & in_zone(state, owner)
        beside = combat.defenders & state.rules.armies or fight.fort_defends(state, combat)
        return bool(base.usable(state, combat, owner) and not (lying and beside))

    return replace(base, usable=usable)


@dataclass(frozen=True, slots=True)
class BattleWithZone(Battle):
    """A combat that the defender can lose on purpose, with smaller losses."""

    kind: ClassVar[str] = Battle.kind

    def first_fire(self, game: PogGame) -> None:
        """Reduce the attacker's loss number before losses are taken."""
        Battle.first_fire(self, game)
        if fire_order(game.state) != "defender":
            lighten(game)

    def second_fire(self, game: PogGame) -> None:
        """Do the same if the defender fired first."""
        Battle.second_fire(self, game)
        if fire_order(game.state) == "defender":
            lighten(game)

    def winner(self, game: PogGame) -> None:
        """Make the attacker win, whatever the dice."""
        combat = fight.combat_of(game.state)
        if from_zone(game.state, combat) and combat.winner != "cancelled":
            combat.winner = "attacker"
        else:
            Battle.winner(self, game)

    def withdraw(self, game: PogGame) -> None:
        """Give no step back."""
        if not from_zone(game.state, fight.combat_of(game.state)):
            Battle.withdraw(self, game)


def lighten(game: PogGame) -> None:
    """Reduce the loss number: 0 or 1 becomes 0 with a retreat of one space; 2 or 3 becomes 1, more 2 less, with a retreat of two (12.6.11)."""
    combat = fight.combat_of(game.state)
    if not from_zone(game.state, combat):
        return
    number = max(combat.to_defender, 0)
    combat.to_defender = 0 if number <= 1 else 1 if number <= 3 else number - 2
    combat.retreat_length = 1 if number <= 1 else 2


def amended(tables: Tables) -> Tables:
    """Return the tables with the zone, from which Withdrawal can be used."""
    moments = tables.moments
    return replace(
        tables,
        marks={**tables.marks, ZONE: 0},
        piles=(*tables.piles, ZONE),
        put_away=(stays, *tables.put_away),
        face_up=(*tables.face_up, lambda state, side: in_zone(state, side) & withdrawals(state)),
        combat_cards={
            card: fits(rule) if "withdrawal" in rule.parts else rule for card, rule in tables.combat_cards.items()
        },
        moments=replace(moments, combat_over=(*moments.combat_over, lie_down)),
    )


PLAYED_CARDS = Theme(amended, replaced=(TurnWithZone, PutAsideFromZone, BattleWithZone))
