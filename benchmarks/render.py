"""Pictures: milliseconds to compose and to encode, and bytes, for positions of random games."""

from __future__ import annotations

from typing import Any

import renderer
from benchmarks import randomly
from benchmarks.tables import p95, spread
from engine.pog import view_of
from engine.pog.view import ActionMarks, GameView

POSITIONS = 24
THEATRES = ("west", "east", "italy", "balkans", "near_east")


def positions() -> list[GameView]:
    """Positions spread over random games, as a spectator sees them."""
    views: list[GameView] = []
    system = randomly.system()
    for seed in range(POSITIONS // 6):
        games = randomly.play(randomly.begin(system, seed), seed, turns=6)
        views += [view_of(game, None) for number, game in enumerate(games) if number % 40 == 39][:6]
    return views


def measure() -> dict[str, Any]:
    """One object for each kind of picture; the first of each kind only warms the caches."""
    found: dict[str, list[tuple[float, float, int]]] = {}
    for number, view in enumerate(positions()):
        for kind, request in _requests(view, number):
            picture, compose, encode = renderer.timed_draw(request)
            found.setdefault(kind, []).append((compose, encode, len(picture.data)))
    return {kind: _figures(rows[1:]) for kind, rows in found.items()}


def _requests(view: GameView, number: int) -> list[tuple[str, renderer.PictureRequest]]:
    fought = [space for space in view.spaces if len(space.units) > 1]
    focus = fought[number % len(fought)].space
    return [
        ("closeup", renderer.CloseUp(view, ActionMarks(focus=(focus,)))),
        ("theatre", renderer.Theatre(view, THEATRES[number % len(THEATRES)])),
        ("overview", renderer.Overview(view)),
        ("status", renderer.Status(view)),
    ]


def _figures(rows: list[tuple[float, float, int]]) -> dict[str, Any]:
    composes, encodes, sizes = zip(*rows, strict=True)
    totals = [compose + encode for compose, encode, _ in rows]
    return {
        "compose_ms": spread(composes)["median"],
        "encode_ms": spread(encodes)["median"],
        "total_ms": spread(totals)["median"],
        "total_ms_p95": round(p95(totals), 2),
        "bytes": round(spread(sizes)["median"]),
    }
