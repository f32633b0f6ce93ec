"""Gallery of every kind of league picture, some in every colour set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from renderer.kit.page import Shown
from renderer.kit.requests import Palette
from renderer.league.pictures import timed_draw
from renderer.league.samples import samples
from renderer.league.views import View

_SETS: tuple[Palette, ...] = ("dark", "red_green", "blue_yellow")


def views() -> Iterator[tuple[str, View]]:
    """Yield the samples, and the first of each kind in the other colour sets too."""
    seen: set[type] = set()
    for name, view in samples():
        yield f"league-{name}", view
        if type(view) not in seen:
            seen.add(type(view))
            yield from ((f"league-{name}-{palette}", replace(view, palette=palette)) for palette in _SETS)


def shown() -> Iterator[Shown]:
    """Yield all of them, drawn now."""
    for name, view in views():
        picture, compose_ms, encode_ms = timed_draw(view)
        yield Shown(name, picture, f"compose {compose_ms:.0f} ms, encode {encode_ms:.0f} ms")


__all__ = ["shown", "views"]
