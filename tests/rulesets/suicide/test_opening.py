"""Openings, neutral powers, and Holland (4.3.4, 16.1.3.1, 18)."""

from __future__ import annotations

import pytest

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.content import load_content
from engine.pog.content.records import AP, CP
from engine.pog.invariants import check
from engine.pog.rulesets.suicide import SUICIDE
from tests.manifest import plays
from tests.rulesets.suicide.support import suicide, table_of
from tests.support.random_play import steps
from tests.support.table import Table

GUNS, FACE = "cp_01_guns_of_august", "cp_08_race_to_the_sea"


def _opened(how: str) -> Table:
    """August 1914 after the declaration; the questions of Guns of August get the first answer."""
    table = suicide(turn=1, setup=True).hand(CP, GUNS).any_dice().choose(CP).do(how)
    while table.game.actor is not None and not table.asks("choose_action"):
        ends = [verb for verb in ("decline", "finish", "stop", "frontal", "retreat") if table.allows(verb)]
        table.do(ends[0] if ends else table.game.text(next(iter(table.game.options()))))
    return table


def _neutral(*powers: str) -> Table:
    table = suicide(turn=2)
    table.state.marks["neutral_powers"] = sum({"fr": 1, "br": 2}[power] for power in powers)
    return table


@plays("suicide", 8)
def test_the_central_powers_declare_one_of_three_wars() -> None:
    """Before their first action; Deluxe has only Guns of August."""
    table = suicide(turn=1, setup=True).hand(CP, GUNS).choose(CP)
    assert table.asks("war_opening")
    assert table.game.actor == CP
    assert set(table.game.options().masks) == {"schlieffen", "moltke", "russia_first"}
    deluxe = Table("historical", turn=1, setup=True).hand(CP, GUNS).choose(CP)
    assert deluxe.asks("choose_action")
    assert not suicide(turn=1).choose(AP).asks("war_opening")


@plays("suicide", "8a", 9)
def test_the_schlieffen_plan_brings_holland_in() -> None:
    """Both cards are played and removed; the tracks are at 3; the coast is open."""
    table = _opened("schlieffen")
    state = table.state
    assert (state.war_status[CP], state.combined, state.marks["turmoil"]) == (3, 3, 3)
    assert state.removed[CP] & table.cards(GUNS, FACE) == table.cards(GUNS, FACE)
    assert table.owner("liege") == CP
    assert state.at_war["ho"] == 1
    assert (table.where("ho_1_army"), table.where("ho_corps_01")) == ("arnhem", "maastricht")
    assert table.owner("amsterdam") == AP
    assert state.actions[CP] == [("event", table.card(GUNS))]
    table = (
        suicide(turn=2).put("brussels", "ge_1_army").hold_all(CP, "be").destroy("liege", "antwerp").hold(AP, "antwerp")
    )
    table.played(FACE).operate(CP).activate("brussels").do("pick ge_1_army", "step antwerp")
    assert table.allows("stop")


@plays("suicide", "8a")
@pytest.mark.parametrize("scored", [3, 2])
def test_both_cards_score_before_the_attacks(scored: int) -> None:
    """The tracks are at 3 from the declaration on; a position saved at 2 by an older version reaches 3 too."""
    table = suicide(turn=1, setup=True).hand(CP, GUNS).any_dice().choose(CP).do("schlieffen")
    state = table.state
    assert table.asks("attack")
    assert (state.war_status[CP], state.combined, state.marks["turmoil"], state.marks["involvement"]) == (3, 3, 3, 3)
    assert "ho" not in state.at_war
    state.war_status[CP] = state.combined = state.marks["turmoil"] = scored
    table.do("decline")
    assert (state.war_status[CP], state.combined, state.marks["turmoil"], state.at_war["ho"]) == (3, 3, 3, 1)


@plays("suicide", "8b")
def test_the_second_opening_leaves_holland_alone() -> None:
    """Guns of August, two points of war status and turmoil; Holland stays neutral."""
    table = _opened("moltke")
    state = table.state
    assert (state.war_status[CP], state.combined, state.marks["turmoil"]) == (2, 2, 2)
    assert "ho" not in state.at_war
    assert not state.removed[CP] & table.cards(FACE)
    assert state.closed & table.system.rules.board.lands("ho") == table.system.rules.board.lands("ho")
    table = suicide(turn=2).put("aachen", "ge_1_army").operate(CP).activate("aachen").do("pick ge_1_army")
    assert "maastricht" not in table.offered("step")


@plays("suicide", "8c", 2)
def test_russia_first_keeps_the_west_out_of_the_war() -> None:
    """Three armies begin disrupted, Guns of August is an ordinary discard, France and Great Britain are neutral."""
    table = _opened("russia_first")
    assert table.asks("choose_action")
    assert table.game.actor == CP
    assert [table.where(f"ge_{n}_army") for n in (1, 2, 3)] == ["essen", "koblenz", "berlin"]
    assert all(table.reduced(f"ge_{n}_army") for n in (1, 2, 3))
    assert table.state.discard[CP] & table.cards(GUNS)
    assert table.owner("liege") == AP
    assert table.state.marks["neutral_powers"] == 3
    table.do("auto_op")
    assert "nancy" not in table.offered("for_combat")
    check(table.state)


@plays("suicide", 2)
def test_neutral_powers_neither_act_nor_are_attacked() -> None:
    """The French stay passive in their territory, closed to Germans; at war they act and can be attacked."""
    for powers, active in ((("fr", "br"), False), ((), True)):
        table = _neutral(*powers).put("sedan", "fr_1_army").put("metz", "ge_1_army").put("amiens", "br_1_army")
        assert ("metz" in table.operate(CP).offered("for_combat")) is active
        table = _neutral(*powers).put("koblenz", "ge_1_army").operate(CP).activate("koblenz").do("pick ge_1_army")
        assert ("sedan" in table.offered("step")) is active
        table = _neutral(*powers).put("sedan", "fr_1_army").put("amiens", "br_1_army").operate(AP)
        assert ("sedan" in table.offered("for_movement")) is active
        assert ("amiens" in table.offered("for_movement")) is active
        table = _neutral(*powers).reserve("fr_corps_01", "br_corps_01").redeploy(AP)
        assert ("fr_corps_01" in table.offered("pick")) is active


@plays("suicide", 31)
def test_neutral_powers_record_no_points() -> None:
    """By a card or without one; Italy, Turkey and Bulgaria as in Deluxe."""
    for powers, pools in ((("fr", "br"), set()), (("br",), {"fr"}), ((), {"fr", "br"})):
        table = _neutral(*powers).hand(AP, "ap_02_blockade").choose(AP).do("rp ap_02_blockade")
        assert {pool for pool, points in table.state.rp.items() if points} & {"fr", "br", "it"} == pools
        table = _neutral(*powers).choose(AP).do("auto_rp")
        assert table.offered("pool") & {"fr", "br", "it"} == pools


@plays("suicide", 29)
@pytest.mark.parametrize(("die", "power"), [(1, "fr"), (3, "br")])
def test_neutral_powers_have_no_offensives(die: int, power: str) -> None:
    for powers, rolled in (((), power), ((power,), "none")):
        table = _neutral(*powers).dice(mandated_offensive_ap=die, mandated_offensive_cp=6).phase("mandated_offensives")
        assert table.state.mandated[AP] == rolled


@plays("suicide", 73)
def test_great_britain_enters_at_eight_or_with_limited_war() -> None:
    """At once with the marker, or after the CP action that brings Limited War, and France with it."""
    table = _neutral("br", "fr")
    table.state.marks["involvement"] = 6
    table.hand(AP, "ap_02_blockade").choose(AP).do("event ap_02_blockade")
    assert [event["nation"] for event in table.events("enters_war")] == ["br"]
    assert table.state.marks["neutral_powers"] == 1
    table = _neutral("br", "fr")
    table.state.turn, table.state.war_status[CP] = 3, 4
    table.choose(CP).do("auto_op")
    assert table.state.marks["neutral_powers"] == 0
    assert {event["nation"] for event in table.events("enters_war")} >= {"br", "fr"}


@plays("suicide", 73)
def test_france_enters_when_belgium_is_invaded_or_it_is_reinforced() -> None:
    """A German army at Liege, an attack on its fort, or a French reinforcement; not a move inside Germany."""
    table = _neutral("fr", "br").put("koblenz", "ge_1_army").any_dice().attack("liege", "ge_1_army")
    while table.game.stack and not table.asks("choose_action"):
        table.do("finish" if table.allows("finish") else table.game.text(next(iter(table.game.options()))))
    assert table.state.marks["neutral_powers"] == 2
    for way, enters in ((("frankfurt",), False), (("liege",), True)):
        table = _neutral("fr", "br").put("koblenz", "ge_1_army").operate(CP).activate("koblenz").move("ge_1_army", *way)
        while table.asks("move_unit"):
            table.do("finish")
        assert (table.state.marks["neutral_powers"] == 2) is enters
    table = _neutral("fr", "br").put("paris", "fr_1_army").hand(AP, "ap_10_french_reinforcements").choose(AP)
    table.do("event ap_10_french_reinforcements")
    while table.asks("place_reinforcement"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert table.state.marks["neutral_powers"] == 2
    table = _neutral("fr", "br").hand(AP, "ap_14_british_reinforcements").choose(AP)
    assert not table.offered("event")


# -- Holland ----------------------------------------------------------------------------


@plays("suicide", 1, 81)
def test_holland_is_a_nation_that_keeps_to_its_neighbourhood() -> None:
    """Neutral until it enters; supplied from Amsterdam or London by sea; attacks at home, in Belgium and in Germany."""
    table = suicide()
    assert table.system.rules.neutral_lands["ho"] == table.system.rules.board.spaces(
        "maastricht", "arnhem", "amsterdam"
    )
    table.at_war("ho", units=True)
    assert table.in_("arnhem") == {"ho_1_army"}
    assert table.where("ho_corps_02") == "ap_reserve_box"
    assert table.supplied("ho_1_army")
    table.hold_all(CP, "be").put("amsterdam", "ho_corps_02")
    assert table.supplied("ho_corps_02")
    table = suicide().at_war("ho").put("maastricht", "ho_1_army").put("aachen", "ge_1_army").operate(AP)
    assert "maastricht" in table.offered("for_combat")
    table = suicide().at_war("ho").put("cambrai", "ho_1_army").put("amiens", "ge_1_army").operate(AP)
    assert "cambrai" not in table.offered("for_combat")
    assert "maastricht" not in load_content().space_by_name


@plays("suicide", 81)
def test_vesting_holland_is_a_fort_and_a_vp_space() -> None:
    """A German army besieges it through the swamp; capturing it scores a point; Dutch steps cost A points."""
    table = suicide().at_war("ho").put("arnhem", "ge_1_army").operate(CP).activate("arnhem").do("pick ge_1_army")
    table.do("step amsterdam")
    assert table.state.besieged >> table.space("amsterdam") & 1
    table = suicide().at_war("ho").put("amsterdam", "ge_1_army").hold(CP, "arnhem").dice(siege=3)
    before = table.state.vp
    table.choose(CP).do("economic")
    assert table.owner("amsterdam") == CP
    assert table.state.vp == before + 1
    table = suicide().at_war("ho").put("amsterdam", "ho_1_army-")
    table.state.rp = {"a": 2}
    assert "ho_1_army" in table.choose(AP).do("economic").offered("spend")


@plays("suicide", 10)
def test_the_set_up_is_that_of_the_historical_scenario() -> None:
    """All units, trenches and control except Holland; the Dutch are placed when it enters, one corps in the box."""
    table, deluxe = suicide(turn=1, setup=True), Table("historical", turn=1, setup=True)
    for unit in deluxe.system.content.units:
        assert (table.where(unit.name), table.reduced(unit.name)) == (
            deluxe.where(unit.name),
            deluxe.reduced(unit.name),
        )
    assert (table.state.trench_1, table.state.trench_2) == (deluxe.state.trench_1, deluxe.state.trench_2)
    assert table.state.control == deluxe.state.control
    assert _opened("schlieffen").where("ho_corps_02") == "ap_reserve_box"


@plays("suicide", 25)
@pytest.mark.parametrize("nation", ["br", "fr"])
def test_allied_offensives_count_in_holland(nation: str) -> None:
    table = suicide().at_war("ho").put("antwerp", f"{nation}_1_army").put("maastricht", "ge_1_army").any_dice()
    table.state.mandated[AP] = nation
    table.attack("maastricht", f"{nation}_1_army")
    assert [event["nation"] for event in table.events("mandate_met")] == [nation]


@plays("suicide", 26)
def test_german_offensives_count_in_holland_and_against_the_dutch() -> None:
    """In Arnhem, and against Dutch units in Belgium; not after H-L Take Command."""
    for space, origin in (("arnhem", "essen"), ("liege", "aachen")):
        table = suicide().at_war("ho").put(space, "ho_1_army").destroy("liege").put(origin, "ge_1_army").any_dice()
        table.state.mandated[CP] = "ge"
        table.attack(space, "ge_1_army")
        assert table.events("mandate_met")
    table = suicide(turn=15).played("cp_54_h_l_take_command").dice(mandated_offensive_ap=6, mandated_offensive_cp=4)
    assert table.phase("mandated_offensives").state.mandated[CP] == "none"


@plays("suicide", 27)
def test_a_french_attack_in_holland_during_the_mutiny_costs_a_point() -> None:
    """In Maastricht as in France; stacked with Americans it does not."""
    for americans, change in ((False, 1), (True, 0)):
        table = suicide(turn=14).at_war("ho").put("antwerp", "fr_1_army").put("maastricht", "ge_1_army").any_dice()
        if americans:
            table.put("antwerp", "us_corps_01")
        table.played("cp_47_french_mutiny").state.mandated[AP] = "fr"
        before = table.state.vp
        table.attack("maastricht", "fr_1_army")
        scored = [event["change"] for event in table.events("vp") if event["cause"] == "french_mutiny_attack"]
        assert sum(scored) == change
        assert before == table.state.vp - sum(event["change"] for event in table.events("vp"))


@plays("suicide", 50)
def test_dutch_corps_redeploy_without_their_capital() -> None:
    """Like Belgians and Serbs; a French unit without Paris may not."""
    table = (
        suicide()
        .at_war("ho")
        .put("maastricht", "ho_corps_01")
        .hold(CP, "amsterdam", "paris")
        .put("lyon", "fr_corps_01")
    )
    table.destroy("amsterdam", "paris").redeploy(AP, 2)
    assert "ap_reserve_box" in table.do("pick ho_corps_01").offered("to")
    table.do("to ap_reserve_box")
    assert "fr_corps_01" not in table.offered("pick") or "ap_reserve_box" not in table.do("pick fr_corps_01").offered(
        "to"
    )


@pytest.mark.parametrize("opening", ["schlieffen", "moltke", "russia_first"])
def test_each_opening_plays_on(opening: str) -> None:
    """Three random turns keep every invariant."""
    system = PathsOfGlory(GameOptions(scenario="suicide"), rulebook=SUICIDE)
    game: PogGame = Game.start(system, KeyedChance(opening.encode()))
    game.apply(game.parse(opening))
    for number, _ in enumerate(steps(game, 1, turns=3)):
        if number % 30 == 0:
            check(game.state)
    check(game.state)


def test_the_variant_alone_has_holland() -> None:
    assert "ho" not in table_of(False).system.rules.neutral_lands


@plays("suicide", 29)
def test_an_offensive_that_was_rolled_before_the_declaration_lapses_with_it() -> None:
    """France was rolled at the start of the turn; as long as it is neutral nothing is charged."""
    for powers, cost in ((("fr",), 0), ((), 1)):
        table = _neutral(*powers)
        table.state.mandated = ["fr", "none"]
        before = table.state.vp
        table.phase("score")
        assert table.state.vp == before + cost
