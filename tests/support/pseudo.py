"""The made-up language in the suite: its files, and what of a text is not in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.narration.pseudo import CLOSE, LANGUAGE, OPEN

__all__ = ["CLOSE", "LANGUAGE", "OPEN", "escaped", "pseudo"]

#: What no language has words for: code, addresses, mentions and times, commands.
_KEPT = re.compile(r"`[^`]*`|https?://\S+|<[^<>\s][^<>]*>|(?<![\w/])/[a-z_]+|“[^”]*”")


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
    """What of a text is in no brackets of the language, or in brackets of which one is gone; names of people and places may be."""
    found, depth, outside = list[str](), 0, ""
    for char in text:
        depth += (char == OPEN) - (char == CLOSE)
        outside += char if not depth and char != CLOSE else " " if char in (OPEN, CLOSE) else ""
        if depth < 0:
            return [f"lacks {OPEN}: {text}"]
    if depth:
        found.append(f"lacks {CLOSE}: {text}")
    outside = _KEPT.sub(" ", outside)
    for name in sorted(names, key=len, reverse=True):
        outside = outside.replace(name, " ")
    return found + re.findall(r"[^\W\d_]{2,}", outside)
