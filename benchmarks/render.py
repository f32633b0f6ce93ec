"""Rendering benchmark: milliseconds to compose and to encode, and bytes, for 200 positions of random games.

Everything is measured warm: each kind of picture is rendered once at each of its scales first. The bare encoding uses
the same encoder on the same finished frame, timed separately; `ratio` is rendering plus encoding relative to it, the
median over single pictures.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from statistics import median
from typing import Any

import renderer.league
import renderer.liege
import renderer.pog
from benchmarks import random_players
from benchmarks.picture_kinds import THEATRES, Request, Seen, of_leagues, of_liege, wanted
from benchmarks.tables import p95, spread
from engine.pog import view_of
from engine.pog.content import load_content
from engine.pog.view import GameView
from renderer.league.views import View
from renderer.liege.pictures import bare_encode_ms as liege_bare_encode_ms
from renderer.pog.pictures import bare_encode_ms

POSITIONS = 200
PER_GAME = 20
#: Decisions between two positions of a game.
STEP = 25
#: Repetitions of each league picture.
LEAGUE_TIMES = 20


@dataclass(frozen=True)
class Row:
    """One picture: milliseconds, and bytes as sent."""

    compose: float
    encode: float
    bare: float
    #: Milliseconds for a plain PNG of the finished frame, whatever format is sent; 0 for animations.
    png: float
    size: int

    @property
    def total(self) -> float:
        """Rendering plus encoding."""
        return self.compose + self.encode


def positions(number: int = POSITIONS) -> list[Seen]:
    """Return positions spread over random games."""
    found: list[tuple[GameView, GameView]] = []
    system = random_players.system()
    for seed in count():
        if len(found) >= number:
            break
        games = random_players.play(random_players.begin(system, seed), seed)
        for game in islice(games, 24, 24 + STEP * PER_GAME, STEP):
            seat = game.actor if game.actor is not None else 0
            found.append((view_of(game, None), view_of(game, seat)))
    fights: list[GameView | None] = [view for view, _ in found if view.battle is not None]
    fights = fights or [None]
    return [
        Seen(n, view, own, found[n - n % PER_GAME][0], fights[n % len(fights)])
        for n, (view, own) in enumerate(found[:number])
    ]


def measure(number: int = POSITIONS) -> dict[str, Any]:
    """Return the figures of each kind of picture, and the memory of the process that rendered them all."""
    started = time.perf_counter()
    renderer.pog.warm(load_content())
    warm_s = time.perf_counter() - started
    seen = positions(number)
    for one in seen[:: max(1, len(seen) // 8)]:
        for _, request in wanted(one):
            renderer.pog.timed_draw(request)
        for name in THEATRES:
            renderer.pog.timed_draw(renderer.pog.Theatre(one.view, name))
    found: dict[str, list[Row]] = {}
    for one in seen:
        for kind, request in wanted(one):
            found.setdefault(kind, []).append(_timed(request))
            if kind == "theatre":
                found.setdefault(f"theatre_{THEATRES[one.number % 5]}", []).append(found[kind][-1])
    found |= {name: _of_league(view) for name, view in of_leagues()}
    found |= {name: _of_liege(request) for name, request in of_liege()}
    found["replay"] = [_animated(seen[first : first + PER_GAME]) for first in range(0, len(seen), PER_GAME)]
    result: dict[str, Any] = {kind: _figures(rows) for kind, rows in sorted(found.items())}
    result["positions"] = len(seen)
    result["warm_s"] = round(warm_s, 2)
    result["rss_mb"] = _resident_mb()
    return result


def _timed(request: Request) -> Row:
    picture, compose_ms, encode_ms = renderer.pog.timed_draw(request)
    bare, png = bare_encode_ms(request)
    return Row(compose_ms, encode_ms, bare, png, len(picture.data))


def _of_league(view: View) -> list[Row]:
    """Render the same league picture repeatedly, since leagues have no positions."""
    renderer.league.timed_draw(view)
    rows = []
    for _ in range(LEAGUE_TIMES):
        picture, compose_ms, encode_ms = renderer.league.timed_draw(view)
        bare, png = renderer.league.bare_encode_ms(view)
        rows.append(Row(compose_ms, encode_ms, bare, png, len(picture.data)))
    return rows


def _of_liege(request: renderer.liege.LiegeRequest) -> list[Row]:
    """Render the same sample repeatedly."""
    renderer.liege.timed_draw(request)
    rows = []
    for _ in range(LEAGUE_TIMES):
        picture, compose_ms, encode_ms = renderer.liege.timed_draw(request)
        bare, png = liege_bare_encode_ms(request)
        rows.append(Row(compose_ms, encode_ms, bare, png, len(picture.data)))
    return rows


def _animated(seen: Sequence[Seen]) -> Row:
    """Render a game's positions as an animation; the time after its last frame is pure encoding."""
    begun = drawn = time.perf_counter()

    def progress(_: int) -> None:
        nonlocal drawn
        drawn = time.perf_counter()

    pictures = renderer.pog.replay([(one.view, str(one.number)) for one in seen], progress=progress)
    encode = (time.perf_counter() - drawn) * 1000.0
    return Row((drawn - begun) * 1000.0, encode, encode, 0.0, sum(len(picture.data) for picture in pictures))


def _figures(rows: list[Row]) -> dict[str, Any]:
    totals, sizes = [row.total for row in rows], [row.size for row in rows]
    found = {
        "compose_ms": spread([row.compose for row in rows])["median"],
        "encode_ms": spread([row.encode for row in rows])["median"],
        "total_ms": spread(totals)["median"],
        "total_ms_p95": round(p95(totals), 2),
        "bare_encode_ms": spread([row.bare for row in rows])["median"],
        "ratio": round(median(row.total / row.bare for row in rows), 2),
        "bytes": round(spread(sizes)["median"]),
        "bytes_p95": round(p95(sizes)),
        "bytes_max": max(sizes),
    }
    if all(row.png for row in rows):
        # The overhead relative to sending a PNG of full size.
        found["png_ms"] = spread([row.png for row in rows])["median"]
        found["ratio_as_png"] = round(median((row.compose + row.png) / row.png for row in rows), 2)
    return found


def _resident_mb() -> float:
    """Return the current resident memory, or its peak where the system doesn't report the current one."""
    status = Path("/proc/self/statm")
    if status.exists():
        return round(int(status.read_text(encoding="ascii").split()[1]) * resource.getpagesize() / 1e6, 1)
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000.0, 1)
