"""The places that are still possible: over whole random seasons of every format they only narrow and are never wrong."""

from __future__ import annotations

import itertools
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.leagues import acts, journal
from bot.leagues.journal import Format
from bot.leagues.season import Season
from tests.leagues.lives import FORMATS, lived
from tests.leagues.test_season import Held, refused

Places = list[dict[str, tuple[int, int]]]


def places(season: Season) -> Places:
    return [season.places(number) for number in range(len(season.sections))]


@given(
    st.sampled_from(FORMATS),
    st.integers(4, 11),
    st.sampled_from(["assigned", "swap", "bid"]),
    st.randoms(use_true_random=False),
)
@settings(max_examples=80, deadline=None)
def test_possible_places_only_narrow_and_contain_the_final_one(
    form: Format, count: int, match: str, rng: random.Random
) -> None:
    told: list[Places] = []
    held = None
    for held in lived(rng, form, count, match):
        told.append(places(held.season))
    assert held is not None
    for earlier, later in itertools.pairwise(told):
        for before, after in zip(earlier, later, strict=True):
            for name, (best, worst) in after.items():
                first, last = before.get(name, (1, len(after)))
                last = len(after) if last == len(before) else last  # the last place goes down as people enter late
                assert first <= best <= worst <= last, name
    for number, known in enumerate(told[-1]):
        rows = held.season.table(number)
        assert {row.name for row in rows} <= set(known)
        for row in rows:
            best, worst = known[row.name]
            assert best <= row.place <= worst
            assert best == worst or held.season.stage != "final"


def test_places_tell_something_before_the_end() -> None:
    """Whoever won everything while the others lost is first long before the last game."""
    held = Held()
    held.enter(5)
    held.begin()
    first = held.season.sections[0][0]
    for made in held.season.open_matches():
        if first in made.slots:
            points = (2, 0) if made.first == first else (0, 2)
            held.do(acts.report_result, journal.Resulted(at=6, match=made.match, game=made.game, points=points))
    others = [made for made in held.season.open_matches() if first not in made.slots]
    for made in others[:2]:
        held.do(acts.report_result, journal.Resulted(at=6, match=made.match, game=made.game, points=(1, 1)))
    ((best, worst),) = (held.season.places(0)[first],)
    assert best == 1
    assert worst < 5


def test_a_player_who_left_a_knockout_is_out() -> None:
    held = Held(format="knockout")
    held.enter(4)
    held.do(acts.join_season, journal.Joined(at=1, by="s1", person="s1", substitute=True))
    held.begin()
    gone = held.season.open_matches()[0].first
    held.do(acts.withdraw_player, gone, 6)
    assert refused("out_already", acts.replace_player, held.season, gone, "s1", 7) == {"person": gone}


def test_who_withdraws_after_winning_a_round_is_before_those_who_lost_in_it() -> None:
    held = Held(format="knockout")
    held.enter(4)
    held.begin()
    won, other = held.season.open_matches()
    for made in (won, other):
        held.do(acts.report_result, journal.Resulted(at=6, match=made.match, game=made.game, points=(2, 0)))
    assert held.season.places(0)[won.second] == (3, 4)
    held.do(acts.withdraw_player, won.first, 7)
    place = {row.name: row.place for row in held.season.table(0)}
    assert place[other.first] < place[won.first] < place[won.second] == place[other.second]
    assert held.season.places(0)[won.first] == (2, 2)
