"""The landing of the MEF (9.5.3.5)."""

from __future__ import annotations

import json

import pytest

from engine.core.game import Game
from engine.pog.invariants import InvariantBroken, check
from engine.pog.rulesets.banquet import mef
from tests.manifest import plays
from tests.rulesets.banquet.support import banquet
from tests.support.table import AP, CP, Table


def _landed(turn: int = 6, beach: str = "mef_1", variant: bool = True) -> Table:
    """Play the event to the end of its action."""
    table = banquet(setup=True, turn=turn) if variant else Table("historical", setup=True, turn=turn)
    table.at_war("tu", units=True).hand(AP, "ap_31_mef").choose(AP).do("event ap_31_mef", f"place {beach}")
    return table


def _offensives(table: Table, turn: int, ap: int = 6) -> Table:
    table.state.turn = turn
    return table.dice(mandated_offensive_ap=ap, mandated_offensive_cp=6).phase("mandated_offensives")


def _nowhere(turn: int = 9) -> Table:
    """The marker is on the beach."""
    return _offensives(_landed(), turn)


@plays("banquet", 61)
def test_three_turns_after_the_landing_the_beach_leads_nowhere() -> None:
    """It arrives when the third turn begins, and each British offensive rolled from then on costs a VP."""
    table = _landed()
    assert table.events("nowhere") == [{"kind": "due", "space": table.space("mef_1"), "turn": 9}]
    for turn, vp in ((7, 10), (8, 10), (9, 11), (10, 12)):
        _offensives(table, turn, ap=3)
        assert table.state.mandated[AP] == "br"
        assert table.state.vp == vp
        assert table.names(table.state.marks["nowhere"]) == ({"mef_1"} if turn >= 9 else set())
    assert _offensives(table, 11, ap=1).state.vp == 12  # a French one
    assert _offensives(_landed(variant=False), 9, ap=3).state.vp == 10


@plays("banquet", 61)
def test_the_way_off_the_beach_takes_the_marker_away_and_its_loss_brings_it_back() -> None:
    """Gallipoli Allied: none; Turkish again: three turns later."""
    for turn in (7, 9):
        table = _offensives(_landed(), turn).destroy("gallipoli").score("gallipoli", AP)
        assert not table.state.marks["nowhere"] | table.state.marks["nowhere_due"]
        assert table.events("nowhere")[-1]["kind"] == "goes"
        assert _offensives(table, turn + 1, ap=3).state.vp == 10
        table.score("gallipoli", CP)
        assert table.state.marks["nowhere_due"] == turn + 4
        assert _offensives(table, turn + 4, ap=3).state.vp == 11


@plays("banquet", 61)
def test_at_home_the_mef_brings_no_marker() -> None:
    table = banquet(setup=True, turn=6).at_war("tu").hand(AP, "ap_31_mef").choose(AP)
    table.do("event ap_31_mef", "place london")
    assert not table.state.marks["landing"]
    assert not table.events("nowhere")


@plays("banquet", 62)
def test_evacuation_removes_the_marker_for_good() -> None:
    """Four SR points: a corps replaces the army and sails; the beach is closed, remaining points can be used."""
    table = _nowhere().reserve("br_corps_05", "br_corps_06").redeploy(AP, 5).do("evacuate", "use br_corps_05")
    assert table.where("br_mef_army") == "ap_permanently_eliminated"
    assert table.where("br_corps_05") == "mef_1"
    assert table.asks("evacuation")
    assert "alexandria" in table.offered("to")
    assert "gallipoli" not in table.offered("to")
    table.do("to alexandria")
    state = table.state
    assert table.where("br_corps_05") == "alexandria"
    assert state.beachhead < 0
    assert not any(state.marks[name] for name in ("nowhere", "nowhere_due", "landing"))
    assert state.marks["evacuated"] == 1
    assert table.kind == "sr_unit"
    assert table.game.decision.points == 1  # type: ignore[attr-defined]
    assert "br_corps_05" not in table.offered("pick")
    assert not table.allows("evacuate")
    assert _offensives(table, 12, ap=3).state.vp == 10


@plays("banquet", 62)
def test_units_supplied_only_by_the_beach_are_destroyed() -> None:
    """Corps on the beach sail; one in Gallipoli supplied only by the beach is lost, an army there too."""
    table = _nowhere().put("mef_1", "br_corps_05", "br_aus_corps")
    table.destroy("gallipoli").hold(AP, "gallipoli").put("gallipoli", "br_mef_army", "br_corps_06").reserve(
        "br_corps_07"
    )
    table.redeploy(AP, 4).do("evacuate", "use br_corps_07")
    assert table.where("br_mef_army") == "ap_permanently_eliminated"
    for corps in ("br_corps_06", "br_corps_07"):
        assert table.where(corps) == "ap_eliminated_box"
    while table.asks("evacuation"):
        table.do(f"to {min(table.offered('to'))}")
    ports = {table.where(corps) for corps in ("br_corps_05", "br_aus_corps")}
    assert not ports & {"mef_1", "ap_eliminated_box"}


@plays("banquet", 62)
def test_units_with_another_supply_line_stay() -> None:
    """Gallipoli and similar spaces connected to a port: units there are not affected."""
    table = _nowhere().put("mef_1", "br_corps_05").put("cairo", "br_corps_06").redeploy(AP, 4).do("evacuate")
    assert table.where("br_corps_06") == "cairo"


@plays("banquet", 62)
@pytest.mark.parametrize(("side", "points", "turn", "open_"), [(AP, 4, 9, True), (AP, 3, 9, False), (AP, 4, 7, True)])
def test_when_the_beach_may_be_left(side: int, points: int, turn: int, open_: bool) -> None:
    """For four points, by the Allies, once the MEF has landed: whether the marker is due, there or gone."""
    assert _offensives(_landed(), turn).redeploy(side, points).allows("evacuate") is open_
    table = _offensives(_landed(), turn).destroy("gallipoli").score("gallipoli", AP)
    assert table.redeploy(side, points).allows("evacuate") is open_
    assert not banquet(turn=turn).redeploy(side, points).allows("evacuate")
    assert "evacuate" not in _landed(variant=False).redeploy(AP, 4).game.decision.verbs


@plays("banquet", 62)
def test_each_part_of_an_evacuation_is_independent() -> None:
    """The marker "if still in play", the army "if still on the map"; a corps on the beach sails or is destroyed."""
    table = _offensives(_landed(), 7).put("mef_1", "br_corps_05").destroy("gallipoli").score("gallipoli", AP)
    table.redeploy(AP, 4).do("evacuate")
    while table.asks("evacuation_corps"):
        table.do(f"use {min(table.offered('use'))}")
    assert table.where("br_mef_army") == "ap_permanently_eliminated"
    left = [unit for unit in ("br_corps_05",) if table.where(unit) == "mef_1"]
    assert left
    assert table.asks("evacuation")
    assert table.offered("to")
    while table.asks("evacuation"):
        table.do("lose")
    assert table.where("br_corps_05") == "ap_eliminated_box"
    assert table.state.marks["evacuated"] == 1
    table.score("gallipoli", CP)
    assert not table.state.marks["nowhere_due"]


@plays("banquet", 62)
def test_the_beach_may_be_left_when_the_army_is_gone() -> None:
    table = _nowhere().put("ap_permanently_eliminated", "br_mef_army").redeploy(AP, 4).do("evacuate")
    assert table.kind == "sr_unit" or not table.asks("evacuation", "evacuation_corps")
    assert table.state.marks["evacuated"] == 1
    assert not table.state.marks["nowhere"]


def test_the_marker_keeps_the_laws_and_is_restored() -> None:
    table = _nowhere().redeploy(AP, 4)
    assert mef.sane(table.state) == []
    stored = json.loads(json.dumps(table.game.snapshot()))
    assert Game.restore(table.system, stored, table.chance).state.marks == table.state.marks
    table.state.marks["nowhere_due"] = 12
    assert mef.sane(table.state) == ["a beachhead to nowhere that is on its way as well"]
    with pytest.raises(InvariantBroken, match="beachhead to nowhere"):
        check(table.state)
