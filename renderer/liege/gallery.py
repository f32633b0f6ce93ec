"""Every kind of picture of Liège 1914 for the gallery, from invented positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from renderer.kit.colours import SETS
from renderer.kit.page import Shown
from renderer.liege import CampCloseUp, LiegeRequest, LiegeTheatre, timed_draw
from renderer.liege.samples import fire_marks, opening_view, sample_view


def requests() -> Iterator[tuple[str, LiegeRequest]]:
    """Yield every kind of picture with a name, and those of daily use in every colour set."""
    yield from plain_requests()
    for palette in SETS:
        for name, request in plain_requests() if palette != "standard" else ():
            yield f"{palette}-{name}", replace(request, palette=palette)


def plain_requests() -> Iterator[tuple[str, LiegeRequest]]:
    """Yield every kind of picture in the usual colours."""
    yield "liege-theatre", LiegeTheatre(opening_view())
    yield "liege-theatre-lively", LiegeTheatre(sample_view())
    yield "liege-camp", CampCloseUp(sample_view(), fire_marks())
    yield "liege-camp-fog", CampCloseUp(sample_view(fog=True, viewer=1))


def shown() -> Iterator[Shown]:
    """Yield all of them, drawn now."""
    for name, request in requests():
        picture, compose_ms, encode_ms = timed_draw(request)
        yield Shown(name, picture, f"compose {compose_ms:.0f} ms, encode {encode_ms:.0f} ms")


__all__ = ["plain_requests", "requests", "shown"]
