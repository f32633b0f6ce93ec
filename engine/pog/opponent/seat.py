"""What a player at a seat gets: the options as text, and imagined games.

A player never gets the real game: `Offers` holds another one, in which everything the seat does not know is redrawn, and none of
the real chance. `Offers.imagine` returns a whole game that agrees with all the seat knows: the enemy's hand and draw pile are
shuffled together and redrawn, dice and draws come from the player's own chance, and nothing can be undone. What a player
finds out there holds for every game that looks the same from its seat.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Protocol

from engine.core.bits import mask, members
from engine.core.chance import ImaginedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog.sequence.cards_window import unseen_cards
from engine.pog.state import LEVELS, State
from engine.pog.supply_cache import SupplyCache
from engine.pog.view import GameView
from engine.pog.viewing import view_of

#: Maximum number of characters to show of what external code says.
_WORDS = 200


class Offers:
    """The legal choices of one decision: `kind`, `side`, a text for each, and games to try them in."""

    def __init__(self, game: Game[State]) -> None:
        #: Not the real game: looking into it reveals nothing a player could not imagine.
        self._game = imagined(game, game.decision.actor(game), random.Random(0))
        self._game.state.reached = SupplyCache()  # cached results of the real game would reveal what was possible there
        self.kind = game.decision.kind
        self.side = game.decision.actor(game)
        self._choices = tuple(game.options())

    def __iter__(self) -> Iterator[Choice]:
        return iter(self._choices)

    def __len__(self) -> int:
        return len(self._choices)

    def __contains__(self, choice: object) -> bool:
        return choice in self._choices

    def text(self, choice: Choice) -> str:
        """Return a choice as the record stores it."""
        return self._game.text(choice)

    def imagine(self, rng: random.Random) -> Game[State]:
        """Return a game that this side may be in, at the same decision."""
        return imagined(self._game, self.side, rng)


class Unfit(ValueError):
    """An answer that is none of the options; the player can be asked again."""


class Player(Protocol):
    """Answers for a seat; deterministic for the same view, options and random numbers."""

    def __call__(self, view: GameView, options: Offers, rng: random.Random) -> Choice:
        """Return one of the options."""
        ...


def imagined(game: Game[State], side: int, rng: random.Random) -> Game[State]:
    """Return a copy of a game in which everything a side does not know is redrawn; see the module."""
    twin = game.imagined(side, ImaginedChance(rng))
    twin.listening = False
    state = twin.state
    enemy = 1 - side
    if state.rules.options.card_set == "secret":
        _swapped_otherwise(state, enemy, rng)
    unknown = sorted(members(state.hand[enemy] | state.deck[enemy]))
    held = mask(rng.sample(unknown, state.hand[enemy].bit_count()))
    state.deck[enemy], state.hand[enemy] = mask(unknown) & ~held, held
    twin.forget_undo()
    twin.fresh.clear()
    twin.number = twin.epoch = twin.counter = 0  # the number of choices made would reveal hidden ones
    return twin


def _swapped_otherwise(state: State, enemy: int, rng: random.Random) -> None:
    """Redraw which optional cards the enemy swapped in, and for which, as far as no card has shown it.

    A swap keeps a card's deck, OPS and SR, so everybody knows how many of each such kind are still unseen. Nothing is known of
    later decks: they are imagined without swaps.
    """
    cards = state.rules.content.cards
    unseen, there = unseen_cards(state, enemy), state.hand[enemy] | state.deck[enemy]
    kinds: dict[tuple[str, int, int], list[int]] = {}
    for card in members(unseen):
        kinds.setdefault((cards[card].deck, cards[card].ops, cards[card].sr), []).append(card)
    drawn = mask(card for kind in kinds.values() for card in rng.sample(kind, (mask(kind) & there).bit_count()))
    optional = mask(card.id for card in cards if card.optional) & ~state.rules.cards_in_game
    reached = mask(card.id for card in cards if LEVELS.index(card.deck) <= state.commitment[enemy])
    public = optional & state.swapped_in[enemy] & reached & ~unseen
    state.swapped_in[enemy] = optional & drawn | public
    state.swapped_out[enemy] = unseen & state.rules.cards_in_game & ~drawn
    in_hand = state.hand[enemy].bit_count()
    state.hand[enemy] = mask(members(drawn)[:in_hand])
    state.deck[enemy] = drawn & ~state.hand[enemy]


def asked(game: Game[State], player: Callable[[GameView, Offers, random.Random], Choice], rng: random.Random) -> Choice:
    """Return a player's answer to the current decision, as the option it equals; raises Unfit if it is none."""
    offers = Offers(game)
    answer: object = player(view_of(game, offers.side), offers, rng)
    if isinstance(answer, tuple):
        for option in offers:
            if tuple.__eq__(option, answer) is True:
                return option
    raise Unfit(f"{in_short(answer)} is no choice of {offers.kind}")


def in_short(thing: object, words_of: Callable[[object], str] = repr) -> str:
    """Return what external code returned or raised, on one line; its type if it has no text."""
    try:
        words = " ".join(words_of(thing).split())
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001  # foreign code: its words may fail in any way
        words = f"<{type(thing).__name__}>"
    return words if len(words) <= _WORDS else f"{words[:_WORDS]} ..."


__all__ = ["Offers", "Player", "Unfit", "asked", "imagined", "in_short"]
