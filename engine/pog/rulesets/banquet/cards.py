"""How and when single cards of the variant can be used; cards whose print is not known stay as in Deluxe."""

from __future__ import annotations

from dataclasses import replace

from engine.core.bits import mask
from engine.core.game import Game
from engine.pog.cards.events import CardEvent, ScoreVp
from engine.pog.content.records import AP, CP
from engine.pog.rules import mandated, reinforcement
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence import actions, drawing
from engine.pog.sequence.arrivals import arrive
from engine.pog.sequence.base import PogGame
from engine.pog.state import LEVELS, State
from engine.pog.tables import CardRule, Tables

_FLEET, _GRAND_FLEET = "cp_25_high_seas_fleet", "ap_33_grand_fleet"
_US_ARMY = "ap_43_usa_reinforcements"
_WAYS = frozenset({"event", "ops", "sr", "rp"})
#: 6.0.G.2: at the end of this turn a side at Total War discards its hand.
FALL_1916 = 11

# -- the entry of neutral nations (9.5.2.5) ---------------------------------------------


def entry_cards(state: State, side: int = AP) -> int:
    """Return the cards of both sides that bring Italy, Romania, Bulgaria and Greece into the war; a side may discard its own (9.5.2.5)."""
    return mask(card.id for card in state.rules.content.cards if card.neutral_entry)


def used_entries(state: State, side: int) -> int:
    """Return the entry cards already used once for OPS, SR or RP: now they are events only."""
    return state.marks["entries_used"]


def note_entry(game: Game[State], side: int) -> None:
    """Note the first use of such a card, shown by a reduced corps in the capital (9.5.2.5)."""
    state = game.state
    kind, card = state.actions[side][-1] if state.actions[side] else ("", -1)
    if kind in ("ops", "sr", "rp") and card >= 0 and entry_cards(state) >> card & 1:
        state.marks["entries_used"] |= 1 << card
        game.emit("entry_used", card=card, nation=state.rules.content.cards[card].neutral_entry)


# -- hands (6.0.G.2) --------------------------------------------------------------------


def at_the_end_of_1916(state: State, side: int) -> bool:
    """Return True if the side discards its hand now."""
    return state.turn == FALL_1916 and LEVELS[state.commitment[side]] == "total"


def throw_hand_away(game: PogGame, side: int) -> None:
    """Discard all cards in hand except the two fleets (6.0.G.2)."""
    state = game.state
    kept = state.rules.card(_FLEET), state.rules.card(_GRAND_FLEET)
    cards = state.hand[side] & ~mask(kept)
    if cards and at_the_end_of_1916(state, side):
        state.hand[side] &= ~cards
        state.discard[side] |= cards
        game.reveal()
        game.emit("discarded", side=side, cards=tuple(card for card in range(cards.bit_length()) if cards >> card & 1))


def grand_fleet(state: State, side: int) -> int:
    """Return Grand Fleet, the one of the two that may be discarded, if hands are discarded now."""
    return 1 << state.rules.card(_GRAND_FLEET) if at_the_end_of_1916(state, side) else 0


# -- single cards -----------------------------------------------------------------------


class FirstUsArmy(CardEvent):
    """The army arrives as its card says, and scores a VP (AP 43)."""

    def playable(self, state: State) -> bool:
        """Return whether there is a place for it."""
        return reinforcement.can_place_all(state, state.rules.card(_US_ARMY))

    def play(self, game: PogGame) -> None:
        """Score the VP, then ask where the army goes."""
        ScoreVp("us_first_army").play(game)
        arrive(game, game.state.rules.card(_US_ARMY))


def dead_fleet(state: State, side: int) -> int:
    """Return High Seas Fleet once the United States have declared war: it has no use any more (CP 25)."""
    rules = state.rules
    return 1 << rules.card(_FLEET) if rules.card("ap_54_zimmermann_telegram") in state.events else 0


def bread_riots(state: State, side: int) -> int:
    """Return the DRM of +1 for the Central Powers, in place of Hoffmann (CP 66)."""
    return int(side == CP and state.rules.card("cp_66_bread_riots") in state.events)


def known_entries(state: State) -> list[str]:
    """Check that only entry cards are marked as used once."""
    return (
        ["a card is marked as an entry used once that is none"] if used_entries(state, AP) & ~entry_cards(state) else []
    )


def amended(tables: Tables) -> Tables:
    """Return the tables with the variant's uses, discards and dice."""
    moments = tables.moments
    return replace(
        tables,
        events={**tables.events, _US_ARMY: FirstUsArmy(), "cp_66_bread_riots": CardEvent()},
        card_uses=(
            *(rule for rule in tables.card_uses if rule.closed is not actions.events_only),
            CardRule("entry_used_once", "9.5.2.5", _WAYS - {"event"}, used_entries),
            CardRule("fleet_is_idle", "CP 25", _WAYS, dead_fleet),
        ),
        discards=(
            *(entry for entry in tables.discards if entry is not drawing.late_entries),
            entry_cards,
            grand_fleet,
        ),
        offensive_drms=tuple(bread_riots if entry is mandated.hoffmann else entry for entry in tables.offensive_drms),
        marks={**tables.marks, "entries_used": 0},
        laws=(*tables.laws, known_entries),
        moments=replace(moments, action_over=(*moments.action_over, note_entry)),
    )


CARDS = Theme(amended)
