"""Protocol for drawing a title's pictures, how their kinds are declared, and the job that a worker gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, Protocol, TypeVar

from bot.storage.game_record import parsed_record
from bot.table.reply import PictureRef
from renderer.kit.requests import BaseRequest

#: What a picture is drawn from, besides the game's options.
Needs = Literal["nothing", "position", "record"]
V = TypeVar("V")
R = TypeVar("R", bound=BaseRequest)


@dataclass(frozen=True, slots=True)
class Job:
    """Input of a worker that draws a picture: reference, title, options, and the position as a snapshot or as its record."""

    ref: str
    title: str
    options: str
    snapshot: str | None = None
    lines: tuple[bytes, ...] = ()
    #: For platforms that can't show WebP.
    plain: bool = False

    @property
    def entries(self) -> tuple[dict[str, Any], ...]:
        """Return the record as far as it was given."""
        return tuple(parsed_record("of a picture", self.lines))


@dataclass(frozen=True, slots=True)
class Shelf:
    """A slot on the page for pictures of certain kinds, named by the title; `ui.maps.NAME` is its label.

    If a panel's board has an area of the same name, touches on such a picture count as touches on that area.
    """

    name: str
    #: How much of the map its pictures show; map pictures stay visible.
    of_map: Literal["whole", "part", "none"] = "none"


class Pictures(Protocol):
    """Drawing of a title's pictures; all methods except `rooms`, `shelves` and `needs` run in workers."""

    @property
    def rooms(self) -> Mapping[str, tuple[int, int]]:
        """All kinds of pictures, with the size in px that is reserved before a picture is drawn."""
        ...

    @property
    def shelves(self) -> Mapping[str, Shelf]:
        """The shelf of each kind that has a slot on the page; other kinds are shown like ordinary messages."""
        ...

    def needs(self, kind: str) -> Needs:
        """Return what a kind of picture is drawn from, besides the game's options."""
        ...

    def paint(self, job: Job) -> tuple[bytes, str, str]:
        """Return bytes, MIME type and alt text; raises ValueError if the reference can't be drawn."""
        ...

    def load(self) -> None:
        """Load what every picture needs, so that the first request doesn't wait for it."""
        ...

    def beforehand(self) -> None:
        """Render shared parts of the pictures in advance."""
        ...


@dataclass(frozen=True)
class PictureKind(Generic[V, R]):
    """A kind of picture of a title, declared once.

    Args:
        room: width and height in px that a page reserves before the picture is drawn.
        request: makes the renderer's request from a viewer's view and a reference, without colours and language;
            None for a kind that is drawn from more than one view.
        shelf: the slot on the page, None for a picture that is shown like an ordinary message.
        needs: what the picture is drawn from.
    """

    room: tuple[int, int]
    request: Callable[[V, PictureRef], R] | None = None
    shelf: Shelf | None = None
    needs: Needs = "position"


class DeclaredPictures(Generic[V, R]):
    """The members of `Pictures` that follow from the declared kinds of a title."""

    def __init__(self, kinds: Mapping[str, PictureKind[V, R]]) -> None:
        self._kinds = kinds

    @property
    def rooms(self) -> Mapping[str, tuple[int, int]]:
        """All kinds, with their sizes."""
        return {name: kind.room for name, kind in self._kinds.items()}

    @property
    def shelves(self) -> Mapping[str, Shelf]:
        """The shelf of each kind that has one."""
        return {name: kind.shelf for name, kind in self._kinds.items() if kind.shelf is not None}

    def needs(self, kind: str) -> Needs:
        """Return what a kind is drawn from."""
        return self.kind(kind).needs

    def kind(self, name: str) -> PictureKind[V, R]:
        """Return a declared kind; raises ValueError for another name."""
        if name not in self._kinds:
            raise ValueError(f"There is no picture of kind {name}.")
        return self._kinds[name]

    def request_for(self, ref: PictureRef, view: V) -> R:
        """Return the request for the renderer, in the colours and the language of a reference.

        Raises:
            ValueError: the kind isn't drawn from one view, or the arguments don't fit it.
        """
        kind = self.kind(ref.kind)
        if kind.request is None:
            raise ValueError(f"A picture of kind {ref.kind} is no part of another.")
        make = kind.request
        return self.checked(ref, lambda: make(view, ref))

    def checked(self, ref: PictureRef, make: Callable[[], R]) -> R:
        """Return a request in the colours and the language of a reference; raises ValueError if its arguments don't fit."""
        try:
            request = make()
        except (KeyError, TypeError, IndexError) as error:
            raise ValueError(f"A picture of kind {ref.kind} needs other arguments than {sorted(ref.args)}.") from error
        return replace(request, palette=ref.palette, language=ref.language)

    def load(self) -> None:
        """Do nothing: there is nothing to load."""

    def beforehand(self) -> None:
        """Do nothing: nothing is rendered in advance."""


__all__ = ["DeclaredPictures", "Job", "Needs", "PictureKind", "Pictures", "Shelf"]
