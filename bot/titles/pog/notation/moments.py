"""Which paragraph of the rules a decision stands under, for refusals of orders given at another moment."""

from __future__ import annotations

from bot.table.refusal import Refusal, refuse
from bot.table.table import Table
from engine.errors import Reason


def wrong_moment(table: Table, wanted: str, part: str = "") -> Refusal:
    """An order that belongs to another decision than the present one, with what the present one offers."""
    reason = refuse("wrong_moment", table.face.rule, decision=table.kind, wanted=wanted).reason
    return Refusal(reason, part, table.present())


def no_such_choice(table: Table, text: str, part: str = "") -> Refusal:
    """A choice that the present decision does not have, with those that it has."""
    return Refusal(Reason("no_such_choice", table.face.rule, {"text": text}), part, table.present())


__all__ = ["no_such_choice", "wrong_moment"]
