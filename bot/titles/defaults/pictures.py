"""Pictures of a title that draws every position with a single function."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from PIL import Image

from bot.table.reply import PictureRef
from bot.titles import title_named
from bot.titles.pictures import DeclaredPictures, Job, Needs, PictureKind, Shelf
from bot.titles.title import Title
from engine.core.chance import FirstChance, RecordedChance
from engine.core.game import Game
from engine.core.record import Entry, in_force

#: Draws a position as a side may see it (None: the public), in the colours of a palette.
Draw = Callable[[Game[Any], int | None, str], Image.Image]
#: The input that each kind is drawn from.
_NEEDS: Final[Mapping[str, Needs]] = {
    "board": "position", "joined": "position", "end": "position", "opening": "nothing", "replay": "record",
}  # fmt: skip
#: Duration of a replay frame in ms, and the gap between joined pictures in px.
_FRAME, _GAP = 700, 8


class PlainPictures(DeclaredPictures[Any, Any]):
    """The position as `board`, plus opening, replay, end, and several positions joined in one picture.

    Args:
        draw: function that draws one position.
        size: width and height in px of its drawings.
    """

    def __init__(self, draw: Draw, size: tuple[int, int]) -> None:
        shelves = {"board": Shelf("overview", "whole")}
        super().__init__({name: PictureKind(size, None, shelves.get(name), needs) for name, needs in _NEEDS.items()})
        self._draw = draw

    def paint(self, job: Job) -> tuple[bytes, str, str]:
        """Return bytes, MIME type and alt text; raises ValueError for an unknown kind."""
        ref = PictureRef.model_validate_json(job.ref)
        self.kind(ref.kind)
        title, games = title_named(job.title), _positions(job, ref)
        frames = [self._draw(game, ref.viewer, ref.palette) for game in games]
        if ref.kind == "joined":
            frames = [_stacked(frames * max(1, len(ref.listed("parts"))))]
        data = io.BytesIO()
        kind = "PNG" if len(frames) == 1 else "GIF" if job.plain else "WEBP"
        if len(frames) == 1:
            frames[0].save(data, kind)
        else:
            frames[0].save(data, kind, save_all=True, append_images=frames[1:], duration=_FRAME)
        return data.getvalue(), f"image/{kind.casefold()}", _position_text(title, job, games[-1], ref)


def _positions(job: Job, ref: PictureRef) -> list[Game[Any]]:
    """Return the positions that a picture shows, at least one."""
    system = title_named(job.title).system(json.loads(job.options))
    if ref.kind == "opening":
        return [Game.start(system, FirstChance())]
    if job.snapshot is not None:
        return [Game.restore(system, json.loads(job.snapshot), RecordedChance(()))]
    entries = in_force([Entry.load(entry) for entry in job.entries])
    wanted = set(ref.numbers("entries"))
    if ref.kind != "replay" or not wanted:
        return [Game.replay(system, entries)]
    source = RecordedChance(entries[0].outcomes)
    game = Game.start(system, source)
    found: list[Game[Any]] = []
    for entry in entries:
        if entry is not entries[0]:
            game.repeat(entry, source)
        if entry.number in wanted:
            found.append(game.copy())
    return found or [game]


def _position_text(title: Title[Any, Any], job: Job, game: Game[Any], ref: PictureRef) -> str:
    """Return the position in words, as its viewer may know it."""
    return title.describe(title.book(json.loads(job.options), ref.language), game, ref.viewer)


def _stacked(pictures: Sequence[Image.Image]) -> Image.Image:
    """Return several pictures stacked vertically."""
    height = sum(one.height for one in pictures) + _GAP * (len(pictures) - 1)
    made, top = Image.new("RGB", (max(one.width for one in pictures), height), "white"), 0
    for one in pictures:
        made.paste(one, (0, top))
        top += one.height + _GAP
    return made


__all__ = ["Draw", "PlainPictures"]
