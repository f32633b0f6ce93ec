"""What a game is played with comes with the game: nothing of the bot or the renderer reads the shipped facts by itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.service.handler import BotHandler
from bot.storage import Store
from bot.titles.pog import systems
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.errors import ContentError
from tests.conftest import ROOT

#: Who may read the shipped facts, and why. This list only shrinks.
READERS = {
    "bot/titles/pog/title.py": "`feldpost check` tells whether the shipped facts can be read",
    "renderer/pog/gallery.py": "shows every picture of the shipped facts",
    "renderer/pog/samples.py": "positions of the shipped facts, for the gallery and for tests",
}
#: What makes rules of options or a view of a position: it is written once a title, here.
MAKERS = {"bot/titles/pog/systems.py", "bot/titles/liege/drawn_views.py"}
MAKES = {"PathsOfGlory", "options_from", "view_of"}


def calls(path: Path) -> Iterator[str]:
    """The functions that a module calls, by their last name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Name | ast.Attribute):
                yield called.id if isinstance(called, ast.Name) else called.attr


def modules(*packages: str) -> dict[str, Path]:
    """All modules of these packages, by their paths in the project."""
    return {
        str(path.relative_to(ROOT)): path for package in packages for path in sorted((ROOT / package).rglob("*.py"))
    }


def test_only_those_listed_read_the_shipped_facts() -> None:
    there = modules("bot", "renderer")
    assert len(there) > 200
    assert {name for name, path in there.items() if "load_content" in calls(path)} == set(READERS)


def test_options_become_rules_and_positions_become_views_in_one_place() -> None:
    assert {name for name, path in modules("bot", "renderer").items() if MAKES & set(calls(path))} == MAKERS


@pytest.mark.parametrize("line", ["load_content()", "content.load_content(folder)", "x = [load_content() for _ in y]"])
def test_a_reader_would_be_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(f'"""Calls load_content() nowhere."""\n{line}\n')
    assert "load_content" in calls(tmp_path / "one.py")
    (tmp_path / "one.py").write_text('"""Calls load_content() nowhere."""\n')
    assert not set(calls(tmp_path / "one.py"))


async def test_facts_that_cannot_be_read_are_told_at_the_start(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not in the first command of somebody."""

    def unreadable(options: object) -> None:
        raise ContentError("units.toml", "ge_1_army", "full", "it has no factors")

    monkeypatch.setattr(systems, "PathsOfGlory", unreadable)
    systems._system.cache_clear()
    with pytest.raises(ContentError, match=r"units\.toml, row ge_1_army, field full: it has no factors"):
        BotHandler(store)
    systems._system.cache_clear()


def test_a_painter_remembers_nothing_of_earlier_positions() -> None:
    system = systems.system_for({"scenario": "campaign"})
    game = Game.start(system, KeyedChance(b"7" * 32))
    systems.view_for(game, None)
    assert system.rules.floods
    assert systems.system_once({"scenario": "campaign"}) is system
    assert not system.rules.floods
