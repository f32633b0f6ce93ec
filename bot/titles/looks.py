"""What can be looked at in the games of a title, and who looks at it."""

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
    """Whoever looks at a game that has started, with what they may see of it: what a looking command answers from."""

    @property
    def game(self) -> Game[Any]:
        """The game as far as they may see it go."""
        ...

    @property
    def game_id(self) -> str:
        """Id of the game."""
        ...

    @property
    def side(self) -> int | None:
        """The seat whose knowledge may be used, None for a spectator."""
        ...

    @property
    def names(self) -> B_co:
        """The words of the game."""
        ...

    @property
    def table(self) -> Table:
        """The game as their orders meet it; refuses spectators."""
        ...

    def picture(self, kind: str, alt: str = "", *, viewer: int | None = None, **args: object) -> PictureRef:
        """Return a picture of the present position; of what everybody knows unless a viewer is named."""
        ...


@dataclass(frozen=True, slots=True)
class Ordered:
    """What was looked for is an order: a playing command with its text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Look(Generic[B]):
    """A looking command; the second argument are those of the command, typed."""

    show: Callable[[Viewer[B], Any], Reply | Ordered]
    #: It may be an order, so that it must not count twice when it comes again.
    orders: bool = False


@dataclass(frozen=True, slots=True)
class Rows:
    """What a picture shows as rows of words, with **bold** and `literal` marks; under a head for each column."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


#: A look in words, for whoever sees no picture of it.
Written = Callable[[Viewer[B], Any], Rows | str]


@dataclass(frozen=True, slots=True)
class News:
    """What a seat is shown of the past: what happened meanwhile, and all that it knows up to now, in its colours."""

    meanwhile: Sequence[Told]
    known: Sequence[Told]
    palette: str
    #: A part of the map that is spoken of now, as it is typed behind the command; "" for none.
    spoken_of: str = ""


__all__ = ["Look", "News", "Ordered", "Rows", "Viewer", "Written"]
