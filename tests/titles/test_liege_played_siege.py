"""What a Siege of Liège 1914 showed that was played by typed lines on Discord, each as it was typed."""

from __future__ import annotations

from bot.titles.liege.panels import assault_panels
from bot.titles.liege.title import TITLE
from bot.titles.statistics import GameCourse
from tests.bot.phrasings.liege_moments import MOMENTS, until
from tests.titles.test_liege_hidden import book
from tests.titles.test_liege_proposals import at as context_of


def test_an_assault_is_within_reach_of_who_moved_last_turn() -> None:
    """Of every fort the panel said that nobody gets next to it, since the pioneers had arrived the turn before."""
    game = MOMENTS["firing"]().game
    until(game, "assaults")
    whole = assault_panels.assaults_offers(context_of(game)[1]).groups[0]
    assert {entry.description for entry in whole.entries} == {"18 % to fall, 27 % to lose a step"}


def test_the_curve_of_the_score_has_a_minus_sign() -> None:
    told = TITLE.statistics.figures(book(), GameCourse((), (-12, -9, 3), ()))
    assert told[0] == "Score turn by turn: −12, −9, 3."
