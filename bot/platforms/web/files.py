"""Static files and fonts for pages, served only from their folders."""

from __future__ import annotations

import json
import re
from html import escape
from importlib.resources import files
from typing import Any

from aiohttp import web

from bot.narration.texts import Texts

#: Style and scripts shared by all kinds of pages, and the fonts.
SHARED = files("bot.platforms.web").joinpath("static")
FONTS = files("assets").joinpath("fonts")

_KEY = re.compile(r"\{\{([\w.]+)\}\}")

_TYPES = {
    ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".ttf": "font/ttf",
    ".txt": "text/plain",
}  # fmt: skip


def file_of(folder: Any, name: str) -> web.Response:
    """Serve a file of a folder; names contain no slash, so nothing outside is accessible. Raises HTTPNotFound."""
    suffix = "." + name.rpartition(".")[2]
    source = folder.joinpath(name)
    if name.startswith(".") or suffix not in _TYPES or not source.is_file():
        raise web.HTTPNotFound
    charset = None if suffix == ".ttf" else "utf-8"
    response = web.Response(body=source.read_bytes(), content_type=_TYPES[suffix], charset=charset)
    response.headers["Cache-Control"] = "no-cache"
    return response


def page_of(folder: Any, name: str, words: Texts) -> web.Response:
    """Serve a page of a folder, with its `{{keys}}` replaced by the texts of `page.toml`."""
    source = folder.joinpath(name).read_text(encoding="utf-8")
    filled = _KEY.sub(lambda found: escape(_word(words, found[1])), source)
    response = web.Response(text=filled, content_type="text/html")
    response.headers["Cache-Control"] = "no-cache"
    return response


def words_of(words: Texts) -> web.Response:
    """Serve the texts of `page.toml` as a module for a page's scripts."""
    told = json.dumps(words.table("page"), ensure_ascii=False)
    response = web.Response(text=f"export const WORDS = {told};\n", content_type="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


def _word(words: Texts, key: str) -> str:
    return words.language if key == "language" else words.say(f"page.{key}")


def font(name: str) -> web.Response:
    """Serve a font, cacheable for a day. Raises HTTPNotFound."""
    response = file_of(FONTS, name)
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response


__all__ = ["FONTS", "SHARED", "file_of", "font", "page_of", "words_of"]
