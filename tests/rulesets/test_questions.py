"""Every question of the tables is used by the rules, and has a test ruleset that answers it."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from engine.pog.tables import Moments, Tables
from tests.content.support import ROOT

RULES = ROOT / "engine" / "pog"
#: Covered by the tests of the cards: `tests/cards`.
_BY_CARDS = ("events", "combat_cards", "attack_drms")


def _text(folder: Path, *left_out: str) -> str:
    return "\n".join(path.read_text() for path in folder.rglob("*.py") if path.name not in left_out)


@pytest.mark.parametrize("question", [field.name for field in fields(Tables)])
def test_a_question_is_asked_and_tried(question: str) -> None:
    """Somewhere in the rules, and in a test ruleset."""
    assert re.search(rf"\btables\.{question}\b", _text(RULES, "tables.py", "__main__.py", "deluxe.py"))
    if question not in _BY_CARDS:
        assert re.search(rf"\b{question}=", _text(Path(__file__).parent, "support.py", Path(__file__).name))


@pytest.mark.parametrize("moment", [field.name for field in fields(Moments)])
def test_a_moment_is_asked_and_tried(moment: str) -> None:
    """The same for the automatic moments."""
    assert re.search(rf"\bmoments\.{moment}\b", _text(RULES, "tables.py", "__main__.py", "deluxe.py"))
    assert re.search(rf"\b{moment}=", _text(Path(__file__).parent, "support.py", Path(__file__).name))
