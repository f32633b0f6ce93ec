"""Available languages and their files, in `assets` and in a folder named by the environment.

A language is a folder `LAYER/text/LANGUAGE` of text files, where LAYER is "host" or a title's package; texts in
pictures are in `LAYER/art/words_LANGUAGE.toml`. Experimental languages are in an external folder with the same layout
(`FELDPOST_TEXTS`).
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

#: The fallback for texts missing in the requested language.
USUAL = "en"
#: The environment variable that names a folder with further languages.
FOLDER = "FELDPOST_TEXTS"
#: A language tag: "de", "pt-BR", "en-XA".
TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")

#: The keys of a table of plurals.
_FORMS = frozenset({"zero", "one", "two", "few", "many", "other"})


def languages(outside: str | None = None) -> tuple[str, ...]:
    """Return the tags of all languages the host has texts in, English first; `outside` replaces the environment's folder."""
    return _languages(os.environ.get(FOLDER, "") if outside is None else outside)


@cache
def _languages(outside: str) -> tuple[str, ...]:
    found = {
        entry.name
        for folder in _folders(outside, "host", "text")
        for entry in folder.iterdir()
        if entry.is_dir() and TAG.fullmatch(entry.name)
    }
    return (USUAL, *sorted(found - {USUAL}))


def known(tag: str, among: Iterable[str] | None = None) -> str:
    """Return the available language for a tag as sent by platforms and browsers ("de-AT", "en_GB"), "" for none."""
    wanted = tag.replace("_", "-").casefold()
    by_name = {one.casefold(): one for one in (languages() if among is None else among)}
    while wanted:
        if wanted in by_name:
            return by_name[wanted]
        wanted = wanted.rpartition("-")[0]
    return ""


def accepted(header: str) -> str:
    """Return the available language that an Accept-Language header prefers (RFC 9110, 12.5.4), "" for none."""
    wishes: list[tuple[float, str]] = []
    for part in header.split(","):
        tag, _, weight = part.strip().partition(";")
        try:
            liked = float(weight.strip().removeprefix("q=")) if weight else 1.0
        except ValueError:
            continue
        wishes.append((liked, tag.strip()))
    best = (known(tag) for liked, tag in sorted(wishes, key=lambda wish: -wish[0]) if liked > 0)
    return next((tag for tag in best if tag), "")


def files(layer: str, language: str) -> Iterator[Traversable]:
    """Yield the text files of a layer in a language."""
    for folder in _folders(os.environ.get(FOLDER, ""), layer, "text", language):
        yield from (file for file in folder.iterdir() if file.name.endswith(".toml"))


def read(layer: str, *path: str) -> dict[str, Any] | None:
    """Return the tables of one file of a layer, None if it doesn't exist."""
    for folder in _folders(os.environ.get(FOLDER, ""), layer, *path[:-1]):
        if (file := folder / path[-1]).is_file():
            return tomllib.loads(file.read_text(encoding="utf-8"))
    return None


def merged(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Merge two tables, with `above` taking precedence. A table of plural forms is replaced as a whole."""
    made = dict(below)
    for name, value in above.items():
        under = made.get(name)
        both = (
            isinstance(under, dict) and isinstance(value, dict) and not ("other" in value and _FORMS.issuperset(value))
        )
        made[name] = merged(under, value) if both and isinstance(under, dict) else value
    return made


def _folders(outside: str, layer: str, *path: str) -> Iterator[Traversable]:
    roots: list[Traversable] = [resources.files("assets"), *([Path(outside)] if outside else [])]
    for root in roots:
        folder = root.joinpath(layer, *path)
        if folder.is_dir():
            yield folder


__all__ = ["FOLDER", "TAG", "USUAL", "accepted", "files", "known", "languages", "merged", "read"]
