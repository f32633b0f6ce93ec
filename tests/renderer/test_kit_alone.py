"""The kit and the pictures of leagues belong to no game: they contain no nation, no side and no word of its rules."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from engine.pog.content import load_content
from renderer.pog.nations import BAND, NATION, WASH
from tests.conftest import ROOT

_WORDS = re.compile(r"\b(allied|central|nations?|trench|trenches|corps|army|armies|OPS|VP)\b", re.IGNORECASE)
#: Names of nations as the content has them; "none" is nobody.
NATIONS = {*NATION, *WASH, *BAND, *(str(unit.nation) for unit in load_content().units)} - {"none"}


def of_a_game(path: Path) -> set[str]:
    """What a module says or names that one game alone has."""
    text = path.read_text(encoding="utf-8")
    said = {
        node.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    names = {word for name in re.findall(r"\w+", text) for word in name.lower().split("_")}
    return (
        (said & NATIONS) | {found.group().lower() for found in _WORDS.finditer(text)} | (names & {"nation", "nations"})
    )


def test_the_kit_and_the_pictures_of_leagues_name_nothing_of_one_game() -> None:
    romanised = ROOT / "renderer/kit/romanised.py"  # syllables of many scripts
    modules = [
        path
        for package in ("kit", "league")
        for path in sorted((ROOT / "renderer" / package).rglob("*.py"))
        if path != romanised
    ]
    assert len(modules) > 25
    assert {path.relative_to(ROOT).as_posix(): found for path in modules if (found := of_a_game(path))} == {}


@pytest.mark.parametrize("line", ['WASH = {"fr": (1, 2, 3)}', "# counters of the army", "for nation in inks: ..."])
def test_a_word_of_a_game_would_be_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(line)
    assert of_a_game(tmp_path / "one.py")
