"""The engine's figures, from very little of each."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks import engine, peer, random_players
from benchmarks.__main__ import main

#: A game of another server: two take turns in lifting one of the stones that lie there; whoever lifts the last has won.
STONES = """
exports.roles = [ "White", "Black" ]
exports.scenarios = [ "Nine stones" ]
exports.setup = (seed, scenario, options) => ({ seed, active: "White", stones: 9, state: "lift" })
exports.view = (state, role) => ({ actions: {
    lift: Array.from({ length: state.stones }, (_, stone) => stone), undo: 1, propose_rollback: [ 0 ], wait: 0 } })
exports.action = (state, role, action, stone) => {
    if (action !== "lift" || role !== state.active || !(stone < state.stones)) throw new Error("Invalid " + action)
    state.stones -= 1
    state.active = state.stones ? (role === "White" ? "Black" : "White") : "None"
    return state
}
"""
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="the peer is a program for Node, which is not here")


@needs_node
def test_a_peer_is_played_to_the_end_by_its_own_choices(tmp_path: Path) -> None:
    (tmp_path / "rules.js").write_text(STONES)
    found = peer.run(tmp_path, 3, 4)
    assert (found.decisions, found.games, found.ended) == (36, 4, 4), "nothing is taken back, and nothing else lifted"
    assert found.cpu_s > 0


@needs_node
def test_a_peer_that_gets_stuck_counts_as_far_as_it_went(tmp_path: Path) -> None:
    (tmp_path / "rules.js").write_text(STONES.replace("lift: Array", "lift: state.stones < 6 ? [] : Array"))
    found = peer.run(tmp_path, 0, 2)
    assert (found.decisions, found.ended) == (8, 0)


@needs_node
def test_a_peer_that_breaks_off_says_why(tmp_path: Path) -> None:
    (tmp_path / "rules.js").write_text(STONES.replace("state.stones -= 1", "state.stone.s -= 1"))
    with pytest.raises(peer.NoPeer, match="broke off: TypeError: Cannot read"):
        peer.run(tmp_path, 0, 1)


@needs_node
def test_a_folder_without_a_peer_is_refused_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["engine", "--peer", str(tmp_path)])
    assert f"{tmp_path} has no rules.js: name a copy of the peer's repository" in capsys.readouterr().err


def test_our_time_is_paired_with_the_peer_s_run_by_run() -> None:
    runs = [(600, 0.1), (600, 0.2), (600, 0.1)]
    beside = [peer.Run(400, 0.2, 4, 4), peer.Run(400, 0.4, 4, 3), peer.Run(400, 0.1, 4, 4)]
    found = engine._against(runs, beside)
    assert (found["decisions_per_s"], found["times_as_fast"]) == (2000, 3.0), "each against what ran beside it"
    assert (found["games_ended"], found["games"], found["decisions_per_game"]) == (11, 12, 100)


def test_each_menu_of_a_game_is_timed_once_and_afterwards_none() -> None:
    system = random_players.system()
    with engine._menus_timed() as menus:
        game = random_players.begin(system, 1)
        choices = sum(1 for _ in random_players.play(game, 1, turns=1))
    assert len(menus) > choices > 20, "one before each choice, and those that are answered by themselves"
    before = len(menus)
    for _ in random_players.play(random_players.begin(system, 2), 2, turns=1):
        pass
    assert len(menus) == before


def test_a_single_game_gives_every_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("RUNS", 1), ("GAMES", 1), ("COPIES", 2)):
        monkeypatch.setattr(engine, name, value)
    found = engine.measure()
    figures = {name: value for name, value in found.items() if name != "share"}
    assert {"decisions_per_s", "copy_us", "apply_us", "apply_us_median", "playout_ms", "playout_ms_p95"} <= set(figures)
    assert min(figures.values()) > 0
    assert found["playout_ms"] * 1000 > found["apply_us"], "a round is more than a choice"
    assert round(sum(found["share"].values())) == 1
