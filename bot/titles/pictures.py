"""How pictures of the games of a title are drawn, and what a worker needs for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from bot.storage.game_record import parsed_record


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker needs to draw: the reference, title and options, and the position as snapshot text or as its record."""

    ref: str
    title: str
    options: str
    snapshot: str | None = None
    lines: tuple[bytes, ...] = ()
    #: For a platform that shows no WebP.
    plain: bool = False

    @property
    def entries(self) -> tuple[dict[str, Any], ...]:
        """The record as far as it was given."""
        return tuple(parsed_record("of a picture", self.lines))


@dataclass(frozen=True, slots=True)
class Shelf:
    """A place that a page keeps for pictures of some kinds, under a name of the title's own; `ui.maps.NAME` is what it is called.

    Where a panel's board has an area of the same name, what is touched in such a picture is touched there.
    """

    name: str
    #: What a picture on it shows of the map; such pictures stay in view.
    of_map: Literal["whole", "part", "none"] = "none"


class Pictures(Protocol):
    """How pictures of a title are drawn; all but `rooms`, `shelves` and `needs` runs in workers."""

    @property
    def rooms(self) -> Mapping[str, tuple[int, int]]:
        """All kinds of pictures that there are, with the room in px that is kept for one before it is drawn."""
        ...

    @property
    def shelves(self) -> Mapping[str, Shelf]:
        """The shelf of each kind that a page keeps a place for; kinds without one are messages like any other."""
        ...

    def needs(self, kind: str) -> Literal["nothing", "position", "record"]:
        """Return what of a game a kind of picture is drawn from, beside its options."""
        ...

    def paint(self, job: Job) -> tuple[bytes, str, str]:
        """Bytes, mime type and alt text; raises ValueError where the reference asks for what cannot be drawn."""
        ...

    def load(self) -> None:
        """Load what every picture needs, so that the first does not wait for it."""
        ...

    def beforehand(self) -> None:
        """Paint what many pictures show."""
        ...


__all__ = ["Job", "Pictures", "Shelf"]
