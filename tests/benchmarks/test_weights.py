"""Weights sought in games between variants: resumed from their journal, kept only if they win elsewhere, written with their record."""

from __future__ import annotations

import math
import shlex
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from benchmarks.weights import __main__ as command
from benchmarks.weights import files
from benchmarks.weights.arena import Arena, Job, Outcome, both_sides, played
from benchmarks.weights.files import written
from benchmarks.weights.measured import Remembering
from benchmarks.weights.measuring import better, score
from benchmarks.weights.surface import Array, fitted, foretold, lines, observed, proposed
from benchmarks.weights.trials import Course, NotThisJournal, Trials, worth
from benchmarks.weights.variants import SOUGHT, at, shifted
from engine.pog.content.weights import Version, WeightsOrigin, checked, dumped, load_older, load_weights

ROOT = Path(__file__).parents[2]
#: The judgements that win in the games of these tests, as factors of the present ones.
_BEST = {"units.combat_factor": 1.4, "actions.other_use": 0.7, "threats.next.take": 1.3, "spaces.ground": 0.75}


class Known(Arena):
    """Games that those win more often whose weights are nearer to the best."""

    def __init__(self, best: dict[str, float] | None = None) -> None:
        super().__init__()
        self._best = _BEST if best is None else best
        self._middle = dumped(load_weights().weights)
        self.games = 0

    def _height(self, raw: dict[str, Any]) -> float:
        return -sum(
            math.log(at(raw, path) / at(self._middle, path) / factor) ** 2 for path, factor in self._best.items()
        )

    def results(self, jobs: Sequence[Job]) -> Iterator[Outcome]:
        for job in jobs:
            self.games += 1
            better = self._height(job.first) - self._height(job.second)
            luck = Random(f"{job.deal}/{job.side}").gauss(0.0, 0.5)
            yield Outcome(float(better + luck > 0), 10.0 * (better + luck), 0.25)


class Even(Arena):
    """Games that no weight decides."""

    def results(self, jobs: Sequence[Job]) -> Iterator[Outcome]:
        for job in jobs:
            yield Outcome(float(Random(job.deal + job.side).randrange(2)), 0.0, 0.25)


def trials(journal: Path, seed: int = 7) -> Trials:
    return Trials(dumped(load_weights().weights), Course(seed=seed), journal)


def told_by(arena: Arena, folder: Path) -> tuple[Array, Array]:
    """What 300 deals come to where results follow as an arena has them."""
    played_out = trials(folder / "journal")
    played_out.run(arena, {"introductory": 300}, silent)
    return observed(played_out, played_out.deals)


def silent(text: str) -> None:
    del text


def test_games_that_were_measured_are_not_played_again(tmp_path: Path) -> None:
    mine = dumped(load_weights().weights)
    other = shifted(mine, [0.3] * len(SOUGHT))
    jobs = [job for deal in range(4) for job in both_sides("introductory", deal, other, mine)]
    whole, first, second = Known(), Known(), Known()
    expected = list(whole.results(jobs))
    path = tmp_path / "folder" / "played.jsonl"
    assert list(Remembering(first, path).results(jobs[2:5])) == expected[2:5]
    with path.open("a", encoding="utf-8") as file:
        file.write('{"players": "ab')  # whoever wrote was stopped
    assert list(Remembering(second, path).results(jobs)) == expected
    assert (first.games, second.games) == (3, 5)
    # Whoever plays by other weights, or at another level, has not met.
    strangers = [
        *both_sides("introductory", 2, mine, other),
        *both_sides("introductory", 2, other, mine, level="officer"),
    ]
    third = Known()
    list(Remembering(third, path).results([*jobs, *strangers, *strangers]))
    assert third.games == 4


def test_games_go_on_from_their_journal_as_if_they_had_never_stopped(tmp_path: Path) -> None:
    wanted = {"introductory": 6, "campaign": 3}
    whole = trials(tmp_path / "whole")
    whole.run(Known(), wanted, silent)
    broken = trials(tmp_path / "broken")
    broken.run(Known(), {"introductory": 2, "campaign": 1}, silent)
    with (tmp_path / "broken").open("a", encoding="utf-8") as file:
        file.write('{"scenario": "campaign", "numb')  # it ended while it wrote
    resumed, here = trials(tmp_path / "broken"), Known()
    resumed.run(here, wanted, silent)
    assert here.games == 2 * (9 - 3)
    assert sorted(map(str, resumed.deals)) == sorted(map(str, whole.deals))
    assert [deal.number for deal in resumed.of({"introductory": 2})] == [0, 1]
    again = Known()
    trials(tmp_path / "broken").run(again, wanted, silent)
    assert again.games == 0


def test_the_journal_of_other_games_is_refused(tmp_path: Path) -> None:
    trials(tmp_path / "journal")
    with pytest.raises(NotThisJournal, match=r"another seed.*name a new file"):
        trials(tmp_path / "journal", seed=8)


def test_both_variants_of_a_deal_play_it_on_both_sides_and_no_two_deals_have_the_same(tmp_path: Path) -> None:
    met: list[Job] = []

    class Noting(Known):
        def results(self, jobs: Sequence[Job]) -> Iterator[Outcome]:
            met.extend(jobs)
            return super().results(jobs)

    trials(tmp_path / "journal").run(Noting(), {"introductory": 4}, silent)
    pairs = [met[at : at + 2] for at in range(0, len(met), 2)]
    assert all(one.deal == other.deal and {one.side, other.side} == {0, 1} for one, other in pairs)
    assert all((one.first, one.second) == (other.first, other.second) for one, other in pairs)
    assert len({str(raw) for one, _ in pairs for raw in (one.first, one.second)}) == 8
    assert len({one.deal for one, _ in pairs}) == 4


def test_every_weight_that_is_sought_can_be_changed_and_a_share_stays_one() -> None:
    start = dumped(load_weights().weights)
    for number, path in enumerate(SOUGHT):
        logs = [0.0] * len(SOUGHT)
        logs[number] = -0.2
        other = shifted(start, logs)
        assert at(other, path) != at(start, path)
        assert dumped(checked(other)) == other
    far = shifted(start, [3.0] * len(SOUGHT))
    assert dumped(checked(far)) == far
    assert far["actions"]["follows"] == 1.0
    assert far["attacks"]["least"] == pytest.approx(math.exp(3.0) * start["attacks"]["least"], rel=0.001)


def test_the_fit_finds_better_weights_and_leaves_weights_without_evidence_alone(tmp_path: Path) -> None:
    pytest.importorskip("cmaes")
    differ, counted = told_by(Known(), tmp_path)
    surface = fitted(differ, counted, 0.5)
    found = dict(zip(SOUGHT, proposed(surface, 0.5), strict=True))
    for path, factor in _BEST.items():
        assert found.pop(path) / math.log(factor) > 0.4
    assert sum(map(abs, found.values())) / len(found) < 0.1
    assert foretold(differ, counted, 0.5) > 0.5
    assert any(path in lines(surface, [0.0] * len(SOUGHT))[0] for path in _BEST)


def test_games_that_no_weight_decides_propose_next_to_nothing(tmp_path: Path) -> None:
    pytest.importorskip("cmaes")
    differ, counted = told_by(Even(), tmp_path)
    surface = fitted(differ, counted, 0.5)
    assert surface.height(np.array(proposed(surface, 0.5))) < 0.05
    assert abs(foretold(differ, counted, 0.5)) < 0.2


def test_a_game_between_equals_comes_to_the_same_from_both_sides() -> None:
    raw = dumped(load_weights().weights)
    one, other = (played(job) for job in both_sides("introductory", 11, raw, raw))
    assert one.points + other.points == 1.0
    assert one.vp == -other.vp
    assert worth(one.points, one.vp) == pytest.approx(-worth(other.points, other.vp))


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


def commanded(monkeypatch: pytest.MonkeyPatch, best: dict[str, float]) -> Callable[..., int]:
    monkeypatch.setattr(command, "Arena", lambda processes: Known(best))
    return lambda *words: command.main([*words, "--scenarios", "introductory", "--deals", "200", "--seed", "7"])


def test_an_adopted_version_has_its_record_and_the_replaced_one_joins_the_older_ones(
    assets: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("cmaes")
    run, journal = commanded(monkeypatch, _BEST), str(assets / "journal")
    assert run("fit", journal) == 0
    assert "units.combat_factor" in capsys.readouterr().out
    kept = ("--games", "20", "--older", "10", "--version", "seventh", "--date", "2026-11-22")
    assert run("keep", journal, *kept) == 0
    text = (assets / "weights.toml").read_text(encoding="utf-8")
    for told in (
        'version = "seventh"',
        'date = "2026-11-22"',
        "--games 20",
        f"--seed 7 --start {load_weights().made.version}",
        "games = 400",
        "cpu_s = 100",
        f"[made.against.{load_weights().made.version}]",
    ):
        assert told in text
    against = tomllib.loads(text)["made"]["against"]
    assert against[load_weights().made.version]["all"]["games"] == 20
    assert all(one["all"]["games"] == 10 for name, one in against.items() if name != load_weights().made.version)
    older = (assets / "older" / f"{load_weights().made.version}.toml").read_text(encoding="utf-8")
    assert older == files.PRESENT.read_text(encoding="utf-8")


def test_a_version_that_does_not_win_changes_nothing(
    assets: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("cmaes")
    journal = str(assets / "journal")
    assert commanded(monkeypatch, _BEST)("fit", journal) == 0
    assert commanded(monkeypatch, {})("keep", journal, "--games", "20") == 1
    assert "the weights stay as they are" in capsys.readouterr().out
    assert not (assets / "weights.toml").exists()


def test_the_shipped_weights_are_what_their_own_command_proposes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """To a few hundredths: the last digits of the optimiser's way hang on the processor's linear algebra."""
    pytest.importorskip("cmaes")
    monkeypatch.chdir(ROOT)
    ships = load_weights()
    words = shlex.split(ships.made.command)[3:]
    assert words[0] == "keep"
    start = {version.made.version: version for version in load_older()}[words[words.index("--start") + 1]]
    games = len(Path(words[1]).read_text(encoding="utf-8").splitlines())
    assert command.main(["fit", *words[1:]]) == 0
    told = {line.split()[0]: line.split()[-1] for line in capsys.readouterr().out.splitlines() if " x " in line}
    assert set(told) == set(SOUGHT)
    for path in SOUGHT:
        was, now = (at(dumped(version.weights), path) for version in (start, ships))
        was, now = (value[-1] if isinstance(value, list) else value for value in (was, now))
        assert now == pytest.approx(1.0 if now == 1.0 else was * float(told[path]), rel=0.04), path
    assert len(Path(words[1]).read_text(encoding="utf-8").splitlines()) == games  # all of them had been played


def test_versions_are_measured_against_each_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert commanded(monkeypatch, {})("table", "--games", "10") == 0
    rows = capsys.readouterr().out.splitlines()
    versions = {version.made.version for version in (*load_older(), load_weights())}
    assert len(rows) == len(versions) * (len(versions) - 1) // 2
    assert any("hand_made against units_weigh_more" in row for row in rows)
    assert all("10 games" in row for row in rows)


def test_variants_may_surround_an_older_self_and_nobody_unknown(
    assets: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("cmaes")
    run, journal = commanded(monkeypatch, _BEST), assets / "journal"
    assert run("fit", str(journal), "--start", "units_weigh_more") == 0
    older = next(one for one in load_older() if one.made.version == "units_weigh_more")
    assert f'"at_most": {older.weights.units.at_most}' in journal.read_text(encoding="utf-8").splitlines()[0]
    with pytest.raises(SystemExit):
        run("fit", str(journal), "--start", "nobody")
    assert "invalid choice: 'nobody'" in capsys.readouterr().err


def test_a_record_is_written_as_it_is_read() -> None:
    present = load_weights()
    against = {"hand_made": {"all": score([Outcome(1.0, 2.0, 0.1), Outcome(0.5, 0.0, 0.1)])}}
    made = WeightsOrigin(version="other", how="Tried.", games=12, fitted=SOUGHT, against=against)

    raw = tomllib.loads(written(Version(made, present.weights)))
    assert WeightsOrigin.model_validate(raw.pop("made")) == made
    assert dumped(checked(raw)) == dumped(present.weights)


def test_deals_are_named_for_each_scenario(
    assets: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "Arena", lambda processes: Known())
    with pytest.raises(SystemExit):
        command.main(["fit", str(assets / "journal"), "--deals", "1", "2"])
    assert "--deals names a number for each of --scenarios" in capsys.readouterr().err
