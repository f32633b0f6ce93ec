"""Estimated chances of winning: fitted and validated on games of many kinds of players, in each war better than its average."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from benchmarks.chances import fitting, scores, telling
from benchmarks.chances import games as played_games
from benchmarks.chances.__main__ import main as training
from benchmarks.chances.games import KINDS, POSITIONS, SCENARIOS, Seen
from benchmarks.chances.styles import STYLES, StylePlayer
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.content.chances import ChanceWeights, load_chances
from engine.pog.content.records import AP, CP
from engine.pog.opponent.chances import (
    Chances,
    between,
    brier,
    judged,
    log_score,
    sight,
)

TRACES = Path(__file__).parents[1] / "conformance" / "traces"


@cache
def held_out() -> list[Seen]:
    """Return the positions of games used neither for fitting nor for calibration."""
    return fitting.parted(fitting_games())[2]


@cache
def fitting_games() -> list[Seen]:
    """Return all positions in the repository."""
    return played_games.read([POSITIONS])


def test_no_war_is_told_worse_than_by_its_usual_shares_in_games_held_out() -> None:
    """Compared with the actual shares of the same games, which nobody could know beforehand."""
    held, told = held_out(), load_chances().made.scenarios
    said = [judged(one.sight) for one in held]
    found = scores.by(lambda one: one.sight.scenario, held, said, scores.usual(held))
    assert set(found) == set(told) == set(SCENARIOS)
    for name, one in found.items():
        assert one.brier < one.brier_usual, name
        assert one.log < one.log_usual, name
        assert (one.games, one.brier, one.log) == (told[name].games, told[name].brier, told[name].log), (
            "as its record says"
        )


def test_players_of_a_kind_that_was_not_fitted_on_are_told_no_worse_than_by_usual_shares() -> None:
    told = load_chances().made.kinds
    assert set(told) == {*KINDS, "recorded"}
    for kind, one in told.items():
        assert one.brier < one.brier_usual, kind
        assert one.log < one.log_usual, kind


def test_the_range_that_is_told_holds_four_of_five_kinds_of_players_that_were_not_fitted_on() -> None:
    assert 0.75 < load_chances().made.covered < 0.95


def test_medium_estimates_come_true_as_often_as_stated() -> None:
    """Between 0.35 and 0.75 the estimate used to favour the Central Powers too much, in every war."""
    held = held_out()
    said = [judged(one.sight).cp for one in held]
    assert all(one.sight.scenario in SCENARIOS for one in held)
    found = scores.middle(held, said)
    for name, one in found.items():
        low, high = between(one.said, load_chances().of(name).spread)
        assert one.low < one.said < one.high, name
        assert one.low < high, name
        assert one.high > low, name
    over = sum(one.worth * (one.said - one.came) for one in found.values()) / sum(one.worth for one in found.values())
    assert abs(over) < 0.04


def test_four_of_five_groups_of_games_held_out_lie_in_the_range_that_is_told() -> None:
    """Groups by war, kind of players and tenth of the estimate; as far as so few games can show."""
    groups: dict[tuple[str, str], list[Seen]] = {}
    for one in held_out():
        groups.setdefault((one.sight.scenario, one.kind), []).append(one)
    within = all_of = 0.0
    for (name, _), some in groups.items():
        spread = load_chances().of(name).spread
        for group in scores.reliability(some, [judged(each.sight).cp for each in some]):
            low, high = between(group.said, spread)
            all_of += group.worth
            within += group.worth * (group.low <= high and group.high >= low)
    assert within / all_of > 0.8


def test_games_of_a_kind_serve_one_end_only_and_every_kind_is_there() -> None:
    parts = [{one.game for one in part} for part in fitting.parted(fitting_games())]
    assert sum(map(len, parts)) == len(set.union(*parts))
    for part in parts:
        assert {(scenario, kind) for scenario, kind, _ in part if kind not in ("recorded", "officers")} == {
            (scenario, kind) for scenario in SCENARIOS for kind in KINDS if kind != "officers"
        }
        assert {kind for _, kind, _ in part} >= {*KINDS, "recorded"} - {"officers"}, (
            "of officers there are a few games only"
        )
    held = [{one.game for one in fitting.parted(fitting_games(), turn)[2]} for turn in range(4)]
    assert sum(map(len, held)) == len(set.union(*held)) == len({one.game for one in fitting_games()}), "each once"


def test_the_command_makes_the_weights_that_ship_from_the_games_of_the_repository() -> None:
    pytest.importorskip("scipy")
    learnt, right, _ = fitting.parted(fitting_games())
    found, ships = fitting.put_right(fitting.learn(learnt), right), load_chances()
    for name in ("vp", "units", "threats", "status"):
        assert getattr(found, name) == pytest.approx(getattr(ships, name), abs=2e-3)
    shares = scores.usual([*learnt, *right])
    for scenario, own in found.scenarios.items():
        for name in ("sharpness", "lean", "time", "draw"):
            assert getattr(own, name) == pytest.approx(getattr(ships.scenarios[scenario], name), abs=5e-3)
        assert ships.scenarios[scenario].usual == pytest.approx(shares[scenario], abs=1e-4)


def test_recorded_games_are_among_those_of_the_repository_as_they_are_seen_today() -> None:
    """VP, time and levels; values of units and threats can change with the computer's weights."""
    trace = min(TRACES.glob("*.gz"))
    deal = int(trace.name.split(".")[0].rpartition("_")[2])
    kept = [one for one in played_games.rows(POSITIONS) if (one["kind"], one["deal"]) == ("recorded", deal)]
    found = played_games.recorded(trace, deal)
    assert len(kept) == len(found) == played_games.KEPT
    for one, then in zip(found, kept, strict=True):
        assert (one["terms"][0], one["terms"][-1], one["half_gap"]) == (
            then["terms"][0],
            then["terms"][-1],
            then["half_gap"],
        )
        assert one["winner"] == then["winner"]


@pytest.mark.parametrize("name", STYLES)
def test_every_style_plays_a_war_to_its_end(name: str) -> None:
    found = played_games.played("introductory", name, 900)
    assert found
    assert {one["deal"] for one in found} == {900}
    assert found == played_games.played("introductory", name, 900)


def test_styles_differ_in_what_they_are_named_for() -> None:
    counts = {name: Counter[str]() for name in ("attacker", "defender", "coward")}
    for name, made in counts.items():
        for deal in range(3):
            game: PogGame = Game.start(
                PathsOfGlory(GameOptions(scenario="introductory")), KeyedChance(bytes([deal + 1]))
            )
            seats = [StylePlayer(name, side, random.Random(deal)) for side in (AP, CP)]
            while game.stack:
                choice = seats[game.decision.actor(game)].answer(game)
                made[choice.verb] += 1
                game.apply(choice)
    assert counts["attacker"]["target"] > 2 * counts["defender"]["target"] > 2 * counts["coward"]["target"]
    assert counts["coward"]["rp"] > counts["attacker"]["rp"]


def test_trust_is_given_as_far_as_other_players_bear_it_out() -> None:
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="campaign")), KeyedChance(b"3"))
    even = replace(sight(game.state), terms=(0.0,) * 5)
    shares = {"campaign": (0.4, 0.1, 0.5)}
    rows = [Seen(even, deal, CP if deal % 2 else AP, "strange") for deal in range(40)]
    right, wrong = (
        [Chances(0.9, 0.05, 0.05) if (one.winner == CP) == knows else Chances(0.05, 0.05, 0.9) for one in rows]
        for knows in (True, False)
    )
    assert fitting.trust_in("campaign", {"strange": (rows, right, shares)}) == 1.0
    assert fitting.trust_in("campaign", {"strange": (rows, wrong, shares)}) == 0.0
    assert fitting.trust_in("banquet", {"strange": (rows, right, shares)}) == 0.0, "nothing is known of it"


def test_the_figures_of_training_are_right_for_games_that_are_known() -> None:
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="campaign")), KeyedChance(b"3"))
    seen = sight(game.state)
    sure = judged(replace(seen, terms=(99.0, 0.0, 0.0, 0.0, 0.0)), certain())
    assert brier([sure, sure], [CP, CP]) < 0.01
    assert brier([sure, sure], [CP, AP]) == pytest.approx(1.0, abs=0.05)
    assert log_score([sure, sure], [CP, CP]) < 0.01
    assert log_score([Chances(0.25, 0.5, 0.25)], [None]) == pytest.approx(0.693, abs=0.001)
    rows = [Seen(replace(seen, terms=(vp, 0.0, 0.0, 0.0, 0.0)), 1, CP if vp > 0 else AP) for vp in (-9.0, 9.0)]
    rows = [replace(one, sight=replace(one.sight, terms=tuple(11 * term for term in one.sight.terms))) for one in rows]
    assert scores.measured(rows, certain()) < 0.01
    table = scores.reliability(rows, [judged(one.sight, certain()).cp for one in rows])
    assert [(one.came, one.positions) for one in table] == [(0.0, 1), (1.0, 1)]


def test_the_range_of_what_came_is_that_of_games_not_of_positions() -> None:
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="campaign")), KeyedChance(b"3"))
    even = replace(sight(game.state), terms=(0.0,) * 5)
    few = [Seen(even, deal, CP if deal % 2 else AP) for deal in range(4)]
    (alone,), (many,) = (scores.reliability(rows, [0.5] * len(rows)) for rows in (few, few * 20))
    assert (many.positions, many.games) == (80, 4)
    assert (alone.low, alone.high) == (many.low, many.high)
    assert alone.low < 0.2
    assert alone.high > 0.8
    drawn = telling.shown([alone.model_copy(update={"said": said}) for said in (alone.came, 0.9)])
    assert len(drawn) == 3
    assert "X" in drawn[1]
    assert drawn[2].index("*") < drawn[2].index("|")


def test_overconfident_estimates_are_corrected_on_other_games() -> None:
    pytest.importorskip("scipy")
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="campaign")), KeyedChance(b"3"))
    seen = sight(game.state)
    # A side that is ahead wins two games of three, though the weights are almost certain of it.
    rows = [
        Seen(replace(seen, terms=(lead, 0.0, 0.0, 0.0, 0.0)), deal, CP if (lead > 0) == (deal % 3 > 0) else AP)
        for deal in range(60) for lead in (-4.0, 4.0)
    ]  # fmt: skip
    sure = certain()
    righted = fitting.put_right(sure, rows)
    assert righted.scenarios["campaign"].sharpness < sure.scenarios["campaign"].sharpness
    assert scores.measured(rows, righted) < scores.measured(rows, sure)
    # The order is kept: a more likely result is still more likely.
    leads = [replace(seen, terms=(lead, 0.0, 0.0, 0.0, 0.0)) for lead in (-4.0, -1.0, 0.0, 1.0, 4.0)]
    assert [judged(one, righted).cp for one in leads] == sorted(judged(one, righted).cp for one in leads)


def certain() -> ChanceWeights:
    """Weights that trust the terms completely."""
    ships = load_chances()
    own = ships.of("campaign").model_copy(update={"trust": 1.0, "sharpness": 3.0})
    return ships.model_copy(update={"scenarios": {**ships.scenarios, "campaign": own}})


def test_kinds_of_players_weigh_the_same_with_any_number_of_games() -> None:
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="campaign")), KeyedChance(b"3"))
    seen = sight(game.state)
    rows = [Seen(seen, deal, CP, "many") for deal in range(9) for _ in range(deal + 1)]
    rows += [Seen(seen, deal, AP, "few") for deal in range(5)]
    assert sum(scores.shares_of(rows)) == pytest.approx(1.0)
    assert scores.shares_of(rows)[-1] == pytest.approx(0.1)
    alone = [*rows[:-5], rows[-1]]
    assert scores.shares_of(alone)[-1] == pytest.approx(1 / 6), "a single game does not stand for its kind"
    cp, nobody, ap = scores.usual(rows)["campaign"]
    assert cp == pytest.approx(ap)
    assert nobody > 0, "what did not come yet may come"


def test_games_of_a_file_are_told_by_scenario_and_kind_with_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="campaign")), KeyedChance(b"3"))
    seen, file = sight(game.state), tmp_path / "games.jsonl"
    row = {"scenario": seen.scenario, "kind": "people", "terms": seen.terms, "half_gap": seen.half_gap}
    lines = [json.dumps({**row, "deal": deal, "winner": deal % 2}) for deal in (0, 0, 0, 1)]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert training(["measure", str(file)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("campaign")
    assert told[1].startswith("people")
    assert "2 games, Brier 0." in told[0]
    assert "0.50" in told[-1]  # each game counts once


def test_the_ranges_of_kinds_that_differ_are_wide() -> None:
    """Three kinds that win as often as predicted, and three that win far more or less often: the latter have a spread."""
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="campaign")), KeyedChance(b"3"))
    even = replace(sight(game.state), terms=(0.0,) * 5)

    def spread(shares: tuple[float, ...]) -> float:
        strange = {}
        for place, share in enumerate(shares):
            rows = [Seen(even, deal, CP if deal < 60 * share else AP, str(place)) for deal in range(60)]
            strange[str(place)] = (rows, [Chances(0.5, 0.0, 0.5)] * 60, {"campaign": (0.5, 0.0, 0.5)})
        found = fitting.spread_over(
            certain().model_copy(update={"scenarios": {"campaign": certain().of("campaign")}}), strange
        )
        return found.of("campaign").spread

    assert spread((0.5, 0.5, 0.5)) == 0.0
    assert spread((0.2, 0.5, 0.8)) > 0.7


def test_weights_are_written_as_they_are_read() -> None:
    assert telling.FILE.read_text(encoding="utf-8") == telling.written(load_chances())
