"""The position as a page shows it that lets pictures be touched: a capability of a title whose pictures have places."""

from __future__ import annotations

from typing import Protocol, TypeVar

from bot.narration.book import Book
from bot.table.offers import OfferContext, Offers
from bot.table.reply import Board, Reply
from bot.table.table import Table
from bot.titles.looks import News, Viewer

B_contra = TypeVar("B_contra", bound=Book, contravariant=True)
D_contra = TypeVar("D_contra", bound=OfferContext, contravariant=True)


class TouchMap(Protocol[B_contra, D_contra]):
    """Pictures with their places, and the offers that belong to places."""

    def board(self, viewer: Viewer[B_contra], context: D_contra, offers: Offers, panel: Reply, news: News) -> Board:
        """Return the panel as it can be touched."""
        ...

    def public_board(self, viewer: Viewer[B_contra], table: Table, number: int, news: News) -> Board:
        """Return the position as everybody sees it, with nothing to press.

        Args:
            viewer: a spectator.
            table: the position that everybody sees, as the side meets it that decides.
            number: the record entry that everybody knows of, behind which that position stands.
            news: what everybody knows of the past.
        """
        ...


__all__ = ["TouchMap"]
