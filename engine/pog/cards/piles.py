"""Where a card goes after use (9.1.3, 9.5.4.2)."""

from __future__ import annotations

from engine.pog.state import State


def put_away(state: State, side: int, card: int, verb: str) -> None:
    """Put a used card on the first pile that an entry of the ruleset names: an ordinary pile or a mark of the ruleset."""
    for names in state.rules.tables.put_away:
        pile = names(state, side, card, verb)
        if pile is None:
            continue
        if pile in state.rules.tables.piles:
            state.marks[pile] |= 1 << card
        else:
            getattr(state, pile)[side] |= 1 << card
        return


def after_use(state: State, side: int, card: int, verb: str) -> str:
    """Return the pile for a used card: an asterisk card is removed after its event or a combat, others are discarded."""
    return "removed" if verb in ("event", "combat") and state.rules.content.cards[card].remove else "discard"


#: Where used cards go.
PUT_AWAY = (after_use,)
