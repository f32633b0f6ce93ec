"""Supply, grades of being out of supply, attrition (14)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.titles.pog.narration.names import names_in
from bot.titles.pog.narration.narrator import Narrator
from engine.core.bits import members
from engine.pog import view_of
from engine.pog.content.records import AP, CP
from engine.pog.rules import relief, supply
from engine.pog.rulesets.suicide.supply import GRADES
from engine.pog.state import State
from engine.pog.view import FireView, Modifier
from renderer.pog.layers.units import counter_key
from tests.manifest import plays
from tests.rulesets.suicide.support import graded, suicide, table_of
from tests.support.table import Table


def _pocket(variant: bool = True, **switches: str) -> Table:
    """Two German armies in Berlin, surrounded by Allied spaces; French next to them."""
    table = suicide(switches=switches) if variant else Table("historical", turn=5)
    table.hold_all(AP, "ge", "ah").put("berlin", "ge_1_army", "ge_2_army").hold(CP, "breslau", "essen")
    return table.put("hannover", "ru_1_army").put("essen", "be_1_army").put("breslau", "ru_2_army")


def _grade(table: Table, unit: str) -> int:
    return next((n for n, name in enumerate(GRADES, 1) if table.state.marks[name] >> table.unit(unit) & 1), 0)


def _act(table: Table, side: int, times: int = 1) -> Table:
    """Take actions without any effect."""
    for _ in range(times):
        table.state.actions, table.game.stack = [[], []], []
        table.choose(side).do("auto_rp")
        table.do(table.game.text(next(iter(table.game.options()))))
    return table


@plays("suicide", 4, 61)
def test_a_unit_lives_for_five_ends_of_actions() -> None:
    """Its marker rises with each, and at the sixth it is eliminated, an army permanently; Deluxe waits for attrition."""
    table = _pocket()
    for number in (1, 2, 3, 4, 5):
        _act(table, CP if number % 2 else AP)
        assert _grade(table, "ge_1_army") == number
    seen = {unit.unit: unit for unit in view_of(table.game, None).spaces[table.space("berlin")].units}
    assert seen[table.unit("ge_1_army")].grade == 5
    face = object()
    assert counter_key(face, seen[table.unit("ge_1_army")]).grade == 5  # type: ignore[arg-type]
    _act(table, CP)
    assert table.where("ge_1_army") == "cp_permanently_eliminated"
    assert not any(table.state.marks[name] for name in GRADES)
    assert [len(event["units"]) for event in table.events("starved")] == [2]


@plays("suicide", 61)
@pytest.mark.parametrize(("clock", "grade"), [("every_action", 4), ("owner_action_only", 2)])
def test_the_ruleset_decides_whose_actions_count_for_the_supply_clock(clock: str, grade: int) -> None:
    table = _pocket(oos_clock=clock)
    for side in (CP, AP, CP, AP):
        _act(table, side)
    assert _grade(table, "ge_1_army") == grade


@plays("suicide", 61)
def test_markers_go_with_supply() -> None:
    """Their effect ends at once, and the marker is removed at the end of the action."""
    table = graded(_pocket(), 4, "ge_1_army", "ge_2_army").hold_all(CP, "ge")
    table.put("ap_not_in_play", "ru_1_army").put("ap_not_in_play", "be_1_army")
    assert table.supplied("ge_1_army")
    seen = view_of(table.game, None).spaces[table.space("berlin")].units
    assert [unit.grade for unit in seen] == [0, 0]
    assert _grade(_act(table, CP), "ge_1_army") == 0


def test_grades_survive_a_restore() -> None:
    table = graded(_pocket(), 3, "ge_1_army").choose(CP)
    again = type(table.game).restore(table.system, table.game.snapshot(), table.chance)
    assert again.state.marks == table.state.marks


@plays("suicide", 58)
def test_out_of_supply_units_attack_and_do_nothing_else() -> None:
    """Activated to attack, not to move or entrench, no SR; in Deluxe not activated at all."""
    for variant in (False, True):
        table = _pocket(variant).played("cp_06_entrench").any_dice().operate(CP)
        assert ("berlin" in table.offered("for_combat")) is variant
        assert "berlin" not in table.offered("for_movement")
        if variant:
            table.do("for_combat berlin", "add ge_1_army", "target hannover")
            assert table.events("attack")
        assert "ge_1_army" not in _pocket(variant).redeploy(CP, 8).offered("pick")


def _fires(grade: int, *, defending: bool) -> dict[bool, FireView]:
    """Return the fire of attacker and defender with the Germans in Berlin at a grade."""
    table = graded(_pocket(), grade, "ge_1_army", "ge_2_army") if grade else _pocket()
    table.dice(attacker=3, defender=3)
    if defending:
        table.attack("berlin", "ru_1_army")
    else:
        table.attack("hannover", "ge_1_army", "ge_2_army")
    while not table.events("fire"):
        table.do("frontal" if table.asks("flank") else "finish")
    return {event["fire"].attacker: event["fire"] for event in table.events("fire")}


_LEFT, _LEFT2, _BETTER = (Modifier("out_of_supply", value) for value in (-1, -2, 1))


@plays("suicide", 59)
@pytest.mark.parametrize(
    ("grade", "own", "enemy"), [(0, (), ()), (1, (_LEFT,), ()), (2, (_LEFT,), ()), (3, (_LEFT,), (_BETTER,)),
                                (4, (_LEFT,), (_BETTER,)), (5, (_LEFT2,), (_BETTER,))],
)  # fmt: skip
@pytest.mark.parametrize("defending", [False, True])
def test_grades_weaken_the_own_fire_and_help_the_enemys(
    grade: int, own: tuple[Modifier, ...], enemy: tuple[Modifier, ...], defending: bool
) -> None:
    """The whole table, for attackers and for defenders."""
    fires = _fires(grade, defending=defending)
    mine, theirs = fires[not defending], fires[defending]
    assert tuple(shift for shift in mine.shifts if shift.cause == "out_of_supply") == own
    assert tuple(drm for drm in theirs.drms if drm.cause == "out_of_supply") == enemy
    assert not [drm for drm in mine.drms if drm.cause == "out_of_supply"]
    assert not [shift for shift in theirs.shifts if shift.cause == "out_of_supply"]


@plays("suicide", 60)
@pytest.mark.parametrize(("which", "columns"), [("best", ()), ("worst", (_LEFT2,))])
def test_different_grades_count_by_the_best(which: str, columns: tuple[Modifier, ...]) -> None:
    """One army without a marker with one of the last grade; which of them counts is a switch."""
    table = graded(_pocket(mixed_grades=which), 5, "ge_1_army").dice(attacker=3, defender=3)
    table.attack("hannover", "ge_1_army", "ge_2_army")
    while not table.events("fire"):
        table.do("frontal" if table.asks("flank") else "finish")
    fire = next(event["fire"] for event in table.events("fire") if event["fire"].attacker)
    assert tuple(shift for shift in fire.shifts if shift.cause == "out_of_supply") == columns


def _mixed(*units: str, variant: bool = True) -> Table:
    """Units in Macedonia: British supplied by Salonika, Russians by Belgrade, which is lost."""
    table = (
        table_of(variant, turn=12)
        .at_war("bu", "gr")
        .hold_all(CP, "sb")
        .hold(AP, "salonika", "florina", "athens", "larisa")
    )
    return table.put("monastir", *units).put("skopje", "bu_corps_01", "bu_corps_02")


@plays("suicide", 60)
def test_units_next_to_supplied_ones_are_in_supply() -> None:
    """A Russian corps with British: no shift, cards can be played, and the Russian takes the first loss."""
    for units, hampered in ((("ru_corps_01",), True), (("br_1_army", "ru_corps_01"), False)):
        table = graded(_mixed(*units), 5, "ru_corps_01")
        table.dice(attacker=6, defender=6).attack("skopje", *units)
        while not table.events("fire"):
            table.do("frontal" if table.asks("flank") else "finish")
        fire = next(event["fire"] for event in table.events("fire") if event["fire"].attacker)
        assert bool([shift for shift in fire.shifts if shift.cause == "out_of_supply"]) is hampered
        while table.asks("defender_loss"):
            table.do(f"hit {min(table.offered('hit'))}")
        if table.asks("attacker_loss"):
            assert table.offered("hit") == {"ru_corps_01"}


@plays("suicide", 58)
def test_no_combat_cards_without_units_in_supply() -> None:
    """Attackers from the Berlin pocket are not asked, supplied ones are; a mixed defence is, unlike in Deluxe."""
    cards = ("cp_15_chlorine_gas", "cp_18_fortified_machine_guns", "cp_19_flamethrowers")
    for pocket in (True, False):
        table = _pocket() if pocket else suicide().put("berlin", "ge_1_army").put("hannover", "ru_1_army")
        table.hand(CP, *cards).any_dice().attack("hannover", "ge_1_army")
        assert table.asks("attacker_cards") is not pocket
    for variant in (False, True):
        table = _mixed("br_1_army", "ru_corps_01", variant=variant).hand(AP, "ap_07_severe_weather", "ap_06_withdrawal")
        table.any_dice().attack("monastir", "bu_corps_01", "bu_corps_02")
        assert table.asks("defender_cards") is variant


@plays("suicide", 62)
def test_attrition_takes_no_units() -> None:
    """Deluxe eliminates the armies in the pocket; here they only hold their space."""
    table = _pocket().choose(CP).do("political")
    assert table.in_("berlin") == {"ge_1_army", "ge_2_army"}
    deluxe = _pocket(variant=False).phase("attrition")
    assert deluxe.in_("berlin") == set()


@plays("suicide", 63)
def test_attrition_takes_empty_spaces_of_both_sides() -> None:
    """Not those with units, even out of supply, not intact forts, not Serbia; no matter whose action it is."""
    for side in (AP, CP):
        table = _pocket().hold(CP, "stuttgart", "metz").hold_all(CP, "fr", "sb").hold(AP, "lyon", "nis")
        table.choose(side).do("political")
        assert table.owner("stuttgart") == AP
        assert table.owner("lyon") == CP
        assert table.owner("berlin") == CP
        assert table.owner("metz") == CP
        assert table.owner("nis") == AP


@plays("suicide", 54)
def test_a_unit_that_comes_into_supply_may_move() -> None:
    """A British unit activates the space and opens the line from Belgrade; then the Russian with it can move, unlike in Deluxe."""
    for variant in (False, True):
        table = _mixed("br_1_army", "ru_corps_01", variant=variant).put("cp_not_in_play", "bu_corps_01", "bu_corps_02")
        table.hold(AP, "belgrade", "nis").operate(AP).activate("monastir")
        assert table.offered("pick") == {"br_1_army"}
        table.do("pick br_1_army", "step skopje", "stop")
        assert table.supplied("ru_corps_01")
        assert ("ru_corps_01" in table.offered("add") | table.offered("pick")) is variant
    table = _mixed("ru_corps_01").operate(AP)
    assert "monastir" not in table.offered("for_movement")
    assert "monastir" in table.offered("for_combat")


@plays("suicide", 55)
def test_no_line_runs_through_a_besieged_fort() -> None:
    """Neither for its garrison's side nor for too few besiegers; through a besieged one it does for the besieger."""
    table = suicide().put("liege", "ge_1_army").put("brussels", "ge_2_army").hold_all(CP, "be").hold(AP, "liege")
    table.hold(CP, "antwerp")
    assert table.state.besieged >> table.space("liege") & 1
    assert table.supplied("ge_2_army")
    table.put("aachen", "fr_1_army")
    assert not table.supplied("fr_1_army")
    assert table.put("cp_not_in_play", "ge_1_army").supplied("fr_1_army")


@plays("suicide", 67)
def test_a_siege_that_grew_too_weak_may_stay_and_rolls_nothing() -> None:
    """One corps at Liege, which needs three: no roll, and neither side's line runs through."""
    table = suicide().put("liege", "ge_corps_01").put("brussels", "ge_2_army").hold_all(CP, "be").hold(AP, "liege")
    table.hold(CP, "antwerp").put("aachen", "fr_1_army")
    assert not table.supplied("ge_2_army")
    assert not table.supplied("fr_1_army")
    table.choose(CP).do("economic")
    assert not table.events("siege_roll")
    assert table.where("ge_corps_01") == "liege"


@plays("suicide", 66)
def test_only_supplied_besiegers_that_suffice_roll() -> None:
    """A siege by an army without a line is rolled in Deluxe; here in no action of either side. August 1914 gives -2."""
    for variant in (False, True):
        table = table_of(variant).put("paris", "ge_1_army").dice(siege=6)
        assert not table.supplied("ge_1_army")
        if variant:
            table.choose(CP).do("economic")
        else:
            table.phase("siege")
        assert bool(table.events("siege_roll")) is not variant
    for turn, falls in ((2, False), (3, True)):
        table = suicide(turn=turn).put("liege", "ge_1_army").dice(siege=5).choose(CP).do("economic")
        assert [event["falls"] for event in table.events("siege_roll")] == [falls]
    assert not suicide().put("liege", "ge_1_army").choose(AP).do("economic").events("siege_roll")


@plays("suicide", 56)
def test_the_french_live_off_paris() -> None:
    """With the ports lost French units there are in supply, British ones are not; in Deluxe neither."""
    for variant in (False, True):
        table = table_of(variant).hold_all(CP, "fr", "be").put("paris", "fr_1_army").put("orleans", "br_1_army")
        assert table.supplied("fr_1_army") is variant
        assert not table.supplied("br_1_army")


@plays("suicide", 56)
def test_lines_cross_neutral_italy_and_serbs_live_off_salonika() -> None:
    """From Marseilles to a British unit in Trent; Serbs through an Allied Salonika."""
    for variant in (False, True):
        table = table_of(variant).hold_all(CP, "fr").hold(AP, "marseilles", "nice").put("trent", "br_1_army")
        assert table.supplied("br_1_army") is variant
    for held in (AP, CP):
        table = suicide(turn=12).at_war("gr").hold_all(CP, "sb").put("strumitsa", "sb_1_army").hold(held, "salonika")
        assert table.supplied("sb_1_army") is (held == AP)


@plays("suicide", 57)
def test_montenegrins_arabs_and_senussi_need_no_line_anywhere() -> None:
    """In Serbia too, which Deluxe does not allow the Montenegrins; Serbs in Serbia."""
    for variant in (False, True):
        table = (
            table_of(variant, turn=12).hold_all(CP, "sb", "mn").hold(CP, "valona", "tirana").put("skopje", "mn_corps")
        )
        table.put("nis", "sb_1_army")
        assert table.supplied("mn_corps") is variant
        assert table.supplied("sb_1_army")


@plays("suicide", 57)
def test_turks_in_medina_may_attack_and_nothing_else() -> None:
    """They have no line: no move, no SR; in Deluxe no attack either. Their markers do not advance."""
    for variant in (False, True):
        table = table_of(variant, turn=12).at_war("tu").put("medina", "tu_corps_01").put("aqaba", "br_corps_01")
        table.hold(AP, "aqaba", "jerusalem", "amman", "arabia").operate(CP)
        assert ("medina" in table.offered("for_combat")) is variant
        assert "medina" not in table.offered("for_movement")
    table = suicide(turn=12).at_war("tu").put("medina", "tu_corps_01").hold(AP, "aqaba", "jerusalem", "amman", "arabia")
    assert _grade(_act(table, CP), "tu_corps_01") == 0


# -- what leads out -----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_spaces_named_as_restoring_supply_do_restore_it(seed: int) -> None:
    """In random positions: each opening alone, or all spaces of the shortest path together, and no other space alone."""
    luck = random.Random(seed)
    table = suicide(turn=9, setup=True).at_war("it", "tu", "bu")
    state, board = table.state, table.state.rules.board
    for space in members(board.lands("fr", "be", "ge", "ah", "ru", "sb") & ~board.forts):
        side = luck.randrange(2)
        state.control[side] |= 1 << space
        state.control[1 - side] &= ~(1 << space)
    found = 0
    for unit in members((state.standing[AP] | state.standing[CP]) & ~supply.frozen_units(state)):
        side = state.rules.side_of[unit]
        if supply.in_supply(state, unit):
            continue
        found += 1
        openings = relief.openings(state, unit)
        near = [space for space in range(board.size) if board.on_map[space]]
        cures = {space for space in near if _supplied_with(state, unit, space)}
        assert set(openings) == cures, table.names(1 << state.loc[unit])
        way = relief.shortest(state, unit)
        assert openings or not way or (len(way) > 1 and _supplied_with(state, unit, *way))
    assert found


def _supplied_with(state: State, unit: int, *spaces: int) -> bool:
    """Return whether a unit is in supply once spaces are friendly and empty."""
    other, side = state.copy(), state.rules.side_of[unit]
    for space in spaces:
        if state.closed >> space & 1:
            return False
        for enemy in members(other.units_of(1 - side, space)):
            other.place(enemy, other.rules.board.gone[1 - side])
        other.destroy_fort(space)
        other.control[side] |= 1 << space
        other.control[1 - side] &= ~(1 << space)
    return supply.in_supply(other, unit)


# -- Arabia -------------------------------------------------------------------------------


@plays("suicide", 63)
@pytest.mark.parametrize(
    ("switch", "turkey", "falls"), [("stays", False, False), ("stays", True, True), ("as_written", False, True)]
)
def test_arabia_keeps_its_side_while_turkey_is_neutral(switch: str, turkey: bool, falls: bool) -> None:
    """No line of either side leads there before Turkey is at war, so nobody cuts it off; afterwards the text applies."""
    table = suicide(turn=3, setup=True, switches={"arabia": switch})
    if turkey:
        table.at_war("tu")
    for side, holder in ((AP, CP if falls else AP), (CP, AP)):
        table.choose(side).do("political")
        assert table.owner("arabia") == holder
        table.game.stack = []


def test_attrition_tells_each_space_once_with_who_gets_it() -> None:
    """Only the sentence on attrition names it."""
    table = suicide(turn=3, setup=True, switches={"arabia": "as_written"}).choose(AP).do("political")
    names = names_in(table.state.rules, "en")
    events = [{"n": 1, "kind": kind, "data": data} for kind, data in _events(table)]
    for told in (Narrator(names).compose(events), Narrator(names).turn(events)):
        assert "\n".join(told).count("Arabia to the") == 1
        assert any("Arabia" in line and "to the CP" in line for line in told)


def _events(table: Table) -> list[tuple[str, dict[str, Any]]]:
    return [(kind, data) for kind in ("attrition", "control") for data in table.events(kind)]
