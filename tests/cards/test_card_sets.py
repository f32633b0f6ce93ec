"""Which of the 130 cards are in a game: without the optional ones, with all, swapped in secret, the Valiant set."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory
from engine.pog.sequence.cards_window import unseen_cards
from tests.cards.support import BRITISH, Clash, lay, legal, windows
from tests.support.table import AP, CP, Table

VALIANT: dict[str, Any] = {"card_set": "valiant"}


@pytest.mark.parametrize(
    ("options", "hand"),
    [
        (GameOptions(), 7),
        (GameOptions(optional_cards=True), 8),
        (GameOptions(optional_cards=True, hand_size=7), 7),
        (GameOptions(hand_size=8), 8),
        (GameOptions(card_set="secret"), 7),
        (GameOptions(card_set="valiant"), 7),
        (GameOptions(scenario="historical"), 8),
    ],
)
def test_all_optional_cards_come_with_a_hand_of_eight(options: GameOptions, hand: int) -> None:
    """Adding more paths, way 1; with selected ones both sizes are possible (9.1.4)."""
    game = Game.start(PathsOfGlory(options), KeyedChance(b"paths"))
    while game.decision.kind in ("optional_cards", "guns_of_august"):
        game.apply(game.parse("finish" if game.decision.kind == "optional_cards" else "take"))
    assert [pile.bit_count() for pile in game.state.hand] == [hand, hand]


def test_a_card_given_up_matches_in_deck_ops_and_sr() -> None:
    """Adding more paths, way 2."""
    game = Game.start(PathsOfGlory(GameOptions(card_set="secret")), KeyedChance(b"paths"))
    cards = game.system.content.cards  # type: ignore[attr-defined]
    assert sum(not cards[card].added for card in game.options().of("take")) == 10
    for card in game.options().of("take"):
        assert cards[card].optional
        assert cards[card].side == game.actor
    game.apply(game.parse("take ap_61_maude"))
    given = [cards[card] for card in game.options().of("give_up")]
    assert {card.name for card in given} == {"ap_28_landships", "ap_29_yudenitch", "ap_30_salonika", "ap_31_mef"}
    game.apply(game.parse("give_up ap_28_landships"))
    game.apply(game.parse("take ap_60_czech_legion"))
    assert "ap_28_landships" not in {cards[card].name for card in game.options().of("give_up")}


def test_guns_of_august_is_never_given_up() -> None:
    """The game starts with it."""
    game = Game.start(PathsOfGlory(GameOptions(card_set="secret")), KeyedChance(b"paths"))
    game.apply(game.parse("finish"))
    game.apply(game.parse("take cp_57_kaisertreu"))
    cards = game.system.content.cards  # type: ignore[attr-defined]
    assert "cp_01_guns_of_august" not in {cards[card].name for card in game.options().of("give_up")}


def test_valiant_great_retreat_gives_its_ops_as_well() -> None:
    table = Table(setup=True, turn=5, **VALIANT).hand(AP, "ap_27_great_retreat").choose(AP)
    table.do("event ap_27_great_retreat")
    assert table.state.operation is not None
    assert table.state.operation.ops == 3
    plain = Table(setup=True, turn=5).hand(AP, "ap_27_great_retreat").choose(AP).do("event ap_27_great_retreat")
    assert plain.state.operation is None


@pytest.mark.parametrize(("card_set", "offered"), [("valiant", True), ("standard", False)])
def test_valiant_tanks_need_no_landships(card_set: str, offered: bool) -> None:
    clash = Clash(BRITISH.target, BRITISH.defenders, BRITISH.origin, BRITISH.attackers, cp="sedan", trench=1)
    table = lay(clash, "ap_48_royal_tank_corps", optional_cards=False, card_set=card_set).dice(attacker=1, defender=1)
    table.attack(clash.target, clash.attackers)
    assert ("ap_48_royal_tank_corps" in windows(table).get("trench_cards", set())) == offered


@pytest.mark.parametrize(("turn", "expected"), [(16, True), (17, False)])
def test_valiant_sixtus_affair_only_until_turn_16(turn: int, expected: bool) -> None:
    table = Table(setup=True, turn=turn, **VALIANT).hand(AP, "ap_62_the_sixtus_affair")
    assert legal(table, "ap_62_the_sixtus_affair") == expected


@pytest.mark.parametrize(("combined", "expected"), [(29, False), (30, True)])
def test_valiant_prince_max_at_combined_30_whatever_the_turn(combined: int, expected: bool) -> None:
    table = Table(setup=True, turn=18, **VALIANT).hand(CP, "cp_65_prince_max")
    table.state.combined = combined
    assert legal(table, "cp_65_prince_max") == expected


@pytest.mark.parametrize("card", ["ap_27_great_retreat", "ap_48_royal_tank_corps"])
def test_the_overlay_leaves_the_standard_set_alone(card: str) -> None:
    """Both sets exist in one process."""
    valiant, standard = Table(**VALIANT), Table()
    assert standard.system.content.cards[standard.card(card)] != valiant.system.rules.content.cards[valiant.card(card)]


@pytest.mark.parametrize("windows", ["hand", "public"])
@pytest.mark.parametrize("held", [True, False])
def test_who_is_asked_for_a_card_in_each_kind_of_window(windows: str, held: bool) -> None:
    """By hand: a side that holds a fitting card. By public knowledge: a side that could hold one."""
    table = Table(windows=windows).put("sedan", "fr_1_army", "fr_corps_01").put("koblenz", "ge_1_army")
    table.hand(AP, "ap_06_withdrawal" if held else "ap_02_blockade").dice(attacker=1, defender=1)
    table.attack("sedan", "ge_1_army")
    assert table.asks("defender_cards") == (held or windows == "public")


def test_after_secret_swaps_any_card_of_the_levels_reached_must_be_reckoned_with() -> None:
    """Withdrawal could be in the Allied hand; cards of later levels could not."""
    table = Table(card_set="secret")
    unseen = table.card_names(unseen_cards(table.state, AP))
    assert {"ap_06_withdrawal", "ap_56_paris_taxis"} <= unseen
    assert "ap_39_they_shall_not_pass" not in unseen
    table.state.commitment = [2, 0]
    assert "ap_39_they_shall_not_pass" in table.card_names(unseen_cards(table.state, AP))
    table.pile("removed", AP, "ap_06_withdrawal")
    assert "ap_06_withdrawal" not in table.card_names(unseen_cards(table.state, AP))
