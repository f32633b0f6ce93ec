"""Clickable panels for a map with a single picture: each offer of a panel with the targets it concerns."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Generic, TypeVar

from bot.narration.book import Book
from bot.table import tokens
from bot.table.layout import option_of, unique
from bot.table.offers import OfferContext, Offers
from bot.table.reply import Area, Board, Reply, Spot, Touch
from bot.table.table import Table
from bot.titles.looks import News, Viewer
from engine.core.game import Game
from renderer.kit.hit_areas import Ground

B = TypeVar("B", bound=Book)
D = TypeVar("D", bound=OfferContext)

#: Where an order starts, where it leads ("" for nowhere), and whether it is an attack decided by dice.
About = tuple[tuple[str, ...], str, bool]
#: Sign of an attack.
AIM: Final = "⚔"


def touches(viewer: Viewer[B], context: D, offers: Offers, about: Callable[[D, str], About]) -> Iterator[Touch]:
    """Yield the offers of a panel as touches; `about` returns the targets of an order.

    The description of an attack's offer is its chance.
    """
    number, offers = context.table.number, unique(offers)
    for group in offers.groups:
        for entry in group.entries:
            control = option_of(entry, viewer.game_id, number)
            here, to, aimed = about(context, entry.order)
            chance = entry.description if aimed else ""
            yield Touch(
                control.label, control.description, control.token, group.title, here, to, aimed=aimed and bool(to), chance=chance,
                chances=chance, sign=AIM if aimed else "",
            )  # fmt: skip
    for press in offers.presses:
        here, to, _ = about(context, press.order)
        token = tokens.order(viewer.game_id, number, press.order)
        yield Touch(press.label, press.hint, token, here=here, to=to, style=press.style)


class PlainTouchMap(ABC, Generic[B, D]):
    """A map whose only picture, `board`, shows everything; the title implements where things are and what an order concerns."""

    @abstractmethod
    def ground(self, game: Game[Any], viewer: int | None, context: D | None) -> Ground:
        """Return where targets are in the viewer's picture; `context` is the viewer's decision, None for a spectator."""

    @abstractmethod
    def spots(self, names: B, game: Game[Any], viewer: int | None, touched: Sequence[Touch]) -> tuple[Spot, ...]:
        """Return the named targets: what is on the map, and what can be acted on."""

    @abstractmethod
    def about(self, context: D, order: str) -> About:
        """Return the targets of an order."""

    def focus(self, game: Game[Any]) -> tuple[str, ...]:
        """Return the targets of the latest action: none, so a page starts with the whole map."""
        del game
        return ()

    def board(self, viewer: Viewer[B], context: D, offers: Offers, panel: Reply, news: News) -> Board:
        """Return the clickable version of a panel."""
        del panel, news
        touched = tuple(touches(viewer, context, offers, self.about))
        area = _area(viewer, viewer.side, self.ground(viewer.game, viewer.side, context))
        spots = self.spots(viewer.names, viewer.game, viewer.side, touched)
        return Board(context.table.number, (area,), spots, touched, focus=self.focus(viewer.game))

    def public_board(self, viewer: Viewer[B], table: Table, number: int, news: News) -> Board:
        """Return the public position, with nothing to press."""
        area = _area(viewer, None, self.ground(viewer.game, None, None))
        picture = area.picture.model_copy(update={"number": number, "palette": news.palette})
        area = Area(area.name, area.label, picture, area.ground)
        spots = self.spots(viewer.names, viewer.game, None, ())
        return Board(table.number, (area,), spots, focus=self.focus(viewer.game), seated=False)


def _area(viewer: Viewer[B], side: int | None, ground: Ground) -> Area:
    label = viewer.names.words.say("ui.maps.overview")
    return Area("overview", label, viewer.picture("board", label, viewer=side), ground)


__all__ = ["AIM", "About", "PlainTouchMap", "touches"]
