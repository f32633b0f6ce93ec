"""What the staff advises a seat: the best plans with what each promises and what sets them apart, from what the seat may know."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.options import Choice
from engine.pog.opponent import reasons
from engine.pog.opponent.deliberation import Deliberation, Found, told_orders
from engine.pog.opponent.levels import OFFICER
from engine.pog.opponent.orders import Order
from engine.pog.opponent.seat import Offers
from engine.pog.opponent.staff import Staff

#: Plans that are named.
BEST = 3
#: Decisions of whose plans the worth is told beside doing nothing.
BESIDE_NOTHING = ("choose_action", "activate")


@dataclass(frozen=True, slots=True)
class Proposal:
    """One plan that the staff proposes.

    Attributes:
        choice: what to choose first.
        orders: what it orders, the most important first; none of an event, since what that brings is not ordered beforehand.
        worth: what it brings, in VP for the seat: of an action or an operation beside doing nothing, of a reaction beside how things
            stand now; after the enemy's next moves.
        error: how sure that is: a standard error, in VP.
        terms: what speaks for and against it beside the next best (of the others: beside the best), the weightiest first, in VP.
    """

    choice: Choice
    orders: tuple[Order, ...]
    worth: float
    error: float
    terms: tuple[tuple[str, float], ...]


def advice(options: Offers, rng: random.Random, effort: float = 1.0) -> list[Proposal]:
    """The best plans for the present decision, the best first; one alone where nothing else can be chosen."""
    numbers = random.Random(rng.getrandbits(64))
    game = options.imagine(numbers)
    only = game.options().only()
    if only is not None:
        return [Proposal(only, (), 0.0, 0.0, ())]
    thinks = Deliberation(options, game, numbers, effort)
    beside = None
    if options.kind in BESIDE_NOTHING:
        _ = thinks.action() if options.kind == "choose_action" else thinks.operation()
        beside = thinks.nothing_done() if Choice("stop") in options or Choice("auto_op") in options else None
    else:
        thinks.reaction()
    return _told(thinks.found(BEST, beside)) or [Proposal(Staff(game, OFFICER, numbers).answer(), (), 0.0, 0.0, ())]


def _told(found: Sequence[Found]) -> list[Proposal]:
    return [
        Proposal(
            one.plan.use,
            told_orders(one.plan),
            one.worth,
            one.error,
            reasons.apart(one.terms, found[int(place == 0)].terms if len(found) > 1 else {}),
        )
        for place, one in enumerate(found)
    ]


__all__ = ["BESIDE_NOTHING", "BEST", "Proposal", "advice"]
