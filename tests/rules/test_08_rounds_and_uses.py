"""Rounds and the uses of cards: what an action is and does (4.3.3, 8, 9.1 to 9.4)."""

from __future__ import annotations

import pytest

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.errors import IllegalChoice
from engine.pog import GameOptions, PathsOfGlory, view_of
from engine.pog.rules import war_status
from tests.support.table import AP, CP, Table


def test_4_3_3_the_offensives_of_turn_1_are_rolled_before_the_first_action() -> None:
    """Both sides know theirs when the CP is asked for its first action."""
    game = Game.start(PathsOfGlory(GameOptions()), KeyedChance(b"first turn"))
    game.apply(game.parse("leave"))
    rolled = [event.data for event in game.drain() if event.kind == "mandated"]
    assert [data["side"] for data in rolled] == [AP, CP]
    assert game.state.mandated == [data["nation"] for data in rolled]
    assert (game.state.turn, game.decision.kind, game.actor) == (1, "choose_action", CP)


@pytest.mark.parametrize(
    ("verb", "kind"), [("ops", "ops"), ("sr", "sr"), ("rp", "rp"), ("event", "event"), ("auto_op", "auto_op")]
)
def test_8_1_4_everybody_sees_which_action_was_taken(verb: str, kind: str) -> None:
    """The turn's action chart shows it, also to the enemy."""
    table = Table(setup=True).hand(AP, "ap_02_blockade").choose(AP)
    table.do("auto_op" if verb == "auto_op" else f"{verb} ap_02_blockade")
    assert table.state.actions[AP][-1][0] == kind
    chart = view_of(table.game, CP).sides[AP].actions
    assert len(chart) == 1
    assert kind in str(chart[0])


@pytest.mark.parametrize("side", [AP, CP])
def test_9_1_2_three_decks_and_only_mobilization_to_begin_with(side: int) -> None:
    """14, 20 and 21 cards of the side; the others join with the commitment level."""
    table = Table(setup=True)
    rules, state = table.system.rules, table.state
    decks = [rules.deck_cards(state, side, level) for level in ("mobilization", "limited", "total")]
    assert [deck.bit_count() for deck in decks] == [14, 20, 21]
    assert not any(deck & rules.cards_of_side[1 - side] for deck in decks)
    assert state.hand[side] | state.deck[side] == decks[0]


# -- operations ----------------------------------------------------------------------------


def cost(table: Table, side: int, order: str) -> int:
    """Return the OPS for one marker."""
    table.operate(side, 20).do(order)
    price: int = table.events("activated")[-1]["cost"]
    return price


def test_9_2_2_and_16_4_5_a_move_and_an_attack_cost_the_same_until_the_tsar_falls() -> None:
    """Then an attack costs one OPS for each Russian unit in the space; moving costs the same as before."""
    for event, move, attack in (("", 1, 1), ("cp_52_fall_of_the_tsar", 1, 3)):
        for order, price in (("for_movement dubno", move), ("for_combat dubno", attack)):
            table = Table().put("dubno", "ru_8_army", "ru_corps_01", "ru_corps_02").put("tarnopol", "ah_3_army")
            assert cost(table.played(*event.split()), AP, order) == price


def test_16_4_5_units_that_stay_idle_and_cp_attacks() -> None:
    """The price counts every Russian unit there; the CP pays no more for attacking Russians."""
    table = Table().put("dubno", "ru_8_army", "ru_corps_01").put("tarnopol", "ah_3_army")
    table.played("cp_52_fall_of_the_tsar").operate(AP, 2).do("for_combat dubno")
    assert table.state.operation is not None
    assert table.state.operation.ops == 0
    assert "ru_corps_01" in table.do("add ru_8_army").offered("add")  # paid for, yet free not to attack
    table = Table().put("dubno", "ru_8_army", "ru_corps_01").put("tarnopol", "ah_3_army")
    table.played("cp_52_fall_of_the_tsar").operate(AP, 1)
    assert "dubno" not in table.offered("for_combat")
    assert "dubno" in table.offered("for_movement")
    table = Table().put("dubno", "ru_8_army", "ru_corps_01").put("tarnopol", "ah_3_army")
    assert cost(table.played("cp_52_fall_of_the_tsar"), CP, "for_combat tarnopol") == 1


def test_16_4_5_the_tally_of_that_day_is_kept() -> None:
    """Bolshevik Revolution compares with it."""
    table = Table(setup=True, turn=8).score("warsaw", CP).score("riga", CP).score("vilna", CP)
    table.played("cp_28_tsar_takes_command").hand(CP, "cp_52_fall_of_the_tsar")
    table.state.russian, table.state.combined = 2, 30
    war_status.update_tracks(table.state)
    table.choose(CP).do("event cp_52_fall_of_the_tsar")
    assert (table.state.russian, table.state.tsar_fell_count) == (4, 3)


def test_9_2_4_nobody_is_left_out_to_save_points() -> None:
    """Three nations cost three, whichever units then move or fight."""
    units = ("fr_1_army", "br_corps_01", "be_corps_01")
    for order in ("for_movement cambrai", "for_combat cambrai"):
        assert cost(Table().put("cambrai", *units).put("sedan", "ge_1_army"), AP, order) == 3
    table = Table().put("cambrai", *units).put("sedan", "ge_1_army").operate(AP, 2)
    assert "cambrai" not in table.offered("for_combat") | table.offered("for_movement")


# -- SR and RP -----------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "points"), [("ap_02_blockade", 4), ("ap_04_pleve", 2)])
def test_9_3_1_and_9_3_2_an_sr_card_moves_units_by_its_sr_value(card: str, points: int) -> None:
    """That many corps go; then the action is over."""
    table = Table().put("lyon", *(f"fr_corps_0{n}" for n in (1, 2, 3)))
    table.put("dijon", *(f"fr_corps_0{n}" for n in (4, 5))).hand(AP, card)
    assert table.system.content.cards[table.card(card)].sr == points
    table.choose(AP).do(f"sr {card}")
    for number in range(1, points + 1):
        assert table.asks("sr_unit")
        table.do(f"pick fr_corps_0{number}", "to ap_reserve_box")
        assert table.where(f"fr_corps_0{number}") == "ap_reserve_box"
    assert not table.asks("sr_unit")


def test_9_4_2_marking_points_is_the_whole_action() -> None:
    """Nothing on the map changes and the enemy is next."""
    table = Table(setup=True).hand(CP, "cp_05_landwehr").choose(CP)
    before = list(table.state.loc), table.state.control[:], table.state.reduced
    table.do("rp cp_05_landwehr")
    assert (list(table.state.loc), table.state.control, table.state.reduced) == before
    assert table.game.actor == AP
    assert table.state.operation is None


def test_9_4_4_points_wait_for_the_replacement_phase() -> None:
    """Recorded in the Action Phase, spent after the War Status Phase, the Allies first."""
    table = Table(turn=3).put("paris", "fr_1_army-").hand(AP, "ap_02_blockade").choose(AP).do("rp ap_02_blockade")
    assert table.reduced("fr_1_army")
    assert table.state.rp["fr"] > 0
    table.phase("ap_replacements").do("spend fr_1_army")
    assert not table.reduced("fr_1_army")


def test_9_4_5_no_card_prints_american_points() -> None:
    """They come with Over There alone (17.1.8)."""
    table = Table(optional_cards=True, setup=True).hand(AP, "ap_02_blockade")
    assert not any("us" in dict(card.rp) for card in table.system.content.cards)
    table.choose(AP).do("rp ap_02_blockade")
    assert "us" not in table.state.rp


# -- stacking ------------------------------------------------------------------------------


def test_10_1_3_the_opponent_takes_an_excess_away_armies_for_good() -> None:
    """He chooses which; an army never comes back."""
    table = Table().put("koblenz", "ge_1_army", "ge_2_army", "ge_3_army", "ge_corps_01").put("berlin", "ge_corps_02")
    table.operate(CP, 1).activate("berlin")
    table.do("finish") if table.can("finish") else table.move("ge_corps_02", "leipzig")
    assert (table.kind, table.game.actor) == ("overstacked", AP)
    assert table.offered("remove") == {"ge_1_army", "ge_2_army", "ge_3_army", "ge_corps_01"}
    table.do("remove ge_2_army")
    assert table.where("ge_2_army") == "cp_permanently_eliminated"
    assert table.in_("koblenz") == {"ge_1_army", "ge_3_army", "ge_corps_01"}
    assert not table.asks("overstacked")


def test_10_1_4_nobody_overstacks_on_purpose() -> None:
    """A full space whose units stay takes in no other, by move or SR."""
    table = Table().put("koblenz", "ge_1_army", "ge_2_army", "ge_3_army").put("frankfurt", "ge_corps_01")
    table.operate(CP, 1).activate("frankfurt").do("pick ge_corps_01", "step koblenz")
    assert not table.allows("stop")
    table = Table().put("koblenz", "ge_1_army", "ge_2_army", "ge_3_army").put("frankfurt", "ge_corps_01")
    table.redeploy(CP, 1).do("pick ge_corps_01")
    assert "koblenz" not in table.offered("to")


def test_10_1_5_opponents_share_no_space_except_with_a_fort() -> None:
    """Units never enter a space with enemy units; only an enemy fort can be besieged."""
    table = Table().put("koblenz", "ge_1_army").put("sedan", "fr_corps_01").operate(CP, 1).activate("koblenz")
    table.do("pick ge_1_army")
    with pytest.raises(IllegalChoice):
        table.do("step sedan")
    table = Table().put("koblenz", "ge_1_army").operate(CP, 1).activate("koblenz").move("ge_1_army", "liege")
    assert table.where("ge_1_army") == "liege"
    assert table.owner("liege") == AP


@pytest.mark.parametrize(("unit", "way"), [("ge_1_army", 3), ("ge_corps_01", 4)])
def test_11_1_2_every_space_costs_one_mp(unit: str, way: int) -> None:
    """Mountains, forts and plains alike: the MF is the number of spaces."""
    spaces = ("spittal", "innsbruck", "trent", "innsbruck")
    table = Table().put("munich", unit).operate(CP, 1).activate("munich").do(f"pick {unit}")
    table.do(*(f"step {space}" for space in spaces[:way]))
    assert table.where(unit) == spaces[way - 1]
    assert not table.asks("move_on")


def test_5_7_4_3_only_the_first_action_is_bound() -> None:
    """After Guns of August the CP is free in the other rounds of turn 1."""
    table = Table("historical", setup=True, turn=1).hand(CP, "cp_01_guns_of_august", "cp_05_landwehr").choose(CP)
    assert table.offered("event") == {"cp_01_guns_of_august"}
    assert not table.allows("auto_op")
    table.do("event cp_01_guns_of_august")
    while not table.asks("choose_action") or table.game.actor == AP:
        table.do("auto_op") if table.asks("choose_action") else table.do(
            table.game.text(list(table.game.options())[-1])
        )
    assert table.offered("ops") == {"cp_05_landwehr"}
    assert table.allows("auto_op")
