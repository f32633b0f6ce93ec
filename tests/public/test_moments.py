"""What a step of a replay is headed by, where its action was never finished."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.narration.texts import texts
from bot.public.game_page import GamePage
from bot.public.game_story import StoryStep, Tale
from bot.public.page_query import PageQuery
from bot.table.reply import PictureRef
from bot.titles import usual_title


@pytest.mark.parametrize(
    ("over", "open_", "said"),
    [
        (False, True, "the action so far"),
        (True, True, "cut short by the end of the game"),
        (False, False, "the action so far"),
        (True, False, "the action so far"),
    ],
)
def test_an_unfinished_action_is_headed_truly_and_tells_no_end(over: bool, open_: bool, said: str) -> None:
    step = StoryStep("now", 1, 2, 0, "", (), PictureRef(kind="overview", game="g", number=1), (), "mark")
    header = SimpleNamespace(title=usual_title().name, options={"scenario": "campaign"}, scenario="campaign")
    known: Any = SimpleNamespace(stored=SimpleNamespace(header=header), over=over, players=(), game_id="g")
    page = GamePage(texts(), known, Tale((step,), {1: "August 1914"}, ""), PageQuery(), open_)
    assert page.moment == f"August 1914, round 2, Allied Powers: {said}"


@pytest.mark.parametrize(
    ("title", "scenario", "said"),
    [("pog", "campaign", "Turn, between the rounds"), ("liege", "night", "Turn, at its end")],
)
def test_moments_outside_rounds_use_the_titles_words(title: str, scenario: str, said: str) -> None:
    step = StoryStep("round", 3, 0, None, "", (), PictureRef(kind="overview", game="g", number=1), (), "mark")
    header = SimpleNamespace(title=title, options={"scenario": scenario}, scenario=scenario)
    known: Any = SimpleNamespace(stored=SimpleNamespace(header=header), over=False, players=(), game_id="g")
    page = GamePage(texts(), known, Tale((step,), {3: "Turn"}, ""), PageQuery(), open_=True)
    assert page.moment == said
