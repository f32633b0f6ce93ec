"""Whatever a refusal or a text cites, `/rules` answers, in each war."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.narration.texts import Texts
from bot.service.help import rulebook
from bot.titles import titles
from bot.titles.pog.narration.names import names_in
from tests.bot.support import Channel
from tests.rulesets.banquet.support import banquet
from tests.rulesets.suicide.support import suicide
from tests.support.table import Table

ROOT = Path(__file__).parents[2]
#: A paragraph, or a card by its side and number.
CITED = re.compile(r"(?:[1-9]\d?(?:\.\d+)+|(?:AP|CP) \d+)")
#: Where sentences cite: in brackets, or in a command.
_IN_TEXT = re.compile(r"\(([^()]*)\)|`/rules ([^`{]*)`")
POG = ("pog", "banquet", "suicide")


def _words(war: str) -> Texts:
    if war == "liege":
        return next(title for title in titles() if title.name == "liege").words("en")
    table = {"pog": Table, "banquet": banquet, "suicide": suicide}[war]()
    return names_in(table.state.rules, "en").words


def _in_data(value: Any, key: str = "") -> Iterator[str]:
    """Yield what rows and sentences of a text file cite."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from _in_data(one, name)
    elif isinstance(value, list):
        for one in value:
            yield from _in_data(one, key)
    elif isinstance(value, str):
        found = [value] if key == "rule" else []
        for said in _IN_TEXT.finditer(value):
            found += [re.sub(r"^rules? ", "", one) for one in re.split(r"[,;] | and | to ", said[1] or said[2] or "")]
        yield from (one for one in found if CITED.fullmatch(one))


def _wars_of(path: Path) -> tuple[str, ...]:
    """Return the wars in which what a file says is told."""
    said = str(path.relative_to(ROOT))
    own = next((war for war in ("banquet", "suicide", "liege") if war in said), "")
    return (own,) if own else POG


def _cited(war: str) -> set[str]:
    """Return all that is cited in a war."""
    found: set[str] = set()
    for folder in ("engine/pog", "bot/titles/pog", "engine/liege", "bot/titles/liege"):
        for path in (ROOT / folder).rglob("*.py"):
            if war in _wars_of(path):
                found |= set(_in_file(path))
    for folder in ("assets/pog", "assets/liege"):
        for path in (ROOT / folder).rglob("*.toml"):
            if war in _wars_of(path):
                found |= set(_in_data(tomllib.loads(path.read_text(encoding="utf-8"))))
    return found


def _in_file(path: Path) -> Iterator[str]:
    """Yield what strings of the code cite."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CITED.fullmatch(node.value):
            yield node.value


@pytest.mark.parametrize("war", [*POG, "liege"])
def test_everything_cited_is_answered(war: str) -> None:
    words = _words(war)
    title = next(title for title in titles() if title.name == (war if war == "liege" else "pog"))
    cited = _cited(war)
    assert len(cited) > 50
    for one in sorted(cited):
        assert title.cited(words, one) or rulebook.rules_text(words, one)


@pytest.mark.parametrize("typed", ["CP 8", "cp 8", "rule CP 8", "card CP 8", "§CP 8"])
async def test_a_card_that_a_refusal_cites_is_looked_up_by_its_rule(channel: Channel, typed: str) -> None:
    await channel.begin(scenario="banquet", first="")
    told = await channel.told("anna", f"rules {typed}")
    assert "Race to the Sea**" in told
    assert "units may end a move on the coast" in told
