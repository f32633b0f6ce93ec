"""Gallery of every kind of picture, and the pictures of the README.

The positions come from the set-up data and made-up crowds, so the gallery needs no engine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

from engine.pog.content import load_content
from renderer.kit.page import Shown
from renderer.kit.requests import of_view_alone
from renderer.pog import (
    PALETTES,
    Battle,
    CardFace,
    CloseUp,
    Control,
    Front,
    Hand,
    Overview,
    Picture,
    PictureRequest,
    Pile,
    SpaceClose,
    Status,
    Supply,
    Theatre,
    Threats,
    draw,
    replay,
    timed_draw,
)
from renderer.pog.layout import load_layout
from renderer.pog.samples import (
    HAND_USES,
    campaign_frames,
    crowded_view,
    lively_view,
    opening_marks,
    sample_battles,
    sample_end,
    sample_summary,
    setup_view,
    threatened_view,
)

#: Maximum size in bytes of a picture in the README.
README_LIMIT = 300_000
ODDS = ((load_content().space_by_name["sedan"], "18:8 · 64%"),)


def requests() -> Iterator[tuple[str, PictureRequest]]:
    """Yield every kind of picture with a name."""
    yield from map_requests()
    yield from panel_requests()
    yield from palette_requests()
    shown = {type(request) for _, request in (*map_requests(), *panel_requests())}
    for kind in of_view_alone(get_args(PictureRequest)):
        if kind not in shown:
            yield kind.__name__.lower(), kind(lively_view())
    for card in load_content().cards:
        yield f"card-{card.name}", CardFace(load_content(), card.id)


def map_requests() -> Iterator[tuple[str, PictureRequest]]:
    """Yield the views of the board and its overlays."""
    content = load_content()
    start, lively, crowd = setup_view("campaign"), lively_view(), crowded_view()
    yield "overview", Overview(start)
    yield "overview-lively", Overview(lively)
    for name in load_layout(content).theatres:
        yield f"theatre-{name}", Theatre(start, name)
        yield f"theatre-{name}-crowded", Theatre(crowd, name)
    yield "close-up-attack", CloseUp(lively, opening_marks(), ODDS)
    yield "close-up-crowded", CloseUp(crowd, opening_marks(), ODDS)
    for name in ("verdun", "gallipoli", "przemysl", "baghdad"):
        yield f"space-{name}", SpaceClose(lively, content.space_by_name[name])
    yield "supply", Supply(lively, 0)
    yield "supply-west", Supply(lively, 0, "west")
    yield "supply-east-cp", Supply(lively, 1, "east")
    yield "control", Control(lively)
    yield "control-west", Control(lively, "west")
    yield "front-west", Front(lively, start, "west")
    yield "front-east", Front(lively, start, "east")
    yield "threats", Threats(lively, 0)
    yield "threats-east", Threats(threatened_view(), 0, "east")


def panel_requests() -> Iterator[tuple[str, PictureRequest]]:
    """Yield tracks, hands, piles, battles and summaries."""
    start, lively = setup_view("campaign"), lively_view()
    yield "status", Status(lively)
    for side in (0, 1):
        own = setup_view("campaign", side)
        yield (
            f"hand-{side}",
            Hand(own, (), tuple((c, HAND_USES[i % len(HAND_USES)]) for i, c in enumerate(own.sides[side].hand or ()))),
        )
    for side, pile in ((0, "discard"), (1, "removed")):
        yield f"pile-{pile}", Pile(lively, side, pile)
    for i, battle in enumerate(sample_battles()):
        yield f"battle-{i}", Battle(start, battle)
    yield "turn-summary", sample_summary()
    yield "game-end", sample_end()


def palette_requests() -> Iterator[tuple[str, PictureRequest]]:
    """Yield the most common pictures in every colour set."""
    lively, own = lively_view(), setup_view("campaign", 1)
    hand = own.sides[1].hand or ()
    for name in PALETTES[1:]:
        uses = tuple((c, HAND_USES[i % len(HAND_USES)]) for i, c in enumerate(hand))
        yield f"{name}-close-up", CloseUp(lively, opening_marks(), ODDS, palette=name)
        yield f"{name}-theatre", Theatre(lively, "balkans", palette=name)
        yield f"{name}-control", Control(lively, "west", palette=name)
        yield f"{name}-supply", Supply(lively, 0, "west", palette=name)
        yield f"{name}-hand", Hand(own, (), uses, palette=name)
        yield f"{name}-battle", Battle(lively, sample_battles()[0], palette=name)
        yield f"{name}-turn-summary", replace(sample_summary(), palette=name)


def animations() -> Iterator[tuple[str, Picture]]:
    """Yield replays of a made-up game."""
    yield "replay-webp", replay(campaign_frames(), "webp")[0]
    yield "replay-gif", replay(campaign_frames(), "gif")[0]


def shown() -> Iterator[Shown]:
    """Yield all of them, drawn now."""
    for name, request in requests():
        picture, compose_ms, encode_ms = timed_draw(request)
        yield Shown(name, picture, f"compose {compose_ms:.0f} ms, encode {encode_ms:.0f} ms")
    for name, picture in animations():
        yield Shown(name, picture, "animated")


def readme(folder: Path) -> None:
    """Write the four pictures of the README."""
    folder.mkdir(parents=True, exist_ok=True)
    lively, own = lively_view(), setup_view("campaign", 1)
    hand = own.sides[1].hand or ()
    wanted: dict[str, PictureRequest] = {
        "close-up": CloseUp(lively, opening_marks(), ODDS),
        "theatre": Theatre(lively, "west"),
        "hand": Hand(own, (), tuple((c, HAND_USES[i % len(HAND_USES)]) for i, c in enumerate(hand))),
        "battle": Battle(lively, sample_battles()[0]),
    }
    for name, request in wanted.items():
        (folder / f"{name}.png").write_bytes(draw(request, README_LIMIT).data)
    sys.stdout.write(f"{len(wanted)} pictures in {folder}\n")
