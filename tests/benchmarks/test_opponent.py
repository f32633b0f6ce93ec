"""The benchmark of opponents: figures for each pair, both sides, and a table of them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.__main__ import main
from benchmarks.opponent import QUICK, Plan, jobs


@pytest.mark.process
def test_both_sides_of_a_deal_are_played_and_every_figure_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    given = [
        "opponent",
        "--scenario",
        "introductory",
        "--pair",
        "anything,anything",
        "--games",
        "4",
        "--processes",
        "2",
    ]
    assert main([*given, "--json"]) == 0
    out, told = capsys.readouterr()
    figures = json.loads(out)["introductory"]["anything against anything"]
    assert figures["games"] == figures["won"] + figures["drawn"] + figures["lost"] == 4
    assert figures["as_ap"]["games"] == figures["as_cp"]["games"] == 2
    assert figures["low"] < figures["rate"] < figures["high"]
    assert {"elo", "vp", "failures"} <= figures.keys()
    assert 0 < figures["cpu_s"]["first"]["mean"] <= figures["cpu_s"]["first"]["max"]
    assert 10 < figures["rss_mb"] < 300
    assert "4 of 4 games; introductory, anything against anything" in told


@pytest.mark.process
def test_the_table_has_a_row_for_the_pair_and_for_each_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(
            [
                "opponent",
                "--scenario",
                "introductory",
                "--pair",
                "anything,anything",
                "--games",
                "2",
                "--processes",
                "1",
            ]
        )
        == 0
    )
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows if row] == ["opponent", "introductory,", "as", "as"]


def test_every_pair_has_all_its_games_in_every_scenario() -> None:
    every = jobs(Plan())
    assert len(every) == 3 * 3 * 100 == len(set(every))
    assert {job.deal for job in jobs(replace(QUICK, games=6, start=50))} == {50, 51, 52}


def _kept(tmp_path: Path, games: int, *more: str) -> int:
    keep = str(tmp_path / "games.jsonl")
    given = ["--scenario", "introductory", "--pair", "anything,anything", "--processes", "1", "--games", str(games)]
    return main(["opponent", *given, "--keep", keep, *more])


@pytest.mark.process
def test_games_that_are_kept_are_not_played_again_and_a_line_that_was_cut_off_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep = tmp_path / "games.jsonl"
    _kept(tmp_path, 2)
    whole = keep.read_text().splitlines()
    assert len(whole) == 2
    assert {json.loads(line)["side"] for line in whole} == {0, 1}
    keep.write_text("\n".join(whole)[:-40])
    capsys.readouterr()
    _kept(tmp_path, 2, "--json")
    out, told = capsys.readouterr()
    assert json.loads(out)["introductory"]["anything against anything"]["games"] == 2
    assert "2 of 2 games" in told
    assert "1 of 2 games" not in told
    assert "line 2 is no game" in told
    again = keep.read_text().splitlines()
    untimed = [{**json.loads(again[number]), "rounds": 0, "memory": 0} for number in (0, 2)]
    assert untimed == [{**json.loads(line), "rounds": 0, "memory": 0} for line in whole]


@pytest.mark.process
def test_games_of_another_version_are_reported_apart_and_do_not_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _kept(tmp_path, 2)
    keep = tmp_path / "games.jsonl"
    mine = json.loads(keep.read_text().splitlines()[0])["version"]
    keep.write_text(keep.read_text().replace(mine, "older", 1))
    _kept(tmp_path, 2)
    assert "1 games of other versions" in capsys.readouterr().err
    assert main(["opponent", "--report", str(keep), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    counted = {
        version: figures["introductory"]["anything against anything"]["games"] for version, figures in found.items()
    }
    assert counted == {"older": 1, mine: 2}
    assert main(["opponent", "--report", str(keep)]) == 0
    assert f"version {mine} (this one)" in capsys.readouterr().out


def test_a_player_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for pair, said in (
        ("marshal,officer", "there is no player 'marshal'"),
        ("officer", "'officer' is no pair: write A,B"),
    ):
        with pytest.raises(SystemExit):
            main(["opponent", "--pair", pair])
        assert said in capsys.readouterr().err


def _kept_games(path: Path, games: int) -> list[dict[str, object]]:
    pair = ["--scenario", "introductory", "--pair", "anything,anything"]
    assert main(["opponent", *pair, "--games", str(games), "--processes", "1", "--keep", str(path), "--json"]) == 0
    return [json.loads(line) for line in path.read_text().splitlines()]


def _as_of_another_version(path: Path, games: list[dict[str, object]], **changed: object) -> None:
    """The games as a version played them that is not this one; the first one with other values."""
    older = [{**game, "version": "older"} for game in games]
    older[0].update(changed)
    path.write_text("".join(json.dumps(game) + "\n" for game in older))


def _adopted(path: Path, games: int) -> list[dict[str, object]]:
    pair = ["--scenario", "introductory", "--pair", "anything,anything"]
    given = ["opponent", *pair, "--games", str(games), "--processes", "1", "--keep", str(path), "--adopt", "older"]
    assert main([*given, "--json"]) == 0
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.process
def test_games_of_an_equal_version_count_and_name_the_version(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    games = _kept_games(path, 20)
    _as_of_another_version(path, games)
    lines = _adopted(path, 20)
    new = [line for line in lines if line["version"] != "older"]
    taken = [line for line in new if line["by"] == "older"]
    assert len(new) == 20
    assert 6 <= len(new) - len(taken) < 10
    assert {line["side"] for line in new if line["by"] is None} == {0, 1}
    assert "7 games of older compared, 0 came out otherwise; 13 taken over" in capsys.readouterr().err


@pytest.mark.process
def test_no_game_counts_if_one_comes_out_otherwise(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.jsonl"
    games = _kept_games(path, 6)
    _as_of_another_version(path, games, choices=1)
    lines = _adopted(path, 6)
    assert not [line for line in lines if line["version"] != "older" and line["by"]]
    assert "6 games of older compared, 1 came out otherwise; 0 taken over" in capsys.readouterr().err


@pytest.mark.process
def test_a_game_that_came_out_otherwise_is_not_forgotten_the_next_time(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    games = _kept_games(path, 8)
    _as_of_another_version(path, games, choices=1)
    for _ in range(2):
        assert not [line for line in _adopted(path, 2) if line["version"] != "older" and line["by"]]


def test_a_version_that_is_not_there_and_a_file_that_is_not_named_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("")
    for given, told in (
        (["--keep", str(path), "--adopt", "typo"], "has no games of 'typo'; it has those of none"),
        (["--adopt", "older"], "name it with --keep"),
    ):
        with pytest.raises(SystemExit):
            main(["opponent", *given])
        assert told in capsys.readouterr().err
