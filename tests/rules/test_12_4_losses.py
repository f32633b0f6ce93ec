"""Taking losses (12.4)."""

from __future__ import annotations

import pytest

from engine.core.bits import members
from engine.pog.combat_state import Combat
from engine.pog.rules import losses
from engine.pog.rules.next_loss import next_loss
from tests.support.table import AP, CP, Table


def legal(table: Table, number: int, *units: str, fort: int = 0) -> set[str | None]:
    """Return the units that may lose the next step for a loss number; None is the fort."""
    table.state.rebuild()
    force = losses.force_of(table.state, table.units(*units), fort)
    return {
        None if hit.unit is None else table.system.content.units[hit.unit].name
        for hit in losses.legal_hits(table.state, force, number)
    }


def take(table: Table, number: int, *units: str) -> dict[str, str]:
    """Take a whole loss number with the first legal choice each time; return where all units end."""
    left, force = number, table.units(*units)
    while True:
        found = losses.legal_hits(table.state, losses.force_of(table.state, force, 0), left)
        if not found:
            return {name: table.where(name) + ("-" if table.reduced(name) else "") for name in units}
        unit = found[0].unit
        assert unit is not None
        left -= table.system.rules.loss_factor(table.state, unit)
        corps = losses.lose_step(table.game, unit)
        force = force & ~(1 << unit) if not table.system.rules.board.on_map[table.state.loc[unit]] else force
        force |= 0 if corps is None else 1 << corps


def test_12_4_3_the_rulebooks_example() -> None:
    """A full and a reduced French army suffer 5: the reduced one dies and its corps dies after it."""
    table = Table().put("sedan", "fr_1_army", "fr_2_army-").reserve("fr_corps_01")
    assert legal(table, 5, "fr_1_army", "fr_2_army-") == {"fr_2_army"}
    found = take(table, 5, "fr_1_army", "fr_2_army")
    assert found == {"fr_1_army": "sedan", "fr_2_army": "ap_eliminated_box"}
    assert table.where("fr_corps_01") == "ap_eliminated_box"


def test_12_4_3_as_much_as_possible_but_never_more() -> None:
    """A number below every LF costs nothing; 4 against LF 3 alone costs 3."""
    table = Table().put("sedan", "fr_1_army").reserve("fr_corps_01")
    assert legal(table, 2, "fr_1_army") == set()
    assert take(table, 4, "fr_1_army") == {"fr_1_army": "sedan-"}


def test_12_4_3_the_exact_number_must_be_taken_where_possible() -> None:
    """3 against an army (3) and a corps (1, 1): the army alone makes 3, the corps only 2."""
    table = Table().put("sedan", "fr_1_army", "fr_corps_01").reserve("fr_corps_02")
    assert legal(table, 3, "fr_1_army", "fr_corps_01") == {"fr_1_army"}
    assert legal(table, 4, "fr_1_army", "fr_corps_01") == {"fr_1_army", "fr_corps_01"}
    assert legal(table, 2, "fr_1_army", "fr_corps_01") == {"fr_corps_01"}


def test_12_4_3_the_owner_chooses_among_equals() -> None:
    """Two full armies suffer 3: either can take it."""
    table = Table().put("sedan", "fr_1_army", "fr_2_army").reserve("fr_corps_01")
    assert legal(table, 3, "fr_1_army", "fr_2_army") == {"fr_1_army", "fr_2_army"}


def test_12_4_4_a_reduced_army_is_replaced_by_a_full_corps_first() -> None:
    """A reduced corps comes only if there is no full one."""
    table = Table().put("sedan", "fr_1_army-").reserve("fr_corps_01-", "fr_corps_02")
    take(table, 3, "fr_1_army")
    assert table.in_("sedan") == {"fr_corps_02"}
    assert table.where("fr_1_army") == "ap_eliminated_box"
    table = Table().put("sedan", "fr_1_army-").reserve("fr_corps_01-")
    take(table, 3, "fr_1_army")
    assert table.in_("sedan") == {"fr_corps_01"}
    assert table.reduced("fr_corps_01")


def test_12_4_4_without_a_corps_the_army_is_gone_for_good() -> None:
    """No replacement corps, no rebuilding."""
    table = Table().put("sedan", "fr_1_army-").reserve("br_corps_01")
    assert take(table, 3, "fr_1_army") == {"fr_1_army": "ap_permanently_eliminated"}


def test_12_4_4_1_an_army_out_of_supply_is_replaced_and_gone_for_good() -> None:
    """The corps still comes on."""
    table = Table().put("cambrai", "ge_1_army-").reserve("ge_corps_01")
    assert take(table, 3, "ge_1_army") == {"ge_1_army": "cp_permanently_eliminated"}
    assert table.in_("cambrai") == {"ge_corps_01"}


def test_12_4_4_2_two_full_armies_without_corps_suffer_7() -> None:
    """One army takes losses until it is destroyed, since the number cannot be met."""
    table = Table().put("sedan", "fr_1_army", "fr_2_army")
    found = take(table, 7, "fr_1_army", "fr_2_army")
    assert sorted(found.values()) == ["ap_permanently_eliminated", "sedan"]


def test_12_4_4_2_two_armies_of_lf_2_suffer_5() -> None:
    """The second example of the paragraph."""
    table = Table().put("lodz", "ru_1_army", "ru_2_army")
    found = take(table, 5, "ru_1_army", "ru_2_army")
    assert sorted(found.values()) == ["ap_permanently_eliminated", "lodz"]


@pytest.mark.parametrize(("space", "armies", "number"), [("sedan", "fr", 7), ("lodz", "ru", 5)])
def test_12_4_4_2_the_army_that_was_begun_with_must_be_destroyed(space: str, armies: str, number: int) -> None:
    """A step of the other one would fulfil as much, but is not allowed."""
    one, other = f"{armies}_1_army", f"{armies}_2_army"
    table = Table().put(space, one, other)
    assert legal(table, number, one, other) == {one, other}
    losses.lose_step(table.game, table.unit(one))
    left = number - table.system.content.units[table.unit(one)].lf
    assert legal(table, left, one, other) == {one}


def test_12_4_4_2_does_not_bind_where_the_number_is_met() -> None:
    """Two full armies suffer exactly 6: reducing both is as good."""
    table = Table().put("sedan", "fr_1_army", "fr_2_army")
    assert legal(table, 6, "fr_1_army", "fr_2_army") == {"fr_1_army", "fr_2_army"}
    losses.lose_step(table.game, table.unit("fr_1_army"))
    assert legal(table, 3, "fr_1_army", "fr_2_army") == {"fr_1_army", "fr_2_army"}


def test_12_4_4_3_which_british_corps_replace_which_army() -> None:
    """BEF by the BEF corps alone and the BEF corps for nobody else; Dominions and cavalry for nobody."""

    def kinds(table: Table, army: str) -> set[str]:
        return {
            table.system.content.units[unit].name for unit in losses.replacement_kinds(table.state, table.unit(army))
        }

    everybody = ("br_corps_01", "br_bef_corps", "br_aus_corps", "br_cnd_corps", "br_pt_corps", "br_ana_corps")
    table = Table(optional_cards=True).reserve(
        *everybody, "ru_cav_corps_1", "ru_czl_corps", "ru_corps_01", "ge_pol_corps_1", "ge_corps_01"
    )
    assert kinds(table, "br_bef_army") == {"br_bef_corps"}
    for army in ("br_1_army", "br_mef_army", "br_ne_army"):
        assert kinds(table, army) == {"br_corps_01"}, army
    assert kinds(table, "ru_1_army") == {"ru_corps_01"}
    assert kinds(table, "ru_cau_army") == {"ru_corps_01"}
    assert kinds(table, "fr_orient_army") == set()
    assert kinds(table, "ge_1_army") == {"ge_corps_01", "ge_pol_corps_1"}
    assert kinds(table, "ah_1_army") == set()


def test_12_4_4_the_owner_chooses_between_kinds_of_corps() -> None:
    """CP 59: a Polish or an ordinary corps for a German army."""
    table = Table(optional_cards=True).put("koblenz", "ge_1_army-").put("sedan", "fr_1_army", "fr_2_army", "fr_3_army")
    table.reserve("ge_corps_01", "ge_pol_corps_1").dice(attacker=1, defender=2).attack("sedan", "ge_1_army")
    assert table.loss_numbers()[1] == 4
    assert table.offered("use") == {"ge_corps_01", "ge_pol_corps_1"}
    table.do("use ge_pol_corps_1")
    assert "ge_pol_corps_1" in table.in_("koblenz")


def test_12_4_5_the_bef_takes_the_first_loss() -> None:
    """When attacking with others, if the number is high enough."""

    def first(number: int, *units: str) -> set[str]:
        table = Table().put("amiens", *units)
        table.state.rebuild()
        attackers = table.units(*units)
        combat = Combat(1, AP, table.space("cambrai"), attackers, 0, 1 << table.space("amiens"))
        combat.to_attacker = number
        return table.unit_names(next_loss(table.state, combat, attacker=True).units)

    assert first(3, "br_bef_army", "br_1_army", "br_cnd_corps") == {"br_bef_army"}
    assert first(2, "br_bef_army", "br_bef_corps", "br_cnd_corps") == {"br_bef_corps"}
    assert first(1, "br_bef_army", "br_bef_corps", "br_cnd_corps") == {"br_cnd_corps"}
    assert first(2, "br_mef_army", "br_aus_corps") == {"br_mef_army"}
    assert first(1, "br_aus_corps", "br_cnd_corps", "br_1_army") == {"br_aus_corps", "br_cnd_corps"}
    assert first(5, "br_1_army", "br_2_army") == {"br_1_army", "br_2_army"}
    assert first(2, "ru_cau_army", "br_aus_corps") == {"ru_cau_army"}
    assert first(2, "ru_cau_army", "br_mef_army") == {"ru_cau_army", "br_mef_army"}


def test_12_4_5_priority_goes_before_12_4_3_and_binds_the_first_loss_only() -> None:
    """The Canadian corps goes first although 3 could be met by an army alone."""
    table = (
        Table().put("amiens", "br_1_army", "br_cnd_corps").put("cambrai", "ge_1_army", "ge_2_army").hold(CP, "sedan")
    )
    table.reserve("br_corps_01").dice(attacker=1, defender=1).attack("cambrai", "br_1_army", "br_cnd_corps")
    assert table.loss_numbers()[1] == 3
    table.do("hit ge_1_army")
    hurt = [data["unit"] for data in table.events("loss") if data["side"] == AP]
    assert hurt[0] == table.unit("br_cnd_corps")


def test_12_4_5_defenders_have_no_priority() -> None:
    """It binds attackers only."""
    table = Table().put("amiens", "br_1_army", "br_bef_army").put("cambrai", "ge_1_army").hold(CP, "sedan")
    table.reserve("br_corps_01", "br_bef_corps").dice(attacker=3, defender=1).attack("amiens", "ge_1_army")
    assert table.offered("hit") == {"br_1_army", "br_bef_army"}


def test_12_4_6_a_fort_falls_last_and_only_to_a_number_that_reaches() -> None:
    """All defenders dead and the rest at least its LF: otherwise it is intact."""
    table = Table().put("verdun", "fr_corps_01-")
    assert legal(table, 4, "fr_corps_01", fort=3) == {"fr_corps_01"}
    table.state.place(table.unit("fr_corps_01"), table.system.rules.board.eliminated[AP])
    table.state.rebuild()
    force = losses.force_of(table.state, 0, 3)
    assert [hit.unit for hit in losses.legal_hits(table.state, force, 3)] == [None]
    assert losses.legal_hits(table.state, force, 2) == []


def test_12_4_6_liege_falls_to_a_3_and_stands_a_2() -> None:
    """Attacked alone from outside; the besieger's entry is the advance."""
    for die, number in ((1, 2), (2, 3)):
        table = Table().put("aachen", "ge_1_army").dice(attacker=die, defender=1).attack("liege", "ge_1_army")
        assert table.loss_numbers()[0] == number
        assert table.state.forts_destroyed == (0 if number < 3 else 1 << table.space("liege"))
        assert table.asks("advance") == (number == 3)  # 12.7.1


def test_12_4_6_units_and_fort_together() -> None:
    """A corps (2 steps) and Nancy (2): 4 takes all, 3 leaves the fort."""
    for die, fort_falls in ((5, True), (2, False)):
        table = Table().put("metz", "ge_1_army").put("nancy", "fr_corps_01").dice(attacker=die, defender=1)
        table.attack("nancy", "ge_1_army")
        assert table.loss_numbers()[0] == (4 if fort_falls else 3)
        assert table.where("fr_corps_01") == "ap_eliminated_box"
        assert bool(table.state.forts_destroyed >> table.space("nancy") & 1) == fort_falls


def test_15_1_8_a_fort_outlives_unsatisfied_numbers_while_a_unit_lives() -> None:
    """With survivors it is untouched."""
    table = (
        Table().put("metz", "ge_1_army", "ge_2_army", "ge_3_army").put("nancy", "fr_1_army", "fr_2_army", "fr_3_army")
    )
    table.reserve("fr_corps_01", "fr_corps_02", "fr_corps_03").dice(attacker=6, defender=1)
    table.attack("nancy", "ge_1_army", "ge_2_army", "ge_3_army")
    while not table.events("combat_over"):
        table.do(next(table.game.text(choice) for choice in table.game.options()))
    assert not table.state.forts_destroyed >> table.space("nancy") & 1


def test_15_1_3_besiegers_take_the_space_when_the_fort_falls() -> None:
    """On destruction control changes at once, without an advance."""
    table = Table().put("antwerp", "ge_1_army").hold(CP, "brussels", "sedan").dice(attacker=6, defender=1)
    table.attack("antwerp", "ge_1_army")
    assert table.owner("antwerp") == CP
    assert table.state.vp == 11
    assert not table.events("advanced")


def test_12_4_7_dotted_armies_are_gone_for_good_yet_replaced() -> None:
    """BEF, MEF, NE, CAU, Orient, YLD, AoI."""
    table = Table()
    dotted = {
        table.system.content.units[unit].name for unit in members(table.system.rules.dotted & table.system.rules.armies)
    }
    assert dotted == {
        "br_bef_army", "br_mef_army", "br_ne_army", "ru_cau_army", "fr_orient_army", "tu_yld_army", "tu_aoi_army"
    }  # fmt: skip
    table.put("amiens", "br_bef_army-").reserve("br_bef_corps")
    assert take(table, 3, "br_bef_army") == {"br_bef_army": "ap_permanently_eliminated"}
    assert table.in_("amiens") == {"br_bef_corps"}


def test_12_4_7_ordinary_corps_can_be_rebuilt_dotted_ones_not() -> None:
    """The BEF corps and the SN corps never come back."""
    table = Table().put("amiens", "br_bef_corps-", "fr_corps_01-")
    assert take(table, 2, "br_bef_corps", "fr_corps_01") == {
        "br_bef_corps": "ap_permanently_eliminated",
        "fr_corps_01": "ap_eliminated_box",
    }


def test_12_1_8_only_attackers_that_took_part_suffer() -> None:
    """Others in the space neither lose steps nor advance."""
    table = Table().put("koblenz", "ge_1_army", "ge_corps_01").put("sedan", "fr_1_army", "fr_2_army")
    table.dice(attacker=1, defender=1).attack("sedan", "ge_1_army")
    assert table.loss_numbers()[1] == 3
    assert table.reduced("ge_1_army")
    assert not table.reduced("ge_corps_01")


def test_12_5_6_units_that_retreated_before_do_not_fight_and_die_of_a_1() -> None:
    """They add no factors, go to the eliminated box at once and fulfil nothing."""
    table = Table().put("lodz", "ge_corps_01").put("tannenberg", "ge_8_army").put("plock", "ru_corps_07")
    table.destroy("lomza", "warsaw").put("lomza", "ru_2_army").dice(attacker=[6, 1], defender=[1, 1])
    table.operate(CP).activate("!lodz", "!tannenberg").do("add ge_corps_01", "target plock", "step lomza")
    if table.asks("advance"):
        table.do("finish")
    table.do("add ge_8_army", "target lomza")
    shots = [data["fire"] for data in table.events("fire")]
    assert shots[-1].factors == 3  # the 2nd Army alone
    assert shots[-2].loss_number == 2
    assert table.where("ru_corps_07") == "ap_eliminated_box"
    assert table.reduced("ru_2_army")  # the whole 2 fell on the army


def test_12_5_6_cards_against_russians_fit_where_only_such_as_retreated_stand() -> None:
    """Von Hutier and Von Francois need a space with Russian units: those that retreated to a fort count."""
    table = Table(windows="hand").put("lodz", "ge_corps_01").put("tannenberg", "ge_8_army").put("plock", "ru_corps_07")
    table.played("cp_11_oberost").destroy("warsaw").hand(CP, "cp_44_von_hutier", "cp_03_von_francois").dice(
        attacker=[6, 6], defender=[1, 1]
    )
    table.operate(CP).activate("!lodz", "!tannenberg").do("add ge_corps_01", "target plock")
    while not table.asks("attack"):
        texts = [table.game.text(choice) for choice in table.game.options()]
        table.do(next((text for text in texts if text in ("step lomza", "finish")), texts[0]))
    assert table.where("ru_corps_07") == "lomza"
    table.do("add ge_8_army", "target lomza", "play cp_44_von_hutier")
    assert table.offered("play") >= {"cp_03_von_francois"}


def test_12_5_6_armies_among_them_may_be_rebuilt() -> None:
    """An army caught retreating goes to the eliminated box without a replacement corps."""
    table = (
        Table().put("lodz", "ge_1_army").put("tannenberg", "ge_8_army").put("plock", "ru_1_army").reserve("ru_corps_01")
    )
    table.destroy("lomza", "warsaw").put("lomza", "ru_corps_02").dice(attacker=[2, 1], defender=[3, 1])
    table.operate(CP).activate("!lodz", "!tannenberg").do("add ge_1_army", "target plock")
    while not table.asks("attack"):
        texts = [table.game.text(choice) for choice in table.game.options()]
        table.do(next((text for text in texts if text in ("step lomza", "finish")), texts[0]))
    assert table.where("ru_1_army") == "lomza"
    table.do("add ge_8_army", "target lomza")
    assert table.where("ru_1_army") == "ap_eliminated_box"
    assert table.where("ru_corps_01") == "ap_reserve_box"
