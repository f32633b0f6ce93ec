"""Historical plans: the file names real spaces and cards, and the computer follows it."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from pydantic import ValidationError

from engine.core.bits import mask, members
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.content import AP, CP, load_content
from engine.pog.content.plans import HistoricalPlan, load_plans
from engine.pog.opponent import Player, asked, attacks, campaigns, general, moves, officer, recruit, worth
from engine.pog.opponent.ai_player import ComputerPlayer
from engine.pog.opponent.levels import OFFICER
from engine.pog.state import State


@pytest.fixture(scope="module")
def opened() -> PogGame:
    """Return the first action of the war, after the Central Powers took their opening card."""
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
        posts = [*plan.guards, *(name for post in plan.posts for name in post.spaces)]
        assert [name for name in posts if name not in content.space_by_name] == [], plan.name
        for war in plan.wars:
            assert PathsOfGlory(GameOptions(scenario=war)).rules.options.scenario == war


def test_a_plan_that_says_something_else_is_refused() -> None:
    with pytest.raises(ValidationError, match="goals"):
        HistoricalPlan.model_validate({"name": "schlieffen", "side": "cp", "turns": [1, 3], "goals": {}})


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
    worth.forget()  # cached values depend on the aim
    assert aimed - worth.position(taken) == pytest.approx(2.0 * worth.horizon(taken))


# -- the further wars ------------------------------------------------------------------------


def _war(scenario: str, *, declare: str = "") -> PogGame:
    """Return the first action of the Central Powers after the opening of the war; declared by this text, or by the computer."""
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


@pytest.mark.parametrize("level", [recruit, officer, general])
def test_every_level_declares_the_war_that_its_plans_are_made_for(level: Player) -> None:
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="suicide")), KeyedChance(bytes(32)), listening=False)
    while game.decision.kind != "war_opening":
        game.apply(asked(game, officer, random.Random(1)))
    assert [asked(game, level, random.Random(seed)) for seed in range(3)] == [Choice("schlieffen")] * 3


def test_after_declaring_war_on_russia_first_moves_that_bring_france_in_are_avoided() -> None:
    """No attack or move leads to Belgium, Holland or France while France is neutral; afterwards they do."""
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
    """East Prussia and Metz count with an army there, not without; the first operation leaves one in each."""
    game, rng = _war(war), random.Random(1)
    rules, state = game.state.rules, game.state
    wanted = campaigns.posts(rules, 1, CP)
    assert len(wanted) == 2
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


def test_leaving_ground_empty_next_to_an_army_has_a_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """The price of a plan's guard is paid only after the side's own action, and only with an enemy army nearby."""
    state = _war("banquet").state
    rules = state.rules
    metz, berlin, box = (rules.board.space(name) for name in ("metz", "berlin", "ap_reserve_box"))
    price = campaigns.guards(rules, 1, CP)[metz]
    for unit in members(state.units_of(CP, metz)):
        state.place(unit, berlin)
    for beside, acting, paid in ((True, CP, price), (True, 1 - CP, 0.0), (False, CP, 0.0)):
        if not beside:
            for unit in members(rules.of_nation["fr"] & rules.armies & state.standing[1 - CP]):
                state.place(unit, box)
        with monkeypatch.context() as patched:
            values = []
            for wanted in ({metz: price}, {}):
                found = {CP: wanted, 1 - CP: {}}
                patched.setattr(campaigns, "guards", lambda rules, turn, side, found=found: found[side])
                worth.forget()
                values.append(worth.position(state, acting))
            assert values[1] - values[0] == pytest.approx(paid * worth.horizon(state), abs=1e-6)
    worth.forget()


def test_the_war_from_1916_keeps_an_army_in_metz_while_its_first_turns_last() -> None:
    game: PogGame = Game.start(
        PathsOfGlory(GameOptions(scenario="summer_1916")), KeyedChance(bytes([1] * 8)), listening=False
    )
    rules, left = game.state.rules, game.state.copy()
    metz, berlin = rules.board.space("metz"), rules.board.space("berlin")
    armies = left.units_of(CP, metz) & rules.armies
    assert armies
    assert campaigns.posts(rules, left.turn, CP) == ((1 << metz, 1.0),)
    assert campaigns.posts(rules, 15, CP) == ()
    for unit in members(armies):
        left.place(unit, berlin)
    assert worth.parts(game.state)[3] - worth.parts(left)[3] == pytest.approx(worth.horizon(left))


@pytest.mark.sweep(fixed=["suicide-1"])
@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("war", ["banquet", "suicide"])
def test_the_french_do_not_leave_nancy_open_to_three_armies(war: str, seed: int) -> None:
    """Its fort alone would fall to the Germans of Metz and Strasbourg, as it once did in the first round."""
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario=war)), KeyedChance(bytes([seed] * 8)), listening=False)
    rng, nancy, held = random.Random(seed), game.state.rules.board.spaces("nancy"), False
    while game.state.turn == 1 and game.state.round <= 3:
        if game.decision.kind == "choose_action":
            state = game.state
            there = bool(nancy & state.occupied[AP])
            assert there or not held or game.actor != CP or not nancy & state.control[AP], state.actions[AP][-1]
            held = there
        game.apply(asked(game, officer, rng))


@pytest.mark.sweep(fixed=["banquet-1", "suicide-1"])
@pytest.mark.parametrize("seed", range(1, 9))
@pytest.mark.parametrize("war", ["banquet", "suicide"])
def test_armies_stay_at_their_posts_for_a_turn(war: str, seed: int) -> None:
    """No action of the Central Powers moves the last army out of Metz or East Prussia, unless it saves others from being cut off."""
    game: PogGame = Game.start(
        PathsOfGlory(GameOptions(scenario=war)), KeyedChance(seed.to_bytes(8, "big")), listening=False
    )
    rng, rules = random.Random(seed), game.state.rules
    posts = [rules.board.spaces("metz"), rules.board.spaces("insterberg", "konigsberg", "tannenberg")]
    before, watched, feared, cut = [0, 0], 0, 0.0, worth.PARTS.index("cut")
    while game.state.turn == 1:
        if game.decision.kind == "choose_action":
            state = game.state
            there = [
                rules.armies & mask(unit for space in members(post) for unit in members(state.units_of(CP, space)))
                for post in posts
            ]
            fears = worth.parts(state, CP)[cut]
            for last, now in zip(before, there, strict=True):
                assert now or not last & state.standing[CP] or fears > feared + 2.0, state.actions[CP][-1]
            feared = fears
            watched += game.actor == CP
            before = there if game.actor == CP else [0, 0]
        game.apply(asked(game, officer, rng))
    assert watched >= 6


@pytest.mark.parametrize("seed", [1, 2])
def test_a_recruit_attacks_from_the_spaces_that_he_marked(seed: int) -> None:
    """He misjudges attacks consistently."""
    game: PogGame = Game.start(
        PathsOfGlory(GameOptions(scenario="banquet")), KeyedChance(seed.to_bytes(8, "big")), listening=False
    )
    rng, said = random.Random(seed), Counter[str]()
    while game.state.turn == 1:
        choice = asked(game, recruit, rng)
        said[choice.verb] += game.decision.kind == "attack"
        game.apply(choice)
    assert said["target"] >= 5
    assert said["decline"] * 8 <= said["target"]


def test_the_computer_marks_no_space_for_both_uses() -> None:
    """Suicide of Europe allows it, but units that move out leave none to attack."""
    game = _war("suicide")
    game.apply(game.parse(next(text for text in map(game.text, game.options()) if text.startswith("ops "))))
    rules = game.state.rules
    metz = rules.board.space("metz")
    game.apply(Choice("for_combat", metz))
    assert game.options().allows(Choice("for_movement", metz))
    computer = ComputerPlayer(game, OFFICER, random.Random(1))
    assert not [task for task in computer.tasks() if metz in task.spaces]


# -- ground that is passed and ground that is left -------------------------------------------


@pytest.mark.parametrize("war", ["historical", "suicide"])
def test_a_way_is_weighed_by_what_the_rules_make_of_it(war: str) -> None:
    """Control, trenches, VP and nations entering the war after each march of a turn are as predicted."""
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario=war)), KeyedChance(bytes([2] * 32)))
    rng, compared, passed = random.Random(2), 0, 0
    before: State | None = None
    while game.state.turn == 1:
        if game.decision.kind in ("move_unit", "move_stack"):
            before = game.state.copy()
        game.apply(asked(game, officer, rng))
        for event in game.drain():
            if event.kind != "moved" or before is None:
                continue
            assert before.operation is not None
            units, path, side = mask(event.data["units"]), event.data["path"], before.operation.side
            expected, now, before = moves.after(before, units, path[1:], side), game.state, None
            ground = mask(path[1:])
            assert [control & ground for control in expected.control] == [control & ground for control in now.control]
            assert (expected.trench_1 & ground, expected.trench_2 & ground) == (
                now.trench_1 & ground,
                now.trench_2 & ground,
            )
            compared += 1
            passed += bool(mask(path[1:-1]) & ~expected.control[side])
    assert compared >= 5
    assert bool(passed) == (war == "suicide")  # which gives no control of spaces only passed
