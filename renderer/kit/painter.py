"""Rendering of scenes: crop the board's sheet, paste sprites, encode."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import takewhile

from PIL import Image, ImageDraw

from renderer.kit import formats, theme
from renderer.kit.colours import set_bytes
from renderer.kit.palette import index_of, palette_bytes, palette_image
from renderer.kit.picture import Picture
from renderer.kit.requests import STANDARD
from renderer.kit.scene import Board, Command, Fill, Scene, Stamp, Territory
from renderer.kit.sprites import SpriteKey, sprite

#: Maximum width of a row of pictures, and the gap between two.
_WIDEST, _BETWEEN = 900, 10


@lru_cache(maxsize=256)
def engraved(board: Board, key: SpriteKey, scale: float, x: int, y: int) -> Image.Image:
    """Return a piece of the sheet with a name blended into it; (x, y) is its corner on the whole sheet."""
    letters = key.paint(scale)
    ground = board.piece(scale, (x, y, x + letters.width, y + letters.height)).convert("RGB")
    ground.paste(letters.convert("RGB"), (0, 0), letters.getchannel("A"))
    return ground.quantize(palette=palette_image(), dither=Image.Dither.NONE)


def compose(scene: Scene) -> Image.Image:
    """Return the finished frame in the shared palette."""
    size = (scene.width, scene.height)
    if scene.base is None:
        frame = Image.new("P", size, index_of(scene.ground))
        frame.putpalette(palette_bytes())
    else:
        left, top = scene.base.left, scene.base.top
        frame = scene.base.board.piece(scene.scale, (left, top, left + scene.width, top + scene.height))
    ground = _ground(scene.commands)
    if ground:
        if scene.base is None:
            raise TypeError("Territory lies on a board.")
        scene.base.board.lay(frame, scene, ground)
    _paste(frame, scene, scene.commands[len(ground) :])
    if scene.palette != STANDARD:
        frame.putpalette(set_bytes(scene.palette))
    return frame


def _ground(commands: Sequence[Command]) -> list[Territory | Stamp]:
    """Return the lowest commands where land is tinted by holder: territories, with names of lands and seas among them."""
    lowest = takewhile(lambda each: isinstance(each, Territory) or each.kind == "lettering", commands)
    found = [each for each in lowest if isinstance(each, Territory | Stamp)]
    return found if any(isinstance(each, Territory) for each in found) else []


def _paste(frame: Image.Image, scene: Scene, commands: Iterable[Command]) -> None:
    """Paste fills and sprites onto the frame.

    Sprites have the frame's mode and lie within it, so they are pasted by Pillow's core: for such small ones, half the
    time of `Image.paste` is spent on its checks.
    """
    draw = ImageDraw.Draw(frame)
    scale, core = scene.scale, frame.im
    for command in commands:
        if isinstance(command, Fill):
            draw.rectangle(
                (command.x, command.y, command.x + command.width - 1, command.y + command.height - 1),
                fill=index_of(command.colour),
            )
        elif isinstance(command, Territory):
            raise TypeError("Territory lies under all else but the names of lands and seas.")
        elif command.kind == "lettering" and scene.base is not None:
            corner = (scene.base.left + command.x, scene.base.top + command.y)
            frame.paste(engraved(scene.base.board, command.key, scene.scale, *corner), (command.x, command.y))
        elif (whole := getattr(command.key, "frame", None)) is not None:
            frame.paste(whole(), (command.x, command.y))
        else:
            zoom = command.zoom
            ready = sprite(command.key, scale if zoom == 1.0 else round(scale * zoom, 4))
            x, y, (width, height) = command.x, command.y, ready.image.size
            core.paste(ready.image.im, (x, y, x + width, y + height), ready.mask.im)


def finished(scenes: Sequence[Scene]) -> Image.Image:
    """Return the frame of one scene, or of several scenes in one colour set."""
    frames = [compose(scene) for scene in scenes]
    return frames[0] if len(frames) == 1 else _join_frames(frames, scenes[0].palette)


def encoded(frame: Image.Image, scenes: Sequence[Scene], limit: int, *, webp: bool = False) -> Picture:
    """Return the picture of a finished frame within `limit` bytes, as WebP only if allowed; raises `TooSmall`."""
    data, mime, size = formats.within(frame, limit, webp=webp)
    name = scenes[0].name if len(scenes) == 1 else "joined"
    alt = " ".join(scene.alt for scene in scenes)
    return Picture(data, mime, *size, alt, f"{name}.{mime.removeprefix('image/')}")


def paint(scenes: Sequence[Scene], limit: int, *, webp: bool = False) -> Picture:
    """Return the picture of scenes in one colour set within `limit` bytes; raises `TooSmall`."""
    return encoded(finished(scenes), scenes, limit, webp=webp)


def _join_frames(frames: Sequence[Image.Image], colours: str) -> Image.Image:
    """Join frames in a row if that fits a phone's width, else in a column, on a paper background."""
    across, down = sum(f.width for f in frames), sum(f.height for f in frames)
    between = _BETWEEN * (len(frames) - 1)
    in_row = across + between <= _WIDEST
    size = (
        (across + between, max(f.height for f in frames)) if in_row else (max(f.width for f in frames), down + between)
    )
    whole = Image.new("P", size, index_of(theme.PAPER))
    whole.putpalette(palette_bytes() if colours == STANDARD else set_bytes(colours))
    at = 0
    for frame in frames:
        whole.paste(frame, (at, (size[1] - frame.height) // 2) if in_row else ((size[0] - frame.width) // 2, at))
        at += (frame.width if in_row else frame.height) + _BETWEEN
    return whole
