"""Chapters 10, 11.1, 11.6 and 11.7: fieldworks, the walls of the camp, old fortifications, and digging fieldworks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine.core.game import Game
from engine.errors import IllegalChoice
from engine.liege import works
from engine.liege.barrage import UnitBarrage, aim_at
from engine.liege.combat import HexAttack, strength_of
from engine.liege.combat_facts import Work
from engine.liege.fight import Fight, must_retreat
from engine.liege.grid import SIDES
from engine.liege.sequence.afterwards import Afterwards
from engine.liege.state import ACTED, ARRIVED, BUSY, DEPLOYED, DUG, FIRED, FORCED, FOUGHT, LiegeState
from engine.liege.tables import TableResult
from tests.liege.fields import Made, at_frame, field, offers
from tests.liege.support import hex_, offered, ordered, playing, position, told

NORTH = Made("north", "Z37 s", cbf=60, arf=12)


def enemy(where: str = "Z36 n", **other: object) -> Made:
    return Made(**{"name": "enemy", "where": where, "nation": "be", "cbf": 20, "marks": DUG, **other})  # type: ignore[arg-type]  # fields of a unit


def defence(state: LiegeState, *full: str, where: str = "Z36") -> float:
    ids = state.facts.unit_ids
    return strength_of(state, HexAttack(hex_(where), tuple(ids[name] for name in full))).defence / 10


def digging(*made: Made, dice: Iterable[int] = (), **other: object) -> Game[LiegeState]:
    """Return a game at the end of the Combat Phase."""
    return at_frame(field(*made, **other), Afterwards(), dig=tuple(dice))  # type: ignore[arg-type]  # what a position is made of


# -- fieldworks in a fight ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "nation", "strength"), [("ge", "be", 24), ("be", "ge", 26)])
def test_10_2_1_fieldworks_raise_the_cbf(side: str, nation: str, strength: float) -> None:
    """Belgian ones by a fifth, German ones by three tenths."""
    attacker = "ge" if nation == "be" else "be"
    state = field(Made("north", "Z37 s", attacker, cbf=60), enemy(nation=nation), side=side)
    assert defence(state, "north") == strength


def test_10_2_1_fieldworks_lessen_a_barrage() -> None:
    """Half of the ARF gets through to Germans, three quarters to Belgians (our figure: the printed one is lost)."""
    for side, nation, column in (("be", "ge", 6), ("ge", "be", 8)):
        other = "ge" if nation == "be" else "be"
        state = field(Made("gun", "Z37 s", other, arf=12), enemy(nation=nation), side=side)
        aim = aim_at(state, UnitBarrage(hex_("Z36"), 1), 1)
        assert aim.column is not None
        assert aim.table.columns[aim.column][0] == column
        state.marks[1] = 0
        aim = aim_at(state, UnitBarrage(hex_("Z36"), 1), 1)
        assert aim.table.columns[aim.column or 0][0] == 12


def test_10_2_2_units_outside_the_works_get_nothing() -> None:
    state = field(NORTH, enemy(), Made("outside", "Z36 n", "be", cbf=10))
    assert defence(state, "north") == 24 + 10


def test_10_2_3_and_10_1_7_one_attack_comes_across_the_works() -> None:
    """The works cover the front of the units in them; the rest of the stack can face elsewhere."""
    state = field(
        NORTH, Made("south", "Z35 n", cbf=60), enemy("Z36 n", steps=2), Made("back", "Z36 s", "be", cbf=10, steps=2)
    )
    assert [defence(state, *who) for who in (("north",), ("south",), ("north", "south"))] == [34, 30, 34]


def test_10_1_6_a_flank_attack_turns_the_works() -> None:
    """They help only if all attackers come from the front."""
    state = field(NORTH, Made("south", "Z35 n", cbf=60), enemy())
    assert [defence(state, *who) for who in (("north",), ("north", "south"))] == [24, 20]


def test_10_2_4_a_barrage_on_a_mixed_hex_has_two_strengths() -> None:
    """12 points against those outside, 9 against those in the works; how many are hit depends on the 12."""
    state = field(NORTH, enemy(), Made("outside", "Z36 n", "be"))
    found = [aim_at(state, UnitBarrage(hex_("Z36"), 1), unit) for unit in (1, 2)]
    assert [aim.table.columns[aim.column or 0][0] for aim in found] == [8, 12]


def test_works_count_in_a_barrage_only_if_all_fire_comes_across_them() -> None:
    state = field(NORTH, Made("south", "Z35 n", arf=12), enemy())
    one, both = (aim_at(state, UnitBarrage(hex_("Z36"), guns), 2) for guns in (1, 3))
    assert [aim.table.columns[aim.column or 0][0] for aim in (one, both)] == [8, 20]


def test_10_3_1_and_10_3_2_who_leaves_or_turns_is_out_of_the_works() -> None:
    """A marker is removed with the last unit in the works."""
    state = field(NORTH, enemy(), enemy(name="second"))
    assert works.dug(state) == 1 << hex_("Z36")
    state.place(1, hex_("Z36"), SIDES.index("s"))
    assert [state.has(unit, DUG) for unit in (1, 2)] == [False, True]
    state.place(2, hex_("Z36"), SIDES.index("n"))
    assert state.has(2, DUG)
    state.place(2, hex_("Z35"), SIDES.index("n"))
    assert works.dug(state) == 0


# -- building them --------------------------------------------------------------------------------------------------


def test_10_1_1_and_10_1_2_who_may_build() -> None:
    """Infantry, pioneers and heavy guns; not guns that fired, units on forced marches, or units that fought or did something else."""
    units = {
        "infantry": ({}, None), "pioneers": ({"type": "PIO", "steps": 1}, None), "guns": ({"type": "HAR", "steps": 1}, None),
        "riders": ({"type": "CAV", "steps": 2}, "does_not_dig"), "siege": ({"type": "SAR", "steps": 1, "marks": DEPLOYED}, "does_not_dig"),
        "hq": ({"type": "HQ", "steps": 1}, "does_not_dig"), "fired": ({"marks": FIRED}, None),
        "guns that fired": ({"type": "HAR", "steps": 1, "marks": FIRED}, "guns_fired"), "forced": ({"marks": FORCED}, "marched_by_force"),
        "fought": ({"marks": FOUGHT}, "fought_already"), "busy": ({"marks": BUSY}, "acted_in_this_phase"), "dug": ({"marks": DUG}, "has_dug"),
        "enemy": ({"nation": "be"}, "not_your_unit"),
    }  # fmt: skip
    state = field(*(Made(name, "Z37 s", **given) for name, (given, _) in units.items()))  # type: ignore[arg-type]  # fields of a unit
    found = {name: works.cannot_dig(state, state.facts.unit_ids[name]) for name in units}
    assert {name: reason and reason.code for name, reason in found.items()} == {
        name: code for name, (_, code) in units.items()
    }


@pytest.mark.parametrize(
    ("nation", "marks", "cab"),
    [("ge", ACTED, 12 - 5), ("ge", 0, 12 - 5 + 6), ("be", ACTED, 12 - 8), ("be", 0, 12 - 8 + 6), ("ge", FIRED, 12 - 5 + 6 - 3),
     ("ge", ARRIVED, 12 - 5)],
)  # fmt: skip
def test_10_1_3_the_test_of_the_builder(nation: str, marks: int, cab: int) -> None:
    """Germans -5, Belgians -8 before turn 10; units that did not move or turn +6, infantry that shelled units -3."""
    state = field(Made("a", "Z37 s", nation, marks=marks), side=nation)
    assert works.dig_cab(state, [0]) == cab


def test_10_1_3_the_lowest_cab_of_the_infantry_counts() -> None:
    """Not that of guns, unless alone; one unit that moved loses the bonus for all."""
    state = field(
        Made("a", "Z37 s", cab=12), Made("b", "Z37 s", cab=9), Made("gun", "Z37 s", type="HAR", steps=1, cab=5)
    )
    assert works.dig_cab(state, [0, 1, 2]) == 9 - 5 + 6
    assert works.dig_cab(state, [0, 2]) == 12 - 5 + 6
    assert works.dig_cab(state, [2]) == 5 - 5 + 6
    state.mark(0, ACTED)
    assert works.dig_cab(state, [0, 1]) == 9 - 5


def test_10_1_4_a_stack_digs_in_together() -> None:
    """One die for the whole order: all pass or fail, and they do nothing more."""
    units = (Made("a", "Z37 s"), Made("b", "Z37 s"), Made("left", "Z37 s"), Made("far", "Z38 s"))
    game = digging(*units, dice=(13,))
    ordered(game, "dig a", "with b", "dig")
    assert [game.state.has(unit, DUG) for unit in range(4)] == [True, True, False, False]
    assert told(game, "dug")[0]["units"] == (0, 1)
    assert offers(game, "dig") == {"left", "far"}
    assert offers(game, "shift") == {"left", "far"}
    again = digging(*units, dice=(14,))
    ordered(again, "dig a", "all")
    assert [again.state.has(unit, DUG) for unit in range(4)] == [False] * 4
    assert offers(again, "dig") == {"far"}
    with pytest.raises(IllegalChoice, match=r"in_another_hex \(10.1.3\)"):
        ordered(digging(*units), "dig a", "with far")


def test_10_1_5_failures_are_limited_in_a_turn() -> None:
    """Three per side, by the scenario; after that the side can't dig until the next game turn."""
    game = digging(
        *(Made(f"u{at}", f"{where} n") for at, where in enumerate(("Z34", "Z35", "Z37", "Z38"))), dice=(20,) * 3
    )
    for at in range(3):
        assert game.state.failed_digs == [at, 0]
        ordered(game, f"dig u{at}")
    with pytest.raises(IllegalChoice, match=r"too_many_failures \(10.1.5\)"):
        ordered(game, "dig u3")
    assert told(game, "dug")[-1]["failures"] == told(game, "dug")[-1]["limit"] == 3
    while game.state.turn == 3:
        ordered(game, "done")
    assert game.state.failed_digs == [0, 0]


def test_a_test_at_0_fails_without_a_die() -> None:
    game = digging(Made("a", "Z37 s", cab=4, marks=ACTED))
    ordered(game, "dig a")
    assert [(one["cab"], one["die"], one["passed"]) for one in told(game, "dug")] == [(-1, 0, False)]


# -- the walls of the camp ------------------------------------------------------------------------------------------


def test_11_6_5_and_11_6_6_and_11_1_3_and_11_6_11_what_the_walls_of_liege_are_worth() -> None:
    """Strengthened as printed, always one level lower; as fieldworks until turn 3, and without a fort in the hex."""
    for turn, forts, work in (
        (2, ("all",), Work.FIELDWORKS),
        (3, ("all",), Work.REGULAR),
        (8, ("loncin",), Work.FIELDWORKS),
        (3, (), Work.FIELDWORKS),
    ):
        assert works.camp_work(field(turn=turn, forts=forts), hex_("V35")) is work
    assert works.camp_work(field(forts=("all",)), hex_("V36")) is Work.NONE
    whole = field(forts=("all",))
    whole.facts = replace(
        whole.facts, combat=replace(whole.facts.combat, printed={hex_("V35"): (Work.STRENGTHENED, 3)})
    )
    assert works.camp_work(whole, hex_("V35")) is Work.STRENGTHENED
    for fort in range(3):
        whole.fell(fort)
    assert works.camp_work(whole, hex_("V35")) is Work.REGULAR


def test_11_1_4_and_11_6_2_entrenchments_hold_eight_steps_and_no_cavalry() -> None:
    """Times 1.7 for Belgians behind an attacked side; of more than 8 steps those with the highest CBF."""

    def at(*units: Made) -> float:
        return defence(field(Made("north", "V36 s", cbf=60), *units, forts=("fleron",)), "north", where="V35") - 10

    behind = [
        Made(f"u{at}", "V35 n", "be", cbf=cbf, steps=steps)
        for at, (cbf, steps) in enumerate(((20, 4), (10, 4), (5, 2)))
    ]
    assert at(behind[0]) == 34
    assert at(*behind[:2]) == 51
    assert at(*behind) == 51 + 5
    assert at(Made("riders", "V35 n", "be", type="CAV", steps=2, cbf=10)) == 10


def test_11_1_5_and_11_6_1_one_attack_across_a_covered_side_is_enough() -> None:
    """From inside the camp there is no wall; one attacker outside makes it count against all."""
    state = field(
        Made("outside", "V36 s", cbf=60), Made("inside", "W34 n", cbf=60), enemy("V35 n", marks=0), forts=("fleron",)
    )
    found = [defence(state, *who, where="V35") - 10 for who in (("outside",), ("inside",), ("outside", "inside"))]
    assert found == [34, 20, 34]
    assert works.sides_of(state, hex_("V35"), [2]) == 0b100011


def test_11_1_2_and_11_6_4_the_walls_are_the_sides_to_hexes_outside_the_camp() -> None:
    """A ruling: the printed arrows are lost."""
    state = field()
    grid = state.facts.grid
    for name in ("V35", "W34", "W35", "X35"):
        beyond = [
            grid.names[to]
            for side, to in enumerate(grid.beyond[hex_(name)])
            if state.facts.combat.outer[hex_(name)] >> side & 1
        ]
        assert not set(beyond) & {"V35", "W34", "W35", "X35"}
        assert (
            len(beyond) + sum(grid.distance(hex_(name), hex_(other)) == 1 for other in ("V35", "W34", "W35", "X35"))
            == 6
        )


def test_11_1_8_and_11_6_3_germans_have_nothing_of_the_walls() -> None:
    state = field(Made("belgian", "V36 s", "be", cbf=60), Made("german", "V35 n", cbf=20), side="be")
    assert defence(state, "belgian", where="V35") == 20


def test_11_6_9_in_a_camp_with_a_fort_works_have_no_flank() -> None:
    """Before turn 3 the walls are fieldworks, which a flank attack turns; not where a fort makes all sides front."""

    def at(forts: tuple[str, ...]) -> float:
        state = field(
            Made("north", "V36 s", cbf=60), Made("enemy", "V35 s", "be", cbf=20, steps=2), turn=2, forts=forts
        )
        return defence(state, "north", where="V35")

    assert (at(("fleron",)), at(())) == (24 + 10, 20)


@pytest.mark.parametrize(
    ("work", "automatic", "level", "leaves"),
    [
        (Work.NONE, 0, 1, True), (Work.FIELDWORKS, 0, 1, True), (Work.REGULAR, 0, 1, False), (Work.REGULAR, 1, 1, True),
        (Work.REGULAR, 0, 2, True), (Work.STRENGTHENED, 1, 1, False), (Work.STRENGTHENED, 0, 2, True), (Work.OLD, 0, 1, True),
    ],
)  # fmt: skip
def test_11_1_6_and_11_6_3_entrenched_units_hold_longer(work: Work, automatic: int, level: int, leaves: bool) -> None:
    """Regular ones are abandoned after an automatic loss or at level 2, strengthened ones at level 2 only."""
    state = field(NORTH, enemy(level=level))
    covered = {} if work is Work.NONE else {1: state.facts.combat.covers[work, 1]}
    fight = Fight(HexAttack(hex_("Z36"), (0,)), (1,), {}, covered, loser=1, lost={1: 1})
    assert must_retreat(state, fight, 1, TableResult(automatic, 0)) is leaves


def test_11_1_4_walls_lessen_a_barrage_and_move_its_row() -> None:
    state = field(Made("gun", "V36 s", arf=24), enemy("V35 n", marks=0), forts=("fleron",))
    aim = aim_at(state, UnitBarrage(hex_("V35"), 1), 1)
    assert aim.table.columns[aim.column or 0][0] == 12
    assert ("works", 1) in aim.rows


# -- old fortifications ---------------------------------------------------------------------------------------------


def test_11_7_1_an_old_fortification_holds_four_steps() -> None:
    """Infantry and guns, times 1.5, from all sides; it is used where it helps (ruling). Only W35 has one."""
    assert field().facts.combat.old == 1 << hex_("W35")
    inside = (Made("inside", "V35 nw", cbf=60),)
    state = field(*inside, Made("enemy", "W35 s", "be", cbf=20))
    assert defence(state, "inside", where="W35") == 30
    state = field(*inside, Made("enemy", "W35 s", "be", cbf=20), Made("second", "W35 s", "be", cbf=10))
    assert defence(state, "inside", where="W35") == 40
    state = field(*inside, Made("riders", "W35 s", "be", type="CAV", steps=2, cbf=10))
    assert defence(state, "inside", where="W35") == 10


def test_11_7_2_it_does_not_add_to_other_works() -> None:
    """Behind the walls 8 steps have 1.7; four more can have 1.5; fieldworks give less and are not added."""
    units = [Made(f"u{at}", "W35 n", "be", cbf=10, marks=DUG) for at in range(3)]
    state = field(Made("north", "W36 s", cbf=90), *units, forts=("liers",))
    assert defence(state, "north", where="W35") == 17 + 17 + 15 + 7
    assert defence(field(Made("inside", "V35 nw", cbf=60), units[0]), "inside", where="W35") == 15


def before_digging() -> Game[LiegeState]:
    """A brigade each in V36 and U35, and cavalry in U36, after the combats."""
    game = playing(
        position({"ge_34_ib": "V36 s", "ge_27_ib": "U35 sw", "ge_2_kd": "U36 s", "be_15_bm": "W35 n"}), dig=[1, 1]
    )
    while game.decision.kind != "afterwards":
        ordered(game, "done")
    return game


def test_3_2_5_units_that_did_not_dig_may_still_move_when_all_have_dug_in() -> None:
    game = before_digging()
    ordered(game, "dig_each")
    assert (game.decision.kind, game.actor) == ("afterwards", 0)
    assert offered(game) == {"shift ge_2_kd", "done"}


def test_a_record_in_which_all_dug_in_and_ended_the_phase_is_replayed() -> None:
    """Earlier versions stored this as `dig_all`, and asked nothing more of that side."""
    game = before_digging()
    old = game.parse("dig_all")
    with pytest.raises(IllegalChoice):
        game.apply(old)
    game.apply(old, recorded=True)
    assert game.actor == 1
