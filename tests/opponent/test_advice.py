"""The computer's advice and its judgement of a war: from what a seat may know, with the deciding terms."""

from __future__ import annotations

import random

import pytest

from engine.core.bits import mask, members
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.opponent import answered, asked, officer, outlook, recruit, worth
from engine.pog.opponent.advice import BEST, advice
from engine.pog.opponent.ai_player import ComputerPlayer
from engine.pog.opponent.deliberation import Deliberation, uses
from engine.pog.opponent.levels import OFFICER, RECRUIT
from engine.pog.opponent.orders import ActionPlan, March, paid
from engine.pog.opponent.reasons import apart, reason, same_card
from engine.pog.opponent.seat import Offers
from tests.lanes import Share
from tests.opponent.test_general import of_each_kind
from tests.opponent.test_players import dealt_otherwise

#: Share of the usual work: these tests do not depend on a budget.
LITTLE = 0.06


def test_the_parts_of_a_position_add_up_to_its_value() -> None:
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
    """Both are compared with doing nothing before the enemy's reply; only the card's best other use has been paid for by then."""
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


def test_only_orders_that_the_ops_pay_for_are_named() -> None:
    """An officer's orders for the most OPS are also tried with fewer."""
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
        told[use] = paid(game, ActionPlan(use, tuple(ways)))
        assert told[use] == tuple(ways[: len(told[use])])
    assert len(told[Choice("auto_op")]) == 1
    assert 1 < len(told[card]) < 6
    assert game.snapshot() == before


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


def test_decisions_without_an_action_are_no_use_of_one() -> None:
    """In Banquet corps can be disbanded, and the plan of Galicia called off, before an action is chosen."""
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="banquet")), KeyedChance(b"3" * 32), listening=False)
    before = {"disband", "call_off"}
    while not before <= {choice.verb for choice in game.options()} or game.decision.kind != "choose_action":
        game.apply(next(choice for choice in game.options() if choice.verb not in before))
    found = {use.verb for use in uses(game.options())}
    assert "event" in found
    assert not found & before


def test_an_action_without_a_card_explains_no_card() -> None:
    political, event, operation = Choice("political"), Choice("event", 0), Choice("ops", 0)
    uses = {political: {"units": 1.0}, event: {"event": 5.0}, operation: {"attacks": 3.0}}
    assert reason(political, uses).lead == 0, "nothing else of it may be told"
    assert reason(political, {**uses, Choice("economic"): {"units": 0.4}}).lead == pytest.approx(0.6)
    assert reason(event, uses).lead == pytest.approx(2.0)
    assert not same_card(political, event)
    assert same_card(operation, event)


def test_passing_is_worth_nothing_compared_with_passing() -> None:
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
    """The value in the reason is the highest of all uses, and its terms are the lead over the next best that can be shown."""
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="limited_war")), KeyedChance(b"1" * 32))
    rng, told = random.Random(1), 0
    while told < 6:
        computer = ComputerPlayer(Offers(game).imagine(rng), OFFICER, rng)
        choice = computer.answer()
        if computer.why is not None:
            told += 1
            assert computer.why.use == choice
            assert computer.why.lead >= 0.0
            if computer.why.lead > 0.2:
                assert computer.why.terms, game.text(choice)
                assert computer.why.terms[0][1] > 0
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
def test_cards_not_shown_do_not_change_the_reason(level: str, share: Share) -> None:
    """The other cards in hand are swapped with the draw pile; if the action is the same, so is its reason."""
    rng, alike, actions, deal = random.Random(3), 0, 0, 0
    while alike <= 10:  # a war can end early
        deal += 1
        chance = KeyedChance(bytes([deal] * 32))
        game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="limited_war")), chance, listening=False)
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
        assert deal < 6


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


def test_an_event_s_reinforcements_are_valued_the_same_with_any_hand() -> None:
    """German reinforcements of 1916, which a recruit places with the event's own random numbers, whatever the hand used before."""
    card = 71
    system = PathsOfGlory(GameOptions(scenario="summer_1916"))
    game: PogGame = Game.start(system, KeyedChance(bytes([4] * 32)), listening=False)
    while game.decision.kind != "choose_action":
        game.apply(asked(game, recruit, random.Random(2)))
    assert game.actor is not None
    game.state.hand[game.actor] |= 1 << card
    game.stand_at(game.state)
    assert game.text(Choice("event", card)) == "event cp_07_german_reinforcements"
    worths = {
        ComputerPlayer(game, RECRUIT, random.Random(seed))._event_worth(Choice("event", card)) for seed in range(8)
    }
    assert len(worths) == 1
