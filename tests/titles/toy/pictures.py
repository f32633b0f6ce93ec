"""Simple drawings of the nine hexes."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from typing import Any, Final

from PIL import Image, ImageDraw

from bot.table.reply import PictureRef
from bot.titles.pictures import DeclaredPictures, Job, PictureKind, Shelf
from engine.core.chance import FirstChance, RecordedChance
from engine.core.game import Game
from engine.core.record import Entry, in_force
from tests.titles.toy.rules import FOX, NOWHERE, Toy, ToyGame, View, facts, view_of
from tests.titles.toy.words import book

SIZE: Final = (360, 320)
_BOARD: Final = Shelf("overview", "whole")
#: All kinds of pictures.
KINDS: Final[dict[str, PictureKind[Any, Any]]] = {
    "board": PictureKind(SIZE, shelf=_BOARD), "lair": PictureKind(SIZE, shelf=_BOARD),
    "tracks": PictureKind(SIZE, needs="record"), "end": PictureKind(SIZE, needs="record"),
    "replay": PictureKind(SIZE, needs="record"), "joined": PictureKind(SIZE),
    "opening": PictureKind(SIZE, needs="nothing"), "puzzle": PictureKind(SIZE, needs="nothing"),
}  # fmt: skip


def middle(number: int) -> tuple[int, int]:
    """Return the centre of a hex in px."""
    row, column = divmod(number, 3)
    return 70 + 90 * column + 40 * (row % 2), 60 + 95 * row


class ToyPictures(DeclaredPictures[Any, Any]):
    """The pictures of the toy."""

    def __init__(self) -> None:
        super().__init__(KINDS)

    def paint(self, job: Job) -> tuple[bytes, str, str]:
        """Draw a picture; return bytes, MIME type and alt text."""
        ref = PictureRef.model_validate_json(job.ref)
        self.kind(ref.kind)
        views, way = _shown(job, ref)
        frames = [_drawn(view, way) for view in views]
        data = io.BytesIO()
        kind = "PNG"
        if len(frames) > 1:
            kind = "GIF" if job.plain else "WEBP"
            frames[0].save(data, kind, save_all=True, append_images=frames[1:], duration=500)
        else:
            frames[0].save(data, kind)
        return data.getvalue(), f"image/{kind.casefold()}", alt(ref.kind, views[-1])


def alt(kind: str, view: View) -> str:
    """Return the alt text of a picture."""
    names = book()
    say = names.words.say
    parts = [say(f"pictures.{kind}"), say("pictures.hound", hex=names.hex(view.hound))]
    if view.fox != NOWHERE:
        parts.append(say("pictures.fox", hex=names.hex(view.fox)))
    if view.burrow != NOWHERE:
        parts.append(say("pictures.burrow", hex=names.hex(view.burrow)))
    return " ".join(parts)


def _shown(job: Job, ref: PictureRef) -> tuple[list[View], list[int]]:
    """Draw the positions, and the hound's way."""
    system = Toy(json.loads(job.options))
    if ref.kind in ("opening", "puzzle"):
        return [view_of(Game.start(system, FirstChance()), None)], []
    if ref.kind in ("tracks", "replay"):
        return _told(system, job, ref)
    game: ToyGame
    if job.snapshot is not None:
        game = Game.restore(system, json.loads(job.snapshot), RecordedChance(()))
    else:
        game = Game.replay(system, [Entry.load(entry) for entry in job.entries])
    return [view_of(game, ref.viewer)], list(ref.numbers("way"))


def _told(system: Toy, job: Job, ref: PictureRef) -> tuple[list[View], list[int]]:
    """Return the past that a picture shows: the hound's tracks, or positions after some entries."""
    standing = in_force([Entry.load(entry) for entry in job.entries])
    source = RecordedChance(standing[0].outcomes)
    game: ToyGame = Game.start(system, source)
    wanted, views, way = ref.numbers("entries"), [], [game.state.hound]
    for entry in standing:
        if entry is not standing[0]:
            game.repeat(entry, source)
        if entry.number in wanted:
            views.append(view_of(game, None))
        if game.state.hound != way[-1]:
            way.append(game.state.hound)
    return (views, []) if ref.kind == "replay" and views else ([view_of(game, None)], way)


def _drawn(view: View, way: Sequence[int]) -> Image.Image:
    image = Image.new("RGB", SIZE, "#eef2e2")
    draw = ImageDraw.Draw(image)
    for number in range(len(facts().hexes)):
        draw.regular_polygon((*middle(number), 46), 6, rotation=30, outline="#667755", width=2)
    if len(way) > 1:
        draw.line([middle(number) for number in way], fill="#b07030", width=5)
    for at, colour in ((view.burrow, "#554433"), (view.fox, "#dd5511"), (view.hound, "#2244aa")):
        if at != NOWHERE:
            x, y = middle(at)
            draw.ellipse((x - 14, y - 14, x + 14, y + 14), fill=colour)
    return image


__all__ = ["FOX", "KINDS", "SIZE", "ToyPictures", "alt", "middle"]
