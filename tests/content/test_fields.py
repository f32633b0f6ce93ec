"""Each text that the code names by a constant gets the fields that it says, and no other.

What is said by a key that is put together is watched while the suite runs: a text that lacks a field fails the test
(`tests/conftest.py`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.narration.texts import Texts, texts, texts_of
from renderer.kit import templates
from tests.conftest import ROOT

#: What says a text by its key, and under which tables the key may lie.
SAYING = {"say": ("", "leagues."), "host_text": ("",), "refuse": ("reasons.",)}
#: What `bot/table/reasons.py` says with every refusal.
GIVEN = {"hint", "rule", "first", "second", "first_seat", "second_seat"}
#: What it makes the hint from, and which part of a chain of orders is refused.
USED = {"near", "there_are", "part"}


def _fields(value: Any) -> set[str]:
    if isinstance(value, dict):
        return {"count"}.union(*(_fields(one) for one in value.values()))
    return templates.template(value).fields()


def _wanted(key: str, under: tuple[str, ...]) -> set[str] | None:
    """Return the fields of a text in the host's words and those of Paths of Glory; None if no text has this key."""
    found = [book.find(f"{table}{key}") for book in _books() for table in under]
    told = [
        _fields(value) for value in found if isinstance(value, str) or (isinstance(value, dict) and "other" in value)
    ]
    return set().union(*told) if told else None


@cache
def _books() -> tuple[Texts, ...]:
    return texts(), texts_of("pog")


def said_wrongly(path: Path) -> Iterator[str]:
    """Yield each call that leaves a field out or has one too many."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(call, ast.Call) or any(word.arg is None for word in call.keywords):
            continue
        name = ast.unparse(call.func).split(".")[-1]
        key = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else None
        if name not in SAYING or not isinstance(key, str):
            continue
        wanted = _wanted(key, SAYING[name])
        if wanted is None:
            continue
        given = {str(word.arg) for word in call.keywords}
        forgotten, unused = wanted - given - GIVEN, given - wanted - USED
        where = f"{path.name}:{call.lineno}: {key}"
        yield from (f"{where} lacks {field}" for field in sorted(forgotten))
        yield from (f"{where} does not say {field}" for field in sorted(unused))


@cache
def _modules() -> tuple[Path, ...]:
    return tuple(sorted((ROOT / "bot").rglob("*.py")))


def test_fields_and_texts_agree() -> None:
    assert [fault for path in _modules() for fault in said_wrongly(path)] == []


@pytest.mark.parametrize(
    ("code", "faults"),
    [
        ('say("ui.words.turn", turn=3)', []),
        ('say("ui.words.turn")', ["one.py:1: ui.words.turn lacks turn"]),
        ('say("ui.words.turn", turn=3, side=1)', ["one.py:1: ui.words.turn does not say side"]),
        ('say("draws.begun")', ["one.py:1: draws.begun lacks"]),
        ('refuse("unknown_game", near="", text="x")', []),
    ],
)
def test_a_field_too_many_or_too_few_is_found(tmp_path: Path, code: str, faults: list[str]) -> None:
    (tmp_path / "one.py").write_text(code)
    found = list(said_wrongly(tmp_path / "one.py"))
    assert len(found) >= len(faults)
    assert all(any(one.startswith(fault) for one in found) for fault in faults)
    assert bool(found) is bool(faults)
