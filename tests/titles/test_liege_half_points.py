"""A step that counts half a point in Liège 1914 says so wherever the points are listed, and pictures know their scenario's margins."""

from __future__ import annotations

from bot.titles.liege.drawn_views import drawn
from bot.titles.liege.looks.position_text import score_lines
from bot.titles.liege.title import TITLE
from engine.liege.points import earned
from engine.liege.state import LEFT, LiegeState
from engine.liege.system import LiegeSystem
from renderer.liege.requests import ScoreLine, TurnPicture
from renderer.liege.summaries import turn_summary
from tests.liege.support import playing, position, unit


def listed(state: LiegeState) -> tuple[list[str], str]:
    """The lines of `/score`, and the alternative text of the turn's picture."""
    names = TITLE.names(LiegeSystem(state.scenario.name), "en")
    lines = tuple(ScoreLine(*one) for one in earned(state))
    request = TurnPicture(drawn(playing(state), None), state.turn, lines=lines, scores=((state.turn, 1),))
    return score_lines(names, state, None, over=True), turn_summary(request).alt


def test_a_german_step_of_the_night_counts_half_a_point() -> None:
    """It read “1 enemy step lost, 0 points”."""
    state = position({"ge_34_ib": "V36 s", "be_15_bm": "W35 n"}, scenario="night", forts=("all",))
    state.level[unit("ge_34_ib")] = 1
    told, picture = listed(state)
    assert told == ["Belgians: 1 enemy step lost, 0 points. Each counts ½ point, and the sum is rounded down."]
    assert "1 enemy step (½ point each, rounded down): 0" in picture
    assert "+8 wins" in picture


def test_a_step_saved_in_the_siege_counts_half_a_point() -> None:
    state = position({"ge_34_ib": "V36 s"}, scenario="siege", forts=("all",))
    state.level[unit("ge_34_ib")] = 1
    state.at[unit("be_15_bm")] = LEFT
    told, picture = listed(state)
    assert "Belgians: 1 enemy step lost, 1 point." in told
    saved = state.steps(unit("be_15_bm"))
    assert (
        f"Belgians: {saved} steps saved in the west, {saved // 2} point{'s' * (saved > 3)}. Each counts ½ point, and the sum is rounded down."
        in told
    )
    assert f"{saved} steps saved (½ point each, rounded down): {saved // 2}" in picture
    assert "+2 wins" in picture
