"""The search for weights: resumed from its journal, kept only if it wins elsewhere, written with its record."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.weights import __main__ as command
from benchmarks.weights import files
from benchmarks.weights.arena import Arena, Job, Outcome, both_sides, played
from benchmarks.weights.files import written
from benchmarks.weights.fitting import FITTED, Course, NotThisJournal, Search, shifted, worth
from benchmarks.weights.measuring import better, score
from engine.pog.content.weights import Made, Version, checked, dumped, load_older, load_weights

#: The judgement that wins in the games of these tests, as a factor of the present one.
_BEST = 1.3


class Known(Arena):
    """Games whose result follows from one weight: who is nearer to the best has more."""

    def __init__(self, best: float = _BEST) -> None:
        super().__init__()
        self._best = best * load_weights().weights.units.combat_factor
        self.games = 0

    def results(self, jobs: Sequence[Job]) -> Iterator[Outcome]:
        for job in jobs:
            self.games += 1
            mine, other = (abs(raw["units"]["combat_factor"] - self._best) for raw in (job.first, job.second))
            yield Outcome(1.0 if mine < other else 0.0 if mine > other else 0.5, 40.0 * (other - mine), 0.25)


def search(journal: Path, seed: int = 7, deals: int = 1) -> Search:
    pytest.importorskip("cmaes")
    return Search(load_weights(), load_older(), Course({"introductory": 1}, deals, 6), seed, journal)


def silent(text: str) -> None:
    del text


def test_a_search_goes_on_from_its_journal_as_if_it_had_never_stopped(tmp_path: Path) -> None:
    whole = search(tmp_path / "whole")
    whole.run(Known(), 5, silent)
    broken = search(tmp_path / "broken")
    broken.run(Known(), 2, silent)
    with (tmp_path / "broken").open("a", encoding="utf-8") as file:
        file.write('{"number": 3, "candid')  # it ended while it wrote
    resumed, here = search(tmp_path / "broken"), Known()
    resumed.run(here, 5, silent)
    assert here.games == 3 * 6 * 2
    assert resumed.found() == whole.found() != whole.start
    assert (tmp_path / "broken").read_text(encoding="utf-8") == (tmp_path / "whole").read_text(encoding="utf-8")
    assert (resumed.games, resumed.cpu) == (60, 15.0)


def test_what_wins_is_found_and_stays_a_share(tmp_path: Path) -> None:
    sought = search(tmp_path / "journal")
    sought.run(Known(), 25, silent)
    before = load_weights().weights.units.combat_factor
    assert sought.found()["units"]["combat_factor"] / before == pytest.approx(_BEST, rel=0.1)
    far = shifted(dumped(load_weights().weights), [1.0] * len(FITTED))
    assert far["actions"]["follows"] == 1.0
    assert far["attacks"]["least"] == pytest.approx(2.718 * 0.12, rel=0.01)


def test_the_journal_of_another_search_is_refused(tmp_path: Path) -> None:
    search(tmp_path / "journal")
    with pytest.raises(NotThisJournal, match="another seed"):
        search(tmp_path / "journal", seed=8)
    with pytest.raises(NotThisJournal, match="name a new file"):
        search(tmp_path / "journal", deals=2)


def test_all_candidates_of_a_generation_meet_the_same_selves_on_the_same_deals(tmp_path: Path) -> None:
    met: list[Job] = []

    class Noting(Known):
        def results(self, jobs: Sequence[Job]) -> Iterator[Outcome]:
            met.extend(jobs)
            return super().results(jobs)

    search(tmp_path / "journal", deals=8).run(Noting(), 1, silent)
    shares = [met[at : at + 16] for at in range(0, len(met), 16)]
    assert len(shares) == 6
    assert len({str([(job.deal, job.side, job.second) for job in some]) for some in shares}) == 1
    assert len({str(some[0].first) for some in shares}) == 6
    assert len({str(job.second) for job in met}) > 1  # never one self alone


def test_a_game_between_equals_comes_to_the_same_from_both_sides() -> None:
    raw = dumped(load_weights().weights)
    one, other = (played(job) for job in both_sides("introductory", 11, raw, raw, turns=1))
    assert one.points + other.points == pytest.approx(1.0)
    assert one.vp == -other.vp
    assert worth(one) == pytest.approx(-worth(other))
    assert 0.0 < one.points < 1.0


def test_only_what_surely_wins_is_kept() -> None:
    def many(share: float, games: int) -> Any:
        return {"all": score([Outcome(float(number < share * games), 0.0, 0.0) for number in range(games)])}

    assert better({"now": many(0.65, 200)}, "now")
    assert not better({"now": many(0.55, 100)}, "now")  # that may be luck
    assert not better({"now": many(0.65, 200), "older": many(0.3, 200)}, "now")


@pytest.fixture
def assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where weights would be written."""
    (tmp_path / "older").mkdir()
    monkeypatch.setattr(command, "PRESENT", tmp_path / "weights.toml")
    monkeypatch.setattr(command, "OLDER", tmp_path / "older")
    return tmp_path


def commanded(monkeypatch: pytest.MonkeyPatch, best: float) -> Callable[..., int]:
    monkeypatch.setattr(command, "Arena", lambda processes: Known(best))
    return lambda *words: command.main([*words, "--scenarios", "introductory", "--turns", "1", "--deals", "1"])


def test_what_is_kept_has_its_record_and_what_shipped_joins_the_older_selves(
    assets: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("cmaes")
    run, journal = commanded(monkeypatch, _BEST), str(assets / "journal")
    assert run("fit", journal, "--generations", "6") == 0
    assert "units.combat_factor" in capsys.readouterr().out
    assert run("keep", journal, "--games", "20", "--version", "seventh", "--date", "2026-11-22") == 0
    text = (assets / "weights.toml").read_text(encoding="utf-8")
    for told in (
        'version = "seventh"',
        'date = "2026-11-22"',
        "--games 20",
        "generations = 6",
        "[made.against.hand_made]",
    ):
        assert told in text
    older = (assets / "older" / "hand_made.toml").read_text(encoding="utf-8")
    assert older == files.PRESENT.read_text(encoding="utf-8")


def test_what_does_not_win_changes_nothing(
    assets: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("cmaes")
    journal = str(assets / "journal")
    assert commanded(monkeypatch, _BEST)("fit", journal, "--generations", "4") == 0
    assert commanded(monkeypatch, 1.0)("keep", journal, "--games", "20") == 1
    assert "the weights stay as they are" in capsys.readouterr().out
    assert not (assets / "weights.toml").exists()


def test_versions_are_measured_against_each_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert commanded(monkeypatch, 1.0)("table", "--games", "10") == 0
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 1
    assert "hand_made against units_weigh_more" in rows[0]
    assert "10 games" in rows[0]


def test_a_record_is_written_as_it_is_read() -> None:
    present = load_weights()
    against = {"hand_made": {"all": score([Outcome(1.0, 2.0, 0.1), Outcome(0.5, 0.0, 0.1)])}}
    made = Made(version="other", how="Tried.", games=12, fitted=FITTED, against=against)

    raw = tomllib.loads(written(Version(made, present.weights)))
    assert Made.model_validate(raw.pop("made")) == made
    assert dumped(checked(raw)) == dumped(present.weights)


def test_a_search_may_begin_from_an_older_self_and_from_nobody_unknown(
    assets: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("cmaes")
    run, journal = commanded(monkeypatch, _BEST), assets / "journal"
    assert run("fit", str(journal), "--generations", "1", "--start", "units_weigh_more") == 0
    older = next(one for one in load_older() if one.made.version == "units_weigh_more")
    assert f'"at_most": {older.weights.units.at_most}' in journal.read_text(encoding="utf-8").splitlines()[0]
    assert older.weights.units.at_most != load_weights().weights.units.at_most
    with pytest.raises(SystemExit):
        run("fit", str(journal), "--start", "nobody")
    assert "invalid choice: 'nobody'" in capsys.readouterr().err
