"""The pseudo-language in tests: its files, and the detection of text that isn't in it."""

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

#: Not translated in any language: code, addresses, mentions and times, commands.
_KEPT = re.compile(r"`[^`]*`|https?://\S+|<[^<>\s][^<>]*>|(?<![\w/])/[a-z_]+|“[^”]*”|\{\w+\}")
#: What players write alike in every language: abbreviations of sides and nations, fields of form values.
_NOTATION = re.compile(
    r"\b(AP|CP|GE|AH|TU|BU|FR|BR|RU|BE|HO|SB|MN|IT|RO|GR|US|BEF|MEF|YLD|AOI|CAU|CAV|CZL|POL|CND|ANA|AUS|SN|NE|PT|UTC|ÚTÇ|Feldpost|Discord|Slack)\b"
)


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Install the language, besides English; returns its tag."""
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
    """Return the parts of a text without brackets of the language, without accents, or with a bracket missing.

    Names of people may be in English, and so may notation that is the same in every language.
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
    """Return a text without the parts that no language translates."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ")
    return _NOTATION.sub(" ", _KEPT.sub(" ", text))


def texts_in(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield everything a person reads in a reply, each with its path; not tokens, ids and file names."""
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
    """Yield all picture references in a reply, each with its path."""
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
    """Return the text in replies that is not in the language, each with its path."""
    found = []
    for reply in replies:
        found += [
            f"{path}: a picture of kind {one.kind} in {one.language}"
            for path, one in pictures_in(reply)
            if one.language != LANGUAGE
        ]
        for path, text in texts_in(reply):
            if path.endswith(("options.description", "picture.alt")) and text.endswith("…"):
                continue  # of longer texts, a menu and a picture's description contain only the beginning
            if words := escaped(text, *names):
                found.append(f"{path}: {' '.join(dict.fromkeys(words))} | {text[:300]!r}")
    return found
