"""The made-up language in the suite: its files, and what of a text is not in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from bot.narration.pseudo import CLOSE, LANGUAGE, OPEN
from bot.table.reply import PictureRef

__all__ = ["CLOSE", "LANGUAGE", "OPEN", "escaped", "pictures_in", "pseudo", "texts_in", "unspoken"]

#: What no language has words for: code, addresses, mentions and times, commands.
_KEPT = re.compile(r"`[^`]*`|https?://\S+|<[^<>\s][^<>]*>|(?<![\w/])/[a-z_]+|“[^”]*”|\{\w+\}")
#: What players write in every language: sides and nations by their letters, fields of form values.
_NOTATION = re.compile(
    r"\b(AP|CP|GE|AH|TU|BU|FR|BR|RU|BE|HO|SB|MN|IT|RO|GR|US|BEF|MEF|YLD|AOI|CAU|CAV|CZL|POL|CND|ANA|AUS|SN|NE|PT|UTC|ÚTÇ|Feldpost|Discord|Slack)\b"
)


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The language, beside English; returns its tag."""
    monkeypatch.setenv("FELDPOST_TEXTS", str(_written(tmp_path_factory)))
    return LANGUAGE


_FOLDERS: list[Path] = []


def _written(factory: pytest.TempPathFactory) -> Path:
    if not _FOLDERS:
        from bot.cli.pseudo import write

        folder = factory.mktemp("languages")
        write(folder)
        _FOLDERS.append(folder)
    return _FOLDERS[0]


def escaped(text: str, *names: str) -> list[str]:
    """What of a text is in no brackets of the language, has no accents, or is in brackets of which one is gone.

    Names of people may be in English, and so may all that players write alike in every language.
    """
    found, depth, outside = list[str](), 0, ""
    for char in text:
        depth += (char == OPEN) - (char == CLOSE)
        outside += char if not depth and char != CLOSE else " " if char in (OPEN, CLOSE) else ""
        if depth < 0:
            return [f"lacks {OPEN}"]
    if depth:
        found.append(f"lacks {CLOSE}")
    return (
        found
        + re.findall(r"[^\W\d_]{2,}", _unsaid(outside, names))
        + re.findall(r"(?<![^\W\d_])[A-Za-z]{3,}(?![^\W\d_])", _unsaid(text, names))
    )


def _unsaid(text: str, names: Iterable[str]) -> str:
    """A text without what is no word of a language."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ")
    return _NOTATION.sub(" ", _KEPT.sub(" ", text))


def texts_in(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """All that a person reads of a reply, each with where it is; tokens, ids and names of files are not read."""
    if isinstance(value, BaseModel):
        for name in type(value).model_fields:
            if name not in _UNREAD:
                yield from texts_in(getattr(value, name), f"{path}.{name}")
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            if field.name not in _UNREAD:
                yield from texts_in(getattr(value, field.name), f"{path}.{field.name}")
    elif isinstance(value, tuple | list):
        for one in value:
            yield from texts_in(one, path)
    elif isinstance(value, str) and value:
        yield path, value


#: Fields of replies that nobody reads.
_UNREAD = frozenset(
    {
        "token", "style", "only", "game", "kind", "args", "palette", "audience", "edit", "mention", "title_mark", "mark", "files", "to",
        "here", "uses", "group", "target", "sign", "note", "seat", "ground", "targets", "title", "addressed", "attachment", "beside", "language",
    }
)  # fmt: skip


def pictures_in(value: Any, path: str = "") -> Iterator[tuple[str, PictureRef]]:
    """All pictures that a reply refers to, each with where it is."""
    if isinstance(value, PictureRef):
        yield path, value
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from pictures_in(getattr(value, name), f"{path}.{name}")
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from pictures_in(getattr(value, field.name), f"{path}.{field.name}")
    elif isinstance(value, tuple | list):
        for one in value:
            yield from pictures_in(one, path)


def unspoken(replies: Iterable[Any], *names: str) -> list[str]:
    """What of replies escaped the language, each with where it is."""
    found = []
    for reply in replies:
        found += [
            f"{path}: a picture of kind {one.kind} in {one.language}"
            for path, one in pictures_in(reply)
            if one.language != LANGUAGE
        ]
        for path, text in texts_in(reply):
            if path.endswith(("options.description", "picture.alt")) and text.endswith("…"):
                continue  # of what is longer a menu and a description of a picture have the beginning
            if words := escaped(text, *names):
                found.append(f"{path}: {' '.join(dict.fromkeys(words))} | {text[:300]!r}")
    return found
