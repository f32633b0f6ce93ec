"""Rulesets that change what moving units gain, which units entrench, and which advance."""

from __future__ import annotations

import pytest

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.combat_state import Combat
from engine.pog.invariants import check
from engine.pog.state import State
from engine.pog.tables import Closing, Moments
from tests.rules.test_12_7_advance import two_spaces, won
from tests.rulesets.support import deluxe_with, french, germans
from tests.support.random_play import steps
from tests.support.table import AP, CP, Table

WHERE_THEY_END = deluxe_with(takes_control=(lambda state, units, space, ends: ends,))


def test_control_changes_where_a_move_ends_if_the_ruleset_says_so() -> None:
    """Sedan is passed and stays French, Cambrai is taken; with Deluxe both are German."""
    for rulebook, sedan in ((None, CP), (WHERE_THEY_END, AP)):
        table = Table(rulebook=rulebook).put("koblenz", "ge_1_army", "ge_corps_01").operate(CP).activate("koblenz")
        table.move("ge_1_army", "sedan", "cambrai")
        assert (table.owner("sedan"), table.owner("cambrai")) == (sedan, CP)


def test_a_unit_left_on_the_way_takes_the_space() -> None:
    """A corps stays in Sedan while the army continues."""
    table = Table(rulebook=WHERE_THEY_END).put("koblenz", "ge_1_army", "ge_corps_01").trench("sedan", 1, AP)
    table.operate(CP).activate("koblenz").do("pick ge_1_army", "add ge_corps_01", "step sedan")
    assert table.owner("sedan") == AP
    assert table.state.trench(table.space("sedan")) == (1, AP)
    table.do("drop ge_corps_01")
    assert table.owner("sedan") == CP
    assert table.state.trench(table.space("sedan"))[0] == 0


@pytest.mark.parametrize("seed", range(2))
def test_a_game_in_which_only_ends_count_keeps_every_law(seed: int) -> None:
    """Two random turns."""
    system = PathsOfGlory(GameOptions(scenario="historical"), rulebook=WHERE_THEY_END)
    game: PogGame = Game.start(system, KeyedChance(f"ends {seed}".encode()))
    for number, _ in enumerate(steps(game, seed, turns=2)):
        if number % 20 == 0 and game.decision.kind == "choose_action":
            check(game.state)


def _from_turn_5(state: State, stack: int, space: int) -> bool:
    """No entrenching before turn 5."""
    return state.turn >= 5


def test_a_ruleset_asks_more_of_those_who_dig() -> None:
    """The condition reads the turn; the card must still be played."""
    later = deluxe_with(may_dig=(_from_turn_5,))
    for turn, played, may in ((4, True, False), (5, True, True), (5, False, False)):
        table = Table(rulebook=later, turn=turn).put("koblenz", "ge_1_army", "ge_2_army")
        table.played(*(["cp_06_entrench"] if played else [])).operate(CP).activate("koblenz").do("pick ge_1_army")
        assert table.allows("entrench") is may


def _germans(state: State, combat: Combat) -> int:
    """Germans advance whether full or reduced."""
    return combat.attackers & state.rules.of_nation["ge"]


def test_a_ruleset_lets_others_advance() -> None:
    """A reduced German army can follow where Deluxe allows only the full one."""
    for rulebook, may in ((None, {"ge_1_army"}), (deluxe_with(advancers=(_germans,)), {"ge_1_army", "ge_2_army"})):
        table = two_spaces(rulebook=rulebook).put("brussels", "ge_2_army-")
        won(table, "cambrai", "ge_1_army", "ge_2_army", through="chateau_thierry", end="melun")
        assert table.offered("add") == may


def test_a_ruleset_keeps_units_from_attacking_what_they_may_enter() -> None:
    """The army in Koblenz may not attack the French in Sedan, but may enter the empty space."""
    bar = Closing("no_sedan", "1", germans, fixed=lambda rules: rules.board.spaces("sedan"))
    for attack_bars, may in (((), True), ((bar,), False)):
        table = Table(rulebook=deluxe_with(attack_bars=attack_bars)).put("koblenz", "ge_1_army").operate(CP)
        assert "sedan" in table.activate("koblenz").do("pick ge_1_army").offered("step")
        table = Table(rulebook=deluxe_with(attack_bars=attack_bars)).put("koblenz", "ge_1_army")
        table.put("sedan", "fr_1_army").operate(CP).activate("!koblenz").do("add ge_1_army")
        assert "liege" in table.offered("target")
        assert ("sedan" in table.offered("target")) is may


def test_a_ruleset_says_which_armies_a_corps_replaces() -> None:
    """The French are not replaced, neither in the search for losses nor when the step is lost."""
    for may_replace, corps in (
        ((), "sedan"),
        ((lambda state, army: not french(state.rules) >> army & 1,), "ap_reserve_box"),
    ):
        table = Table(rulebook=deluxe_with(may_replace=may_replace)).put("koblenz", "ge_1_army", "ge_2_army")
        table.put("sedan", "fr_1_army-").reserve("fr_corps_01").dice(attacker=1, defender=1)
        table.attack("sedan", "ge_1_army", "ge_2_army")
        assert table.loss_numbers()[0] == 3
        assert table.where("fr_corps_01") == corps


def test_overstacking_may_be_allowed() -> None:
    """A fourth unit stops in a full space, and a unit is removed at the end of movement."""
    allowed = deluxe_with(may_overstack=(lambda state, side: True,))
    for rulebook, stops in ((None, False), (allowed, True)):
        table = Table(rulebook=rulebook).put("koblenz", "ge_1_army", "ge_2_army", "ge_3_army")
        table.put("frankfurt", "ge_corps_01").operate(CP).activate("frankfurt").do("pick ge_corps_01")
        found = "koblenz" in table.offered("step") and table.do("step koblenz").allows("stop")
        assert found is stops
        if stops:
            table.do("stop")
            while table.asks("move_unit"):
                table.do("finish")
            assert table.asks("overstacked")


def test_a_ruleset_changes_the_die_of_those_who_dig_and_learns_of_it() -> None:
    """-5 for all, and each attempt counted, in addition to Deluxe."""
    told: list[tuple[int, bool]] = []
    rulebook = deluxe_with(
        dig_drms=(lambda state, unit: -5,),
        moments=Moments(dug=(lambda game, unit, success: told.append((unit, success)),)),
    )
    table = Table(rulebook=rulebook).played("cp_06_entrench").put("koblenz", "ge_1_army").dice(entrench=6)
    table.operate(CP).activate("koblenz").do("pick ge_1_army", "entrench")
    assert [event["drm"] for event in table.events("entrench")] == [-5]
    assert told == [(table.unit("ge_1_army"), True)]


def test_a_ruleset_learns_of_spaces_that_units_leave() -> None:
    """By each step of a move, by redeployment and by losses."""
    told: list[int] = []
    rulebook = deluxe_with(moments=Moments(left=(lambda game, space: told.append(space),)))
    table = Table(rulebook=rulebook).put("koblenz", "ge_1_army").operate(CP).activate("koblenz")
    table.do("pick ge_1_army", "step sedan", "step cambrai")
    table.put("essen", "ge_corps_01").redeploy(CP).do("pick ge_corps_01", "to berlin")
    table.put("koblenz", "ge_2_army").put("liege", "be_corps_01-").dice(attacker=3, defender=1)
    table.attack("liege", "ge_2_army")
    assert table.names(sum({1 << space for space in told})) >= {"koblenz", "sedan", "essen", "liege"}
