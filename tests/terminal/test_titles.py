"""`feldpost play` with a title that it has never heard of."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from bot.service.record import verification
from bot.table.refusal import Refusal
from bot.terminal import screen
from bot.terminal.commands import TerminalSession
from bot.terminal.match import LocalGame
from bot.terminal.record_file import RecordError
from tests.terminal.support import played, saved
from tests.titles.small_games import FOREIGN
from tests.titles.smallest.script import ORDERS, WON

pytestmark = pytest.mark.usefixtures("smallest_title", "toy_title", "last_chosen")

DEPOTS = ("--scenario", "three_depots", "--seed", "verdun")


def test_a_game_is_typed_to_its_end() -> None:
    text = played(*(line for _, line in ORDERS), "verify", arguments=DEPOTS)
    assert "Turn 1 · you are the Blues   #0" in text
    assert "What do you carry off?" in text
    assert "1 Carry off: 1 from the mill" in text
    assert "The Reds carry off 2 from the quarry." in text
    assert WON in text
    assert "The record agrees" in text
    assert FOREIGN.search(text) is None


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("map", ("Crates left: the mill 3",)), ("status", ("Turn 1", "Crates left")), ("rules 2", ("one to three crates",)),
        ("legal", ("carry 3_quarry",)), ("help", ("Carry off one to three crates", "exact TEXT")), ("log turn", ("Turn 1\n", "The Blues begin.")),
        ("hand", ("no command",)), ("carry 4 mill", ("There's nothing called",)), ("carry", ("/carry CRATES DEPOT",)),
    ],
)  # fmt: skip
def test_looking_and_refusing(line: str, words: tuple[str, ...]) -> None:
    text = played(line, arguments=DEPOTS)
    for word in words:
        assert word in text


def test_orders_are_taken_back_and_a_saved_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    text = saved(path, "carry 1 mill", "undo", "3", "carry 1 quarry", "rollback turn", arguments=DEPOTS)
    assert "Back to entry" in text
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["title"] == "depots"
    assert LocalGame.load(path).game.state.dump()["crates"] == [3, 4, 5]
    path.write_text(json.dumps({**data, "title": "skat"}), encoding="utf-8")
    with pytest.raises(RecordError, match="is of “skat”, which this version does not have"):
        LocalGame.load(path)
    path.write_text(json.dumps({name: value for name, value in data.items() if name != "title"}), encoding="utf-8")
    assert LocalGame.load(path).title.name == "depots", "an older record is told by its scenario"


def test_private_information_is_shown_to_its_seat_and_to_a_player_of_both() -> None:
    hunt = ("--scenario", "short_hunt", "--seed", "x")
    alone = played("den north", "lair", arguments=hunt)
    assert "You hide in North." in alone
    assert "The fox is in North" in alone
    two = played("den north", "run middle", "", "lair", arguments=(*hunt, "--two"))
    assert "Hound to decide. Hand over" in two
    assert "The fox is in" not in two[two.index("Hand over") :]


@pytest.mark.parametrize("scenario", ["three_depots", "five_depots", "short_hunt", "long_hunt"])
def test_any_decision_is_shown_and_answered_by_number(scenario: str) -> None:
    table, luck = TerminalSession(LocalGame.begin(scenario, {}, b"verdun")), random.Random(scenario)
    for _ in range(60):
        if not table.match.game.stack:
            break
        screen.pending(table.chair)
        table.answer(str(luck.randint(1, len(screen.choices(table.chair)))))
    assert verification.verify(table.match.finished, table.match.entries, table.match.header.seed).problem == ""
    if not table.match.game.stack:
        with pytest.raises(Refusal):
            table.answer("1")
