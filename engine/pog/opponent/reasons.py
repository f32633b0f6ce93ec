"""Why an action was chosen: the terms of its worth that set it apart from the next best that may be told of, as they were weighed.

Reasons are read by everybody while the war goes on. So an action is told apart from other uses of the card that it shows, and
from what can be done without a card, never from what a card still in the hand would have brought.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.core.options import Choice
from engine.pog.sequence.actions import ChooseAction

#: What an action is worth, by what it brings: names of `worth.PARTS` and of what the computer and its general weigh beside them.
Terms = Mapping[str, float]
#: Terms that a reason names at most, and what one must come to in VP to be named.
_NAMED, _LEAST = 2, 0.05
#: Spaces that a reason names.
_AIMS = 3
#: Uses of a card, or of none, for an operation.
OPERATING = ("ops", "auto_op")
#: Actions without a card that only some wars have.
BY_ITSELF = ("political", "economic", "auto_sr", "auto_rp")
#: Actions that use a card; all others bear no argument, whatever number stands in its place.
WITH_CARD = frozenset(verb for verb, kind in ChooseAction.verbs.items() if kind == "card")


@dataclass(frozen=True, slots=True)
class ActionReason:
    """Why a use of a card was chosen.

    Attributes:
        use: the use.
        worth: what it promises, in VP for its side.
        lead: by how many VP it is ahead of the best other that may be told of; 0 where there was none.
        terms: what sets it apart from that, the weightiest first, in VP; of its own worth where there was none.
        aims: spaces that it is for, the most important first.
    """

    use: Choice
    worth: float
    lead: float
    terms: tuple[tuple[str, float], ...]
    aims: tuple[int, ...] = ()


def reason(use: Choice, uses: Mapping[Choice, Terms], aims: Iterable[int] = ()) -> ActionReason:
    """Why one of several uses stands out beside the best other that may be told of, which may be a better one.

    Args:
        use: the one that was chosen.
        uses: what each was found to bring.
        aims: spaces that it is for.
    """
    mine = uses[use]
    worth = sum(mine.values())
    others = [(sum(terms.values()), other) for other, terms in uses.items() if open_to_all(other, use)]
    second = max(others, default=None)
    told = apart(mine, uses[second[1]] if second is not None else {})
    lead = worth - second[0] if second is not None else 0.0
    return ActionReason(use, worth, lead, told, aimed(aims))


def aimed(spaces: Iterable[int]) -> tuple[int, ...]:
    """Return the spaces that a reason names."""
    return tuple(dict.fromkeys(spaces))[:_AIMS]


def apart(mine: Terms, other: Terms) -> tuple[tuple[str, float], ...]:
    """Return what sets one worth apart from another: the greatest gap for it and the next, or the greatest against it, in VP."""
    gaps = {name: mine.get(name, 0.0) - other.get(name, 0.0) for name in {**mine, **other}}
    told = sorted(
        ((name, gap) for name, gap in gaps.items() if abs(gap) >= _LEAST), key=lambda one: (-abs(one[1]), one[0])
    )
    return tuple(sorted(told[:_NAMED], key=lambda one: -one[1]))


def open_to_all(other: Choice, use: Choice) -> bool:
    """Return True for a use beside the chosen one that tells nothing of the hand: another use of the same card, or one without any."""
    if use.verb in OPERATING and other.verb in OPERATING:
        return False  # the same but for the card
    return (other.verb not in WITH_CARD and other.verb != use.verb) or same_card(other, use)


def same_card(one: Choice, other: Choice) -> bool:
    """Return True for two uses of one card."""
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
