"""Which paragraph of the rules a decision stands under, for refusals of orders given at another moment."""

from __future__ import annotations

from bot.notation.refusal import Refusal, refuse
from bot.notation.table import Table
from engine.errors import Reason


def wrong_moment(table: Table, wanted: str, part: str = "") -> Refusal:
    """An order that belongs to another decision than the present one, with what the present one offers."""
    reason = refuse("wrong_moment", table.face.rule, decision=table.kind, wanted=wanted).reason
    return Refusal(reason, part, present(table))


def not_now(table: Table, part: str = "") -> Refusal:
    """A choice of a kind that the present decision does not know, with what it does."""
    return Refusal(Reason("not_possible_now", table.face.rule, {"decision": table.kind}), part, present(table))


def no_such_choice(table: Table, text: str, part: str = "") -> Refusal:
    """A choice that the present decision does not have, with those that it has."""
    return Refusal(Reason("no_such_choice", table.face.rule, {"text": text}), part, present(table))


def present(table: Table) -> tuple[str, str, tuple[int, ...]]:
    """The first verb of the present decision that has something to choose from, as a refusal offers it."""
    verbs = table.game.decision.verbs if table.game.stack else ()
    # Every card may be played for operations, so that offers most where a card is chosen.
    for verb in sorted(verbs, key=lambda verb: verb != "ops"):
        offer = table.legal(verb)
        if offer[1] and offer[2]:
            return offer
    return "", "", ()


__all__ = ["no_such_choice", "not_now", "present", "wrong_moment"]
