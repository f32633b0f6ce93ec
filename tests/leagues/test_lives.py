"""Random seasons of every format: the journal gives the same season again, its lots follow from its seed, hard rules of pairing hold."""

from __future__ import annotations

import random
from collections import deque

import pytest

from bot.leagues import acts
from bot.leagues.journal import ENTRY, Format
from bot.leagues.season import Season
from tests.leagues.lives import FORMATS, lived


@pytest.mark.parametrize("match", ["assigned", "swap"])
@pytest.mark.parametrize("form", FORMATS)
def test_a_journal_gives_the_same_season_again_and_its_draws_follow(form: Format, match: str) -> None:
    for seed in range(4):
        (held,) = deque(lived(random.Random(seed), form, 5 + 3 * seed, match), maxlen=1)
        season = held.season
        assert Season.told(ENTRY.validate_json(ENTRY.dump_json(entry)) for entry in held.entries) == season
        assert acts.verify_lots(held.entries) == ([] if season.stage == "final" else ["open"])
        if form in ("swiss", "rolling", "teams"):
            pairs = [(tie.first, tie.second) for _, tie in season.ties.values()]
            met = [
                frozenset(two) for two in pairs or (made.slots for made in season.matches.values() if not made.playoff)
            ]
            assert len(met) == len(set(met)), "nobody meets twice"
            byes = [slot for _, slot in season.byes]
            assert len(byes) == len(set(byes)), "nobody has two byes"
