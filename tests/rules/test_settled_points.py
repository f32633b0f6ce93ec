"""Points that the text leaves open or that involve two paragraphs; the engine's decision log gives the reasons."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.pog.rules import combat as fight
from engine.pog.rules import control, redeployment, replacement
from tests.cards.support import (
    ALL_CARDS,
    AMIENS,
    BRITISH,
    GALICIA,
    VERDUN,
    Clash,
    declare,
    lay,
    legal,
    modifiers,
    over,
    price,
    shifts,
    windows,
)
from tests.cards.test_total_cp import DUG_IN
from tests.support.table import AP, CP, Table


def finish_losses(table: Table) -> Table:
    """Take the first option until the combat is over."""
    while table.game.stack and table.kind in (
        "attacker_loss",
        "defender_loss",
        "choose_replacement",
        "withdrawal_step",
        "advance",
    ):
        text = "finish" if table.kind == "advance" else table.game.text(next(iter(table.game.options())))
        table.do(text)
    return table


@pytest.mark.parametrize(("attacker", "defender", "winner"), [(1, 6, "defender"), (2, 1, "tie"), (5, 1, "attacker")])
def test_12_6_4_withdrawal_beside_they_shall_not_pass(attacker: int, defender: int, winner: str) -> None:
    """The retreat of Withdrawal is always required; only that of a lost combat is cancelled (9.5.4.2)."""
    clash = replace(VERDUN, defenders="fr_1_army fr_2_army")
    table = declare(clash, "ap_39_they_shall_not_pass", "ap_06_withdrawal", attacker=attacker, defender=defender)
    windows(table, "ap_39_they_shall_not_pass", "ap_06_withdrawal")
    finish_losses(table)
    if winner != "attacker":
        assert table.asks("retreat")
        while table.asks("retreat"):
            table.do(table.game.text(next(iter(table.game.options()))))
        finish_losses(table)
        assert table.state.table[AP] >> table.card("ap_39_they_shall_not_pass") & 1, "not used up"
    else:
        assert not table.events("retreated")
        assert table.state.discard[AP] >> table.card("ap_39_they_shall_not_pass") & 1
    assert table.battle.winner == winner


@pytest.mark.parametrize(("level", "left"), [(1, (0, AP)), (2, (1, AP))])
def test_11_2_5_and_11_2_6_trenches_fall_to_the_ana_too(level: int, left: tuple[int, int]) -> None:
    """Level 1 is removed, level 2 is captured; the space is returned when the corps leaves, the trench is not."""
    table = Table(turn=9).at_war("tu").put("arabia", "br_ana_corps").trench("amman", level, CP).operate(AP, 1)
    table.activate("arabia").do("pick br_ana_corps", "step amman")
    assert table.state.trench(table.space("amman"))[0] == left[0]
    if left[0]:
        assert table.state.trench(table.space("amman")) == left


def test_13_1_9_the_senussi_may_go_to_the_reserve_box_and_the_arabs_may_not() -> None:
    """A corps is a corps; 13.2.1 bars only the ANA, and 13.1.8 only limits where corps go from the box."""
    table = Table(turn=9).at_war("tu").put("libya", "tu_sn_corps").put("arabia", "br_ana_corps")
    state = table.state
    box = 1 << state.rules.board.reserve[CP]
    assert redeployment.destinations(state, table.unit("tu_sn_corps")) & box
    assert not redeployment.destinations(state, table.unit("br_ana_corps")) & 1 << state.rules.board.reserve[AP]


def landwehr(table: Table) -> set[str]:
    table.hand(CP, "cp_05_landwehr").choose(CP).do("event cp_05_landwehr")
    return table.offered("flip") if table.asks("landwehr") else set()


def test_cp_5_landwehr_heeds_the_limits_on_replacements() -> None:
    """Poles wait for Warsaw (CP 59), and units supplied by Sofia or Constantinople get none (17.1.4.1)."""
    table = Table(**ALL_CARDS).reserve("ge_pol_corps_1-", "ge_corps_01-").hold(AP, "warsaw")
    assert landwehr(table) == {"ge_corps_01"}
    table = Table(**ALL_CARDS).reserve("ge_pol_corps_1-", "ge_corps_01-").hold(CP, "warsaw")
    assert landwehr(table) == {"ge_pol_corps_1", "ge_corps_01"}
    cut_off = (
        Table()
        .at_war("tu", "bu")
        .hold(AP, "nis", "skopje", "belgrade")
        .put("sofia", "ge_corps_02-")
        .put("essen", "ge_corps_03-")
    )
    assert not replacement.may_restore(cut_off.state, cut_off.unit("ge_corps_02"))
    assert landwehr(cut_off) == {"ge_corps_03"}


def test_cp_10_sud_army_is_kept_for_a_stack_that_gains_by_it() -> None:
    """Two Austrians with a German corps cost two either way; the next stack still costs one."""
    table = Table().put("cracow", "ah_1_army", "ah_corps_01", "ge_corps_01").put("gorlice", "ah_2_army", "ge_corps_02")
    table.put("tarnow", "ru_1_army").played("cp_10_sud_army").operate(CP, 20)
    table.do("for_combat cracow", "for_combat gorlice")
    assert [data["cost"] for data in table.events("activated")] == [2, 1]


def test_cp_1_the_operation_of_guns_of_august_ends_with_it() -> None:
    """No marker and no sign of an attack is left for the next action."""
    table = Table(setup=True, turn=1).hand(CP, "cp_01_guns_of_august").choose(CP)
    table.do("event cp_01_guns_of_august")
    assert table.state.operation is not None
    table.do("decline")
    assert table.state.operation is None


def test_11_2_9_a_lone_fort_is_no_entrenched_defender() -> None:
    """A trench in its space shifts no column and allows no card that needs an entrenched enemy."""
    lone = replace(BRITISH, target="metz", origin="verdun", defenders="", trench=2, cp="metz")
    table = lay(lone, "ap_36_mine_attack").any_dice().attack("metz", "br_1_army")
    assert "attacker_cards" not in windows(over(table))
    assert not any(cause.startswith("trench") for by_cause in shifts(table).values() for cause in by_cause)


@pytest.mark.parametrize(
    ("units", "cost"),
    [
        ("ru_1_army ro_corps_01 ro_corps_02", 3),
        ("ru_1_army ro_corps_01", 2),
        ("ro_corps_01 ro_corps_02", 1),
        ("ru_1_army", 1),
    ],
)
def test_9_2_2_and_16_4_5_after_the_tsar_a_mixed_attack_costs_one_for_each_unit(units: str, cost: int) -> None:
    table = Table(**ALL_CARDS).at_war("ro").put("dubno", *units.split()).put("tarnopol", "ah_3_army")
    assert price(table.played("cp_52_fall_of_the_tsar"), AP, "dubno", "for_combat") == cost


@pytest.mark.parametrize(
    ("event", "clash", "falls", "drm"),
    [
        (
            "ap_35_yanks_and_tanks",
            replace(AMIENS, attackers="us_corps_01- fr_1_army", beside="calais fr_5_army", war="us"),
            "us_corps_01",
            2,
        ),
        (
            "ap_46_brusilov_offensive",
            replace(
                GALICIA,
                attackers="ru_8_army- ro_corps_01",
                beside="kamenets_podolski ro_corps_02",
                defenders="ah_3_army ah_4_army",
                war="ro",
                reserve="",
            ),
            "ru_8_army",
            1,
        ),
    ],
)
def test_12_3_4_an_event_helps_an_attack_whose_units_of_the_nation_fell_in_a_failed_flank(
    event: str, clash: Clash, falls: str, drm: int
) -> None:
    """They took part in the declaration; those that are left fire with the modifier."""
    table = lay(clash, event).dice(attacker=1, defender=6, flank=1).choose(AP).do(f"event {event}")
    table.activate(*(f"!{space}" for space in (clash.origin, clash.beside.split()[0])))
    table.attack(clash.target, *clash.attackers.split(), *clash.beside.split()[1:])
    if table.asks("brusilov_option"):
        table.do("decline")
    table.do("flank")
    assert [data["fire"].attacker for data in table.events("fire")] == [False]
    table.do(f"hit {falls}")
    assert not fight.combat_of(table.state).attackers & table.units(falls)
    over(table)
    assert modifiers(table) == {AP: drm, CP: 0}


@pytest.mark.parametrize(
    "cards",
    [
        ("cp_49_michael", "cp_50_blucher"),
        ("cp_50_blucher", "cp_49_michael"),
        ("cp_50_blucher", "cp_51_peace_offensive", "cp_49_michael"),
    ],
)
@pytest.mark.parametrize("late", [False, True])
def test_12_2_6_cards_that_negate_trenches_may_be_played_one_upon_the_other(cards: tuple[str, ...], late: bool) -> None:
    """Before the flank attempt and after it, when they no longer make one possible; Michael's die modifier still counts."""
    table = declare(replace(DUG_IN, beside="brussels ge_2_army"), *cards)
    assert table.asks("trench_cards")
    table.do(f"play {cards[0]}")
    early = cards[1:] if not late else ()
    for card in early:
        assert card in table.offered("play")
        table.do(f"play {card}")
    if table.asks("trench_cards"):
        table.do("finish")
    assert table.asks("flank")
    table.do("frontal")
    for card in cards[1:] if late else ():
        assert table.asks("attacker_cards")
        assert card in table.offered("play")
        table.do(f"play {card}")
    windows(table)
    over(table)
    assert {card for side, card in table.battle.cards if side == CP} == {table.card(card) for card in cards}
    assert modifiers(table)[CP] == 1
    assert not shifts(table)[True]


@pytest.mark.parametrize(("beside", "drm"), [("", 1), ("amiens", 0)])
def test_12_3_2_a_space_over_a_dashed_line_adds_nothing_to_a_flank(beside: str, drm: int) -> None:
    """London and Rouen against Le Havre: London pins, and if Rouen faces another enemy too, it adds nothing either."""
    table = (
        Table().put("london", "br_1_army").put("rouen", "br_2_army").put("le_havre", "ge_1_army").hold(CP, "le_havre")
    )
    if beside:
        table.put(beside, "ge_2_army").hold(CP, beside)
    table.dice(attacker=1, defender=1, flank=1).attack("le_havre", "br_1_army", "br_2_army")
    assert table.asks("flank")
    assert fight.combat_of(table.state).flank_drm == drm


@pytest.mark.parametrize(
    ("spaces", "drm"),
    [
        (("petrograd", "opochka"), 1),
        (("petrograd", "opochka", "vitebsk"), 2),
        (("petrograd", "moscow"), 0),
        (("opochka", "vitebsk"), 1),
    ],
)
def test_12_3_2_no_dashed_line_adds_to_a_flank_though_its_space_may_pin(spaces: tuple[str, ...], drm: int) -> None:
    """Velikiye Luki is connected to Petrograd and Moscow only by dashed lines, which the modifier ignores."""
    table = Table(turn=8).put("velikiye_luki", "ge_1_army").hold(CP, "velikiye_luki")
    names = [f"ru_{number}_army" for number in range(1, len(spaces) + 1)]
    for space, name in zip(spaces, names, strict=True):
        table.put(space, name)
    table.dice(attacker=1, defender=1, flank=1).attack("velikiye_luki", *names)
    assert table.asks("flank")
    assert fight.combat_of(table.state).flank_drm == drm


def test_9_5_1_1_salonika_wants_a_corps_that_can_go() -> None:
    """Its instruction cannot be followed without one."""
    table = Table().hand(AP, "ap_30_salonika").reserve("br_corps_01")
    assert legal(table, "ap_30_salonika")
    assert not legal(Table().hand(AP, "ap_30_salonika"), "ap_30_salonika")


def test_11_1_10_a_second_group_follows_onto_a_beach_that_the_first_took() -> None:
    """The first group removes the marker; both groups are one advance."""
    table = Table(turn=9).at_war("tu")
    state = table.state
    beach = table.space("mef_2")
    state.beachhead = beach
    state.refresh_closed()
    origins = table.names(state.rules.board.common[beach])
    here = min(origins)
    table.put(here, "tu_yld_army", "tu_aoi_army").hold(CP, here).put("mef_2", "br_corps_01-").hold(AP, "mef_2")
    table.dice(attacker=6, defender=1).attack("mef_2", "tu_yld_army", "tu_aoi_army")
    finish = [kind for kind in ("defender_loss", "attacker_loss", "retreat") if table.asks(kind)]
    while table.asks("defender_loss", "attacker_loss", "retreat", "retreat_option"):
        table.do(table.game.text(next(iter(table.game.options()))))
    del finish
    assert table.asks("advance")
    first = min(table.offered("add"))
    table.do(f"add {first}", "step mef_2")
    assert state.beachhead == -1
    assert table.asks("advance")
    (second,) = table.offered("add")
    table.do(f"add {second}", "step mef_2")
    assert table.in_("mef_2") == {"tu_yld_army", "tu_aoi_army"}
    control.settle_holds(table.game)
