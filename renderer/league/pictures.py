"""Rendering of league views."""

from __future__ import annotations

import time
from functools import lru_cache

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
from renderer.league.words import words

#: Maximum size of a picture in bytes.
LIMIT = 200_000


def scene_of(view: View) -> Scene:
    """Return the scene of a view; raises `ValueError` with one sentence if it doesn't fit or the colour set is unknown."""
    scene = _scene(view)
    return scene if view.language == USUAL else fitted(scene)


def _scene(view: View) -> Scene:
    match view:
        case Standings():
            return standings.standings(view)
        case CrossTable():
            return cross_table.cross_table(view)
        case Bracket():
            return bracket.bracket(view)
        case RatingGraph():
            return ratings.rating_graph(view)
        case Poster():
            return poster.poster(view)
        case PairingCard():
            return pairings.pairing_card(view)
        case Pairings():
            return pairings.pairings(view)
        case Course():
            return chance_course.course(view)
        case Forecasts():
            return forecasts.forecasts(view)


def in_words(view: View) -> str:
    """Return the alt text of a view's picture, without drawing it."""
    vocabulary = words(view.language)
    match view:
        case Standings():
            return standings.told(view, vocabulary)
        case CrossTable():
            return cross_table.told(view, vocabulary)
        case Bracket():
            return bracket.told(view, vocabulary)
        case RatingGraph():
            return ratings.told(view, vocabulary)
        case Poster():
            return poster.told(view, vocabulary)
        case PairingCard():
            return pairings.card_told(view, vocabulary)
        case Pairings():
            return pairings.told(view, vocabulary)
        case Course():
            return chance_course.told(view, vocabulary)
        case Forecasts():
            return forecasts.told(view, vocabulary)


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
