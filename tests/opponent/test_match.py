"""Matches: players by name, programs in lines of JSON, figures."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import pytest

from engine.pog import GameOptions, PathsOfGlory
from engine.pog.content.records import AP, CP
from engine.pog.opponent import anything
from engine.pog.opponent.__main__ import main
from engine.pog.opponent.match import Played, Tally, UnknownPlayer, match, named
from engine.pog.opponent.outside import Process

INTRODUCTORY = PathsOfGlory(GameOptions(scenario="introductory"))
#: Takes the last option; writes down how often it was asked.
LAST = "import json,sys\nfor line in sys.stdin:\n    print(json.dumps({'answer': json.loads(line)['options'][-1]}), flush=True)\n"
NONSENSE = 'import sys\nfor line in sys.stdin:\n    print(\'{"answer": "march on Berlin"}\', flush=True)\n'


def program(folder: Path, text: str) -> str:
    path = folder / "player.py"
    path.write_text(text)
    return f"process:{sys.executable} {path}"


def test_a_program_plays_by_lines_of_json(tmp_path: Path) -> None:
    player = named(program(tmp_path, LAST))
    tally = match(INTRODUCTORY, (player, anything), deals=1)
    assert isinstance(player, Process)
    player.close()
    assert [game.failures for game in tally.games] == [(0, 0), (0, 0)]
    assert all(game.reason in ("turn_limit", "automatic_victory") for game in tally.games)


def test_a_program_that_answers_nonsense_or_goes_is_helped_out_and_counted(tmp_path: Path) -> None:
    for text in (NONSENSE, "import sys\nsys.exit(3)\n"):
        player = named(program(tmp_path, text))
        tally = match(INTRODUCTORY, (player, anything), deals=1)
        assert isinstance(player, Process)
        player.close()
        assert all(game.failures[0] > 10 for game in tally.games)
        assert all(game.failures[1] == 0 for game in tally.games)
        assert len(tally.games) == 2


def test_a_program_is_told_its_own_hand_alone(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    text = LAST.replace("import json,sys\n", f"import json,sys\nlog = open({str(seen)!r}, 'w')\n").replace(
        "    print", "    log.write(line); log.flush()\n    print"
    )
    player = named(program(tmp_path, text))
    match(INTRODUCTORY, (player, anything), deals=1)
    assert isinstance(player, Process)
    player.close()
    views = [json.loads(line) for line in seen.read_text().splitlines()]
    assert len(views) > 50
    for asked in views:
        hands = [side["hand"] for side in asked["view"]["sides"]]
        assert hands[asked["side"]] is not None
        assert hands[1 - asked["side"]] is None


def test_a_name_that_is_no_player_is_refused_with_what_would_do(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("marshal", "no_such_module:choose", "engine.pog.opponent:marshal"):
        with pytest.raises(UnknownPlayer, match="marshal|no_such_module"):
            named(name)
    assert main(["match", "marshal", "recruit", "--scenario", "introductory"]) == 2
    assert "name anything, recruit, officer, general, module:function or process:COMMAND" in capsys.readouterr().err


def test_the_command_prints_its_figures_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(
            [
                "match",
                "anything",
                "engine.pog.opponent:anything",
                "--scenario",
                "introductory",
                "--deals",
                "1",
                "--json",
            ]
        )
        == 0
    )
    figures = json.loads(capsys.readouterr().out)
    assert figures["games"] == figures["won"] + figures["drawn"] + figures["lost"] == 2
    assert figures["low"] <= figures["rate"] <= figures["high"]


def test_figures_of_a_match() -> None:
    def game(side: int, winner: int | None, vp: int) -> Played:
        return Played(0, side, winner, "turn_limit", vp, 100, (0, 0))

    tally = Tally([game(CP, 0, 16), game(AP, 0, 6), game(CP, None, 12), game(AP, 1, 15)])
    assert tally.count() == (2, 1, 1)
    assert tally.rate == 0.625
    assert tally.vp == (6 + 4 + 2 - 5) / 4
    low, high = tally.interval()
    assert low == pytest.approx(0.2194, abs=0.0005)
    assert high == pytest.approx(0.9082, abs=0.0005)


def test_players_get_the_same_luck_in_the_same_deal() -> None:
    first, second = (match(INTRODUCTORY, (anything, anything), deals=1, first=3) for _ in range(2))
    assert first.games == second.games
    assert random.Random("3/0").random() != random.Random("3/1").random()
