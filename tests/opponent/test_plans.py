"""Historical plans: the file names real spaces and cards, and the staff follows it."""

from __future__ import annotations

import random

import pytest
from pydantic import ValidationError

from engine.core.bits import mask, members
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.content import CP, load_content
from engine.pog.content.plans import Plan, load_plans
from engine.pog.opponent import asked, attacks, campaigns, moves, officer, worth
from engine.pog.opponent.levels import OFFICER
from engine.pog.opponent.staff import Staff


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
        posts = [name for post in plan.posts for name in post.spaces]
        assert [name for name in posts if name not in content.space_by_name] == [], plan.name
        for war in plan.wars:
            assert PathsOfGlory(GameOptions(scenario=war)).rules.options.scenario == war


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


# -- the further wars ------------------------------------------------------------------------


def _war(scenario: str, *, declare: str = "") -> PogGame:
    """The first action of the Central Powers behind what opens the war; declared by this text, or by the staff."""
    game: PogGame = Game.start(
        PathsOfGlory(GameOptions(scenario=scenario)), KeyedChance(bytes([1] * 32)), listening=False
    )
    rng = random.Random(1)
    while (
        game.decision.kind != "choose_action"
        or game.actor != CP
        or (scenario == "banquet" and not game.state.actions[CP])
    ):
        text = declare if game.decision.kind == "war_opening" else ""
        game.apply(game.parse(text) if text else asked(game, officer, rng))
    return game


def test_the_staff_declares_the_war_that_its_plans_are_made_for() -> None:
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="suicide")), KeyedChance(bytes(32)), listening=False)
    while game.decision.kind != "war_opening":
        game.apply(asked(game, officer, random.Random(1)))
    assert [asked(game, officer, random.Random(seed)) for seed in range(3)] == [Choice("schlieffen")] * 3


def test_who_declared_russia_first_spares_what_would_bring_france_in() -> None:
    """Neither attacks nor moves lead to Belgium, Holland or France while France is neutral; afterwards they do."""
    game = _war("suicide", declare="russia_first")
    state, rules = game.state, game.state.rules
    spared = rules.board.lands("be", "fr", "ho")
    assert campaigns.spared(state, CP) == spared
    assert campaigns.spared(state, 1 - CP) == 0
    ends = moves.ends_worth_a_look(state, CP, members(rules.board.all), most=len(members(rules.board.all)))
    assert ends
    assert not spared & mask(ends)
    stack = {rules.board.space("aachen"): 1 << rules.content.unit_by_name["ge_1_army"]}
    state.place(rules.content.unit_by_name["ge_1_army"], rules.board.space("aachen"))
    assert attacks.all_attacks(state, CP, stack) == []
    state.marks["neutral_powers"] = 0
    assert campaigns.spared(state, CP) == 0
    assert [attack.target for attack in attacks.all_attacks(state, CP, stack)] == [rules.board.space("liege")]


@pytest.mark.parametrize("war", ["banquet", "suicide"])
def test_an_army_stays_where_a_plan_wants_one(war: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """East Prussia, and Metz in one of the wars, count with an army there, not without; the first operation leaves one in each."""
    game, rng = _war(war), random.Random(1)
    rules, state = game.state.rules, game.state
    wanted = campaigns.posts(rules, 1, CP)
    assert len(wanted) == {"banquet": 1, "suicide": 2}[war]
    worth.forget()
    posted = worth.position(state)
    with monkeypatch.context() as patched:
        patched.setattr(campaigns, "posts", lambda rules, turn, side: ())
        worth.forget()
        assert posted - worth.position(state) == pytest.approx(sum(each for _, each in wanted) * worth.horizon(state))
    worth.forget()
    number = len(state.actions[CP])
    while game.actor == CP and len(game.state.actions[CP]) <= number:
        game.apply(asked(game, officer, rng))
    for spaces, _ in wanted:
        assert any(game.state.units_of(CP, space) & rules.armies for space in members(spaces))
    assert campaigns.posts(PathsOfGlory(GameOptions(scenario="historical")).rules, 1, CP) == ()


def test_the_staff_marks_no_space_for_both_uses() -> None:
    """Suicide of Europe allows it; whoever moves out then leaves nobody to attack."""
    game = _war("suicide")
    game.apply(game.parse(next(text for text in map(game.text, game.options()) if text.startswith("ops "))))
    rules = game.state.rules
    metz = rules.board.space("metz")
    game.apply(Choice("for_combat", metz))
    assert game.options().allows(Choice("for_movement", metz))
    staff = Staff(game, OFFICER, random.Random(1))
    assert not [task for task in staff.tasks() if metz in task.spaces]
