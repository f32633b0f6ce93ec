"""Mandated offensives (7.0) and the French mutiny (9.5.5)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.pog.combat_state import Combat
from engine.pog.rulesets.banquet import mutiny
from tests.manifest import plays
from tests.rulesets.banquet.support import banquet, either
from tests.support.table import AP, CP, Table

WEARINESS = "cp_47_french_mutiny"


def _first(table: Table) -> Table:
    """Take the first choice of a decision."""
    return table.do(table.game.text(next(iter(table.game.options()))))


def _fight(table: Table, target: str, *units: str) -> Table:
    """Play an attack to its end with the first choices; nobody advances."""
    over = len(table.events("combat_over"))
    table.attack(target, *units)
    while len(table.events("combat_over")) == over:
        table.do("finish") if table.allows("finish") else _first(table)
    return table


def _action_over(table: Table) -> Table:
    """End the action without doing more."""
    phasing = table.state.phasing
    while table.state.phasing == phasing and not table.asks("choose_action"):
        table.do(next(verb for verb in ("stop", "finish", "decline") if table.allows(verb)))
    return table


# -- offensives --------------------------------------------------------------------------


def _russians_attacked(variant: bool, *others: str) -> Table:
    """Germans next to the Russians who must attack: a blow that destroys the corps in Plock."""
    table = either(variant, turn=5).put("plock", "ru_corps_01-").put("tannenberg", "ge_8_army", "ge_1_army")
    for place in others:
        space, unit = place.split(":")
        table.put(space, unit)
    table.state.mandated = ["ru", "none"]
    table.dice(attacker=6, defender=1).choose(CP).do("auto_op").activate("!tannenberg")
    return _action_over(_fight(table, "plock", "ge_8_army", "ge_1_army"))


@plays("banquet", 41)
def test_an_offensive_is_met_by_breaking_contact() -> None:
    """Before the German action Russians were next to Germans, after it none are."""
    table = _russians_attacked(True)
    assert table.where("ru_corps_01") != "plock"
    assert table.state.mandated[AP] == "none"
    assert [event["nation"] for event in table.events("mandate_met")] == ["ru"]
    assert table.phase("score").state.vp == 10
    table = _russians_attacked(False)
    assert table.state.mandated[AP] == "ru"
    assert table.phase("score").state.vp == 11


@plays("banquet", 41)
def test_contact_elsewhere_keeps_it_due() -> None:
    """Another Russian is next to a German, and nothing is met; nor if none was before."""
    table = _russians_attacked(True, "kovno:ru_1_army", "insterberg:ge_2_army")
    assert table.state.mandated[AP] == "ru"
    table = banquet(turn=5).put("moscow", "ru_1_army").put("berlin", "ge_1_army")
    table.state.mandated = ["ru", "none"]
    table.choose(CP).do("auto_op", "for_movement berlin")
    _action_over(table)
    assert table.state.mandated[AP] == "ru"


@plays("banquet", 41)
def test_the_own_action_breaks_no_contact() -> None:
    """A Russian who moves away from the Germans does not meet the offensive."""
    table = banquet(turn=5).put("plock", "ru_corps_01").put("tannenberg", "ge_8_army")
    table.state.mandated = ["ru", "none"]
    table.choose(AP).do("auto_op").activate("plock").do("pick ru_corps_01", "step warsaw")
    _action_over(table.do("stop") if table.asks("move_on") else table)
    assert table.where("ru_corps_01") == "warsaw"
    assert table.state.mandated[AP] == "ru"


def _rolled(table: Table, side: int, die: int) -> str:
    dice = {"mandated_offensive_ap": 6, "mandated_offensive_cp": 6, f"mandated_offensive_{('ap', 'cp')[side]}": die}
    result: str = table.dice(**dice).phase("mandated_offensives").state.mandated[side]
    return result


@plays("banquet", 43)
def test_no_italian_offensive_while_rome_is_held_in_supply() -> None:
    """Rome alone and cut off changes nothing, while Deluxe passes it on to the Russians."""
    for variant, way, nation in ((True, True, "ru"), (True, False, "it"), (False, False, "ru")):
        table = either(variant, turn=8).at_war("it").hold(CP, "rome")
        if way:
            table.hold_all(CP, "it")
        assert _rolled(table, AP, 4) == nation


@plays("banquet", 43)
@pytest.mark.parametrize(
    ("held", "nation"),
    [((), "tu"), (("baghdad",), "tu"), (("baghdad", "damascus"), "ge"), (("constantinople",), "ge")],
)
def test_no_turkish_offensive_after_two_losses(held: tuple[str, ...], nation: str) -> None:
    """Two VP spaces of Turkey in Allied hands and supply, or the capital; Deluxe requires the capital."""
    table = banquet(turn=8).at_war("tu")
    assert all(table.system.rules.vp_spaces >> table.space(space) & 1 for space in held)
    if held:
        table.hold_all(AP, "tu", "ar", "kw", "eg")
        spaces = table.names(table.system.rules.vp_spaces & table.system.rules.board.lands("tu"))
        table.hold(CP, *(spaces - set(held)))
    assert _rolled(table, CP, 3) == nation
    if "constantinople" not in held:
        table = Table("historical", turn=8).at_war("tu").hold(AP, *held)
        assert _rolled(table, CP, 3) == "tu"


@plays("banquet", 43)
def test_turkish_losses_count_in_supply_only() -> None:
    table = banquet(turn=8).at_war("tu").hold(AP, "baghdad", "damascus", "constantinople")
    assert not table.supplied("br_corps_01", "damascus")
    assert _rolled(table, CP, 3) == "tu"


# -- mutiny ------------------------------------------------------------------------------


def _turn_of(offensive: bool, attack: bool, advance: bool, variant: bool = True, **options: Any) -> Table:
    """A turn with French War Weariness in force, at its end."""
    die = 1 if offensive else 6
    table = either(variant, turn=13, **options).played(WEARINESS, turn=12)
    table.put("amiens", "fr_1_army").put("cambrai", "ge_corps_01-").hold(CP, "sedan").put("paris", "br_1_army")
    table.dice(mandated_offensive_ap=die, mandated_offensive_cp=6).phase("mandated_offensives")
    if attack or advance:
        table.dice(attacker=6, defender=1).choose(AP).do("auto_op").activate("!amiens")
        table.attack("cambrai", "fr_1_army")
        while not table.events("combat_over"):
            if table.asks("advance") and advance and table.offered("add"):
                table.do("add fr_1_army", "step cambrai")
            else:
                table.do("finish") if table.allows("finish") else _first(table)
    if not attack:
        table.state.marks["fr_attacked"] = 0  # it was another nation's
    return table.phase("score")


@plays("banquet", 44)
@pytest.mark.parametrize(
    ("offensive", "attack", "advance", "breaks_out"),
    [
        (True, False, False, True),
        (True, True, False, True),
        (False, False, False, False),
    ],
)
def test_what_starts_the_mutiny(offensive: bool, attack: bool, advance: bool, breaks_out: bool) -> None:
    """An offensive was asked for, and no French attack with an Allied advance came of it."""
    table = _turn_of(offensive, attack, advance)
    assert [event["kind"] for event in table.events("mutiny")] == ["begins"] * breaks_out
    assert table.state.marks["mutiny"] == int(breaks_out)


@plays("banquet", 44)
def test_an_advance_without_a_french_attack_does_not_help() -> None:
    """The British took Cambrai, no Frenchman attacked; and without the card nothing comes."""
    for played, broken_out in ((True, 1), (False, 0)):
        table = banquet(turn=13).put("amiens", "br_1_army").put("cambrai", "ge_corps_01-").hold(CP, "sedan", "brussels")
        if played:
            table.played(WEARINESS, turn=12)
        table.dice(mandated_offensive_ap=1, mandated_offensive_cp=6).phase("mandated_offensives")
        table.state.marks["front_cp"] = 0  # the space gained was Allied before the turn began
        table.dice(attacker=6, defender=1).choose(AP).do("auto_op").activate("!amiens").attack("cambrai", "br_1_army")
        while not table.events("combat_over"):
            if table.asks("advance") and table.offered("add"):
                table.do("add br_1_army", "step cambrai")
            else:
                table.do("finish") if table.allows("finish") else _first(table)
        assert table.state.marks["west_advance"] == 1
        assert table.phase("score").state.marks["mutiny"] == broken_out


@plays("banquet", 44)
@pytest.mark.parametrize(
    ("target", "path", "counts"),
    [
        ("cambrai", ("cambrai",), True),
        ("metz", ("metz", "strasbourg"), True),
        ("cracow", ("cracow", "oppeln"), False),
        ("cambrai", (), False),
    ],
)
def test_only_an_advance_into_the_defenders_space_in_the_west_counts(
    target: str, path: tuple[str, ...], counts: bool
) -> None:
    """An army that goes on from Austrian Cracow into Germany advanced into no German space of a defender."""
    table = banquet(turn=13).put("amiens", "fr_1_army")
    unit = table.system.content.unit_by_name["fr_1_army"]
    combat = Combat(1, AP, table.space(target), 1 << unit, 0, 1 << table.space("amiens"))
    combat.advances = [(unit, tuple(map(table.space, path)))]
    mutiny.note_advance(table.game, combat)
    assert table.state.marks["west_advance"] == int(counts)


def _mutinous(**options: Any) -> Table:
    table = banquet(**{"turn": 13, **options}).played(WEARINESS, turn=12)
    table.state.marks["mutiny"] = 1
    return table


@plays("banquet", 45)
def test_no_french_offensive_is_asked_for_in_the_mutiny() -> None:
    assert _rolled(_mutinous(), AP, 1) == "none"
    assert _rolled(banquet(turn=13).played(WEARINESS, turn=12), AP, 1) == "fr"
    assert _rolled(Table("historical", turn=13).played(WEARINESS, turn=12), AP, 1) == "fr"


@plays("banquet", 45)
@pytest.mark.parametrize(
    ("target", "origin", "company", "vp"),
    [
        ("cambrai", "amiens", "", 1),
        ("metz", "verdun", "", 1),
        ("cambrai", "amiens", "us_1_army", 0),
        ("monastir", "salonika", "", 0),
    ],
)
def test_a_french_attack_in_the_mutiny_costs_a_vp_a_turn(target: str, origin: str, company: str, vp: int) -> None:
    """In or next to France and Belgium, unless with US units; the second attack of the turn is free."""
    table = _mutinous().at_war("gr", "bu").put(origin, "fr_1_army", "fr_2_army", *company.split())
    table.hold(AP, "florina", "athens", "larisa").hold(CP, "sedan").put(target, "ge_1_army")
    table.put("belfort", "fr_3_army").put("mulhouse", "ge_2_army").dice(attacker=[1, 1], defender=[1, 1])
    table.operate(AP, 20).activate(f"!{origin}", "!belfort")
    _fight(table, target, "fr_1_army")
    assert table.state.vp == 10 + vp
    if vp:
        _fight(table, "mulhouse", "fr_3_army")
        assert table.state.vp == 11


@plays("banquet", 45)
def test_no_french_unit_redeploys_out_of_france_in_the_mutiny() -> None:
    """To Marseilles, not to Salonika or Belgium, out of France or the box; others go where they like."""
    for broken_out, open_ in ((0, True), (1, False)):
        for where in ("paris", "ap_reserve_box"):
            table = _mutinous(setup=True).at_war("gr").hold(AP, "athens", "salonika")
            table.state.marks["mutiny"] = broken_out
            for unit in ("fr_corps_01", "br_corps_01"):
                table.put(where if unit.startswith("fr") else "amiens", unit)
            table.put("brussels", "fr_2_army").redeploy(AP)
            table.do("pick fr_corps_01")
            assert "orleans" in table.offered("to") or where == "ap_reserve_box"
            assert ("brussels" in table.offered("to")) is open_


@plays("banquet", 46)
@pytest.mark.parametrize(
    ("taken", "by", "lost", "over"),
    [
        ("cambrai", "fr_1_army", "", True),
        ("cambrai", "br_aus_corps", "", True),
        ("cambrai", "us_1_army", "", True),
        ("cambrai", "ru_1_army", "", False),
        ("", "", "", False),
        ("cambrai", "fr_1_army", "amiens", False),
    ],
)
@pytest.mark.parametrize("mutiny", [0, 1])
def test_what_ends_the_mutiny(taken: str, by: str, lost: str, over: bool, mutiny: int) -> None:
    """A space gained in the west and none lost since the turn began; even before the mutiny broke out."""
    table = _mutinous().hold(CP, "cambrai").dice(mandated_offensive_ap=6, mandated_offensive_cp=6)
    table.state.marks["mutiny"] = mutiny
    table.phase("mandated_offensives")
    if taken:
        table.hold(AP, taken).put(taken, by)
    if lost:
        table.put(lost, "ge_1_army")
    table.phase("score")
    assert table.state.marks["mutiny"] == (2 if over else mutiny)
    if over:
        assert _rolled(table, AP, 1) == "fr"
        assert table.phase("score").state.marks["mutiny"] == 2


@plays("banquet", 46)
@pytest.mark.parametrize(("besieged", "by", "lost"), [("metz", "fr_1_army", ""), ("cambrai", "fr_1_army", "verdun")])
def test_besiegers_occupy_a_space_that_they_do_not_control(besieged: str, by: str, lost: str) -> None:
    """French before Metz are enough to end the mutiny; Germans before Verdun are enough to prolong it."""
    table = _mutinous().hold(CP, "cambrai").dice(mandated_offensive_ap=6, mandated_offensive_cp=6)
    table.state.marks["mutiny"] = 1
    table.phase("mandated_offensives")
    if not lost:
        table.put(besieged, by)
    else:
        table.hold(AP, besieged).put(besieged, by).put(lost, "ge_1_army")
    assert (table.owner("metz"), table.owner("verdun")) == (CP, AP)
    table.run_from("score")
    assert table.state.marks["mutiny"] == (1 if lost else 2)


@plays("banquet", 46)
@pytest.mark.parametrize("mutiny", [0, 1])
def test_everyone_into_battle_ends_it_at_once(mutiny: int) -> None:
    table = _mutinous(setup=True).played("cp_49_michael").hand(AP, "ap_51_everyone_into_battle")
    table.state.marks["mutiny"] = mutiny
    table.choose(AP).do("event ap_51_everyone_into_battle")
    assert table.state.marks["mutiny"] == 2
    table = banquet(turn=13, setup=True).played("cp_49_michael").hand(AP, "ap_51_everyone_into_battle")
    assert table.choose(AP).do("event ap_51_everyone_into_battle").state.marks["mutiny"] == 0
