"""From what a panel offers to what can be touched: each offer with the targets that it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from bot.narration.book import Book
from bot.table import tokens
from bot.table.layout import option_of, unique
from bot.table.offers import OfferContext, Offers
from bot.table.reply import Touch
from bot.titles.looks import Looker

B = TypeVar("B", bound=Book)
D = TypeVar("D", bound=OfferContext)

#: Where an order begins, where it leads to ("" for nowhere), and whether it is aimed and thrown for.
About = tuple[tuple[str, ...], str, bool]
#: The sign of what is aimed.
AIM: Final = "⚔"


def touches(looker: Looker[B], context: D, offers: Offers, about: Callable[[D, str], About]) -> Iterator[Touch]:
    """Yield the offers of a panel as touches; `about` says of an order which targets it is about.

    The description of an offer that is aimed is its chance.
    """
    number = context.table.number
    for group in unique(offers).groups:
        for entry in group.entries:
            control = option_of(entry, looker.game_id, number)
            here, to, aimed = about(context, entry.order)
            chance = entry.description if aimed else ""
            yield Touch(
                control.label, control.description, control.token, group.title, here, to, aimed=aimed and bool(to), chance=chance,
                chances=chance, sign=AIM if aimed else "",
            )  # fmt: skip
    for press in offers.presses:
        here, to, _ = about(context, press.order)
        token = tokens.order(looker.game_id, number, press.order)
        yield Touch(press.label, press.hint, token, here=here, to=to, style=press.style)


__all__ = ["AIM", "About", "touches"]
