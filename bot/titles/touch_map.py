"""Protocol of clickable pictures: the position as a page shows it, for titles whose pictures have located places."""

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
    """Pictures with located places, and the offers that belong to those places."""

    def board(self, viewer: Viewer[B_contra], context: D_contra, offers: Offers, panel: Reply, news: News) -> Board:
        """Return the clickable version of a panel."""
        ...

    def public_board(self, viewer: Viewer[B_contra], table: Table, number: int, news: News) -> Board:
        """Return the public position, with nothing to press.

        Args:
            viewer: a spectator.
            table: the public position, from the view of the side that decides.
            number: the public record entry after which that position stands.
            news: the public past.
        """
        ...


__all__ = ["TouchMap"]
