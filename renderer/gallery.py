"""``python -m renderer.gallery``: writes every kind of picture to ``var/gallery/index.html``.

The positions come from the set-up facts and from invented crowds, so the gallery needs no engine.
Each picture stands at full size and at 400 px, the width of a phone.
"""

from __future__ import annotations

import html
import sys
from collections.abc import Iterator
from pathlib import Path

from engine.pog.content import load_content
from renderer import (
    Battle,
    CardFace,
    CloseUp,
    Hand,
    Overview,
    PictureRequest,
    SpaceClose,
    Status,
    Supply,
    Theatre,
    timed_draw,
)
from renderer.layout import load_layout
from renderer.samples import crowded_view, lively_view, opening_marks, sample_battles, setup_view
from renderer.theme import STYLE_NAME

PAGE = """<!doctype html><meta charset="utf-8"><title>{style}</title>
<style>body{{background:#ddd5c0;color:#2b2520;font:16px/1.4 serif;margin:2rem}}
figure{{margin:0 0 3rem}}figcaption{{margin:.4rem 0}}img{{max-width:none;border:1px solid #665b4c}}
.phone{{width:400px;display:block;margin-top:.5rem}}small{{color:#665b4c}}</style>
<h1>{style}: every picture</h1>{body}"""


def requests() -> Iterator[tuple[str, PictureRequest]]:
    """Every kind of picture with a name."""
    content = load_content()
    start, lively, crowd = setup_view("campaign"), lively_view(), crowded_view()
    yield "overview", Overview(start)
    yield "overview-lively", Overview(lively)
    for name in load_layout().theatres:
        yield f"theatre-{name}", Theatre(start, name)
        yield f"theatre-{name}-crowded", Theatre(crowd, name)
    yield "close-up-attack", CloseUp(lively, opening_marks())
    yield "close-up-crowded", CloseUp(crowd, opening_marks())
    for name in ("verdun", "gallipoli", "przemysl", "baghdad"):
        yield f"space-{name}", SpaceClose(lively, content.space_by_name[name])
    yield "supply", Supply(crowd, 0)
    yield "status", Status(lively)
    for side in (0, 1):
        own = setup_view("campaign", side)
        cards = own.sides[side].hand or ()
        yield f"hand-{side}", Hand(own, cards[: len(cards) // 2])
    for card in content.cards:
        yield f"card-{card.name}", CardFace(card.id)
    for i, battle in enumerate(sample_battles()):
        yield f"battle-{i}", Battle(start, battle)


def main(folder: Path = Path("var/gallery")) -> None:
    """Draws everything and writes the page."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = []
    for name, request in requests():
        picture, compose_ms, encode_ms = timed_draw(request)
        file = f"{name}.{picture.mime.removeprefix('image/')}"
        (folder / file).write_bytes(picture.data)
        note = f"{picture.width}×{picture.height}, {len(picture.data) / 1000:.0f} KB, compose {compose_ms:.0f} ms, encode {encode_ms:.0f} ms"
        alt = html.escape(picture.alt)
        parts.append(
            f'<figure><img src="{file}" alt="{alt}"><img class="phone" src="{file}" alt="">'
            f"<figcaption><b>{name}</b> <small>{note}</small><br>{alt}</figcaption></figure>"
        )
    (folder / "index.html").write_text(PAGE.format(style=STYLE_NAME, body="".join(parts)), encoding="utf-8")
    sys.stdout.write(f"{len(parts)} pictures in {folder / 'index.html'}\n")


if __name__ == "__main__":
    main()
