"""What people type in their own words in games of Liège 1914 does what its command does, on a real store."""

from __future__ import annotations

import pytest

from bot.storage import Store
from tests.bot.phrasings.cases import Trial, cases
from tests.bot.support import Channel

MOMENTS = list(dict.fromkeys(case.at for case in cases("liege_kinds")))


@pytest.mark.parametrize("at", MOMENTS)
async def test_each_phrase_is_understood(store: Store, at: str) -> None:
    trial = Trial(Channel.open(store))
    wrong = [await trial.wrong(case) for case in cases("liege_kinds") if case.at == at]
    assert [one for one in wrong if one] == []
