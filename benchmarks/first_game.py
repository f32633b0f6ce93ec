"""``python -m benchmarks.first_game [FILE]``: plays the first game of the README and writes it as an animated picture.

The lines are those of the README; the bot, its store and its pictures are real. Only the seed is fixed, so that the
dice are the same each time.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from unittest import mock

from PIL import Image, ImageDraw

from bot.platforms.painting import PicturePool, work
from bot.port import Inbound
from bot.service.handler import BotHandler
from bot.settings import Settings
from bot.storage import Connection, Store, redis_server
from bot.table.reply import PictureRef, Reply
from renderer.kit import theme

ROOT = Path(__file__).parent.parent
#: The picture shown in the README.
SHOWN = ROOT / "deploy" / "pictures" / "first-game.webp"
#: Its largest size in bytes.
LIMIT = 1_000_000
#: Its size in pixels, and the font size of typed lines.
SIZE, LETTERS = (800, 640), 20
#: Font of the bot's text, and its size in pixels.
WORDS = ("sans_medium", 18)
#: Milliseconds of a frame: with text only, and with a picture.
SHORT, LONG = 1600, 3000
#: WebP qualities to try, the best first.
_QUALITIES = (80, 65, 50, 35, 20)
_CHANNEL = "first-game"
_LINE = re.compile(r"^\| \d+ \| (?P<who>\w+) \| `(?P<typed>/[^`]+)` \| (?P<told>.+) \|$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the first game: who types it, the command, and the README's remark on it."""

    who: str
    typed: str
    told: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A typed line with its answer, all resulting posts, and the picture shown."""

    line: Line
    said: str
    posted: tuple[str, ...]
    picture: bytes | None


def lines() -> list[Line]:
    """Return the lines of the README."""
    text = (ROOT / "README.md").read_text(encoding="utf-8").partition("\n## A first game\n")[2].partition("\n## ")[0]
    return [Line(**found.groupdict()) for found in _LINE.finditer(text)]


async def scenes(store: Store, *, painted: bool = True) -> AsyncIterator[Scene]:
    """Play the lines in an empty store and yield the scenes."""
    handler, pool = BotHandler(store), _Here(store)
    for number, line in enumerate(lines()):
        inbound = Inbound(
            platform="web",
            channel=_CHANNEL,
            user=line.who.lower(),
            user_name=line.who,
            key=f"line-{number}",
            text=line.typed.removeprefix("/"),
        )
        replies = list(await handler.run(inbound))
        posts: list[Reply] = []
        game = await store.channels.holder(f"web:{_CHANNEL}")
        for queued in await store.outbox.pending_posts(game) if game else ():
            posts.append(Reply.model_validate(queued.post.body).on("web"))
            await store.outbox.mark_delivered(queued.game_id, queued.post_id)
        pictures = [reply.picture for reply in replies if reply.picture is not None]
        drawn = (await pool(pictures[0]))[0] if painted and pictures else None
        yield Scene(line, "\n".join(reply.text for reply in replies), tuple(post.text for post in posts), drawn)


class _Here(PicturePool):
    """Renders pictures in this process."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, 1)

    async def __call__(self, ref: PictureRef) -> tuple[bytes, str, str]:
        return work(await self._job(ref))


def frames(shown: Sequence[Scene]) -> list[Image.Image]:
    """Draw what the players see after each line: the line, its answer, and the newest picture below.

    Until there is a picture, the earlier lines are shown as well.
    """
    drawn = []
    for number, scene in enumerate(shown, start=1):
        pictures = [one.picture for one in shown[:number] if one.picture]
        image = Image.new("RGB", SIZE, theme.PAPER)
        top = 0
        for one in [scene] if pictures else shown[:number]:
            top = _answered(image, one, top, 6 if pictures else 4)
        if pictures:
            picture = Image.open(BytesIO(pictures[-1])).convert("RGB")
            picture.thumbnail((SIZE[0] - 20, SIZE[1] - top - 10), Image.Resampling.LANCZOS)
            image.paste(picture, ((SIZE[0] - picture.width) // 2, top))
        drawn.append(image)
    return drawn


def _answered(image: Image.Image, scene: Scene, top: int, most: int) -> int:
    """Draw a line and the first rows of its answer; returns the y position below."""
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, top, SIZE[0], top + 34), fill=theme.INK)
    for x, text, font in ((14, scene.line.who, "sans_bold"), (86, scene.line.typed, "sans")):
        draw.text((x, top + 17), text, font=theme.font(font, LETTERS), fill=theme.PAPER, anchor="lm")
    said = re.sub(r"[*`]|<[^>]+>", "", scene.said or "\n".join(scene.posted[:1])).replace("→", "–")
    rows = [row for line in said.splitlines() for row in _wrapped(line)][:most]
    for number, row in enumerate(rows):
        draw.text((14, top + 42 + number * 22), row, font=theme.font(*WORDS), fill=theme.INK)
    return top + 52 + len(rows) * 22


def _wrapped(line: str) -> list[str]:
    """Return the rows of a line that fit the width of the frame."""
    rows = [""]
    for word in line.split():
        longer = f"{rows[-1]} {word}".strip()
        if theme.text_width(longer, *WORDS) <= SIZE[0] - 28:
            rows[-1] = longer
        else:
            rows.append(word)
    return rows


def animated(shown: Sequence[Scene]) -> bytes:
    """Encode the scenes as a WebP within the size limit, at the best quality; raises ValueError if none fits."""
    first, *others = frames(shown)
    times = [LONG if scene.picture else SHORT for scene in shown]
    for quality in _QUALITIES:
        out = BytesIO()
        first.save(out, "WEBP", save_all=True, append_images=others, duration=times, loop=0, quality=quality, method=6)
        if out.tell() <= LIMIT:
            return out.getvalue()
    raise ValueError(f"The first game cannot be shown in {LIMIT} bytes.")


async def _played() -> list[Scene]:
    with tempfile.TemporaryDirectory() as folder, mock.patch("secrets.token_bytes", lambda size: b"7" * size):
        async with redis_server(Settings(var=Path(folder))) as url:
            connection = Connection(url)
            try:
                return [scene async for scene in scenes(Store(connection))]
            finally:
                await connection.close()


def main() -> None:
    """Write the picture."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.first_game", description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=SHOWN, help="where it goes")
    file = parser.parse_args().file
    data = animated(asyncio.run(_played()))
    file.write_bytes(data)
    sys.stdout.write(f"{len(data)} bytes in {file}\n")


if __name__ == "__main__":
    main()
