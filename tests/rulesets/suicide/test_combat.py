"""Losses, retreat and advance (12.4, 12.5, 12.7)."""

from __future__ import annotations

import pytest

from engine.pog.content.records import AP, CP
from engine.pog.invariants import check
from tests.manifest import plays
from tests.rules.test_12_5_retreat import beaten
from tests.rules.test_12_7_advance import won
from tests.rulesets.suicide.support import suicide, table_of
from tests.support.table import Table


def _fought(table: Table) -> Table:
    """Take all losses in the order offered."""
    if table.asks("flank"):
        table.do("frontal")
    while table.asks("defender_loss", "attacker_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    return table


# -- losses -----------------------------------------------------------------------------


@plays("suicide", 41)
def test_poles_and_czechs_replace_no_army() -> None:
    """A reduced German army is lost with a Polish corps in the box; in Deluxe that replaces it."""
    for variant in (False, True):
        table = table_of(variant).put("koblenz", "ge_1_army-").put("sedan", "fr_1_army", "fr_2_army")
        table.reserve("ge_pol_corps_1").dice(attacker=6, defender=6)
        _fought(table.attack("koblenz", "fr_1_army", "fr_2_army"))
        assert table.where("ge_1_army") == "cp_permanently_eliminated" if variant else "cp_eliminated_box"
        assert (table.where("ge_pol_corps_1") == "cp_reserve_box") is variant
    for variant in (False, True):
        table = table_of(variant).put("plock", "ru_1_army-").put("lodz", "ge_1_army", "ge_2_army")
        table.reserve("ru_czl_corps").dice(attacker=6, defender=6)
        _fought(table.attack("plock", "ge_1_army", "ge_2_army"))
        assert table.where("ru_czl_corps") == "ap_reserve_box"


@plays("suicide", 41)
def test_the_bef_army_does_not_die_for_good() -> None:
    """With its corps in the box it can be rebuilt; without one it is lost like any army."""
    for variant, corps, place in (
        (False, True, "ap_permanently_eliminated"),
        (True, True, "ap_eliminated_box"),
        (True, False, "ap_permanently_eliminated"),
    ):
        table = table_of(variant).put("sedan", "br_bef_army-").put("koblenz", "ge_1_army", "ge_2_army")
        if corps:
            table.reserve("br_bef_corps")
        _fought(table.dice(attacker=6, defender=1).attack("sedan", "ge_1_army", "ge_2_army"))
        assert table.where("br_bef_army") == place


def _liege(variant: bool = True, besieging: bool = False) -> Table:
    """A German army against the fort of Liege alone, which takes its loss."""
    table = table_of(variant).put("liege" if besieging else "koblenz", "ge_1_army").dice(attacker=6, defender=1)
    return _fought(table.attack("liege", "ge_1_army"))


@plays("suicide", 42, 64)
def test_a_fort_falls_only_if_it_is_occupied() -> None:
    """By an advance into its space or by besiegers; without an advance it is intact, unlike in Deluxe."""
    for variant in (False, True):
        table = _liege(variant).do("finish")
        assert bool(table.state.forts_destroyed >> table.space("liege") & 1) is not variant
        check(table.state)
    table = _liege().do("add ge_1_army", "step liege")
    assert table.state.forts_destroyed >> table.space("liege") & 1
    assert table.owner("liege") == CP
    table = _liege(besieging=True)
    assert table.owner("liege") == CP


# -- retreat ----------------------------------------------------------------------------


@plays("suicide", 43, "43a")
@pytest.mark.parametrize("intact", [True, False])
def test_an_intact_fort_lets_the_defender_stand(intact: bool) -> None:
    """In clear Warsaw; Deluxe requires a trench or difficult terrain, whatever the fort."""
    for variant in (False, True):
        table = table_of(variant).put("lodz", "ge_1_army", "ge_2_army").put("warsaw", "ru_1_army", "ru_2_army")
        table.played("cp_11_oberost").dice(attacker=5, defender=1)
        if not intact:
            table.destroy("warsaw")
        _fought(table.attack("warsaw", "ge_1_army", "ge_2_army"))
        assert table.asks("retreat_option") is (variant and intact)
        if variant and intact:
            table.do(f"hold {min(table.offered('hold'))}")
            assert not table.events("retreated")


def _from_cambrai(variant: bool = True) -> Table:
    """The French are driven two spaces out of clear Cambrai."""
    table = table_of(variant).put("brussels", "ge_1_army", "ge_2_army").put("cambrai", "fr_1_army").hold(CP, "sedan")
    return table.reserve("fr_corps_01").dice(attacker=1, defender=1)


@plays("suicide", "43b")
@pytest.mark.parametrize("cover", ["friends", "trench", "fort", "ground", "none", "cut off"])
def test_a_retreat_may_stop_in_cover(cover: str) -> None:
    """In the first space, free of charge: supplied friends, an own trench or fort, difficult terrain; never in Deluxe."""
    through = {"fort": "verdun", "ground": "calais"}.get(cover, "chateau_thierry")
    for variant in (False, True):
        table = _from_cambrai(variant)
        if cover == "fort":
            table = table_of(variant).put("metz", "ge_1_army", "ge_2_army").put("sedan", "fr_1_army")
            table.hold(CP, "cambrai", "liege").destroy("liege").reserve("fr_corps_01").dice(attacker=6, defender=1)
        if cover in ("friends", "cut off"):
            table.put(through, "fr_corps_02" if cover == "friends" else "ru_corps_01")
        if cover == "trench":
            table.trench(through, 1, AP)
        beaten(table, "sedan" if cover == "fort" else "cambrai", "ge_1_army", "ge_2_army", length=2)
        if table.asks("retreat_option"):
            table.do("retreat")
        unit = next(iter(table.offered("pick")), "")
        if unit:
            table.do(f"pick {unit}")
        assert not table.allows("halt")
        table.do(f"step {through}")
        open_ = variant and cover not in ("none", "cut off")
        assert table.allows("halt") is open_
        if open_:
            before = table.state.reduced
            table.do("halt")
            assert [(len(event["path"]), event["halted"]) for event in table.events("retreated")] == [(1, True)]
            assert table.state.reduced == before
            check(table.state)


@plays("suicide", "43c")
def test_russians_die_in_a_box_without_a_way_on() -> None:
    """Driven from Kiev to Kharkov, from which no second space is open."""
    table = (
        suicide()
        .put("zhitomir", "ah_1_army", "ah_2_army", "ge_1_army")
        .put("kiev", "ru_1_army")
        .hold(CP, "belaya_tserkov")
    )
    table.hold(CP, "chernigov").put("belaya_tserkov", "ah_3_army").put("chernigov", "ah_4_army")
    table.reserve("ru_corps_01").dice(attacker=1, defender=1)
    beaten(table, "kiev", "ah_1_army", "ah_2_army", "ge_1_army", length=2)
    assert [event["path"] for event in table.events("retreated")] == []
    assert table.in_("kharkov") == table.in_("kiev") == set()
    assert table.where("ru_1_army") == "ap_permanently_eliminated"


@plays("suicide", "43d")
def test_retreats_go_by_priority_space_by_space() -> None:
    """Into supplied Chateau-Thierry though it is a dead end; Deluxe takes the path that continues."""
    for variant in (False, True):
        table = _from_cambrai(variant).hold(CP, "paris", "melun", "bar_le_duc", "verdun", "sedan", "amiens")
        table.put("paris", "ge_3_army").put("melun", "ge_4_army").put("bar_le_duc", "ge_5_army").put(
            "verdun", "ge_6_army"
        )
        table.destroy("paris", "verdun").put("sedan", "ge_7_army").hold(AP, "chateau_thierry", "calais", "ostend")
        beaten(table, "cambrai", "ge_1_army", "ge_2_army", length=2)
        if table.offered("pick"):
            table.do(f"pick {min(table.offered('pick'))}")
        assert ("chateau_thierry" in table.offered("step")) is variant or "calais" in table.offered("step")


@plays("suicide", "43e")
@pytest.mark.parametrize(("corps", "place"), [(True, "ap_eliminated_box"), (False, "ap_permanently_eliminated")])
def test_armies_caught_in_retreat_die_under_the_usual_conditions(corps: bool, place: str) -> None:
    """Permanently if no corps can replace them; in Deluxe they go to the eliminated box in any case."""
    for variant in (False, True):
        table = table_of(variant).put("sedan", "ge_1_army", "ge_2_army").put("cambrai", "fr_1_army", "fr_2_army")
        if corps:
            table.reserve("fr_corps_01")
        table.operate(CP, 20).activate("!sedan")
        assert table.state.operation is not None
        table.state.operation.retreated = table.units("fr_1_army")
        table.dice(attacker=6, defender=1).do("add ge_1_army", "target cambrai")
        _fought(table)
        assert table.where("fr_1_army") == (place if variant else "ap_eliminated_box")


@plays("suicide", "43f")
def test_a_retreat_takes_the_space_where_it_stops() -> None:
    """Not the one it passes; an intact enemy fort keeps its space."""
    table = _from_cambrai().hold(CP, "amiens", "rouen", "calais", "chateau_thierry", "ostend")
    beaten(table, "cambrai", "ge_1_army", "ge_2_army", length=2)
    while table.asks("retreat"):
        steps = table.offered("step")
        table.do(f"step {min(steps)}" if steps else table.game.text(next(iter(table.game.options()))))
    (first, last), *_ = [event["path"] for event in table.events("retreated")]
    assert [table.state.controller(space) for space in (first, last)] == [CP, AP]


# -- advance ----------------------------------------------------------------------------


@plays("suicide", 45, "45a")
def test_reduced_attackers_advance_where_nobody_stood() -> None:
    """Into a fort alone that took its loss; not where units were beaten, and not into one that held."""
    for variant in (False, True):
        table = table_of(variant).put("koblenz", "ge_1_army-", "ge_2_army-").dice(attacker=6, defender=1)
        _fought(table.attack("liege", "ge_1_army", "ge_2_army"))
        assert (table.asks("advance") and "ge_1_army" in table.offered("add")) is variant
    table = suicide().put("koblenz", "ge_1_army-").dice(attacker=1, defender=1)
    assert not _fought(table.attack("liege", "ge_1_army")).asks("advance")
    table = suicide().put("koblenz", "ge_1_army-", "ge_2_army").put("sedan", "fr_1_army").dice(attacker=6, defender=1)
    won(table.reserve("fr_corps_01"), "sedan", "ge_1_army", "ge_2_army", through="cambrai", end="amiens")
    assert table.offered("add") == {"ge_2_army"}


def _cambrai_won(variant: bool = True, *, through: str = "chateau_thierry", end: str = "melun") -> Table:
    return won(_from_cambrai(variant), "cambrai", "ge_1_army", "ge_2_army", through=through, end=end)


@plays("suicide", "45c", "45d")
def test_the_first_stops_and_the_next_may_pass() -> None:
    """Entering enemy ground ends the advance; the next units can continue to any neighbour. In Deluxe they move together."""
    table = _cambrai_won().do("add ge_1_army", "step cambrai")
    assert table.where("ge_1_army") == "cambrai"
    assert table.owner("cambrai") == CP
    table.do("add ge_2_army", "step cambrai")
    assert table.offered("step") == {"chateau_thierry", "brussels", "sedan"}
    table.do("step chateau_thierry")
    assert table.where("ge_2_army") == "chateau_thierry"
    assert table.owner("chateau_thierry") == CP
    check(table.state)
    deluxe = _cambrai_won(variant=False).do("add ge_1_army", "step cambrai")
    assert deluxe.offered("step") == {"chateau_thierry"}


@plays("suicide", "45b")
def test_two_spaces_when_all_are_gone() -> None:
    """Eliminated defenders open the second space; in Deluxe only one. After a retreat of one space none continues."""
    for variant in (False, True):
        table = (
            table_of(variant).put("brussels", "ge_1_army", "ge_2_army").put("cambrai", "fr_corps_01-").hold(CP, "sedan")
        )
        _fought(table.dice(attacker=6, defender=1).attack("cambrai", "ge_1_army", "ge_2_army"))
        table.do("add ge_1_army", "step cambrai")
        if table.asks("advance") and table.offered("add"):
            table.do("add ge_2_army", "step cambrai")
        assert ("chateau_thierry" in table.offered("step")) is variant
    table = suicide().put("lodz", "ge_corps_01", "ge_corps_02").put("plock", "ru_corps_07").dice(attacker=6, defender=1)
    table.attack("plock", "ge_corps_01")
    table = _fought(table)
    while table.asks("retreat"):
        table.do(table.game.text(next(iter(table.game.options()))))
    table.do("add ge_corps_01", "step plock")
    assert not table.asks("advance")


@plays("suicide", "45c")
@pytest.mark.parametrize(("ground", "passes"), [("clear", True), ("trench", False), ("forest", False)])
def test_hard_ground_and_trenches_stop_an_advance(ground: str, passes: bool) -> None:
    """A level 2 trench is captured, forest stops any unit entering it; none continues from there."""
    if ground == "forest":
        table = suicide().put("koblenz", "ge_1_army", "ge_2_army").put("sedan", "fr_corps_01-").hold(CP, "liege")
        target = "sedan"
        table.destroy("liege")
    else:
        table = suicide().put("brussels", "ge_1_army", "ge_2_army").put("cambrai", "fr_corps_01-").hold(CP, "sedan")
        target = "cambrai"
        table.trench("cambrai", 2 if ground == "trench" else 0, AP)
    _fought(table.dice(attacker=6, defender=1).attack(target, "ge_1_army", "ge_2_army"))
    if table.asks("retreat_option"):
        table.do("retreat")
    table.do("add ge_1_army", f"step {target}")
    assert table.where("ge_1_army") == target
    if passes:
        assert table.do("add ge_2_army", f"step {target}").offered("step")
    elif table.asks("advance"):
        table.do("add ge_2_army", f"step {target}")
        assert not table.asks("advance") or ground == "trench"


@plays("suicide", "45c")
def test_desert_stops_nobody() -> None:
    """After the corps that took Samawah the next one continues to Baghdad; in Deluxe desert ends the advance."""
    for variant in (False, True):
        table = table_of(variant, turn=12).at_war("tu").put("an_nasiriya", "br_corps_01", "br_corps_02")
        table.hold(AP, "qurna", "basra").put("samawah", "tu_corps_01-").dice(attacker=6, defender=1)
        _fought(table.attack("samawah", "br_corps_01", "br_corps_02"))
        if table.asks("retreat_option"):
            table.do("retreat")
        while table.asks("retreat"):
            table.do(table.game.text(next(iter(table.game.options()))))
        table.do("add br_corps_01", "step samawah", "add br_corps_02", "step samawah")
        assert table.where("br_corps_01") == "samawah"
        assert (table.asks("advance") and "baghdad" in table.offered("step")) is variant


@plays("suicide", "45c")
def test_units_out_of_supply_advance_one_space() -> None:
    """From a pocket into empty ground, and no further."""
    table = suicide().hold_all(AP, "ge", "ah").put("berlin", "ge_1_army", "ge_2_army").put("hannover", "fr_corps_01-")
    table.hold(CP, "breslau").put("breslau", "ru_1_army").put("essen", "be_1_army").dice(attacker=6, defender=1)
    assert not table.supplied("ge_1_army")
    _fought(table.attack("hannover", "ge_1_army", "ge_2_army")).do("add ge_1_army", "step hannover")
    table.do("add ge_2_army", "step hannover")
    assert not table.asks("advance")
    assert table.in_("hannover") == {"ge_1_army", "ge_2_army"}


@plays("suicide", "45e")
def test_control_changes_where_the_advance_ends() -> None:
    """A group that passes friendly ground takes the space beyond when it stops there."""
    table = _cambrai_won().do("add ge_1_army", "step cambrai", "add ge_2_army", "step cambrai")
    assert table.owner("chateau_thierry") == AP
    table.do("step chateau_thierry")
    assert table.owner("chateau_thierry") == CP


@plays("suicide", "45f")
@pytest.mark.parametrize(("status", "open_"), [(0, False), (4, True)])
def test_antwerp_is_closed_with_the_coast(status: int, open_: bool) -> None:
    """To moves and SR before Race to the Sea or war status 4; Deluxe leaves it open."""
    for variant in (False, True):
        table = table_of(variant).put("liege", "ge_1_army").destroy("liege", "antwerp").hold_all(CP, "be")
        table.put("brussels", "ge_2_army").hold(AP, "antwerp")
        table.state.war_status[CP] = status
        table.operate(CP).activate("brussels").do("pick ge_2_army", "step antwerp")
        assert table.allows("stop") is (open_ or not variant)
    table = suicide().destroy("antwerp").put("brussels", "ge_1_army", "ge_2_army").put("antwerp", "be_1_army-")
    _fought(table.dice(attacker=6, defender=1).attack("antwerp", "ge_1_army", "ge_2_army"))
    if table.asks("retreat_option"):
        table.do("retreat")
    while table.asks("retreat"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert table.asks("advance")
    assert table.do("add ge_1_army").offered("step") == {"antwerp"}
