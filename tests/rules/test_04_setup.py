"""Set-up, scenarios and opening hands (4, 5.3 to 5.5, 5.7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory, options_from, view_of
from engine.pog.invariants import check, vp_of_spaces
from tests.support.table import AP, CP, Table

SCENARIOS = ("introductory", "limited_war", "campaign", "historical")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_4_1_markers_and_4_2_units(scenario: str) -> None:
    """Every scenario starts at 10 VP on turn 1 with 83 units, no war status and no neutral at war."""
    table = Table(scenario, turn=1, setup=True)
    state = table.state
    placed = [unit for unit, space in enumerate(state.loc) if space not in table.system.rules.board.unused]
    assert len(placed) == 83
    assert (state.vp, state.war_status, state.combined, state.at_war) == (10, [0, 0], 0, {})
    assert (state.us_entry, state.russian) == (0, 0)
    assert vp_of_spaces(state) == 10
    assert table.in_("koblenz") == {"ge_2_army", "ge_3_army"}
    assert table.in_("verdun") == {"fr_3_army", "fr_4_army"}
    assert table.reduced("fr_6_army")
    assert not table.reduced("fr_5_army")
    assert table.where("be_corps_01") == "ap_reserve_box"
    assert table.where("it_1_army") == "ap_not_in_play"
    check(state)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_5_7_1_the_historical_setup_changes_trenches(scenario: str) -> None:
    """Historical: trenches in Strasbourg and four Italian spaces, none in Brussels."""
    table = Table(scenario, turn=1, setup=True)
    historical = scenario == "historical"
    trench = {
        name: table.state.trench(table.space(name)) for name in ("brussels", "strasbourg", "verona", "udine", "trent")
    }
    assert trench["trent"] == (1, CP)
    assert trench["brussels"] == ((0, -1) if historical else (1, AP))
    assert trench["strasbourg"] == ((1, CP) if historical else (0, -1))
    assert trench["verona"] == trench["udine"] == ((1, AP) if historical else (0, -1))


def test_5_7_2_vp_spaces_of_the_two_maps() -> None:
    """Five VP spaces go and five come in the historical scenario; the option overrides the scenario."""
    base = Table("campaign").system.rules.vp_spaces
    historical = Table("historical").system.rules.vp_spaces
    table = Table()
    assert table.names(base & ~historical) == {"ahwaz", "venice", "minsk", "jerusalem", "kharput"}
    assert table.names(historical & ~base) == {"kovno", "sedan", "amiens", "koblenz", "aachen"}
    assert Table("campaign", vp_spaces="historical").system.rules.vp_spaces == historical
    assert Table("historical", vp_spaces="base").system.rules.vp_spaces == base


def started(**options: object) -> Game:  # type: ignore[type-arg]
    return Game.start(PathsOfGlory(options_from(options)), KeyedChance(b"setup"))


@pytest.mark.parametrize("scenario", ["introductory", "limited_war", "campaign"])
def test_4_3_1_the_cp_may_open_with_guns_of_august(scenario: str) -> None:
    """The CP says publicly whether the card is in hand; it counts among the seven."""
    game = started(scenario=scenario)
    assert (game.decision.kind, game.actor) == ("guns_of_august", CP)
    game.apply(game.parse("take"))
    card = game.state.rules.card("cp_01_guns_of_august")
    assert game.state.hand[CP] >> card & 1
    assert [hand.bit_count() for hand in game.state.hand] == [7, 7]
    assert [deck.bit_count() for deck in game.state.deck] == [7, 7]
    assert game.options().of("ops")  # not bound to play it as the event


def test_4_3_1_without_it_all_fourteen_are_shuffled() -> None:
    """Left in the pile the card may still be drawn."""
    game = started()
    game.apply(game.parse("leave"))
    assert game.state.hand[CP].bit_count() == 7
    assert (game.state.hand[CP] | game.state.deck[CP]).bit_count() == 14


def test_5_7_4_1_and_5_7_4_3_the_historical_opening() -> None:
    """A hand of eight; Guns of August is in the CP hand and its event is the only possible first action."""
    game = started(scenario="historical")
    card = game.state.rules.card("cp_01_guns_of_august")
    assert [hand.bit_count() for hand in game.state.hand] == [8, 8]
    # the only choice reveals nothing: the kernel makes it, and the attack is declared
    assert game.state.actions[CP] == [("event", card)] or game.options().of("event") == (card,)


def test_9_1_4_hand_size_is_an_option() -> None:
    """A hand of eight can be agreed on for any scenario."""
    game = started(hand_size=8)
    game.apply(game.parse("leave"))
    assert [hand.bit_count() for hand in game.state.hand] == [8, 8]


def test_optional_cards_join_the_deck_of_their_level() -> None:
    """Ten cards a side are optional; they join with their commitment level."""
    assert _cards_in_all_decks(Table()) == 110
    assert _cards_in_all_decks(Table(optional_cards=True)) == 130


def _cards_in_all_decks(table: Table) -> int:
    rules, levels = table.system.rules, ("mobilization", "limited", "total")
    return sum(rules.deck_cards(table.state, side, level).bit_count() for side in (AP, CP) for level in levels)


def test_the_valiant_set_swaps_cards_and_changes_four() -> None:
    """Thirteen base cards are replaced by optional ones of their decks; four texts differ."""
    table = Table(card_set="valiant")
    rules = table.system.rules
    assert _cards_in_all_decks(table) == 110
    in_game = {card.name for card in rules.content.cards if rules.cards_in_game >> card.id & 1}
    assert "ap_05_putnik" not in in_game
    assert "ap_56_paris_taxis" in in_game
    assert "cp_51_peace_offensive" not in in_game
    assert "cp_65_prince_max" in in_game
    changed = {
        name: rules.content.cards[rules.card(name)] for name in ("ap_27_great_retreat", "ap_48_royal_tank_corps")
    }
    assert changed["ap_27_great_retreat"].ops_after_event == "yes"
    assert changed["ap_48_royal_tank_corps"].needs == ()


def test_optional_cards_are_swapped_in_unseen() -> None:
    """A side takes an optional card and gives up one of the same deck and value, hidden from the enemy."""
    options = GameOptions(scenario="campaign", card_set="secret")
    game = Game.start(PathsOfGlory(options), KeyedChance(b"swap"))
    before = view_of(game, CP), view_of(game, None)
    game.apply(game.parse("take ap_56_paris_taxis"))
    offered = {game.system.name_of("card", card) for card in game.options().of("give_up")}
    assert "ap_05_putnik" in offered
    assert "ap_02_blockade" not in offered
    assert "ap_18_hurricane_barrage" not in offered
    game.apply(game.parse("give_up ap_05_putnik"))
    game.apply(game.parse("finish"))
    after = view_of(game, CP), view_of(game, None)
    assert [replace(view, to_decide=None) for view in before] == [replace(view, to_decide=None) for view in after]
    deck = game.state.rules.deck_cards(game.state, AP, "mobilization")
    assert deck >> game.state.rules.card("ap_56_paris_taxis") & 1
    assert not deck >> game.state.rules.card("ap_05_putnik") & 1


def test_options_come_back_from_json() -> None:
    options = GameOptions(bid=(0, 2), hand_size=8)
    assert options_from({"bid": [0, 2], "hand_size": 8}) == options
    with pytest.raises(TypeError):
        options_from({"hats": 3})
