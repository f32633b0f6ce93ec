"""How a general weighs card uses: against doing nothing, with fair dice, by how long their gains last."""

from __future__ import annotations

import random

import pytest

from engine.core.bits import mask, members
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.content.records import AP, CP
from engine.pog.opponent import Offers, anything, asked, outlook, redeploy
from engine.pog.opponent.deliberation import Deliberation, goals
from engine.pog.opponent.race import Chance

FACES = range(1, 7)
#: Combats of one round.
ROLLS = 5


def rolls(sample: int, purpose: str) -> list[int]:
    chance = Chance(1914, sample)
    return [chance.choose(purpose, FACES, 0, 0) for _ in range(ROLLS)]


@pytest.mark.parametrize("first", [0, 2, 4])
@pytest.mark.parametrize("purpose", ["attacker_fire", "defender_fire", "flank"])
def test_in_two_games_each_good_die_has_its_bad_one(first: int, purpose: str) -> None:
    assert [one + other for one, other in zip(rolls(first, purpose), rolls(first + 1, purpose), strict=True)] == [
        7
    ] * ROLLS


def test_four_games_give_each_die_of_the_attacker_with_both_of_the_defender() -> None:
    for roll in range(ROLLS):
        met = {(rolls(sample, "attacker_fire")[roll], rolls(sample, "defender_fire")[roll]) for sample in range(4)}
        assert len(met) == 4
    assert rolls(0, "attacker_fire") != rolls(4, "attacker_fire")


def opened(*cards: str) -> PogGame:
    """Return the Central Powers' first action of the war with these cards in hand, the others in the draw pile."""
    game: PogGame = Game.start(PathsOfGlory(GameOptions(scenario="limited_war")), KeyedChance(b"7"), listening=False)
    rng = random.Random(7)
    while not (game.decision.kind == "choose_action" and game.actor == CP and game.state.turn > 1):
        game.apply(asked(game, anything, rng))
    state = game.state
    hand = mask(state.rules.content.card_by_name[card] for card in cards)
    state.deck[CP] = (state.deck[CP] | state.hand[CP]) & ~hand
    state.hand[CP] = hand
    game.stand_at(state)
    return game


def weighed(game: PogGame, effort: float = 0.3) -> tuple[Deliberation, set[str]]:
    options = Offers(game)
    thinks = Deliberation(options, options.imagine(random.Random(1)), random.Random(2), effort)
    thinks.action()
    assert thinks.final is not None
    return thinks, {runner.plan.use.verb for runner in thinks.final.runners.values()}


def test_operations_spare_the_card_that_brings_new_units() -> None:
    """Both have 4 OPS; the other one's event brings nothing that lasts."""
    game = opened("cp_46_german_reinforcements", "cp_13_falkenhayn")
    cards = game.state.rules.content.card_by_name
    thinks, _ = weighed(game)
    assert thinks.final is not None
    used = {runner.plan.use.arg for runner in thinks.final.runners.values() if runner.plan.use.verb == "ops"}
    assert used == {cards["cp_13_falkenhayn"]}


def test_an_events_outlook_is_measured_from_doing_nothing() -> None:
    """The enemy moves next in any case: a worse outlook then is no cost of the event."""
    game = opened("cp_12_german_reinforcements")
    thinks, _ = weighed(game)
    assert thinks.final is not None
    handicaps = {runner.plan.use.verb: runner.handicap for runner in thinks.final.runners.values()}
    assert handicaps["ops"] > 0.3


def test_each_use_of_a_card_comes_to_the_final() -> None:
    game = opened("cp_12_german_reinforcements", "cp_13_falkenhayn", "cp_07_german_reinforcements")
    assert {"event", "sr", "rp", "ops"} <= weighed(game, 1.0)[1]


@pytest.mark.parametrize("side", [AP, CP])
def test_points_that_are_saved_are_worth_what_the_cards_promised(side: int) -> None:
    game = opened("cp_12_german_reinforcements")
    state = game.state
    cards = [card for card in members(state.deck[side] | state.hand[side]) if state.rules.content.cards[card].rp]
    assert cards
    for card in cards[:6]:
        before, promised = redeploy.saved(state, side), redeploy.restored(state, side, card)
        for pool, points in state.rules.content.cards[card].rp:
            state.rp[pool] = state.rp.get(pool, 0) + 2 * points
        assert redeploy.saved(state, side) - before == pytest.approx(promised)
    assert redeploy.saved(state, side) > 0.0


def test_worth_that_the_enemy_can_undo_fades_with_time() -> None:
    state = opened("cp_12_german_reinforcements").state
    assert outlook.fading(state) == 1.0
    state.turn = state.rules.scenario.last_turn
    shares = []
    for state.round in range(1, 7):
        shares.append(outlook.fading(state))
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] == 0.0


def test_redeployments_and_rp_lead_nowhere_and_are_named_once() -> None:
    game = opened("cp_12_german_reinforcements", "cp_13_falkenhayn", "cp_07_german_reinforcements")
    thinks, _ = weighed(game, 1.0)
    assert thinks.final is not None
    spared = [runner.plan for runner in thinks.final.runners.values() if runner.plan.use.verb in ("sr", "rp")]
    assert spared
    assert not any(goals(plan) for plan in spared)
    told = [one.plan.use.verb for one in thinks.found(20)]
    assert told.count("sr") <= 1
    assert told.count("rp") <= 1
