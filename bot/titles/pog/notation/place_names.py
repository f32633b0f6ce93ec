"""Alternative names of map spaces, in other languages and times, and names of places that aren't on the map.

Source: `assets/pog/text/place_names.toml`, which gives the language, time and source of each.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from bot.table.typed_text import phrase
from engine.pog.content import Content

#: Number of spaces suggested for a place that isn't on the map.
_NEAREST = 2
#: How letters missing on a keyboard are typed.
_TYPED = (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("Ä", "Ae"), ("Ö", "Oe"), ("Ü", "Ue"))


@dataclass(frozen=True, slots=True)
class OtherName:
    """A name of a space in a language at a time."""

    name: str
    space: str
    language: str
    time: str
    source: str

    @property
    def typed(self) -> tuple[str, ...]:
        """The name as looked up: as written, and as typed without umlauts."""
        return tuple(dict.fromkeys(phrase(one) for one in (self.name, plain_letters(self.name))))


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A place that isn't on the map: its names, the first of which is displayed, and its position in degrees."""

    names: tuple[str, ...]
    lat: float
    lon: float

    def nearest(self, content: Content) -> list[int]:
        """Return the spaces of the map nearest to it."""
        placed = [
            space for space in content.spaces if space.kind == "map" and not space.beach and space.lat is not None
        ]
        return [
            space.id
            for space in sorted(placed, key=lambda space: self._squared_distance(space.lat or 0.0, space.lon or 0.0))
        ][:_NEAREST]

    def _squared_distance(self, lat: float, lon: float) -> float:
        """Return the square of the distance in degrees of latitude; exact enough within a few hundred kilometres."""
        across = (lon - self.lon) * math.cos(math.radians(self.lat))
        return (lat - self.lat) ** 2 + across**2


@lru_cache(maxsize=1)
def _file() -> dict[str, Any]:
    text = (resources.files("assets") / "pog" / "text" / "place_names.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def other_names() -> Iterator[OtherName]:
    """Yield the alternative names of the spaces of all maps."""
    for group in _file()["names"]:
        for space, names in group["spaces"].items():
            for name in names:
                yield OtherName(name, space, group["language"], group["time"], group["source"])


def elsewhere() -> Iterator[Elsewhere]:
    """Yield the places that are not a space of the map."""
    for name, place in _file()["elsewhere"].items():
        lat, lon = place["at"]
        yield Elsewhere((name, *place.get("also", ())), lat, lon)


def plain_letters(name: str) -> str:
    """Return a name as typed without umlauts."""
    for letter, typed in _TYPED:
        name = name.replace(letter, typed)
    return name


__all__ = ["Elsewhere", "OtherName", "elsewhere", "other_names", "plain_letters"]
