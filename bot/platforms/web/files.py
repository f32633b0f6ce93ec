"""Files of ours that pages load: static ones and fonts, read from their folders and from nowhere else."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from aiohttp import web

#: What pages of every kind share: their look, and the fonts in it.
SHARED = files("bot.platforms.web").joinpath("static")
FONTS = files("assets").joinpath("fonts")

_TYPES = {
    ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".ttf": "font/ttf",
    ".txt": "text/plain",
}  # fmt: skip


def file_of(folder: Any, name: str) -> web.Response:
    """Return a file of a folder; names hold no slash, so nothing outside it can be named. Raises HTTPNotFound."""
    suffix = "." + name.rpartition(".")[2]
    source = folder.joinpath(name)
    if name.startswith(".") or suffix not in _TYPES or not source.is_file():
        raise web.HTTPNotFound
    charset = None if suffix == ".ttf" else "utf-8"
    response = web.Response(body=source.read_bytes(), content_type=_TYPES[suffix], charset=charset)
    response.headers["Cache-Control"] = "no-cache"
    return response


def font(name: str) -> web.Response:
    """Return a font, which stays the same for a day. Raises HTTPNotFound."""
    response = file_of(FONTS, name)
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response


__all__ = ["FONTS", "SHARED", "file_of", "font"]
