"""Looking commands of a title (looks), and the viewers who use them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from bot.narration.book import Book
from bot.narration.segments import Told
from bot.table.reply import PictureRef, Reply
from bot.table.table import Table
from engine.core.game import Game

B = TypeVar("B", bound=Book)
B_co = TypeVar("B_co", bound=Book, covariant=True)


class Viewer(Protocol[B_co]):
    """A viewer of a started game and what they may see of it; looking commands answer from this."""

    @property
    def game(self) -> Game[Any]:
        """The game, as far as the viewer may see it."""
        ...

    @property
    def game_id(self) -> str:
        """Id of the game."""
        ...

    @property
    def side(self) -> int | None:
        """The seat whose knowledge applies, None for a spectator."""
        ...

    @property
    def names(self) -> B_co:
        """The game's book."""
        ...

    @property
    def table(self) -> Table:
        """Return the table through which the viewer's orders reach the game; refuses spectators."""
        ...

    @property
    def known(self) -> Sequence[Told]:
        """The latest events that the viewer knows of, oldest first."""
        ...

    def picture(self, kind: str, alt: str = "", *, viewer: int | None = None, **args: object) -> PictureRef:
        """Return a picture of the present position; the public one unless a viewer is given."""
        ...


@dataclass(frozen=True, slots=True)
class TableViewer(Generic[B]):
    """A player at a table without a store; pictures are references to the position, which its caller may draw."""

    table: Table
    names: B
    game_id: str

    @property
    def game(self) -> Game[Any]:
        """The game of the table."""
        return self.table.game

    @property
    def side(self) -> int | None:
        """The seat of the table."""
        return self.table.side

    @property
    def known(self) -> Sequence[Told]:
        """No events: there is no store that keeps them."""
        return ()

    def picture(self, kind: str, alt: str = "", *, viewer: int | None = None, **args: object) -> PictureRef:
        """Return a reference without the position's number."""
        return PictureRef(kind=kind, game=self.game_id, number=0, viewer=viewer, args=dict(args), alt=alt)


@dataclass(frozen=True, slots=True)
class Ordered:
    """A look that turned out to be an order: a playing command with its text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Look(Generic[B]):
    """A looking command; the second argument of `show` holds its parsed arguments."""

    show: Callable[[Viewer[B], Any], Reply | Ordered]
    #: Whether it can turn out to be an order, which must not count twice when delivered twice.
    orders: bool = False


@dataclass(frozen=True, slots=True)
class Rows:
    """The content of a picture as rows of text with **bold** and `literal` marks, with a heading for each column."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


#: Text version of a look, for viewers who can't see its picture.
Written = Callable[[Viewer[B], Any], Rows | str]


@dataclass(frozen=True, slots=True)
class News:
    """What a seat is shown of the past: events since its last visit, all events it knows, and its palette."""

    meanwhile: Sequence[Told]
    known: Sequence[Told]
    palette: str
    #: A part of the map that is being discussed, as typed after the command; "" for none.
    spoken_of: str = ""


__all__ = [
    "Look",
    "News",
    "Ordered",
    "Rows",
    "TableViewer",
    "Viewer",
    "Written",
]
