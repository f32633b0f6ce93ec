"""Windows in which combat cards are committed (9.5.4, 12.2.4, 12.2.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import mask, members
from engine.core.frames import Decision
from engine.core.options import Choice, Options
from engine.pog.cards import legality
from engine.pog.cards.events import note_event
from engine.pog.combat_state import Combat
from engine.pog.rules import combat as fight
from engine.pog.sequence.base import CombatAttackerDecision, CombatDefenderDecision, PogGame
from engine.pog.state import LEVELS, State


def playable(state: State, side: int, window: str = "") -> int:
    """Return the cards a side can commit now: from hand, or face up from an earlier win (9.5.4.2)."""
    return usable(state, side, state.hand[side] | open_cards(state, side), window)


def open_cards(state: State, side: int) -> int:
    """Return a side's face-up combat cards: on the table, or elsewhere by ruleset."""
    cards = state.table[side]
    for lying in state.rules.tables.face_up:
        cards |= lying(state, side)
    return cards


def usable(state: State, side: int, candidates: int, window: str = "") -> int:
    """Return those of the candidate cards whose conditions this combat meets.

    A card works once in an Action Round (9.5.4.4). Cards with a special window can be used
    there; trench cards also in the ordinary one, without making a flank attempt possible (12.2.4).
    """
    combat = fight.combat_of(state)
    rules = state.rules
    candidates &= rules.cards_of_window[window] & ~(state.cards_used | combat.cards[side])
    if not candidates or not all(allows(state, combat, side) for allows in rules.tables.may_commit):
        return 0
    cards = rules.tables.combat_cards
    return mask(
        card
        for card in members(candidates)
        if legality.needs_met(state, card) and cards[card].usable(state, combat, side)
    )


def publicly_possible(state: State, side: int, window: str = "") -> bool:
    """Return True if the enemy, who does not see the hand, must expect a card (9.5.4.1)."""
    if usable(state, side, open_cards(state, side), window):
        return True
    if not state.hand[side]:
        return False
    return bool(usable(state, side, unseen_cards(state, side) & state.rules.combat_cards, window))


def offered(state: State, side: int, window: str = "") -> Options:
    """Return the options of a window that opens by public knowledge, even to a side without a card to play."""
    cards = playable(state, side, window)
    if not cards and (state.rules.options.windows == "hand" or not publicly_possible(state, side, window)):
        return Options({})
    return Options({"play": cards, "finish": 1})


def unseen_cards(state: State, side: int) -> int:
    """Return the cards that a hand could hold as far as the enemy knows; after secret swaps any card of the side."""
    rules = state.rules
    if rules.options.card_set != "secret":
        return state.hand[side] | state.deck[side]
    seen = state.discard[side] | state.removed[side] | state.table[side]
    for pile in rules.tables.piles:
        seen |= state.marks[pile]
    return mask(
        card.id
        for card in rules.content.cards
        if card.side == side
        and not card.absent
        and LEVELS.index(card.deck) <= state.commitment[side]
        and not seen >> card.id & 1
    )


def reveal_by_hand(game: PogGame, cards: int) -> None:
    """Raise the undo floor if the window opens because of the hand: that it opens reveals something about the hand."""
    if cards and game.state.rules.options.windows == "hand":
        game.reveal()


def commit(game: PogGame, side: int, card: int) -> None:
    """Commit a combat card to this combat; its war status counts at once."""
    state = game.state
    flag = 1 << card
    combat = fight.combat_of(state)
    if state.hand[side] & flag:
        state.hand[side] ^= flag
        state.table[side] |= flag
        note_event(game, side, card)
        combat.fresh[side] |= flag
    combat.cards[side] |= flag
    state.cards_used |= flag
    game.reveal()
    game.emit("combat_card", side=side, card=card)


def answers(state: State) -> bool:
    """Return True if the defender of the combat may play cards at all."""
    combat = fight.combat_of(state)
    side = 1 - combat.side
    return all(allows(state, combat, side) for allows in state.rules.tables.may_commit)


def beside_supplied_units(state: State, combat: Combat, side: int) -> bool:
    """Return whether a side may play cards: the attacker always, the defender only with units that are all in supply (14.3.4)."""
    if side == combat.side:
        return True
    return bool(combat.defenders) and not combat.unsupplied & combat.defenders


#: Conditions for a side to commit cards to a combat.
MAY_COMMIT = (beside_supplied_units,)


class _Window(Decision):
    """Base class: commit any number of cards, then finish."""

    verbs: ClassVar[dict[str, str]] = {"play": "card", "finish": ""}
    forced: ClassVar[bool] = False
    __slots__ = ()

    def empty(self, game: PogGame) -> None:
        """Do nothing: there is nothing to ask."""

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Commit one card and ask again, or continue."""
        if choice.verb == "play":
            commit(game, self.actor(game), choice.arg)
            game.stay()


@dataclass(frozen=True, slots=True)
class TrenchCards(_Window, CombatAttackerDecision):
    """Step 3: the attacker's cards that negate trenches."""

    kind: ClassVar[str] = "trench_cards"
    covert: ClassVar[bool] = True

    def options(self, game: PogGame) -> Options:
        """Return the cards if there are any; otherwise the attacker is not asked."""
        cards = playable(game.state, self.actor(game), window="trench")
        return Options({"play": cards, "finish": 1} if cards else {})


@dataclass(frozen=True, slots=True)
class AttackerCards(_Window, CombatAttackerDecision):
    """Step 5 for the attacker: only he knows whether he was asked."""

    kind: ClassVar[str] = "attacker_cards"
    covert: ClassVar[bool] = True

    def options(self, game: PogGame) -> Options:
        """Return the cards if there are any; no card helps against a fort alone (3.0)."""
        state = game.state
        cards = playable(state, self.actor(game))
        return Options({"play": cards, "finish": 1} if cards else {})


@dataclass(frozen=True, slots=True)
class OpenTrenchCards(TrenchCards):
    """Step 3 after a choice by the defender: he sees whether the window opens, so it opens by public knowledge."""

    kind: ClassVar[str] = "open_trench_cards"
    covert: ClassVar[bool] = False
    asked_before_as: ClassVar[str] = "trench_cards"

    def options(self, game: PogGame) -> Options:
        """Return the window's options whenever there could be such a card."""
        return offered(game.state, self.actor(game), window="trench")


@dataclass(frozen=True, slots=True)
class OpenAttackerCards(AttackerCards):
    """Step 5 for the attacker if the defender has made the last choice before it."""

    kind: ClassVar[str] = "open_attacker_cards"
    covert: ClassVar[bool] = False
    asked_before_as: ClassVar[str] = "attacker_cards"

    def options(self, game: PogGame) -> Options:
        """Return the window's options whenever there could be a card."""
        return offered(game.state, self.actor(game))


@dataclass(frozen=True, slots=True)
class DefenderCards(_Window, CombatDefenderDecision):
    """Step 5 for the defender: opens by public knowledge, so that not being asked reveals nothing."""

    kind: ClassVar[str] = "defender_cards"

    def options(self, game: PogGame) -> Options:
        """Return the window's options; none for a fort alone or with an unsupplied defender (14.3.4)."""
        state = game.state
        side = self.actor(game)
        if not answers(state):
            return Options({})
        return offered(state, side)
