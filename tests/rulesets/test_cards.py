"""Rulesets that change how cards can be used, where they go, and how many are played in a turn."""

from __future__ import annotations

import json

import pytest

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.errors import IllegalChoice
from engine.pog import GameOptions, PathsOfGlory, PogGame, view_of
from engine.pog.invariants import InvariantBroken, check
from engine.pog.state import State
from engine.pog.tables import CardRule
from tests.rulesets.support import deluxe_with
from tests.support.random_play import steps
from tests.support.table import AP, CP, Table


def _entry_cards(state: State, side: int) -> int:
    """Return the cards that bring neutrals in, once one of them was played otherwise."""
    cards = state.rules.content.cards
    return sum(1 << card.id for card in cards if card.neutral_entry) if state.marks["used"] else 0


ONCE = deluxe_with(
    marks={"used": 0}, card_uses=(CardRule("entry_card_used", "9.5.2.5", frozenset({"ops", "sr"}), _entry_cards),)
)


def test_a_ruleset_closes_ways_to_play_a_card_and_says_why() -> None:
    """The named ways are closed while the mark is set; others are not, nor are other cards."""
    for used in (0, 1):
        table = Table(rulebook=ONCE, turn=5).hand(AP, "ap_16_romania", "ap_02_blockade")
        table.state.marks["used"] = used
        table.choose(AP)
        for verb, closed in (("ops", used), ("sr", used), ("rp", 0)):
            assert ("ap_16_romania" in table.offered(verb)) is not bool(closed)
            assert "ap_02_blockade" in table.offered(verb)
    table = Table(rulebook=ONCE, turn=5).hand(AP, "ap_16_romania")
    table.state.marks["used"] = 1
    with pytest.raises(IllegalChoice) as refused:
        table.choose(AP).do("ops ap_16_romania")
    assert (refused.value.reason.code, refused.value.reason.rule) == ("entry_card_used", "9.5.2.5")


def _to_the_zone(state: State, side: int, card: int, verb: str) -> str | None:
    """Cards played as events stay in the public zone; Withdrawal played for OPS returns to the hand."""
    if verb == "event":
        return "zone"
    return "hand" if state.rules.content.cards[card].name.endswith("withdrawal") else None


ZONE = deluxe_with(first=True, marks={"zone": 0}, piles=("zone",), put_away=(_to_the_zone,))


def test_a_ruleset_puts_used_cards_elsewhere() -> None:
    """Into its own pile, back to the hand, or by default where Deluxe does."""
    table = Table(rulebook=ZONE, turn=1, setup=True).hand(CP, "cp_01_guns_of_august").choose(CP).any_dice("zone")
    table.do("event cp_01_guns_of_august")
    assert table.state.marks["zone"] == table.cards("cp_01_guns_of_august")
    assert not (table.state.removed[CP] | table.state.discard[CP]) & table.cards("cp_01_guns_of_august")
    table = Table(rulebook=ZONE).hand(AP, "ap_06_withdrawal", "ap_02_blockade").choose(AP).do("rp ap_06_withdrawal")
    assert table.state.hand[AP] >> table.card("ap_06_withdrawal") & 1
    table = Table(rulebook=ZONE).hand(AP, "ap_02_blockade").choose(AP).do("rp ap_02_blockade")
    assert table.state.discard[AP] >> table.card("ap_02_blockade") & 1


def test_combat_cards_are_put_away_by_the_same_question() -> None:
    """A card whose owner lost the combat goes where the ruleset says."""
    to_zone = deluxe_with(
        first=True,
        marks={"zone": 0},
        piles=("zone",),
        put_away=(lambda state, side, card, verb: "zone" if verb == "combat" else None,),
    )
    for rulebook, pile in ((None, "removed"), (to_zone, "zone")):
        table = Table(rulebook=rulebook).put("koblenz", "ge_corps_01").put("sedan", "fr_1_army", "fr_2_army")
        table.hand(CP, "cp_35_mustard_gas").played("cp_15_chlorine_gas", "cp_19_flamethrowers")
        table.dice(attacker=1, defender=6).attack("sedan", "ge_corps_01")
        table.do("play cp_35_mustard_gas")
        while table.asks("attacker_cards", "defender_cards", "attacker_loss", "defender_loss"):
            table.do("finish" if table.allows("finish") else table.game.text(next(iter(table.game.options()))))
        state, flag = table.state, table.cards("cp_35_mustard_gas")
        assert bool((state.marks["zone"] if pile == "zone" else state.removed[CP]) & flag)
        assert not state.table[CP] & flag


@pytest.mark.parametrize("seed", range(2))
def test_no_card_is_lost_in_a_game_with_a_pile_of_the_rulesets_own(seed: int) -> None:
    """The invariants count the pile, at every decision of a game and after each is restored."""
    system = PathsOfGlory(GameOptions(scenario="historical"), rulebook=ZONE)
    chance = KeyedChance(f"zone {seed}".encode())
    game: PogGame = Game.start(system, chance)
    for number, _ in enumerate(steps(game, seed, turns=3)):
        check(game.state)
        if number % 100 == 0:
            check(Game.restore(system, json.loads(json.dumps(game.snapshot())), chance).state)
    assert game.state.marks["zone"].bit_count() > 3
    game.state.marks["zone"] = 0
    with pytest.raises(InvariantBroken, match="lost"):
        check(game.state)


def test_a_ruleset_says_how_many_rounds_a_turn_has() -> None:
    """Two, and three as soon as a side is at Limited War."""
    rounds = deluxe_with(rounds=(lambda state: 2 + max(state.commitment),))
    for level, expected in ((0, 2), (1, 3)):
        table = Table(rulebook=rounds, setup=True, turn=2)
        table.state.commitment = [0, level]
        table.state.round = 0
        table.run_from("next_round")
        played = 0
        while table.state.turn == 2 and table.asks("choose_action", "activate"):
            if table.asks("choose_action"):
                played += table.state.phasing == AP
            table.do("auto_op" if table.asks("choose_action") else "stop")
        assert played == expected


SWAPPED = deluxe_with(swaps=(lambda rules: (("ap_28_landships", "ap_61_maude"),),))


@pytest.mark.parametrize("optional", [False, True])
def test_a_ruleset_puts_a_card_in_the_place_of_another(optional: bool) -> None:
    """In the decks of 55; with all 65 none is removed."""
    table = Table(rulebook=SWAPPED, setup=True, optional_cards=optional)
    deck = table.card_names(table.system.rules.deck_cards(table.state, AP, "limited"))
    assert {"ap_28_landships", "ap_61_maude"} & deck == {"ap_61_maude"} | ({"ap_28_landships"} if optional else set())


def test_a_ruleset_keeps_cards_out_of_secret_swaps() -> None:
    """And a card already in is not offered; only the protected one is missing among the matches."""
    system = PathsOfGlory(GameOptions(card_set="secret"), rulebook=SWAPPED)
    game: PogGame = Game.start(system, KeyedChance(b"paths"))
    printed = {card.id for card in system.content.cards if not card.added}
    taken = {system.name_of("card", card) for card in game.options().of("take") if card in printed}
    assert len(taken) == 9
    assert "ap_61_maude" not in taken
    game.apply(game.parse("take ap_65_influenza"))
    before = {system.name_of("card", card) for card in game.options().of("give_up")}
    assert before
    kept = deluxe_with(kept_cards=(min(before),))
    again: PogGame = Game.start(PathsOfGlory(GameOptions(card_set="secret"), rulebook=kept), KeyedChance(b"paths"))
    again.apply(again.parse("take ap_65_influenza"))
    assert {system.name_of("card", card) for card in again.options().of("give_up")} == before - {min(before)}


def test_a_ruleset_says_that_an_event_which_is_over_still_binds() -> None:
    """Pleve, here, while a mark is set; in Deluxe a played card without a lasting effect is not in force."""

    def bound(state: State) -> int:
        return 1 << state.rules.content.card_by_name["ap_04_pleve"] if state.marks["bound"] else 0

    for stands in (0, 1):
        table = Table(rulebook=deluxe_with(marks={"bound": 0}, binding=(bound,)), setup=True).played("ap_04_pleve")
        table.state.marks["bound"] = stands
        in_force = view_of(table.game, None).in_force
        assert (table.system.content.card_by_name["ap_04_pleve"] in in_force) is bool(stands)
