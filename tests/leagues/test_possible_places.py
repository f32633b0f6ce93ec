"""The places that are still possible: over whole random seasons they only narrow and are never wrong."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.leagues import acts, journal
from bot.leagues.season import Season
from tests.leagues.test_season import CHIEF, SEED, Held

Places = list[dict[str, tuple[int, int]]]


def places(season: Season) -> Places:
    return [season.places(number) for number in range(len(season.sections))]


def lived(rng: random.Random, form: str, count: int) -> Iterator[Season]:
    """A season from its draw to its end, entry by entry: results in any order, rulings, people who go and come, some of them silently."""
    held = Held(format=form, rounds=4)
    held.enter(count)
    for name in ("s1", "s2"):
        held.do(acts.joined, journal.Joined(at=1, by=name, person=name, substitute=True, capacity=6))
    held.begin()
    yield held.season
    while True:
        while still := held.season.open_matches():
            happen(rng, held, rng.choice(still).match)
            yield held.season
        if form != "swiss" or held.season.round == 4 or len(held.season.playing()) < 2:
            break
        held.do(acts.draw, SEED, CHIEF, 7)
        held.create()
        yield held.season
    held.finish()
    yield held.season


def happen(rng: random.Random, held: Held, match: str) -> None:
    """One thing that may happen to a season that runs."""
    made, kind = held.season.matches[match], rng.random()
    if kind < 0.12:
        held.do(acts.withdrawn, held.season.holders[rng.choice(made.slots)], 6, silent=rng.random() < 0.5)
    elif kind < 0.2 and held.season.waiting():
        slot = rng.choice([*held.season.gone, *made.slots])
        held.do(acts.replaced, held.season.holders[slot], held.season.waiting()[0], 6, by=CHIEF)
        held.create()
    elif kind < 0.3:
        points = rng.choice([(2, 0), (0, 2), (1, 1), (0, 0)])
        held.do(acts.ruled, journal.Ruled(at=6, by=CHIEF, match=match, points=points, reason="time"))
    else:
        points = rng.choice([(2, 0), (0, 2), (1, 1), (0, 0)])
        report = journal.Resulted(at=6, match=match, game=made.game, points=points, margin=rng.randint(-9, 9))
        held.do(acts.resulted, report)
        held.create()


@given(st.sampled_from(["divisions", "double", "swiss"]), st.integers(4, 11), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_places_only_narrow_and_the_final_table_lies_within(form: str, count: int, rng: random.Random) -> None:
    told: list[Places] = []
    season = None
    for season in lived(rng, form, count):
        told.append(places(season))
    assert season is not None
    for earlier, later in itertools.pairwise(told):
        for before, after in zip(earlier, later, strict=True):
            for name, (best, worst) in after.items():
                assert before[name][0] <= best <= worst <= before[name][1], name
    for number, known in enumerate(told[-1]):
        assert known == {row.name: (row.place, row.place) for row in season.table(number)}


def test_places_tell_something_before_the_end() -> None:
    """Whoever won everything while the others lost is first long before the last game."""
    held = Held()
    held.enter(5)
    held.begin()
    first = held.season.sections[0][0]
    for made in held.season.open_matches():
        if first in made.slots:
            points = (2, 0) if made.first == first else (0, 2)
            held.do(acts.resulted, journal.Resulted(at=6, match=made.match, game=made.game, points=points))
    others = [made for made in held.season.open_matches() if first not in made.slots]
    for made in others[:2]:
        held.do(acts.resulted, journal.Resulted(at=6, match=made.match, game=made.game, points=(1, 1)))
    ((best, worst),) = (held.season.places(0)[first],)
    assert best == 1
    assert worst < 5
