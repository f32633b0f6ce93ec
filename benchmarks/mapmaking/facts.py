"""Read the places and links the map is made from out of the compiled content."""

from __future__ import annotations

from dataclasses import dataclass

from engine.pog.content import load_content
from renderer.pog.words import Language, words


@dataclass(frozen=True, slots=True)
class Place:
    """A map space: its position on the globe (degrees) and the owner of the ground."""

    id: int
    name: str
    title: str
    lat: float
    lon: float
    nation: str
    terrain: str
    beach: bool
    edge_box: bool
    near_east: bool


@dataclass(frozen=True, slots=True)
class Link:
    """A connection between two places; `nations` is empty for a solid line."""

    a: int
    b: int
    nations: tuple[str, ...]


def read_facts() -> tuple[list[Place], list[Link]]:
    """Return all map spaces in id order, and the connections between them."""
    content = load_content()
    places = [
        Place(s.id, s.name, s.title, s.lat, s.lon, s.nation, s.terrain, s.beach, s.edge_box, s.near_east)
        for s in content.spaces
        if s.kind == "map" and s.lat is not None and s.lon is not None
    ]
    links = [Link(c.a, c.b, tuple(sorted(c.nations))) for c in content.connections]
    return places, links


def shipped_words() -> Language:
    """Return the names lettered on the sheet."""
    return words(load_content())
