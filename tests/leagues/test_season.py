"""Whole seasons by their journals: divisions with dropouts, substitutes and rulings; a Swiss; what is refused; what verification finds."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from bot.leagues import acts, journal
from bot.leagues.acts import NotNow
from bot.leagues.journal import ENTRY, Entry
from bot.leagues.lots import commitment
from bot.leagues.season import Season
from bot.leagues.standings import How
from bot.leagues.windows import LeagueClock

SEED = b"promised before anybody entered."
DAY = 86_400
CHIEF = "chief"


def opening(**rules: Any) -> journal.Opened:
    usual = {"name": "Spring", "format": "divisions", "own_rounds": 120, "window": 120 * DAY}
    return journal.Opened(at=0, by=CHIEF, commitment=commitment(SEED), **{**usual, **rules})


def test_a_journal_names_what_its_title_counts_where_it_is_not_what_the_first_counts() -> None:
    """Seasons of the first title are written as older versions wrote and read them."""
    line = ENTRY.dump_json(opening()).decode()
    assert not {"most_margin", "most_bid"} & json.loads(line).keys()
    assert ENTRY.validate_json(line) == opening(most_margin=10, most_bid=20)
    other = opening(most_margin=300, most_bid=0)
    kept = ENTRY.dump_json(other)
    assert (json.loads(kept)["most_margin"], json.loads(kept)["most_bid"]) == (300, 0)
    assert ENTRY.validate_json(kept) == other


class Held:
    """A season and its journal; every act is done twice and may happen once."""

    def __init__(self, **rules: Any) -> None:
        self.entries: list[Entry] = acts.open_season(opening(**rules))
        self.season = Season.told(self.entries)

    def do(self, act: Callable[..., list[Entry]], *args: Any, **more: Any) -> list[Entry]:
        new = act(self.season, *args, **more)
        for entry in new:
            self.season.add(ENTRY.validate_json(ENTRY.dump_json(entry)))
        self.entries += new
        return new

    def enter(self, count: int, **more: Any) -> None:
        for number in range(count):
            person = f"p{number:02}"
            self.do(
                acts.join_season,
                journal.Joined(at=1, by=person, person=person, capacity=6, rating=2000 - number, **more),
            )

    def begin(self) -> None:
        self.do(acts.close_registration, CHIEF, 2)
        self.do(acts.draw, SEED, CHIEF, 3)
        self.create()

    def create(self) -> None:
        while wanted := self.season.to_create():
            for made in wanted:
                assert self.do(acts.create_game, made.match, f"game-{made.match}", 4)
                assert not self.do(acts.create_game, made.match, f"game-{made.match}", 5)

    def finish(self, at: float = 9) -> None:
        """Three days for appeals, then the end."""
        self.do(acts.begin_review, CHIEF, at)
        refused("review_open", acts.finish_season, self.season, SEED, CHIEF, at + 3 * DAY - 1)
        assert self.do(acts.finish_season, SEED, CHIEF, at + 3 * DAY)
        assert not self.do(acts.finish_season, SEED, CHIEF, at + 3 * DAY)

    def play(self, rng: random.Random, *, keep: int = 0) -> None:
        """Plays what is open, but for the last few."""
        still = self.season.open_matches()
        for made in still[: len(still) - keep]:
            points = rng.choice([(2, 0), (0, 2), (1, 1)])
            report = journal.Resulted(at=6, match=made.match, game=made.game, points=points, margin=rng.randint(-9, 9))
            assert self.do(acts.report_result, report)
            assert not self.do(acts.report_result, report)


def refused(code: str, act: Callable[..., Any], *args: Any, **more: Any) -> dict[str, Any]:
    with pytest.raises(NotNow) as caught:
        act(*args, **more)
    assert caught.value.code == code
    return caught.value.data


def test_a_season_of_thirty_two_from_nothing_to_its_tables() -> None:
    held, rng = Held(), random.Random(4)
    held.enter(32)
    for name in ("s1", "s2"):
        held.do(acts.join_season, journal.Joined(at=1, by=name, person=name, substitute=True, capacity=6))
    held.begin()
    assert [len(section) for section in held.season.sections] == [5, 5, 5, 5, 5, 7]
    assert len(held.season.matches) == 71
    assert held.season.sections[0] == ("p00", "p01", "p02", "p03", "p04"), "the best rated first"
    held.play(rng, keep=40)
    silent, leaving, replaced = (held.season.sections[number][0] for number in (5, 4, 3))
    held.do(acts.withdraw_player, silent, 7, silent=True)
    held.do(acts.leave_season, leaving, 7)
    held.do(acts.replace_player, replaced, "s1", 7, by=CHIEF)
    assert not held.do(acts.replace_player, replaced, "s1", 8, by=CHIEF)
    assert held.season.section_of("s1") == 3
    held.create()
    held.play(rng, keep=1)
    (last,) = held.season.open_matches()
    held.do(acts.rule_game, journal.Ruled(at=8, by=CHIEF, match=last.match, points=(0, 2), reason="bank empty"))
    held.finish()
    for number, section in enumerate(held.season.sections):
        rows = held.season.table(number)
        assert sorted(row.name for row in rows) == sorted(section)
        assert held.season.places(number) == {row.name: (row.place, row.place) for row in rows}
    assert acts.verify_lots(held.entries) == []
    assert Season.told(held.entries) == held.season


def test_an_early_withdrawal_removes_and_a_late_one_forfeits() -> None:
    def with_games_played(count: int) -> tuple[Held, str]:
        held = Held()
        held.enter(5)
        held.begin()
        for made in [made for made in held.season.open_matches() if "p00" in made.slots][:count]:
            held.do(acts.report_result, journal.Resulted(at=5, match=made.match, game=made.game, points=(2, 0)))
        held.do(acts.withdraw_player, "p00", 6, silent=True)
        assert held.do(acts.withdraw_player, "p00", 6) == []
        return held, "p00"

    early, gone = with_games_played(1)
    assert all(gone not in (match.first, match.second) for match in early.season.counted(0))
    late, gone = with_games_played(2)
    results = [match for match in late.season.counted(0) if gone in (match.first, match.second)]
    assert sorted(match.how.value for match in results) == ["played", "played", "walkover", "walkover"]
    assert len(late.season.open_matches()) == 6


def test_nobody_has_more_games_at_once_than_wanted() -> None:
    held = Held(window=4 * 118 * DAY)
    for number in range(5):
        held.do(acts.join_season, journal.Joined(at=1, person=f"p{number}", capacity=1 + 3 * (number > 0)))
    held.do(acts.close_registration, CHIEF, 2)
    held.do(acts.draw, SEED, CHIEF, 3)
    held.create()
    own = [made for made in held.season.matches.values() if "p0" in made.slots]
    assert sum(bool(made.game) for made in own) == 1
    first = next(made for made in own if made.game)
    held.do(acts.report_result, journal.Resulted(at=5, match=first.match, game=first.game, points=(1, 1)))
    assert [made for made in held.season.to_create() if "p0" in made.slots]


def test_a_limit_on_simultaneous_games_is_respected_where_the_window_allows_it() -> None:
    """Of four games of 118 days at most two follow each other in 240 days."""
    for days, at_once in ((120, 4), (240, 2), (472, 1)):
        held = Held(window=days * DAY)
        for number in range(5):
            held.do(acts.join_season, journal.Joined(at=1, person=f"p{number}", capacity=1))
        held.begin()
        running = dict.fromkeys(held.season.sections[0], 0)
        for made in held.season.matches.values():
            for slot in made.slots:
                running[slot] += bool(made.game)
        assert max(running.values()) == at_once


def test_a_swiss_pairs_round_by_round_and_follows_from_its_seed() -> None:
    held, rng = Held(format="swiss", rounds=6), random.Random(2)
    held.enter(33)
    held.begin()
    for number in range(2, 7):
        held.play(rng)
        if number == 3:
            held.do(acts.withdraw_player, "p07", 6)
        assert len(held.do(acts.draw, SEED, CHIEF, 7)) == 1
        held.create()
    held.play(rng)
    met = [frozenset(made.slots) for made in held.season.matches.values()]
    assert len(met) == len(set(met)), "nobody meets twice"
    assert len({slot for _, slot in held.season.byes}) == len(held.season.byes)
    assert all("p07" not in made.slots for made in held.season.matches.values() if made.round > 2)
    refused("no_round_left", acts.draw, held.season, SEED, CHIEF, 8)
    held.finish()
    assert acts.verify_lots(held.entries) == []


def test_a_round_that_is_cut_pairs_and_counts_what_comes_later() -> None:
    held, rng = Held(format="swiss", rounds=3), random.Random(1)
    held.enter(8)
    held.begin()
    held.play(rng, keep=1)
    (still,) = held.season.open_matches()
    assert refused("matches_open", acts.draw, held.season, SEED, CHIEF, 5)["matches"] == (still.match,)
    held.do(acts.draw, SEED, CHIEF, 5, cut=True)
    assert frozenset(still.slots) not in {frozenset(m.slots) for m in held.season.matches.values() if m.round == 2}
    before = {row.name: row.points for row in held.season.table(0)}
    held.do(acts.report_result, journal.Resulted(at=6, match=still.match, game=still.game, points=(2, 0)))
    assert {row.name: row.points for row in held.season.table(0)}[still.first] == before[still.first] + 2


def test_a_draw_that_was_altered_is_found() -> None:
    held = Held()
    held.enter(10)
    held.begin()
    held.play(random.Random(1))
    held.finish()
    at = next(index for index, entry in enumerate(held.entries) if isinstance(entry, journal.Drawn))
    honest = held.entries[at]
    assert isinstance(honest, journal.Drawn)
    one = honest.matches[0]
    turned = one.model_copy(update={"first": one.second, "second": one.first})
    held.entries[at] = honest.model_copy(update={"matches": (turned, *honest.matches[1:])})
    assert acts.verify_lots(held.entries) == ["round 1"]
    assert acts.verify_lots(held.entries[:-1]) == ["open"]
    assert acts.verify_lots([*held.entries[:-1], journal.Finished(at=9, seed=b"another".hex())]) == ["seed"]


def test_a_preview_is_the_draw_that_will_be_published() -> None:
    held = Held()
    held.enter(12)
    held.do(acts.close_registration, CHIEF, 2)
    preview = acts.draw(held.season, SEED, CHIEF, 3)
    assert held.do(acts.draw, SEED, CHIEF, 3) == preview
    refused("drawn_already", acts.draw, held.season, SEED, CHIEF, 3)


def test_a_clock_that_cannot_fit_its_window_opens_no_season() -> None:
    """Two players with 5 days, 120 action rounds of 8 hours and 14 days of leave need 118 days."""
    acts.open_season(opening(window=118 * DAY))
    data = refused("window_too_short", acts.open_season, opening(window=118 * DAY - 1))
    assert data["needed"] == 118 * DAY
    acts.open_season(opening(window=60 * DAY, clock=LeagueClock(leave=0, per_round=3600)))


def test_refusals_have_reasons() -> None:
    held = Held()
    refused("registration_open", acts.draw, held.season, SEED, CHIEF, 1)
    held.enter(3)
    assert refused("too_few", acts.close_registration, held.season, CHIEF, 1) == {"count": 3, "fewest": 4}
    again = journal.Joined(at=1, person="p00")
    refused("entered_already", acts.join_season, held.season, again)
    refused("not_entered", acts.leave_season, held.season, "nobody", 1)
    held.do(acts.join_season, journal.Joined(at=1, person="p03"))
    held.do(acts.leave_season, "p03", 1)
    held.do(acts.join_season, journal.Joined(at=1, person="p03", capacity=6))
    refused("not_drawn", acts.finish_season, held.season, SEED, CHIEF, 1)
    held.do(acts.close_registration, CHIEF, 2)
    assert held.do(acts.close_registration, CHIEF, 2) == []
    refused("registration_closed", acts.join_season, held.season, journal.Joined(at=2, person="late"))
    refused("wrong_seed", acts.draw, held.season, b"another seed", CHIEF, 2)
    held.begin()
    made = held.season.open_matches()[0]
    refused("has_a_game", acts.create_game, held.season, made.match, "other", 3)
    refused("no_match", acts.create_game, held.season, "9.9.9", "game", 3)
    report = journal.Resulted(at=5, match=made.match, game=made.game, points=(2, 0))
    refused("other_game", acts.report_result, held.season, report.model_copy(update={"game": "other"}))
    refused("no_result", acts.report_result, held.season, report.model_copy(update={"points": (2, 2)}))
    held.do(acts.report_result, report)
    refused("result_differs", acts.report_result, held.season, report.model_copy(update={"points": (0, 2)}))
    ruling = journal.Ruled(at=6, by="p00", match=made.match, points=(0, 2), reason="a friend asked")
    refused("own_section", acts.rule_game, held.season, ruling)
    refused("no_result", acts.rule_game, held.season, ruling.model_copy(update={"by": CHIEF, "points": (3, 0)}))
    refused("no_substitute", acts.replace_player, held.season, "p01", "p02", 6)
    refused("not_entered", acts.replace_player, held.season, "nobody", "p02", 6)
    refused("not_entered", acts.withdraw_player, held.season, "nobody", 6)
    refused("matches_open", acts.finish_season, held.season, SEED, CHIEF, 6)


def test_a_season_played_elsewhere_creates_no_games_and_takes_results() -> None:
    held = Held(outside=True)
    held.enter(5)
    held.do(acts.close_registration, CHIEF, 2)
    held.do(acts.draw, SEED, CHIEF, 3)
    assert held.season.to_create() == []
    report = journal.Resulted(at=6, match="1.1.1", game="", points=(2, 0))
    assert held.do(acts.hand_in_result, report)
    assert held.do(acts.hand_in_result, report) == []
    assert sum(row.points for row in held.season.table(0)) == 2
    here = Held()
    here.enter(5)
    here.do(acts.close_registration, CHIEF, 2)
    here.do(acts.draw, SEED, CHIEF, 3)
    with pytest.raises(NotNow) as caught:
        here.do(acts.hand_in_result, report)
    assert caught.value.code == "played_here"


def test_a_ruling_overrides_reports_and_the_latest_ruling_the_others() -> None:
    held = Held()
    held.enter(4)
    held.begin()
    made = held.season.open_matches()[0]
    held.do(acts.report_result, journal.Resulted(at=5, match=made.match, game=made.game, points=(2, 0), margin=7))
    ruling = journal.Ruled(at=6, by=CHIEF, match=made.match, points=(0, 2), reason="wrong scenario")
    assert held.do(acts.rule_game, ruling)
    assert held.do(acts.rule_game, ruling.model_copy(update={"at": 7.0})) == []
    (result,) = held.season.counted(0)
    assert (result.points, result.how, result.margin) == ((0, 2), How.WALKOVER, 0)
    split = ruling.model_copy(update={"points": (1, 1), "reason": "time", "how": How.PLAYED})
    held.do(acts.rule_game, split)
    assert held.season.counted(0)[0].points == (1, 1)


@pytest.mark.parametrize(
    "line",
    [
        '{"kind":"resulted","at":1,"match":"1.1.1","game":"g","points":[2]}',
        '{"kind":"challenged","at":1,"match":"first","person":"a","opponent":"b"}',
        '{"kind":"replaced","at":1,"person":"a","substitute":"a"}',
        '{"kind":"formed","at":1,"team":"t","name":"T","members":["a","a"]}',
        '{"kind":"drawn","at":1,"round":1,"sections":[["a"]],"matches":[{"match":"1.1.1","section":0,"first":"a","second":"a"}]}',
        '{"kind":"promoted","at":1}',
    ],
)
def test_lines_that_no_season_writes_are_none(line: str) -> None:
    with pytest.raises(ValidationError):
        ENTRY.validate_json(line)


def test_nothing_happens_to_a_season_that_is_over() -> None:
    held = Held()
    held.enter(4)
    held.begin()
    held.play(random.Random(3))
    held.finish()
    made = next(iter(held.season.matches))
    refused("season_over", acts.join_season, held.season, journal.Joined(at=9, person="late", substitute=True))
    refused("season_over", acts.withdraw_player, held.season, "p00", 9)
    refused(
        "season_over", acts.rule_game, held.season, journal.Ruled(at=9, by=CHIEF, match=made, points=(2, 0), reason="x")
    )
    refused("season_over", acts.draw, held.season, SEED, CHIEF, 9)


def strange(section: int) -> journal.Drawn:
    made = journal.Fixture(match="1.1.1", section=section, first="a", second="b")
    return journal.Drawn(at=2, round=1, sections=(("a", "b"),), matches=(made,))


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ([], "no entries"),
        ([journal.Closed(at=1)], "begins with its opening"),
        ([opening(), opening(name="Other")], "rules of a season stay"),
        (
            [opening(), strange(0), journal.Resulted(at=3, match="1.1.1", game="", points=(3, 0))],
            "no game gives 3 and 0",
        ),
        ([opening(), strange(1)], "a section that the draw does not have"),
    ],
)
def test_a_journal_without_its_opening_is_none(entries: list[Entry], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Season.told(entries)
