"""A terminal plays a title that it has never heard of: looks as text, choices by number, one screen for each side, a saved record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.table.reasons import sentence
from bot.table.refusal import Refusal
from bot.terminal import screen
from bot.terminal.commands import TerminalSession
from bot.terminal.match import LocalGame
from tests.terminal.support import played, saved
from tests.titles.hexes.script import ORDERS
from tests.titles.small_games import FOREIGN

pytestmark = pytest.mark.usefixtures("hex_title", "last_chosen")

#: The lines of a whole day; at a terminal no standing order answers.
LINES = [line for _, line in ORDERS]
LINES.insert(LINES.index("attack red2 with blue3") + 1, "fallback b3 facing ne")
HERE = ("--scenario", "short_day")


def test_a_day_is_played_saved_and_verified_at_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "day.json"
    text = saved(path, *LINES, "verify", "status", "help", arguments=HERE)
    assert "Blue 2 attacks the fort." in text
    assert "Yours have, in their order" not in text, "nobody was told before the first order"
    assert "The Blues win on points." in text
    assert "The record agrees" in text
    assert FOREIGN.search(text.replace("`card", "")) is None
    data = json.loads(path.read_text(encoding="utf-8"))
    assert (data["title"], data["scenario"], len(data["entries"])) == ("hexes", "short_day", 41)
    again = LocalGame.load(path)
    state: Any = again.game.state
    assert (state.score, again.title.name) == (3, "hexes")
    terminal = TerminalSession(again)
    with pytest.raises(Refusal, match="game_over"):
        terminal.answer("march blue1 b5")


def test_a_choice_is_made_by_its_number_and_taken_back() -> None:
    terminal = TerminalSession(LocalGame.begin("short_day", {}, b"seed"))
    labels = [screen.label(terminal.chair, choice) for choice in screen.choices(terminal.chair)]
    assert labels == ["March: Blue 1", "March: Blue 2", "March: Blue 3", "March: Blue 4", "Finish the phase"]
    terminal.answer("2")
    terminal.answer("march c5 facing ne")
    terminal.answer("undo all")
    assert terminal.match.game.decision.kind == "first"
    terminal.answer("march blue2 c5 c4 /attack fort")
    state: Any = terminal.match.game.state
    assert state.fort == 1
    for line, told in (("99", "no_such_choice"), ("resign", "confirm_resign"), ("hand", "unknown_command")):
        with pytest.raises(Refusal, match=told) as refused:
            terminal.answer(line)
        assert sentence(terminal.names, refused.value)


def test_looks_show_each_side_what_it_may_know() -> None:
    text = played("map", *LINES[:4], "", "map", arguments=(*HERE, "--two"))
    first, second = text.split("Reds to decide. Hand over, then press Enter.")
    assert "Blue 1 in B6 (decoy, facing north)" in first
    assert "Blue 1 in B6 (decoy, facing north)" not in second
    assert "Blue 1 in B6 (hidden)" in second
    status = played("status", arguments=HERE)
    assert "Blue 1 in B6 (decoy, facing north)" in status
    assert "Red 1 in B2 (hidden)" in status
    assert "Blue 2 in C4 (1 step, facing north)" in second
