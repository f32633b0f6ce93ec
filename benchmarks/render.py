"""Pictures: milliseconds to compose and to encode, and bytes, for 200 positions of random games.

Everything is measured warm: each kind of picture is drawn once at each of its scales first. The bare encode is
the same encoder on the same finished frame, timed alone and apart from the drawing.
"""

from __future__ import annotations

import resource
import time
from itertools import count, islice
from pathlib import Path
from typing import Any

import renderer
from benchmarks import randomly
from benchmarks.tables import p95, spread
from engine.pog import view_of
from engine.pog.content import load_content
from engine.pog.view import ActionMarks, GameView
from renderer.painter import compose, encode
from renderer.pictures import scene_of

POSITIONS = 200
PER_GAME = 20
#: Decisions between two positions of a game.
STEP = 25
THEATRES = ("west", "east", "italy", "balkans", "near_east")
Row = tuple[float, float, float, int]
Request = renderer.PictureRequest


def positions() -> list[tuple[GameView, GameView]]:
    """Positions spread over random games: as a spectator and as the side to decide sees them."""
    found: list[tuple[GameView, GameView]] = []
    system = randomly.system()
    for seed in count():
        if len(found) >= POSITIONS:
            break
        games = randomly.play(randomly.begin(system, seed), seed)
        for game in islice(games, 24, 24 + STEP * PER_GAME, STEP):
            seat = game.actor if game.actor is not None else 0
            found.append((view_of(game, None), view_of(game, seat)))
    return found[:POSITIONS]


def measure() -> dict[str, Any]:
    """One object for each kind of picture, and the memory of the process that drew them all."""
    started = time.perf_counter()
    renderer.warm()
    warm_s = time.perf_counter() - started
    wanted = positions()
    battles = [view for view, _ in wanted if view.battle is not None]
    for view, own in wanted[:: len(wanted) // 8]:
        for _, request in _requests(view, own, 0, battles, view):
            renderer.timed_draw(request)
        for name in THEATRES:
            renderer.timed_draw(renderer.Theatre(view, name))
    found: dict[str, list[Row]] = {}
    for number, (view, own) in enumerate(wanted):
        for kind, request in _requests(view, own, number, battles, wanted[number - number % PER_GAME][0]):
            found.setdefault(kind, []).append(_timed(request))
            if kind == "theatre":
                found.setdefault(f"theatre_{THEATRES[number % 5]}", []).append(found[kind][-1])
    result: dict[str, Any] = {kind: _figures(rows) for kind, rows in sorted(found.items())}
    result["positions"] = len(wanted)
    result["warm_s"] = round(warm_s, 2)
    result["rss_mb"] = _resident_mb()
    return result


def _timed(request: Request) -> Row:
    picture, compose_ms, encode_ms = renderer.timed_draw(request)
    frame = compose(scene_of(request))
    start = time.perf_counter()
    encode(frame)
    return compose_ms, encode_ms, (time.perf_counter() - start) * 1000.0, len(picture.data)


def _requests(
    view: GameView, own: GameView, number: int, battles: list[GameView], began: GameView
) -> list[tuple[str, Request]]:
    fought = [state for state in view.spaces if len(state.units) > 1] or list(view.spaces)
    focus = fought[number % len(fought)].space
    hand = own.sides[own.viewer or 0].hand or ()
    wanted: list[tuple[str, Request]] = [
        ("closeup", renderer.CloseUp(view, _marks(view, focus))),
        ("space", renderer.SpaceClose(view, focus)),
        ("theatre", renderer.Theatre(view, THEATRES[number % len(THEATRES)])),
        ("overview", renderer.Overview(view)),
        ("supply", renderer.Supply(view, number % 2)),
        ("control", renderer.Control(view)),
        ("front", renderer.Front(view, began)),
        ("threats", renderer.Threats(view, number % 2)),
        ("card", renderer.CardFace(number % len(load_content().cards))),
        ("status", renderer.Status(view)),
    ]
    if hand:
        wanted.append(("hand", renderer.Hand(own, hand)))
    if battles:
        fight = battles[number % len(battles)]
        assert fight.battle is not None
        wanted.append(("battle", renderer.Battle(fight, fight.battle)))
    return wanted


def _marks(view: GameView, focus: int) -> ActionMarks:
    """A move and an attack into the space from two of its neighbours."""
    links = load_content().connections
    near = [k.b if k.a == focus else k.a for k in links if focus in (k.a, k.b)]
    units = tuple(u.unit for u in view.spaces[focus].units)
    return ActionMarks(moves=((units, (near[0], focus)),), attacks=((tuple(near[1:2]), focus),))


def _figures(rows: list[Row]) -> dict[str, Any]:
    composes, encodes, bares, sizes = zip(*rows, strict=True)
    totals = [compose_ms + encode_ms for compose_ms, encode_ms, _, _ in rows]
    return {
        "compose_ms": spread(composes)["median"],
        "encode_ms": spread(encodes)["median"],
        "total_ms": spread(totals)["median"],
        "total_ms_p95": round(p95(totals), 2),
        "bare_encode_ms": spread(bares)["median"],
        "bytes": round(spread(sizes)["median"]),
        "bytes_p95": round(p95(sizes)),
    }


def _resident_mb() -> float:
    """Resident memory now, or the highest it was where the system does not tell."""
    status = Path("/proc/self/statm")
    if status.exists():
        return round(int(status.read_text(encoding="ascii").split()[1]) * resource.getpagesize() / 1e6, 1)
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000.0, 1)
