"""What people type in their own words in games of Liège 1914 does what its command does, on a real store."""

from __future__ import annotations

import pytest

from bot.storage import Store
from tests.bot.phrasings.cases import Trial, cases
from tests.bot.support import Channel

FILES = (
    "liege_kinds",
    "liege_unseen",
    "liege_clauses",
    "liege_slang",
    "liege_fresh",
    "liege_on_a_phone",
    "liege_lazily_typed",
    "liege_blind_played",
    "liege_blind_second",
    "liege_blind_third",
    "liege_pocket_lines",
    "liege_both_sides",
)
MOMENTS = list(dict.fromkeys((file, case.at) for file in FILES for case in cases(file)))


@pytest.mark.sweep(fixed=["liege_kinds-breach", "liege_unseen-combat"])
@pytest.mark.parametrize(("file", "at"), MOMENTS, ids=[f"{file}-{at}" for file, at in MOMENTS])
async def test_each_phrase_is_understood(store: Store, file: str, at: str) -> None:
    trial = Trial(Channel.open(store))
    wrong = [await trial.wrong(case) for case in cases(file) if case.at == at]
    assert [one for one in wrong if one] == []
