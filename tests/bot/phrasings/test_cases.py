"""Every case of the phrasing files has its intended effect, at its moment, on a real store."""

from __future__ import annotations

import pytest

from bot.storage import Store
from tests.bot.phrasings.cases import GAMES, Trial, cases
from tests.bot.support import Channel
from tests.bot.worlds import NOW

FILES = (
    "given",
    "more",
    "held_back",
    "held_back_2",
    "held_back_3",
    "six_rounds",
    "veterans_1",
    "veterans_2",
    "veterans_3",
    "veterans_4",
    "veterans_5",
    "veterans_6",
    "veterans_7",
    "veterans_8",
    "veterans_9",
    "veterans_10",
    "veterans_11",
    "kinds",
    "turns_of_speech",
    "terse",
    "newcomers",
    "told_at_length",
    "in_many_ways",
    "in_other_words",
    "many_hands",
    "on_a_phone",
    "lazily_typed_1",
    "lazily_typed_2",
    "tired_veterans",
    "tired_veterans_2",
    "one_of_two",
    "pocket_lines",
    "whole_turns",
    "second_thoughts",
    "campaign_rounds",
)
MOMENTS = list(dict.fromkeys((file, case.at) for file in FILES for case in cases(file)))


@pytest.mark.sweep(fixed=["given-choosing"])
@pytest.mark.parametrize(("file", "at"), MOMENTS, ids=[f"{file}-{at}" for file, at in MOMENTS])
async def test_each_phrase_is_understood(store: Store, file: str, at: str) -> None:
    channel = Channel.open(store, now=lambda: NOW)  # `snooze for 8h` says until when, compared by its words
    trial = Trial(channel)
    if at not in GAMES:
        await channel.begin()
    wrong = [await trial.wrong(case) for case in cases(file) if case.at == at]
    assert [one for one in wrong if one] == []


def test_no_case_is_listed_twice() -> None:
    found = [(case.at, case.typed) for file in FILES for case in cases(file)]
    assert len(found) == len(set(found))
    assert len(found) > 800
