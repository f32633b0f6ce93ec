"""Failed entrench attempts and limited markers (11.2.10, 11.2.12)."""

from __future__ import annotations

import json

import pytest

from engine.core.game import Game
from engine.errors import IllegalChoice
from engine.pog.content.records import AP, CP
from engine.pog.invariants import check
from tests.manifest import plays
from tests.rulesets.banquet.support import banquet
from tests.support.table import Table


def _dig(table: Table, side: int, space: str, army: str, die: int) -> Table:
    """Play an operation in which one army tries to entrench."""
    table.dice(entrench=die).operate(side).activate(space).do(f"pick {army}", "entrench")
    while table.asks("move_stack", "move_unit"):
        table.do("leave" if table.asks("move_stack") else "finish")
    return table


def _entrenching() -> Table:
    return banquet(turn=5).played("cp_06_entrench").put("sedan", "fr_1_army", "fr_2_army").put("metz", "ge_1_army")


@plays("banquet", 26)
def test_a_failure_helps_every_later_attempt_in_the_space() -> None:
    """French fail in Sedan: the next attempt there has -1, in any later round. In Deluxe only the army itself, in the next."""
    table = _dig(_entrenching(), AP, "sedan", "fr_1_army", 6)
    assert table.names(table.state.marks["dug_1"]) == {"sedan"}
    assert [event["drm"] for event in table.events("digging_marked")] == [-1]
    _dig(table, AP, "sedan", "fr_2_army", 4)
    assert [event["drm"] for event in table.events("entrench")] == [0, -1]
    assert table.state.trench(table.space("sedan")) == (1, AP)
    assert table.names(table.state.marks["dug_1"]) == {"sedan"}  # it stays for the second level
    check(table.state)


@plays("banquet", 26)
def test_germans_gain_two() -> None:
    """-2 on every later attempt in Metz, however long ago the failure was."""
    table = _dig(_entrenching(), CP, "metz", "ge_1_army", 6)
    table.operate(CP).activate("metz").do("finish")
    _dig(table, CP, "metz", "ge_1_army", 5)
    assert [event["drm"] for event in table.events("entrench")] == [0, -2]
    assert table.state.trench(table.space("metz")) == (1, CP)


@plays("banquet", 26)
def test_others_leave_no_marker_and_use_one() -> None:
    """An Italian failure leaves no marker; together with French an Italian army uses theirs."""
    table = banquet(turn=12).at_war("it").played("cp_06_entrench").put("turin", "it_1_army")
    _dig(table, AP, "turin", "it_1_army", 6)
    assert not table.state.marks["dug_1"]
    table.put("turin", "fr_1_army")
    _dig(table, AP, "turin", "fr_1_army", 6)
    _dig(table, AP, "turin", "it_1_army", 1)
    assert [event["drm"] for event in table.events("entrench")] == [0, 0, -1]


@plays("banquet", 26)
def test_the_marker_goes_with_the_last_army() -> None:
    """By a move at once, even if another army comes in the same operation; and by losses."""
    table = _dig(_entrenching(), AP, "sedan", "fr_1_army", 6)
    table.put("verdun", "fr_3_army").operate(AP).activate("sedan", "verdun").do(
        "pick fr_1_army", "step cambrai", "stop"
    )
    assert table.state.marks["dug_1"]  # the second army is still there
    table.do("add fr_2_army", "step cambrai", "stop")
    assert not table.state.marks["dug_1"]
    table.do("pick fr_3_army", "step sedan", "stop")
    assert not table.state.marks["dug_1"]
    table = _dig(_entrenching(), CP, "metz", "ge_1_army", 6)
    table.put("verdun", "fr_3_army", "fr_4_army", "fr_5_army").dice(attacker=6, defender=1)
    table.attack("metz", "fr_3_army", "fr_4_army", "fr_5_army")
    while not table.asks("choose_action"):
        passes = [verb for verb in ("finish", "decline") if table.allows(verb)]
        table.do(*passes[:1] or [table.game.text(next(iter(table.game.options())))])
    assert bool(table.state.marks["dug_2"]) is ("ge_1_army" in table.in_("metz"))
    check(table.state)


def _many_trenches(count: int) -> tuple[Table, list[str]]:
    """Place French in Sedan, and a number of Allied trenches elsewhere in France and Russia."""
    table = _entrenching()
    board = table.system.rules.board
    free = sorted(table.names(board.lands("fr", "ru") & table.state.control[AP] & ~board.forts) - {"sedan"})[:count]
    for space in free:
        table.trench(space, 1, AP)
    return table, free


@plays("banquet", 27)
def test_a_trench_beyond_the_markers_takes_one_from_elsewhere() -> None:
    """With all markers on the map a success asks for one of them; with one left it does not. Deluxe has no limit."""
    most = banquet().system.content.entrench.markers
    table, _ = _many_trenches(most - 1)
    assert not _dig(table, AP, "sedan", "fr_1_army", 1).asks("move_trench")
    assert table.state.trench(table.space("sedan")) == (1, AP)
    table, free = _many_trenches(most)
    assert _dig(table, AP, "sedan", "fr_1_army", 1).asks("move_trench")
    assert table.offered("take") == set(free)
    again = Game.restore(table.system, json.loads(json.dumps(table.game.snapshot())), table.chance)
    assert again.options().masks == table.game.options().masks
    with pytest.raises(IllegalChoice) as other:
        table.do("take metz")
    assert other.value.reason.code == "no_trench_to_take"
    table.do(f"take {free[0]}")
    assert table.state.trench(table.space("sedan")) == (1, AP)
    assert table.state.trench(table.space(free[0]))[0] == 0
    check(table.state)
    assert Table("historical").system.content.entrench.markers == 0


@plays("banquet", 27)
def test_the_new_trench_may_be_given_up_instead() -> None:
    """All stay where they are."""
    table, free = _many_trenches(banquet().system.content.entrench.markers)
    _dig(table, AP, "sedan", "fr_1_army", 1).do("decline")
    assert table.state.trench(table.space("sedan"))[0] == 0
    assert all(table.state.trench(table.space(space))[0] for space in free)
    check(table.state)


@plays("banquet", 27)
def test_a_second_level_needs_no_further_marker() -> None:
    """The marker is turned over; and a captured trench is not turned round without one."""
    table, _ = _many_trenches(banquet().system.content.entrench.markers - 1)
    table.trench("sedan", 1, AP)
    assert not _dig(table, AP, "sedan", "fr_1_army", 1).asks("move_trench")
    assert table.state.trench(table.space("sedan")) == (2, AP)
    table.trench("brussels", 2, CP).hold(CP, "brussels").operate(AP).activate("sedan")
    table.do("pick fr_1_army", "step brussels")
    assert table.state.trench(table.space("brussels"))[0] == 0
    check(table.state)
