"""The computer's advice for a seat: the best plans, what each promises and how they differ, from what the seat may know."""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.core.bits import mask, members
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog.opponent import reasons
from engine.pog.opponent.ai_player import ComputerPlayer
from engine.pog.opponent.deliberation import Deliberation, told_orders
from engine.pog.opponent.levels import OFFICER
from engine.pog.opponent.orders import First, Order, Strike
from engine.pog.opponent.seat import Offers
from engine.pog.state import State

#: Number of plans to return.
BEST = 3
#: Ways of doing nothing: an operation without a card, and marking nothing more.
_NOTHING = (Choice("auto_op"), Choice("stop"))
#: Uses that redeploy units, and the decisions that pick the units and their destinations (13.1).
_REDEPLOYS, _SENDING = ("sr", "auto_sr"), ("sr_unit", "sr_destination")


@dataclass(frozen=True, slots=True)
class Sending:
    """Units of one space to redeploy to another."""

    units: int
    origin: int
    to: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """One plan that the computer proposes.

    Attributes:
        choice: the first choice to make.
        orders: its orders, the most important first; none for an event, since its effects are not ordered beforehand. While
            attackers are being gathered, the whole attack they will make.
        worth: its value for the seat, in VP.
        beside_nothing: whether `worth` is relative to doing nothing, after the enemy's next moves; else to the current position.
        error: standard error of `worth`, in VP.
        sent: for a use that redeploys units, which go from where to where.
        terms: how it differs from the next best plan (the others: from the best one), the largest first, in VP.
    """

    choice: Choice
    orders: tuple[Order, ...]
    worth: float
    error: float
    terms: tuple[tuple[str, float], ...]
    beside_nothing: bool = False
    sent: tuple[Sending, ...] = ()


def advice(options: Offers, rng: random.Random, effort: float = 1.0) -> list[Proposal]:
    """Return the best plans for the current decision, the best first; a single one if there is only one choice."""
    numbers = random.Random(rng.getrandbits(64))
    game = options.imagine(numbers)
    only = game.options().only()
    if only is not None:
        return [Proposal(only, (), 0.0, 0.0, ())]
    thinks = Deliberation(options, game, numbers, effort)
    if options.kind == "choose_action":
        thinks.action()
    elif options.kind == "activate":
        thinks.operation()
    else:
        thinks.reaction()
    return _proposals_of(game, thinks) or [Proposal(ComputerPlayer(game, OFFICER, numbers).answer(), (), 0.0, 0.0, ())]


def _proposals_of(game: Game[State], thinks: Deliberation) -> list[Proposal]:
    possible = game.options()
    may_rest = game.decision.kind in ("choose_action", "activate") and any(map(possible.allows, _NOTHING))
    gathers = game.decision.kind == "attack"
    found = thinks.found(BEST * (1 + gathers), thinks.nothing_done() if may_rest else None)
    if gathers:
        # Attacks by the same units are one plan, whichever joins first.
        found = list({attack_by(game, one.plan.use) or one.plan.use: one for one in reversed(found)}.values())[::-1][
            :BEST
        ]
    if game.decision.kind == "activate":
        found = thinks.undone_of_it(found)
    return [
        Proposal(
            one.plan.use,
            told_orders(game, one.plan) or attack_by(game, one.plan.use),
            one.worth,
            one.error,
            reasons.apart(one.terms, found[int(place == 0)].terms if len(found) > 1 else {}),
            may_rest,
            sent_by(game, one.plan.use),
        )
        for place, one in enumerate(found)
    ]


def sent_by(game: Game[State], use: Choice) -> tuple[Sending, ...]:
    """Return the redeployments a use of a card would make; none for a use with another purpose."""
    if use.verb not in _REDEPLOYS:
        return ()
    twin, found = game.copy(First()), list[Sending]()
    twin.listening = False
    twin.apply(use)
    while twin.stack and twin.decision.kind in _SENDING:
        choice = ComputerPlayer(twin, OFFICER, random.Random(0)).answer()
        if choice.verb == "to":
            unit: int = twin.decision.unit  # type: ignore[attr-defined]
            _note(found, Sending(1 << unit, twin.state.loc[unit], choice.arg))
        twin.apply(choice)
    return tuple(found)


def attack_by(game: Game[State], choice: Choice) -> tuple[Strike, ...]:
    """Return the whole attack that begins with one more attacker, as the computer would gather it; empty for any other choice."""
    twin, numbers = game.copy(First()), random.Random(0)
    twin.listening = False
    while twin.stack and twin.decision.kind == "attack" and choice.verb == "add":
        twin.apply(choice)
        if not twin.stack or twin.decision.kind != "attack":
            break
        choice = ComputerPlayer(twin, OFFICER, numbers).answer()
        if choice.verb == "target":
            units: int = twin.decision.attackers  # type: ignore[attr-defined]
            return (Strike(units, mask(twin.state.loc[unit] for unit in members(units)), choice.arg),)
    return ()


def _note(found: list[Sending], sent: Sending) -> None:
    """Add a redeployment, merging it with one between the same spaces."""
    for place, other in enumerate(found):
        if (other.origin, other.to) == (sent.origin, sent.to):
            found[place] = Sending(other.units | sent.units, sent.origin, sent.to)
            return
    found.append(sent)


__all__ = ["BEST", "Proposal", "Sending", "advice", "attack_by", "sent_by"]
