"""Building and rebuilding forts (15.1.9, 15.4)."""

from __future__ import annotations

import json

import pytest

from engine.core.game import Game
from engine.pog import view_of
from engine.pog.content.records import AP, CP
from engine.pog.invariants import check
from tests.manifest import plays
from tests.rulesets.suicide.support import suicide
from tests.support.table import Table


def _fort(table: Table, space: str) -> tuple[str, int | None]:
    seen = view_of(table.game, None).spaces[table.space(space)]
    return seen.fort, seen.fort_strength


def _build(table: Table, space: str, unit: str) -> Table:
    """Play an operation of the unit's side in which it builds."""
    side = table.system.rules.side_of[table.unit(unit)]
    table.state.actions, table.game.stack = [[], []], []
    table.operate(side, 1).do(f"for_movement {space}")
    return table.do(f"pick {unit}", "build")


def _end(table: Table) -> Table:
    while table.asks("move_stack", "move_unit"):
        table.do("leave" if table.allows("leave") else "finish")
    return table


@plays("suicide", 68)
def test_a_corps_and_a_trench_level_make_a_fort() -> None:
    """Anywhere in friendly supplied ground; Deluxe builds none."""
    table = suicide().put("cambrai", "fr_corps_01", "fr_1_army").trench("cambrai", 2, AP)
    _end(_build(table, "cambrai", "fr_corps_01"))
    assert _fort(table, "cambrai") == ("intact", 1)
    assert table.state.trench(table.space("cambrai")) == (1, AP)
    assert table.where("fr_corps_01") == "ap_eliminated_box"
    assert [event["fort"] for event in table.events("fort_built")] == [1]
    check(table.state)
    stored = json.loads(json.dumps(table.game.snapshot()))
    again = Game.restore(table.system, stored, table.chance)
    assert again.state.fort_values[table.space("cambrai")] == 1
    deluxe = (
        Table("historical", turn=5)
        .put("cambrai", "fr_corps_01")
        .trench("cambrai", 2, AP)
        .operate(AP)
        .activate("cambrai")
    )
    assert "build" not in deluxe.do("pick fr_corps_01").game.decision.verbs


@plays("suicide", 68)
def test_a_new_fort_defends_and_falls() -> None:
    """It fires with its factor on the corps table, can be besieged by a single corps, and falls to rolls above 1."""
    table = (
        suicide().put("cambrai", "fr_corps_01").trench("cambrai", 1, AP).put("sedan", "ge_1_army").hold(CP, "brussels")
    )
    _end(_build(table, "cambrai", "fr_corps_01"))
    table.state.actions, table.game.stack = [[], []], []
    table.dice(attacker=1, defender=1).attack("cambrai", "ge_1_army")
    fires = [event["fire"] for event in table.events("fire") if not event["fire"].attacker]
    assert [(fire.factors, fire.table) for fire in fires] == [(1, "corps")]
    table = (
        suicide()
        .put("cambrai", "fr_corps_01")
        .trench("cambrai", 1, AP)
        .put("sedan", "ge_corps_01")
        .hold(CP, "brussels")
    )
    _end(_build(table, "cambrai", "fr_corps_01"))
    table.put("cambrai", "ge_corps_01")
    assert table.owner("cambrai") == AP
    assert _fort(table, "cambrai") == ("besieged", 1)
    table.state.actions, table.game.stack = [[], []], []
    table.dice(siege=2).choose(CP).do("economic")
    assert table.owner("cambrai") == CP
    assert _fort(table, "cambrai") == ("none", 0)
    check(table.state)


@plays("suicide", 68)
@pytest.mark.parametrize("without", ["trench", "strength", "army", "second"])
def test_conditions_for_building_a_fort(without: str) -> None:
    """A trench, a full corps, and no such fort yet."""
    unit = {"army": "fr_1_army", "strength": "fr_corps_01-"}.get(without, "fr_corps_01")
    table = suicide().put("cambrai", unit, "fr_2_army").trench("cambrai", 0 if without == "trench" else 2, AP)
    if without == "second":
        table.state.marks["new_forts_ap"] = 1 << table.space("cambrai")
    table.operate(AP, 1).do("for_movement cambrai", f"pick {unit.rstrip('-')}")
    assert not table.allows("build")


@plays("suicide", 65, 69)
@pytest.mark.parametrize(("unit", "builds"), [("be_corps_01", True), ("fr_corps_01", False), ("ge_corps_01", False)])
def test_a_destroyed_fort_is_built_again_by_its_nation(unit: str, builds: bool) -> None:
    """Liege by a Belgian corps: not by French with it, not by Germans who hold it."""
    table = suicide().destroy("liege").put("liege", unit).hold(CP if "ge" in unit else AP, "liege", "brussels")
    side = CP if "ge" in unit else AP
    table.trench("liege", 2, side).operate(side, 1).do("for_movement liege", f"pick {unit}")
    assert table.allows("build") is builds
    if builds:
        table.do("build")
        assert _fort(table, "liege") == ("intact", 1)
        assert not table.state.forts_destroyed >> table.space("liege") & 1
        check(table.state)


@plays("suicide", 70)
def test_a_fort_grows_by_one_in_each_action_up_to_what_is_printed() -> None:
    """Nancy has two: one corps in each of two actions, not both in one, and a third has nothing to build."""
    corps = ("fr_corps_01", "fr_corps_02", "fr_corps_03")
    table = suicide().destroy("nancy").put("nancy", *corps).trench("nancy", 2, AP)
    _build(table, "nancy", corps[0])
    table.do(f"add {corps[1]}")
    assert not table.allows("build")
    table.do("stay") if table.allows("stay") else table.do(f"step {min(table.offered('step'))}")
    while not table.asks("choose_action") and table.game.stack:
        ends = [verb for verb in ("stop", "leave", "finish") if table.allows(verb)]
        table.do(ends[0])
    assert _fort(table, "nancy") == ("intact", 1)
    table.put("nancy", corps[1], corps[2])
    _end(_build(table, "nancy", corps[1]))
    assert _fort(table, "nancy") == ("intact", 2)
    assert not table.state.marks["forts_again_1"] | table.state.marks["forts_again_2"]
    table.trench("nancy", 1, AP)
    table.state.actions, table.game.stack = [[], []], []
    table.operate(AP, 1).do("for_movement nancy", f"pick {corps[2]}")
    assert not table.allows("build")
    check(table.state)
