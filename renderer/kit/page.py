"""HTML page for reviewing all pictures: each at full size and at 400 px, the width of a phone."""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from renderer.kit.picture import Picture
from renderer.kit.theme import STYLE_NAME

_PAGE = """<!doctype html><meta charset="utf-8"><title>{style}</title>
<style>body{{background:#ddd5c0;color:#2b2520;font:16px/1.4 serif;margin:2rem}}
figure{{margin:0 0 3rem}}figcaption{{margin:.4rem 0}}img{{max-width:none;border:1px solid #665b4c}}
.phone{{width:400px;display:block;margin-top:.5rem}}small{{color:#665b4c}}</style>
<h1>{style}: every picture</h1>{body}"""


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture with its name and a note."""

    name: str
    picture: Picture
    note: str


def write(folder: Path, pictures: Iterable[Shown]) -> int:
    """Write the pictures and an `index.html` into a folder; return their number."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = [_figure(folder, shown) for shown in pictures]
    (folder / "index.html").write_text(_PAGE.format(style=STYLE_NAME, body="".join(parts)), encoding="utf-8")
    return len(parts)


def _figure(folder: Path, shown: Shown) -> str:
    picture = shown.picture
    file = f"{shown.name}.{picture.mime.removeprefix('image/')}"
    (folder / file).write_bytes(picture.data)
    note = f"{picture.width}×{picture.height}, {len(picture.data) / 1000:.0f} KB, {shown.note}"
    alt = html.escape(picture.alt)
    return (
        f'<figure><img src="{file}" alt="{alt}"><img class="phone" src="{file}" alt="">'
        f"<figcaption><b>{shown.name}</b> <small>{note}</small><br>{alt}</figcaption></figure>"
    )


__all__ = ["Shown", "write"]
