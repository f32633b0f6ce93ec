"""What the staff advises and how it judges a war: from what a seat may know, with the terms that decided."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.chances import fitting, telling
from benchmarks.chances.__main__ import main as training
from benchmarks.chances.games import Seen, opening
from engine.core.bits import mask, members
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.content.chances import load_chances
from engine.pog.content.records import AP, CP
from engine.pog.opponent import answered, asked, officer, outlook, recruit, worth
from engine.pog.opponent.chances import Chances, brier, chances, judged, sight, tried
from engine.pog.opponent.counsel import BEST, advice
from engine.pog.opponent.deliberation import Deliberation, uses
from engine.pog.opponent.levels import OFFICER
from engine.pog.opponent.orders import March, Plan, paid
from engine.pog.opponent.reasons import apart, reason, same_card
from engine.pog.opponent.seat import Offers
from engine.pog.opponent.staff import Staff
from tests.lanes import Share
from tests.opponent.test_general import of_each_kind
from tests.opponent.test_players import dealt_otherwise

#: Share of the usual work: what is asked here hangs on no budget.
LITTLE = 0.06


def test_what_a_position_is_made_of_comes_to_its_worth() -> None:
    for game in of_each_kind().values():
        parts = worth.parts(game.state)
        assert len(parts) == len(worth.PARTS)
        assert sum(parts) == worth.position(game.state)
        assert parts[0] == game.state.vp - worth.MIDDLE


def test_advice_names_up_to_three_plans_the_best_first_and_hangs_on_nothing_that_is_hidden() -> None:
    positions = of_each_kind()
    for kind in ("choose_action", "activate", "attack"):
        game = positions[kind]
        twin = dealt_otherwise(game, game.decision.actor(game))
        before = game.snapshot()
        said = [advice(Offers(one), random.Random(1), LITTLE) for one in (game, twin)]
        assert said[0] == said[1], kind
        assert game.snapshot() == before
        assert 1 <= len(said[0]) <= BEST
        assert [one.worth for one in said[0]] == sorted((one.worth for one in said[0]), reverse=True)
        assert all(game.options().allows(one.choice) for one in said[0])
        assert len({(one.choice, one.orders) for one in said[0]}) == len(said[0])
        assert not any(one.orders for one in said[0] if one.choice.verb == "event")


def test_a_plan_is_worth_about_the_same_before_its_card_is_played_and_after(share: Share) -> None:
    """Both are told beside doing nothing, which is what the enemy makes of it; only what the card is worth otherwise is paid by then."""
    game: PogGame = Game.start(
        PathsOfGlory(GameOptions(scenario="limited_war")), KeyedChance(b"3" * 32), listening=False
    )
    rng = random.Random(1)
    differences: list[float] = []
    actions = share(range(5), fixed=[0])
    for action in range(max(actions) + 1):
        while game.decision.kind != "choose_action":
            game.apply(asked(game, officer, rng))
        for one in advice(Offers(game), random.Random(5), 0.5) if action in actions else ():
            if one.choice.verb == "ops" and one.beside_nothing:
                twin = game.copy()
                twin.apply(one.choice)
                best = advice(Offers(twin), random.Random(5))[0]
                card = sum(vp for name, vp in one.terms if name == "card")
                differences.append(best.worth - one.worth + card)
                break
        game.apply(asked(game, officer, rng))
    assert differences
    assert all(abs(one) < 2 for one in differences), differences


def test_of_a_plan_those_orders_are_told_that_its_ops_pay_for() -> None:
    """An officer's orders for the most OPS are tried with fewer as well."""
    game: PogGame = Game.start(
        PathsOfGlory(GameOptions(scenario="limited_war")), KeyedChance(b"3" * 32), listening=False
    )
    game.apply(asked(game, officer, random.Random(1)))
    while game.decision.kind != "choose_action":
        game.apply(asked(game, officer, random.Random(1)))
    side, state = game.actor, game.state
    assert side is not None
    stacks = [space for space in range(len(state.units_at)) if state.units_of(side, space)]
    card = next(choice for choice in game.options() if choice.verb == "ops")
    before = game.snapshot()
    told = {}
    for use in (Choice("auto_op"), card):
        twin = game.copy()
        twin.apply(use)
        movable = [space for space in stacks if Choice("for_movement", space) in list(twin.options())][:6]
        ways = [March(state.units_of(side, space), space, (space,)) for space in movable]
        told[use] = paid(game, Plan(use, tuple(ways)))
        assert told[use] == tuple(ways[: len(told[use])])
    assert len(told[Choice("auto_op")]) == 1
    assert 1 < len(told[card]) < 6
    assert game.snapshot() == before


def test_a_bid_and_what_the_end_adds_count_in_the_chances() -> None:
    plain, dear = (
        Game.start(PathsOfGlory(GameOptions(scenario="campaign", bid=bid)), KeyedChance(b"3" * 32)).state
        for bid in ((AP, 0), (AP, 3))
    )
    without, paid = chances(plain), chances(dear)
    assert paid.ap < without.ap
    plain.vp += 3
    assert paid == chances(plain), "as if the Central Powers had them already"
    plain.vp -= 3
    late = Game.start(PathsOfGlory(GameOptions(scenario="historical")), KeyedChance(b"3" * 32)).state
    before = chances(late).ap
    late.events[late.rules.card("cp_52_fall_of_the_tsar")] = 1
    assert chances(late).ap < before, "its two VP are lost to the Allies no more"


def test_in_a_tournament_nobody_is_told_of_a_draw() -> None:
    usual, strict = (
        Game.start(PathsOfGlory(GameOptions(scenario="introductory", tournament=tournament)), KeyedChance(b"3" * 32))
        for tournament in (False, True)
    )
    said, of_it = chances(usual.state), chances(strict.state)
    assert said.draw > 0
    assert (of_it.draw, of_it.cp) == (0.0, said.cp)
    assert of_it.ap == pytest.approx(said.ap + said.draw)


def test_every_use_of_an_action_is_weighed_where_a_war_knows_others() -> None:
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="suicide")), KeyedChance(b"3" * 32), listening=False)
    rng = random.Random(1)
    known = {"event", "ops", "sr", "rp", "auto_op"}
    while (
        game.decision.kind != "choose_action"
        or known & {choice.verb for choice in game.options()}
        or game.options().only()
    ):
        game.apply(rng.choice(list(game.options())))
    thinks = Deliberation(Offers(game), Offers(game).imagine(random.Random(1)), random.Random(1), 1.0)
    thinks.action()
    assert thinks.final is not None
    assert {choice.verb for choice in game.options()} == {plan.use.verb for plan in thinks.final.runners}
    found = advice(Offers(game), random.Random(1), 0.2)
    assert not any(one.beside_nothing for one in found), "there is no way to do nothing"


def test_what_takes_no_action_is_no_use_of_one() -> None:
    """In Banquet corps may be given up, and the plan of Galicia, before an action is chosen."""
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="banquet")), KeyedChance(b"3" * 32), listening=False)
    before = {"disband", "call_off"}
    while not before <= {choice.verb for choice in game.options()} or game.decision.kind != "choose_action":
        game.apply(next(choice for choice in game.options() if choice.verb not in before))
    found = {use.verb for use in uses(game.options())}
    assert "event" in found
    assert not found & before


def test_an_action_without_a_card_tells_nothing_of_the_card_whose_number_stands_in_its_place() -> None:
    political, event, operation = Choice("political"), Choice("event", 0), Choice("ops", 0)
    uses = {political: {"units": 1.0}, event: {"event": 5.0}, operation: {"attacks": 3.0}}
    assert reason(political, uses).lead == 0, "nothing else of it may be told"
    assert reason(political, {**uses, Choice("economic"): {"units": 0.4}}).lead == pytest.approx(0.6)
    assert reason(event, uses).lead == pytest.approx(2.0)
    assert not same_card(political, event)
    assert same_card(operation, event)


def test_doing_nothing_is_worth_nothing_beside_itself() -> None:
    game = of_each_kind()["activate"]
    thinks = Deliberation(Offers(game), Offers(game).imagine(random.Random(1)), random.Random(1), LITTLE)
    thinks.operation()
    beside = thinks.nothing_done()
    assert beside == thinks.nothing_done()
    assert abs(sum(beside.values())) < 200
    worths = [one.worth for one in thinks.found(BEST, beside)]
    now = [one.worth for one in thinks.found(BEST)]
    lost = sum(beside.values()) - sum(outlook.terms_of(game, game.decision.actor(game)).values())
    assert worths == pytest.approx([worth - lost for worth in now])


def test_plans_that_are_told_differ_by_what_is_told_of_them() -> None:
    found = advice(Offers(of_each_kind()["choose_action"]), random.Random(1), 0.3)
    assert len(found) == BEST
    for place, one in enumerate(found):
        assert one.terms, place
        assert len(one.terms) <= 2
    lead = found[0].worth - found[1].worth
    assert lead >= 0
    assert found[0].terms[0][1] > 0


def test_where_nothing_else_can_be_chosen_that_alone_is_advised() -> None:
    game = of_each_kind()["choose_action"].copy()
    rng = random.Random(2)
    while game.options().only() is None:
        game.apply(asked(game, officer, rng))
    only = game.options().only()
    assert [one.choice for one in advice(Offers(game), rng)] == [only]


def test_the_reason_of_an_action_is_what_decided_it() -> None:
    """The worth that the reason tells is the greatest of all uses, and its terms come from the gap to the next best that may be told of."""
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="limited_war")), KeyedChance(b"1" * 32))
    rng, told = random.Random(1), 0
    while told < 6:
        staff = Staff(Offers(game).imagine(rng), OFFICER, rng)
        choice = staff.answer()
        if staff.why is not None:
            told += 1
            assert staff.why.use == choice
            assert staff.why.lead >= 0.0
            if staff.why.lead > 0.2:
                assert staff.why.terms, game.text(choice)
                assert staff.why.terms[0][1] > 0
        game.apply(choice)


def test_the_two_terms_with_the_widest_gap_are_told_what_speaks_for_it_first() -> None:
    mine, other = {"units": 1.0, "vp": -2.0, "cut": 0.02}, {"units": 0.5, "vp": 1.0, "open": 0.2}
    assert apart(mine, other) == (("units", 0.5), ("vp", -3.0))
    uses = {Choice("event", 1): {"event": 2.0}, Choice("ops", 2): {"attacks": 1.5}, Choice("ops", 3): {"attacks": 1.4}}
    uses[Choice("rp", 2)] = {"replacements": 2.0}
    why = reason(Choice("ops", 2), uses, (7, 7, 8, 9, 10))
    assert (why.worth, why.lead, why.aims) == (1.5, -0.5, (7, 8, 9))
    assert reason(Choice("rp", 2), uses).lead == pytest.approx(0.5)


def test_a_reason_tells_of_no_card_that_is_still_in_the_hand() -> None:
    uses = {
        Choice("event", 1): {"event": 2.0},
        Choice("ops", 2): {"attacks": 1.5},
        Choice("sr", 3): {"redeployment": 1.0},
    }
    assert reason(Choice("ops", 2), uses).terms == (("attacks", 1.5),)
    uses[Choice("auto_op")] = {"marches": 0.5}
    assert reason(Choice("event", 1), uses).terms == (("event", 2.0), ("marches", -0.5))
    assert reason(Choice("auto_op"), uses).terms == (("marches", 0.5),)


@pytest.mark.parametrize("level", ["officer", "recruit"])
def test_other_cards_beside_the_one_that_is_shown_change_no_word_of_the_reason(level: str, share: Share) -> None:
    """The hand's other cards are exchanged for cards of the own draw pile; where the act stays the same, so does its reason."""
    game: PogGame = Game.start(
        PathsOfGlory(GameOptions(scenario="limited_war")), KeyedChance(b"3" * 32), listening=False
    )
    rng, alike, actions = random.Random(3), 0, 0
    while game.stack:
        actions += game.decision.kind == "choose_action"
        if game.decision.kind == "choose_action" and (alike <= 10 or share.takes(actions)):
            choice, why = answered(level, Offers(game), random.Random(1))
            twin = _another_hand(game, choice, rng)
            said, reason_there = answered(level, Offers(twin), random.Random(1))
            if said == choice and why is not None:
                assert reason_there == why, game.text(choice)
                alike += 1
        game.apply(asked(game, recruit, rng))
    assert alike > 10


def _another_hand(game: PogGame, shown: Choice, rng: random.Random) -> PogGame:
    twin = game.copy()
    assert game.actor is not None
    side, state = game.actor, twin.state
    kept = 0 if shown.verb == "auto_op" else 1 << shown.arg
    others, pile = members(state.hand[side] & ~kept), members(state.deck[side])
    many = min(len(others), len(pile))
    gone, come = mask(rng.sample(others, many)), mask(rng.sample(pile, many))
    state.hand[side] = state.hand[side] & ~gone | come
    state.deck[side] = state.deck[side] & ~come | gone
    twin.stand_at(state)
    return twin


def test_chances_are_shares_of_one_that_follow_the_track_and_know_no_hand() -> None:
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="campaign")), KeyedChance(b"3"))
    state = game.state
    said = []
    for vp in (2, 6, 10, 14, 18):
        state.vp = vp
        found = chances(state)
        assert found.cp + found.draw + found.ap == pytest.approx(1.0)
        assert min(found.cp, found.draw, found.ap) >= 0.0
        assert found.of(AP) + found.of(CP) == pytest.approx(1.0)
        said.append(found.of(CP))
    assert said == sorted(said)
    assert said[-1] - said[0] > 0.3
    state.vp = 10
    assert chances(dealt_otherwise(game, AP).state) == chances(state)
    late = state.copy()
    late.turn, late.vp, state.vp = state.rules.scenario.last_turn, 18, 18
    assert chances(late).cp > chances(state).cp


def test_the_shipped_weights_tell_more_of_games_held_out_than_the_usual_shares() -> None:
    made = load_chances().made
    assert made.brier < 0.85 * made.brier_before
    assert made.brier_in_turn < 0.85 * made.brier_before
    assert made.positions > 10_000
    assert set(made.games) == {"introductory", "limited_war", "campaign"}


def test_the_figures_of_training_are_right_for_games_that_are_known() -> None:
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="campaign")), KeyedChance(b"3"))
    seen = sight(game.state)
    sure = judged(replace(seen, terms=(9.0, 0.0, 0.0, 0.0, 0.0)))
    assert brier([sure, sure], [CP, CP]) < 0.01
    assert brier([sure, sure], [CP, AP]) == pytest.approx(1.0, abs=0.05)
    rows = [Seen(replace(seen, terms=(vp, 0.0, 0.0, 0.0, 0.0)), 1, CP if vp > 0 else AP) for vp in (-9.0, 9.0)]
    assert fitting.measured(rows, load_chances()) < 0.01
    table = fitting.reliability(rows, load_chances())
    assert [(one.came, one.positions) for one in table] == [(0.0, 1), (1.0, 1)]


def test_the_range_of_what_came_is_that_of_games_not_of_positions() -> None:
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="campaign")), KeyedChance(b"3"))
    even = replace(sight(game.state), terms=(0.0,) * 5)
    few = [Seen(even, deal, CP if deal % 2 else AP) for deal in range(4)]
    (alone,), (many,) = (fitting.reliability(rows, load_chances()) for rows in (few, few * 20))
    assert (many.positions, many.games) == (80, 4)
    assert (alone.low, alone.high) == (many.low, many.high)
    assert alone.low < 0.2
    assert alone.high > 0.8
    drawn = telling.shown([alone.model_copy(update={"said": said}) for said in (alone.came, 0.9)])
    assert len(drawn) == 3
    assert "X" in drawn[1]
    assert drawn[2].index("*") < drawn[2].index("|")


def test_what_says_too_much_is_put_right_on_other_games() -> None:
    pytest.importorskip("scipy")
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="campaign")), KeyedChance(b"3"))
    seen = sight(game.state)
    # Whoever stands well wins two games of three, though the weights are all but sure of it.
    rows = [
        Seen(replace(seen, terms=(lead, 0.0, 0.0, 0.0, 0.0)), deal, CP if (lead > 0) == (deal % 3 > 0) else AP)
        for deal in range(60) for lead in (-4.0, 4.0)
    ]  # fmt: skip
    sure = load_chances()
    righted = fitting.put_right(sure, rows)
    assert righted.scenarios["campaign"].sharpness < sure.scenarios["campaign"].sharpness
    assert fitting.measured(rows, righted) < fitting.measured(rows, sure)
    # It stays an order: what was more likely is so still.
    leads = [replace(seen, terms=(lead, 0.0, 0.0, 0.0, 0.0)) for lead in (-4.0, -1.0, 0.0, 1.0, 4.0)]
    assert [judged(one, righted).cp for one in leads] == sorted(judged(one, righted).cp for one in leads)


def test_an_estimate_comes_with_what_came_of_such_estimates() -> None:
    bins = load_chances().made.reliability
    assert len(bins) > 5
    for one in bins:
        assert tried(Chances(one.said, 0.0, 1.0 - one.said, ())) == one
        assert one.low <= one.came <= one.high
    for percent in range(101):
        said = percent / 100
        known = tried(Chances(said, 0.0, 1.0 - said, ()))
        assert known is not None
        if bins[0].said <= said <= bins[-1].said:
            assert known.said == pytest.approx(said)
            assert min(one.low for one in bins) <= known.low <= known.came <= known.high
    first, second = sorted(bins, key=lambda one: one.said)[:2]
    between = tried(Chances((first.said + second.said) / 2, 0.0, 0.0, ()))
    assert between is not None
    assert between.low == pytest.approx((first.low + second.low) / 2)


def test_games_of_a_file_are_told_by_scenario_with_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="campaign")), KeyedChance(b"3"))
    seen, file = sight(game.state), tmp_path / "games.jsonl"
    row = {"scenario": seen.scenario, "terms": seen.terms, "half_gap": seen.half_gap}
    lines = [json.dumps({**row, "deal": deal, "winner": deal % 2}) for deal in (0, 0, 0, 1)]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert training(["measure", str(file)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert "campaign" in told[0]
    assert "2 games" in told[0]
    assert "of always saying their own shares 0.500" in told[1]
    assert "0.50" in told[-1]  # each game counts once


def test_no_game_serves_two_ends_and_each_third_is_held_out_once() -> None:
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="campaign")), KeyedChance(b"3"))
    rows = [Seen(sight(game.state), deal, None) for deal in range(9)]
    held = []
    for turn in range(3):
        parts = [{one.deal for one in part} for part in fitting.parted(rows, turn)]
        assert sorted(deal for part in parts for deal in part) == list(range(9))
        held.append(parts[2])
    assert set.union(*held) == set(range(9))


def test_openings_differ_and_are_the_same_for_the_same_deal() -> None:
    some = [opening(deal) for deal in range(40)]
    assert some == [opening(deal) for deal in range(40)]
    assert {one.sides for one in some} == {(), (AP,), (CP,), (AP, CP)}
    assert all(one.until == 0 for one in some if not one.sides)


def test_weights_are_written_as_they_are_read() -> None:
    assert telling.FILE.read_text(encoding="utf-8") == telling.written(load_chances())
