"""Historical plans: the file names real spaces and cards, and the staff follows it."""

from __future__ import annotations

import random

import pytest
from pydantic import ValidationError

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.content import CP, load_content
from engine.pog.content.plans import Plan, load_plans
from engine.pog.opponent import asked, campaigns, officer, worth


@pytest.fixture(scope="module")
def opened() -> PogGame:
    """The first action of the war, the Central Powers having taken their opening card."""
    game: PogGame = Game.start(
        PathsOfGlory(GameOptions(scenario="introductory")), KeyedChance(bytes([3])), listening=False
    )
    while game.decision.kind != "choose_action":
        game.apply(asked(game, officer, random.Random(1)))
    return game


def test_plans_name_spaces_and_cards_that_there_are() -> None:
    content = load_content()
    for plan in load_plans():
        assert plan.turns[0] <= plan.turns[1], plan.name
        assert [name for name in plan.aims if name not in content.space_by_name] == [], plan.name
        cards = [*plan.events, *filter(None, [plan.open])]
        assert [name for name in cards if name not in content.card_by_name] == [], plan.name


def test_a_plan_that_says_something_else_is_refused() -> None:
    with pytest.raises(ValidationError, match="goals"):
        Plan.model_validate({"name": "schlieffen", "side": "cp", "turns": [1, 3], "goals": {}})


def test_the_war_is_opened_by_the_card_of_the_plan(opened: PogGame) -> None:
    card = opened.state.rules.card("cp_01_guns_of_august")
    assert asked(opened, officer, random.Random(2)) == Choice("event", card)


def test_an_aim_counts_for_the_side_that_holds_it(opened: PogGame, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = opened.state.rules
    liege = 1 << rules.board.space("liege")
    assert dict(campaigns.aims(rules, 1, CP))[liege] > 0
    assert liege not in dict(campaigns.aims(rules, 12, CP))
    taken = opened.state.copy()
    taken.control = [taken.control[0] & ~liege, taken.control[1] | liege]
    monkeypatch.setattr(campaigns, "aims", lambda rules, turn, side: ((liege, 2.0),) if side == CP else ())
    aimed = worth.position(taken)
    monkeypatch.setattr(campaigns, "aims", lambda rules, turn, side: ())
    worth.forget()  # what is remembered was worth the aim
    assert aimed - worth.position(taken) == pytest.approx(2.0 * worth.horizon(taken))
