"""Optional cards chosen in secret against matching cards ("Adding more paths to your deck")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import mask
from engine.core.frames import Decision
from engine.core.options import Choice, Options
from engine.pog.sequence.base import PogGame
from engine.pog.state import State


def matches(state: State, side: int, card: int) -> int:
    """Return the base cards that an optional card can replace: same deck, OPS and SR, not yet given up."""
    rules = state.rules
    wanted = rules.content.cards[card]
    return mask(
        other.id
        for other in rules.content.cards
        if other.side == side
        and rules.cards_in_game >> other.id & 1
        and (other.deck, other.ops, other.sr) == (wanted.deck, wanted.ops, wanted.sr)
        and not state.swapped_out[side] >> other.id & 1
        and other.name not in rules.tables.kept_cards
    )


@dataclass(frozen=True, slots=True)
class ChooseOptionalCards(Decision):
    """Take optional cards one by one, and give up a matching card for each, unseen by the enemy."""

    kind: ClassVar[str] = "optional_cards"
    verbs: ClassVar[dict[str, str]] = {"take": "card", "give_up": "card", "finish": ""}
    forced: ClassVar[bool] = False
    secret: ClassVar[bool] = True
    side: int
    #: Optional card taken, waiting for the card given up for it; -1 for none.
    pending: int = -1

    def actor(self, game: PogGame) -> int:
        """Return the side that chooses."""
        return self.side

    def options(self, game: PogGame) -> Options:
        """Return the optional cards that still have a match; then the matches."""
        state = game.state
        if self.pending >= 0:
            return Options({"give_up": matches(state, self.side, self.pending)})
        take = mask(
            card.id
            for card in state.rules.content.cards
            if card.optional
            and not card.absent
            and not state.rules.cards_in_game >> card.id & 1
            and card.side == self.side
            and not state.swapped_in[self.side] >> card.id & 1
            and matches(state, self.side, card.id)
        )
        return Options({"take": take, "finish": 1})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Record the swap."""
        state = game.state
        if choice.verb == "take":
            game.stay(pending=choice.arg)
        elif choice.verb == "give_up":
            state.swapped_in[self.side] |= 1 << self.pending
            state.swapped_out[self.side] |= 1 << choice.arg
            state.deck[self.side] = state.rules.deck_cards(state, self.side, "mobilization")
            game.stay(pending=-1)
        else:
            game.reveal()
