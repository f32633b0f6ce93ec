"""Protocol for drawing a title's pictures, and the job that a worker gets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from bot.storage.game_record import parsed_record


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

    def needs(self, kind: str) -> Literal["nothing", "position", "record"]:
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


__all__ = ["Job", "Pictures", "Shelf"]
