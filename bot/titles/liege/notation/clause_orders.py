"""The orders of a line of several clauses; each is read in the position after the clauses before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from bot.table.offers import OfferContext
from bot.table.refusal import Refusal
from bot.titles.liege.notation import orders
from bot.titles.liege.notation.clauses import clauses
from bot.titles.liege.notation.mentions import words_of
from engine.errors import ChanceError

#: Lines that end a phase.
_ENDS: Final = frozenset({"done", "hold the rest"})
#: Returns the orders that cover a line of one clause completely.
Meant = Callable[[OfferContext, str], Sequence[str]]


def clause_orders(context: OfferContext, line: str, meant: Meant) -> list[str]:
    """Return the orders of a line of several clauses joined into one, if each clause means one possible order; [] for any other line."""
    found = clauses(context, line)
    made = list(_in_turn(context, found, meant)) if found is not None and context.table.mine else []
    return [" /".join(made)] if made and "" not in made else []


def _in_turn(context: OfferContext, lines: Sequence[str], meant: Meant) -> Iterator[str]:
    """Yield the one order of each clause, "" where it means none or several; after a die roll each is read as if it came first."""
    trial = context.table.trial()
    for line in lines:
        here = OfferContext(context.table if trial.chance else trial, context.names, context.terms)
        if line in _ENDS:
            yield line
            continue
        able = _possible_orders(here, line, meant) if here.table.mine and here.table.game.stack else []
        if len(able) != 1:
            yield ""
            return
        yield able[0]
        if not trial.chance:
            _carry(OfferContext(trial, context.names, context.terms), able[0])


def _possible_orders(context: OfferContext, line: str, meant: Meant) -> list[str]:
    """Return the possible orders that a clause means: as typed, else without chat words."""
    plain = " ".join(words_of(context).chat.sub(" ", line).split())
    for said in dict.fromkeys((line, plain)):
        if able := [one for one in meant(context, said) if _is_possible(context, one)]:
            return able
    return []


def _is_possible(context: OfferContext, line: str) -> bool:
    """Return whether an order is possible, up to the next die roll."""
    return _carry(OfferContext(context.table.trial(), context.names, context.terms), line)


def _carry(context: OfferContext, line: str) -> bool:
    """Carry out an order on a trial."""
    name, _, text = line.partition(" ")
    try:
        orders.order(context, name, text)
    except Refusal:
        return False
    except ChanceError:
        context.table.chance = True
    return True


__all__ = ["clause_orders"]
