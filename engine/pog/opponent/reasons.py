"""Reasons for an action: how its value differs from the next best alternative that can be shown, as weighed at the time.

Everybody can read reasons during the war. So an action is compared only with other uses of the card it shows, and
with actions without a card, never with what a card still in hand would have brought.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.core.options import Choice
from engine.pog.sequence.actions import ChooseAction

#: Terms of an action's value: names of `worth.PARTS`, and of what the computer and its general add to them.
Terms = Mapping[str, float]
#: Maximum number of terms in a reason, and the minimum size of one in VP.
_NAMED, _LEAST = 2, 0.05
#: Maximum number of spaces in a reason.
_AIMS = 3
#: Uses with or without a card that start an operation.
OPERATING = ("ops", "auto_op")
#: Actions without a card that only some wars have.
BY_ITSELF = ("political", "economic", "auto_sr", "auto_rp")
#: Actions that use a card; for all others the argument means nothing.
WITH_CARD = frozenset(verb for verb, kind in ChooseAction.verbs.items() if kind == "card")


@dataclass(frozen=True, slots=True)
class ActionReason:
    """Why a use of a card was chosen.

    Attributes:
        use: the use chosen.
        worth: its value, in VP for its side.
        lead: its lead over the best alternative that can be shown, in VP; 0 if there was none.
        terms: how it differs from that one, the largest first, in VP; the terms of its own value if there was none.
        aims: spaces it aims at, the most important first.
    """

    use: Choice
    worth: float
    lead: float
    terms: tuple[tuple[str, float], ...]
    aims: tuple[int, ...] = ()


def reason(use: Choice, uses: Mapping[Choice, Terms], aims: Iterable[int] = ()) -> ActionReason:
    """Explain one of several uses by comparing it with the best alternative that can be shown, which can be better.

    Args:
        use: the chosen use.
        uses: the value of each use, by terms.
        aims: spaces it aims at.
    """
    mine = uses[use]
    worth = sum(mine.values())
    others = [(sum(terms.values()), other) for other, terms in uses.items() if open_to_all(other, use)]
    second = max(others, default=None)
    told = apart(mine, uses[second[1]] if second is not None else {})
    lead = worth - second[0] if second is not None else 0.0
    return ActionReason(use, worth, lead, told, aimed(aims))


def aimed(spaces: Iterable[int]) -> tuple[int, ...]:
    """Return the spaces to name in a reason."""
    return tuple(dict.fromkeys(spaces))[:_AIMS]


def apart(mine: Terms, other: Terms) -> tuple[tuple[str, float], ...]:
    """Return how one value differs from another: its greatest advantage and the next, or its greatest disadvantage, in VP."""
    gaps = {name: mine.get(name, 0.0) - other.get(name, 0.0) for name in {**mine, **other}}
    told = sorted(
        ((name, gap) for name, gap in gaps.items() if abs(gap) >= _LEAST), key=lambda one: (-abs(one[1]), one[0])
    )
    return tuple(sorted(told[:_NAMED], key=lambda one: -one[1]))


def open_to_all(other: Choice, use: Choice) -> bool:
    """Return True if comparing with another use reveals nothing about the hand: it uses the same card, or none."""
    if use.verb in OPERATING and other.verb in OPERATING:
        return False  # the same except for the card
    return (other.verb not in WITH_CARD and other.verb != use.verb) or same_card(other, use)


def same_card(one: Choice, other: Choice) -> bool:
    """Return True for two different uses of one card."""
    return one.arg == other.arg and one.verb != other.verb and one.verb in WITH_CARD and other.verb in WITH_CARD


__all__ = [
    "BY_ITSELF",
    "OPERATING",
    "WITH_CARD",
    "ActionReason",
    "Terms",
    "aimed",
    "apart",
    "open_to_all",
    "reason",
    "same_card",
]
