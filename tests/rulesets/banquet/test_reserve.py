"""Movement, combat, reserve (9.2.8 to 9.2.10)."""

from __future__ import annotations

import json

import pytest

from engine.core.game import Game
from engine.errors import IllegalChoice
from engine.pog.content.records import CP
from engine.pog.invariants import check
from tests.manifest import plays
from tests.rulesets.banquet.support import banquet
from tests.support.table import Table


def _before_sedan(variant: bool = True) -> Table:
    """An army in Koblenz attacks Sedan, an army and a corps in Aachen can move."""
    table = banquet() if variant else Table("historical")
    table.put("koblenz", "ge_1_army", "ge_3_army").put("aachen", "ge_2_army", "ge_corps_01").put(
        "sedan", "fr_corps_01-"
    )
    return table.dice(attacker=6, defender=1).operate(CP).activate("!koblenz", "aachen")


def _won(table: Table) -> Table:
    """Sedan is attacked, its corps is eliminated, the army enters."""
    table.do("add ge_1_army", "add ge_3_army", "target sedan")
    while table.asks("defender_loss", "attacker_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    return table.do("add ge_1_army", "step sedan", "finish")


@plays("banquet", 14)
def test_units_may_wait_for_the_reserve_phase() -> None:
    """No unit in Aachen moves before the combat; afterwards they follow into Sedan. In Deluxe they could not."""
    for variant in (True, False):
        table = _won(_before_sedan(variant).do("finish"))
        assert table.asks("move_unit") is variant
        if variant:
            assert table.names(table.state.operation.move if table.state.operation else 0) == {"aachen"}
            assert table.state.operation is not None
            assert not table.state.operation.attack
            table.do("pick ge_2_army", "step koblenz", "step sedan")
            assert table.where("ge_2_army") == "sedan"
            check(table.state)


@plays("banquet", 14)
def test_they_may_end_where_an_attack_came_from() -> None:
    """Koblenz is closed to a stop while its Attack marker is there, and open afterwards."""
    table = _before_sedan().do("pick ge_2_army", "step koblenz")
    assert not table.allows("stop")
    table = _won(_before_sedan().do("finish")).do("pick ge_2_army", "step koblenz", "stop")
    assert table.where("ge_2_army") == "koblenz"


@plays("banquet", 14)
def test_they_keep_to_controlled_ground() -> None:
    """They may enter empty Brussels before the combat, not after it; besieged Liège then too."""
    table = _before_sedan()
    table.put("liege", "ge_4_army")
    table.do("pick ge_2_army", "step liege")
    assert "brussels" in table.offered("step")
    table = _before_sedan()
    table.put("liege", "ge_4_army")
    _won(table.do("finish")).do("pick ge_2_army")
    assert {"liege", "koblenz"} <= table.offered("step")
    table.do("step liege")
    assert "brussels" not in table.offered("step")
    with pytest.raises(IllegalChoice):
        table.do("step brussels")


@plays("banquet", 14)
def test_a_space_that_was_left_has_used_its_marker() -> None:
    """The corps moves before the combat, so the army that stayed cannot move after it."""
    table = _before_sedan().do("pick ge_corps_01", "step essen")
    while not table.asks("attack"):
        table.do("stop" if table.asks("move_on") else "leave" if table.asks("move_stack") else "finish")
    assert not table.asks("move_unit")
    _won(table)
    assert not table.asks("move_unit")
    assert table.where("ge_2_army") == "aachen"


READINGS = [((), True), ((("banquet.reserve_units", "unmoved"),), False)]


@plays("banquet", 14)
@pytest.mark.parametrize(("switches", "again"), READINGS)
def test_any_unit_in_a_space_that_still_has_its_marker_moves(
    switches: tuple[tuple[str, str], ...], again: bool
) -> None:
    """A corps goes to Aachen before the combat; afterwards all in Aachen move, or by the other reading those that waited."""
    table = (
        banquet(switches=switches)
        .put("koblenz", "ge_1_army", "ge_3_army")
        .put("aachen", "ge_2_army")
        .put("essen", "ge_corps_01")
    )
    table.put("sedan", "fr_corps_01-").dice(attacker=6, defender=1).operate(CP).activate("!koblenz", "aachen", "essen")
    table.do("pick ge_corps_01", "step aachen", "stop", "finish")
    assert _won(table).offered("pick") == ({"ge_2_army", "ge_corps_01"} if again else {"ge_2_army"})


@plays("banquet", 14)
@pytest.mark.parametrize(("switches", "again"), READINGS)
def test_without_a_combat_too_those_move_on_who_joined_a_marked_space(
    switches: tuple[tuple[str, str], ...], again: bool
) -> None:
    """9.2.10 only requires combats to be over; the marker of the space that the corps left is used up."""
    table = banquet(switches=switches).put("aachen", "ge_2_army").put("essen", "ge_corps_01").operate(CP)
    table.activate("aachen", "essen").do("pick ge_corps_01", "step aachen", "stop", "finish")
    assert table.asks("move_unit") is again
    if again:
        assert table.offered("pick") == {"ge_2_army", "ge_corps_01"}
        table.do("pick ge_corps_01", "step koblenz", "stop")
        assert table.where("ge_corps_01") == "koblenz"
        check(table.state)


@plays("banquet", 14)
def test_without_a_combat_there_is_no_reserve_phase() -> None:
    """It would offer nothing new."""
    table = banquet().put("aachen", "ge_2_army").operate(CP).activate("aachen").do("finish")
    assert not table.asks("move_unit")
    assert not table.events("reserve")


@plays("banquet", 14)
def test_the_reserve_phase_survives_restore() -> None:
    """The phase is a mark of the position, and so is who may still move."""
    table = _won(_before_sedan().do("finish"))
    again = Game.restore(table.system, json.loads(json.dumps(table.game.snapshot())), table.chance)
    assert again.options().masks == table.game.options().masks
    assert again.state.marks["reserve"] == 1
