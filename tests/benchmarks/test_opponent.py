"""The benchmark of opponents: figures for each pair, both sides, and a table of them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from benchmarks.__main__ import main
from benchmarks.opponent import QUICK, Plan, jobs


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


def test_a_player_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for pair, said in (
        ("marshal,officer", "there is no player 'marshal'"),
        ("officer", "'officer' is no pair: write A,B"),
    ):
        with pytest.raises(SystemExit):
            main(["opponent", "--pair", pair])
        assert said in capsys.readouterr().err
