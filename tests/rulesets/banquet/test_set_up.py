"""Set-up, map and hands (4.0, 4.3.2, 6.0)."""

from __future__ import annotations

import pytest

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.errors import OptionsError
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.content import load_content
from engine.pog.content.records import AP, CP
from engine.pog.rulesets.banquet import BANQUET
from tests.manifest import plays
from tests.rulesets.banquet.support import banquet
from tests.support.random_play import steps
from tests.support.table import Table


@plays("banquet", 1)
def test_the_bef_starts_reduced_in_cambrai_and_stays_so() -> None:
    """No replacement points restore it."""
    table = banquet(setup=True, turn=1)
    assert table.where("br_bef_army") == "cambrai"
    assert table.reduced("br_bef_army")
    table.put("amiens", "br_1_army-").state.rp = {"br": 8, "a": 8}
    table.run_from("ap_replacements")
    assert "br_1_army" in table.offered("spend")
    assert "br_bef_army" not in table.offered("spend")
    assert not Table("historical", setup=True, turn=1).reduced("br_bef_army")


@plays("banquet", 2)
def test_the_belgians_start_in_brussels_and_guns_of_august_moves_them() -> None:
    """They are in Antwerp when the Germans in Liège attack."""
    table = banquet(setup=True, turn=1)
    assert table.where("be_1_army") == "brussels"
    table.hand(CP, "cp_01_guns_of_august").choose(CP).do("event cp_01_guns_of_august")
    assert table.where("be_1_army") == "antwerp"
    assert table.in_("liege") == {"ge_1_army", "ge_2_army"}
    moved = [event["path"] for event in table.events("moved")]
    assert (table.space("brussels"), table.space("antwerp")) in moved


@plays("banquet", 4)
def test_strasbourg_is_dug_in_and_brussels_is_not() -> None:
    state = banquet(setup=True, turn=1).state
    board = state.rules.board
    assert state.trench(board.space("strasbourg")) == (1, CP)
    assert state.trench(board.space("brussels"))[0] == 0


@plays("banquet", 5)
def test_nobody_goes_from_trent_to_verona() -> None:
    """By move or attack, for either side."""
    table = banquet(turn=8).at_war("it").put("trent", "ah_5_army").put("verona", "it_1_army").operate(CP)
    assert "trent" not in table.offered("for_combat")
    table.activate("trent").do("pick ah_5_army")
    assert "verona" not in table.offered("step")
    assert "asiago" in table.offered("step")


@plays("banquet", 6)
def test_italy_enters_with_four_trenches_and_the_first_army_in_venice() -> None:
    table = banquet(setup=True, turn=6).at_war("it", units=True)
    assert table.where("it_1_army") == "venice"
    trenches = {
        name for name in ("asiago", "udine", "maggiore", "venice", "verona") if table.state.trench(table.space(name))[0]
    }
    assert trenches == {"asiago", "udine", "maggiore", "venice"}


@plays("banquet", 7)
def test_a_german_corps_starts_in_danzig() -> None:
    table = banquet(setup=True, turn=1)
    assert table.where("ge_corps_10") == "danzig"
    assert table.in_("insterberg") == {"ge_8_army"}


@plays("banquet", 8, 11)
def test_hands_are_of_eight() -> None:
    """At the start, and filled up again after a turn, in a game played at random."""
    system = PathsOfGlory(GameOptions(scenario="banquet"), rulebook=BANQUET)
    game: PogGame = Game.start(system, KeyedChance(b"banquet hands"))
    game.apply(game.parse("take"))
    assert [hand.bit_count() for hand in game.state.hand] == [8, 8]
    for _ in steps(game, 1, turns=1):
        pass
    assert game.state.turn == 2
    assert [hand.bit_count() for hand in game.state.hand] == [8, 8]


@plays("banquet", 9)
def test_no_offensive_is_mandated_in_august_1914() -> None:
    """No die is rolled; in September it is."""
    table = banquet(setup=True, turn=1).phase("mandated_offensives")
    assert not table.events("mandated")
    assert table.state.mandated == ["none", "none"]
    assert [event["turn"] for event in table.events("turn")] == [1]
    table = banquet(setup=True, turn=2).dice(mandated_offensive_ap=1, mandated_offensive_cp=1)
    assert len(table.phase("mandated_offensives").events("mandated")) == 2


def test_the_scenario_is_found_by_its_name_and_played_by_its_ruleset() -> None:
    """It is in the ruleset's own file; an unknown name is refused with those that exist."""
    assert "banquet" not in load_content().scenarios
    system = PathsOfGlory(GameOptions(scenario="banquet"))
    assert (system.rulebook, system.content) == (BANQUET, load_content(ruleset="banquet"))
    with pytest.raises(OptionsError) as refused:
        PathsOfGlory(GameOptions(scenario="banquets"))
    known = refused.value.reason.data["known"]
    assert isinstance(known, tuple)
    assert {"campaign", "banquet"} <= set(known)
    assert AP == 0
