"""Rendering of league views."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from renderer.kit import formats
from renderer.kit.fitting import fitted
from renderer.kit.languages import USUAL
from renderer.kit.painter import encoded, finished, paint
from renderer.kit.picture import Picture
from renderer.kit.scene import Scene
from renderer.league import bracket, chance_course, cross_table, forecasts, pairings, poster, ratings, standings
from renderer.league.views import (
    Bracket,
    Course,
    CrossTable,
    Forecasts,
    PairingCard,
    Pairings,
    Poster,
    RatingGraph,
    Standings,
    View,
)
from renderer.league.words import LeagueWords, words

#: Maximum size of a picture in bytes.
LIMIT = 200_000


#: How each kind of view is drawn, and told without a picture.
_KINDS: Mapping[type[View], tuple[Callable[[Any], Scene], Callable[[Any, LeagueWords], str]]] = {
    Standings: (standings.standings, standings.told),
    CrossTable: (cross_table.cross_table, cross_table.told),
    Bracket: (bracket.bracket, bracket.told),
    RatingGraph: (ratings.rating_graph, ratings.told),
    Poster: (poster.poster, poster.told),
    PairingCard: (pairings.pairing_card, pairings.card_told),
    Pairings: (pairings.pairings, pairings.told),
    Course: (chance_course.course, chance_course.told),
    Forecasts: (forecasts.forecasts, forecasts.told),
}


def scene_of(view: View) -> Scene:
    """Return the scene of a view; raises `ValueError` with one sentence if it doesn't fit or the colour set is unknown."""
    composed, _ = _KINDS[type(view)]
    scene = composed(view)
    return scene if view.language == USUAL else fitted(scene)


def in_words(view: View) -> str:
    """Return the alt text of a view's picture, without drawing it."""
    _, told = _KINDS[type(view)]
    return told(view, words(view.language))


@lru_cache(maxsize=32)
def _paint_scenes(scene: Scene, limit: int) -> Picture:
    """Paint scenes (cached: equal scenes are painted once)."""
    return paint((scene,), limit)


def draw(view: View, limit_bytes: int | None = None) -> Picture:
    """Return the picture of a view within `limit_bytes`; the same view gives the same bytes.

    Raises `ValueError` with one sentence if it can't be drawn or made that small.
    """
    return _paint_scenes(scene_of(view), LIMIT if limit_bytes is None else min(LIMIT, limit_bytes))


def timed_draw(view: View) -> tuple[Picture, float, float]:
    """Return the picture with the milliseconds for composing (scene and frame) and for encoding; bypasses the cache."""
    start = time.perf_counter()
    scene = scene_of(view)
    frame = finished((scene,))
    middle = time.perf_counter()
    made = encoded(frame, (scene,), LIMIT)
    return made, (middle - start) * 1000.0, (time.perf_counter() - middle) * 1000.0


def bare_encode_ms(view: View) -> tuple[float, float]:
    """Return the milliseconds for encoding the finished frame only: in the form it is sent, and as a plain PNG."""
    frame = finished((scene_of(view),))
    start = time.perf_counter()
    formats.within(frame, LIMIT)
    middle = time.perf_counter()
    formats.png(frame)
    return (middle - start) * 1000.0, (time.perf_counter() - middle) * 1000.0


def warm() -> None:
    """Load fonts and words and blend the inks by drawing each kind once, so that the first picture doesn't wait for it."""
    from renderer.league.samples import samples

    for _, view in samples():
        finished((scene_of(view),))


__all__ = ["LIMIT", "bare_encode_ms", "draw", "in_words", "scene_of", "timed_draw", "warm"]
