"""``python -m renderer.pog.gallery``: writes every kind of picture to ``var/gallery/index.html``.

The positions come from the set-up facts and from invented crowds, so the gallery needs no engine.
Each picture stands at full size and at 400 px, the width of a phone.
"""

from __future__ import annotations

import argparse
import html
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from engine.pog.content import load_content
from renderer.kit.theme import STYLE_NAME
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

#: Most bytes of a picture in the README.
README_LIMIT = 300_000
ODDS = ((load_content().space_by_name["sedan"], "18:8 · 64%"),)
PAGE = """<!doctype html><meta charset="utf-8"><title>{style}</title>
<style>body{{background:#ddd5c0;color:#2b2520;font:16px/1.4 serif;margin:2rem}}
figure{{margin:0 0 3rem}}figcaption{{margin:.4rem 0}}img{{max-width:none;border:1px solid #665b4c}}
.phone{{width:400px;display:block;margin-top:.5rem}}small{{color:#665b4c}}</style>
<h1>{style}: every picture</h1>{body}"""


def requests() -> Iterator[tuple[str, PictureRequest]]:
    """Every kind of picture with a name."""
    yield from map_requests()
    yield from panel_requests()
    yield from palette_requests()
    for card in load_content().cards:
        yield f"card-{card.name}", CardFace(load_content(), card.id)


def map_requests() -> Iterator[tuple[str, PictureRequest]]:
    """Views of the board and its overlays."""
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
    """Tracks, hands, piles, battles, summaries."""
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
    """The pictures of daily use in every colour set."""
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
    """Replays of an invented war."""
    yield "replay-webp", replay(campaign_frames(), "webp")[0]
    yield "replay-gif", replay(campaign_frames(), "gif")[0]


def main(folder: Path = Path("var/gallery")) -> None:
    """Draws everything and writes the page."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = []
    for name, request in requests():
        picture, compose_ms, encode_ms = timed_draw(request)
        note = f"compose {compose_ms:.0f} ms, encode {encode_ms:.0f} ms"
        parts.append(_figure(folder, name, picture, note))
    parts += [_figure(folder, name, picture, "animated") for name, picture in animations()]
    (folder / "index.html").write_text(PAGE.format(style=STYLE_NAME, body="".join(parts)), encoding="utf-8")
    sys.stdout.write(f"{len(parts)} pictures in {folder / 'index.html'}\n")


def _figure(folder: Path, name: str, picture: Picture, note: str) -> str:
    file = f"{name}.{picture.mime.removeprefix('image/')}"
    (folder / file).write_bytes(picture.data)
    note = f"{picture.width}×{picture.height}, {len(picture.data) / 1000:.0f} KB, {note}"
    alt = html.escape(picture.alt)
    return (
        f'<figure><img src="{file}" alt="{alt}"><img class="phone" src="{file}" alt="">'
        f"<figcaption><b>{name}</b> <small>{note}</small><br>{alt}</figcaption></figure>"
    )


def readme(folder: Path) -> None:
    """Writes the four pictures of the README."""
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


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m renderer.pog.gallery", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("var/gallery"), help="where the page goes")
    parser.add_argument("--readme", type=Path, metavar="FOLDER", help="write only the pictures of the README there")
    return parser.parse_args()


if __name__ == "__main__":
    given = _arguments()
    if given.readme is not None:
        readme(given.readme)
    else:
        main(given.folder)
