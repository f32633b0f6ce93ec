"""Assaults on forts (chapter 11.5): declaration, columns, tests, continuing, entering; chances of results."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engine.core.bits import mask
from engine.core.game import Game
from engine.errors import Reason
from engine.liege import assault
from engine.liege.assault import AssaultResult
from engine.liege.cab import total
from engine.liege.facts import Fort
from engine.liege.grid import NOWHERE
from engine.liege.phase_records import DeclaredAssault
from engine.liege.state import DEPLOYED, EXHAUSTED, FIRED, FORCED, HURT, TIRED, LiegeState
from engine.liege.supply import Supply
from tests.liege.examples_barrage import own_unit, standing
from tests.liege.support import FACTS, code, fort, hex_, offered, ordered, playing, position, refused, told, unit


def before(
    *forts: tuple[str, int], where: str = "Y37", camp: tuple[str, ...] = ("Y37", "AA37"), side: str = "nw"
) -> LiegeState:
    """Return brigades, cavalry, pioneers and heavy guns in X37 next to some forts by class and CBF; six more forts are far off."""
    here = tuple(
        Fort(f"fort {at}", f"Fort {at}", hex_(where), kind, 14, cbf, 3) for at, (kind, cbf) in enumerate(forts)
    )
    far = tuple(Fort(f"far {at}", f"Far {at}", hex_("AA37"), "concrete", 14, 7, 3) for at in range(6))
    units = [
        own_unit("brigade", "ge", steps=3), own_unit("other", "ge", steps=3), own_unit("riders", "ge", "CAV", steps=2),
        own_unit("pioneers", "ge", "PIO", cab=15, aff=4), own_unit("guns", "ge", "HAR", aff=36), own_unit("more", "ge", "HAR", aff=36),
    ]  # fmt: skip
    return standing(dict.fromkeys(units, f"X37 {side}"), here + far, camp)


#: Two assaults on two forts of a hex, each with a gun of its own.
TWO_ASSAULTS = (
    "done", "fort fort 0", "gun guns", "by brigade", "declare", "fort fort 1", "gun more", "by other", "declare",
)  # fmt: skip


def marched(game: Game[LiegeState], *orders: str) -> None:
    """Declare nothing more, and give some orders of the march and later steps."""
    if game.decision.kind == "assaults":
        ordered(game, "done")
    ordered(game, *orders)


def with_other(state: LiegeState, type_: str) -> LiegeState:
    """Return the same position with a unit of a type next to the forts."""
    units = (*state.facts.units, own_unit("beside", "be", type_))
    state.facts = replace(state.facts, units=units, unit_ids={one.name: at for at, one in enumerate(units)})
    state.at.append(hex_("Y37"))
    for row in (state.facing, state.level, state.marks):
        row.append(0)
    state.changed()
    return state


@pytest.mark.parametrize(
    ("type_", "forbids"), [("INF", True), ("CAV", True), ("HAR", True), ("PIO", True), ("HQ", False), ("ENG", False)]
)
def test_11_5_1_troops_beside_a_fort_forbid_an_assault(type_: str, forbids: bool) -> None:
    """Infantry, cavalry and heavy guns; not a headquarters."""
    reason = assault.cannot_be_stormed(with_other(before(("concrete", 7)), type_), 0)
    assert code(reason) == (("troops_beside_fort", "11.5.1") if forbids else None)


def test_11_5_1_own_troops_beside_a_fort_forbid_nothing() -> None:
    """A brigade that has slipped into Liège stands between three forts, which others still storm from outside."""
    units = {"ge_43_ib": "W35 n", "ge_pir_emmich": "V36 sw", "be_15_bm": "W34 n"}
    state = position(units, turn=4, scenario="night", forts=("all",))
    assert assault.cannot_be_stormed(state, fort("pontisse")) is None
    assert assault.cannot_storm(state, unit("ge_pir_emmich"), fort("pontisse")) is None


def test_11_5_1_one_unit_storms_after_the_guns() -> None:
    """Infantry, cavalry or pioneers that neither fired nor lost a step; a second unit is refused."""
    state = before(("concrete", 7))
    state.mark(1, HURT)
    state.mark(2, FIRED)
    game = playing(state)
    ordered(game, "done")
    assert {"fort fort 0", "done"} <= offered(game)
    ordered(game, "fort fort 0")
    assert offered(game) == {"gun guns", "gun more", "by brigade", "by pioneers"}
    assert refused(game, "declare") == ("no_unit_named", "11.5.1")
    assert refused(game, "by guns") == ("does_not_storm", "11.5.1")
    assert refused(game, "by other") == ("lost_a_step", "8.3.4")
    assert refused(game, "by riders") == ("fired_already", "8.1.3")
    ordered(game, "by brigade")
    assert refused(game, "by pioneers") == ("unit_is_named", "11.5.1")
    assert refused(game, "declare") == ("too_little_aff", "8.6.3")
    ordered(game, "gun guns")
    assert refused(game, "gun guns") == ("takes_part_already", "8.5.4")
    ordered(game, "declare")
    assert game.state.assaults == [DeclaredAssault(0, 0, 1 << 4)]


def test_11_5_2_the_unit_is_before_the_fort_at_the_end_of_its_march() -> None:
    """It can march to the fort after the declaration; if it isn't next to it, or faces elsewhere, nothing is fired."""
    state = before(("concrete", 7))
    state.place(0, hex_("X38"), 0)
    for orders, dice, idle in (
        (("unit brigade", "step X37", "halt", "face nw"), [20], False),
        (("unit brigade", "step X37", "halt", "face se"), [], True),
        ((), [], True),
    ):
        game = playing(state.copy(), barrage=dice, cab=[1, 1])
        ordered(
            game,
            "done",
            "fort fort 0",
            "gun guns",
            "by brigade",
            "declare",
        )
        marched(game, *orders)
        ordered(game, "done")
        assert [one["why"] for one in told(game, "assault_idle")] == (["not_before_the_fort"] if idle else [])
        assert bool(told(game, "assaulted")) != idle


def test_11_5_2_who_is_too_far_off_is_not_named() -> None:
    state = before(("concrete", 7))
    state.facts = replace(state.facts, units=tuple(replace(one, mf=(10,) * one.steps) for one in state.facts.units))
    state.place(0, hex_("S33"), 0)
    assert code(assault.cannot_storm(state, 0, 0)) == ("too_far", "11.5.2")
    state.place(0, hex_("V37"), 0)
    assert assault.cannot_storm(state, 0, 0) is None


@pytest.mark.parametrize(
    ("type_", "rank", "shifts"),
    [("INF", "A+", (3, 3, 2)), ("INF", "A", (3, 3, 2)), ("INF", "B", (3, 3, 2)), ("INF", "C", (3, 2, 1)), ("CAV", "B", (1, 0, 0)), ("PIO", "", (4, 4, 4))],
)  # fmt: skip
def test_11_5_2_and_11_5_5_columns_by_unit_and_fort(type_: str, rank: str, shifts: tuple[int, ...]) -> None:
    """CBF 2 to 4, 5 to 8, and more."""
    for cbfs, shift in zip(((2, 4), (5, 8), (9, 12)), shifts, strict=True):
        for cbf in cbfs:
            state = before(("concrete", cbf))
            state.facts = replace(
                state.facts, units=(replace(state.facts.units[0], type=type_, rank=rank), *state.facts.units[1:])
            )
            assert total(assault.shift_of(state, DeclaredAssault(0, 0, 1 << 4))) == shift


def test_11_5_3_a_fort_of_the_hex_that_nobody_shells_costs_a_column() -> None:
    """Not if it is the target of a barrage or another assault, nor once it has fallen."""
    state = before(("concrete", 7), ("concrete", 7))
    one = DeclaredAssault(0, 0, 1 << 4)
    state.assaults = [one]
    assert total(assault.shift_of(state, one)) == 3 - 1
    state.bombarded = 0b10
    assert total(assault.shift_of(state, one)) == 3
    state.bombarded, state.assaults = 0, [one, DeclaredAssault(1, 1, 1 << 5)]
    assert total(assault.shift_of(state, one)) == 3
    state.assaults = [one]
    state.fell(1)
    assert total(assault.shift_of(state, one)) == 3


def test_8_5_7_and_11_5_4_one_barrage_or_assault_on_a_fort() -> None:
    state = before(("concrete", 7), ("concrete", 7))
    game = playing(state, barrage=[20], cab=[1])
    ordered(game, "fort fort 1", "add more", "fire", "done")
    assert refused(game, "fort fort 1") == ("bombarded_already", "8.5.6")
    ordered(game, "fort fort 0", "gun guns", "by brigade", "declare")
    assert told(game, "bombarded")[0]["fort"] == 1
    assert not told(game, "assaulted")
    assert code(assault.cannot_be_stormed(game.state, 0)) == ("assault_is_declared", "11.5.4")
    assert code(assault.cannot_storm(game.state, 0, 1)) == ("assaults_already", "11.5.4")


def test_11_5_5_pioneers_storm_alone_with_14_points() -> None:
    """Their four points, four columns to the right; with guns the points add up. As another unit's guns they do not fire."""
    state = before(("concrete", 7))
    aim = assault.aim_of(state, DeclaredAssault(0, 3, 0))
    assert aim.table.columns[aim.column or 0][0] == 14
    assert assault.aff_of_assault(state, 1 << 4, 3) == 40
    assert assault.aff_of_assault(state, 1 << 4, 0) == 36
    assert code(assault.cannot_support(state, 3, 0)) == ("not_a_gun", "11.5.7")
    alone = before(("concrete", 7))
    for gun in (4, 5):
        alone.mark(gun, FIRED)
    game = playing(alone, barrage=[20], cab=[1, 1])
    ordered(game, "done", "fort fort 0")
    assert offered(game) == {"by pioneers"}
    assert refused(game, "by brigade") == ("no_guns", "11.5.5")


@pytest.mark.parametrize(
    ("cbf", "unit_", "fallen", "marks", "where", "cab"),
    [
        (4, 0, False, 0, "Y37", 12), (5, 0, False, 0, "Y37", 11), (6, 0, False, 0, "Y37", 11), (7, 0, False, 0, "Y37", 10), (12, 0, False, 0, "Y37", 10),
        (4, 3, False, 0, "Y37", 16), (4, 0, True, 0, "Y37", 15), (4, 0, False, TIRED, "Y37", 11), (4, 0, False, EXHAUSTED | TIRED, "Y37", 10),
        (4, 0, False, FORCED, "Y37", 9),
    ],
)  # fmt: skip
def test_11_5_6_the_test_of_the_unit(cbf: int, unit_: int, fallen: bool, marks: int, where: str, cab: int) -> None:
    """A strong fort, pioneers, success; extended and forced marches."""
    state = before(("concrete", cbf), where=where)
    state.mark(unit_, marks)
    assert assault.test_of_unit(state, unit_, 0, fallen=fallen).cab == cab


def test_11_5_6_no_river_counts_of_a_unit_that_has_still_to_march() -> None:
    """Before its march the hexside of its assault is unknown: the last side of its hex, a river's, isn't assumed."""
    edges = FACTS.crossing
    for at in range(len(edges)):
        last = edges[at][-1]
        if (
            last != NOWHERE
            and FACTS.crossings[last].assault
            and FACTS.grid.side_toward(at, FACTS.forts[0].hex) == NOWHERE
        ):
            state = position({"ge_27_ib": f"{FACTS.grid.names[at]} n"}, forts=("all",))
            tests = assault.test_of_unit(state, unit("ge_27_ib"), 0, fallen=False).tests
            assert "river" not in dict(tests)
            return
    raise AssertionError("no hex has a river on its last side")


def test_11_5_6_ground_river_and_heat_count_too() -> None:
    """V34 is rough; a river is between it and W34, the Meuse between V36 and W35, a brook between V34 and V35; heat from turn 4."""
    state = position({"ge_27_ib": "V34 n", "ge_34_ib": "V36 sw"}, turn=3, forts=("all",))
    cases = {
        ("ge_27_ib", "boncelles"): ("assault_cbf_7", "river"), ("ge_34_ib", "pontisse"): ("assault_cbf_7", "river"),
        ("ge_27_ib", "barchon"): ("assault_cbf_7",),
    }  # fmt: skip
    for (name, target), causes in cases.items():
        test = assault.test_of_unit(state, unit(name), fort(target), fallen=False)
        assert tuple(cause for cause, _ in test.tests) == causes
        assert test.cab == 12 - 2 * len(causes)
    rough = replace(state.facts, forts=(replace(state.facts.forts[0], hex=hex_("V33")), *state.facts.forts[1:]))
    state.facts = rough
    state.turn = 4
    test = assault.test_of_unit(state, unit("ge_27_ib"), 0, fallen=False)
    assert dict(test.tests) == {"cab_heat": -1, "assault_cbf_7": -2, "terrain": -2}


def storm(state: LiegeState, *orders: str, barrage: list[int], cab: list[int]) -> Game[LiegeState]:
    """Declare the brigade with all guns at the first fort and carry it out."""
    game = playing(state, barrage=barrage, cab=cab)
    ordered(game, "done", "fort fort 0", "gun guns", "gun more", "by brigade", "declare")
    marched(game, "done", *orders)
    return game


def test_11_5_6_who_fails_loses_a_step_and_is_marked() -> None:
    """72 points three columns to the right, less one: row 10 of column 94 is O-13, which a CAB of 12 cannot withstand."""
    strong = before(("concrete", 7), ("concrete", 7))
    strong.facts = replace(strong.facts, forts=tuple(replace(one, cab=12) for one in strong.facts.forts))
    game = storm(strong, barrage=[20], cab=[])
    (barraged,), (test,) = told(game, "assaulted"), told(game, "fort_tested")
    assert (barraged["aff"], barraged["shifts"], barraged["column"], barraged["row"]) == (
        72,
        (("assault_unit", 3), ("assault_open", -1)),
        94,
        10,
    )
    assert (test["fort"], test["cab"], test["die"]) == (0, -1, 0)
    assert not told(game, "assault_tested")
    weak = before(("concrete", 7))
    weak.facts = replace(weak.facts, units=tuple(replace(one, aff=min(one.aff, 4)) for one in weak.facts.units))
    game = storm(weak, barrage=[20], cab=[1, 20])
    (test,) = told(game, "assault_tested")
    assert (test["passed"], test["destroyed"], test["cab"]) == (False, False, 10)
    assert (game.state.level[0], game.state.has(0, HURT)) == (1, True)


def test_11_5_7_guns_of_an_assault_rest() -> None:
    """They neither move nor fire again, and an assault not carried out returns their shells (8.8.2)."""
    state = position({"ge_kmk_b3": "V36 s", "ge_27_ib": "U35 n"}, turn=5, forts=("all",))
    state.mark(unit("ge_kmk_b3"), DEPLOYED)
    game = playing(state)
    ordered(game, "done", "fort barchon", "gun ge_kmk_b3", "by ge_27_ib", "declare")
    assert game.state.shells[0] == 11
    assert refused(game, "unit ge_kmk_b3") == ("fired_already", "8.1.3")
    ordered(game, "done")
    assert told(game, "assault_idle")[0]["why"] == "not_before_the_fort"
    assert game.state.shells[0] == 12


def test_11_5_8_and_11_5_9_the_unit_enters_when_the_last_fort_has_fallen() -> None:
    """Also after a step loss, with any facing; not while a fort is active, nor if the hex is full or a headquarters is in the camp."""
    game = storm(before(("masonry", 4)), "enter s", barrage=[20], cab=[])
    assert (game.state.at[0], game.state.facing[0]) == (hex_("Y37"), 3)
    game = storm(before(("masonry", 4)), "stay", barrage=[20], cab=[])
    assert game.state.at[0] == hex_("X37")
    game = storm(before(("masonry", 4), ("masonry", 4)), "stop", barrage=[20], cab=[])
    assert (
        game.decision.kind == "barrage"
        if game.stack and game.decision.kind == "barrage"
        else game.state.at[0] == hex_("X37")
    )
    assert not told(game, "entered")
    held = with_other(before(("masonry", 4)), "HQ")
    assert not assault.can_enter(held, 0, hex_("Y37"))
    held.fell(0)
    assert not assault.can_enter(held, 0, hex_("Y37"))
    free = before(("masonry", 4))
    free.fell(0)
    assert assault.can_enter(free, 0, hex_("Y37"))


def test_11_5_4_after_a_filled_circle_the_unit_may_go_on() -> None:
    """Against a fort another unit was to assault, which then idles: without the circle, the camp recounted, and the unit tests."""
    state = before(("strengthened", 7), ("strengthened", 7), ("concrete", 12))
    for number in (3, 4, 5, 6):
        state.fell(number)
    game = playing(state, barrage=[1], cab=[20, 1])
    ordered(game, *TWO_ASSAULTS)
    marched(game, "done")
    assert game.decision.kind == "storm_on"
    assert offered(game) == {"go fort 1", "go fort 2", "stop"}
    assert refused(game, "go far 3") == ("not_in_this_hex", "11.5.4")
    modifier = told(game, "assaulted")[0]["result"][1]
    assert told(game, "assaulted")[0]["result"][0] == 1
    ordered(game, "go fort 1")
    (test,) = told(game, "fort_tested")
    assert test["cab"] == 14 + modifier - 1
    (unit_,) = told(game, "assault_tested")
    assert unit_["fort"] == 1


def test_11_5_10_whose_target_has_fallen_idles() -> None:
    """Neither its guns nor the unit can do anything else."""
    state = before(("masonry", 4), ("masonry", 4))
    game = playing(state, barrage=[1], cab=[20, 20])
    ordered(game, *TWO_ASSAULTS)
    marched(game, "done", "go fort 1")
    if game.stack and game.decision.kind == "assault_advance":
        ordered(game, "stay")
    assert [(one["fort"], one["unit"], one["why"]) for one in told(game, "assault_idle")] == [(1, 1, "fort_has_fallen")]


@pytest.mark.parametrize("second", [NOWHERE, 1])
@pytest.mark.parametrize("kind", ["masonry", "concrete"])
def test_chances_of_an_assault_are_those_of_all_throws(kind: str, second: int) -> None:
    """Every roll of three dice is played: which forts fall, and whether the unit loses a step."""
    state = before((kind, 7), ("concrete", 7))
    for number in (3, 4, 5):
        state.fell(number)
    one, found = DeclaredAssault(0, 0, 1 << 4), Counter[AssaultResult]()
    state.assaults = [one]
    aim = assault.aim_of(state, one)
    for die in range(1, 21):
        result = aim.read((die + 1) // 2)
        assert result is not None
        for fort_die in range(1, 21):
            fallen, last, spared = 0, 0, False
            if result.automatic:
                fallen, spared = 1, second == NOWHERE
                if second != NOWHERE:
                    last = second
                    better = 10 if kind == "masonry" else 0
                    lost = len(state.facts.forts) - state.forts.bit_count() + 1
                    camp = -3 if 4 * lost >= 3 * 8 else -1 if 2 * lost >= 8 else 0
                    fallen |= (not 1 <= fort_die <= 14 + camp + result.modifier + better) << second
            else:
                cab = 14 + result.modifier
                fallen, spared = int(not 1 <= fort_die <= cab), cab <= 0
            for unit_die in range(1, 21):
                lost_a_step = not spared and unit_die > 12 - 2 + 3 * (fallen >> last & 1)
                found[AssaultResult(fallen, lost_a_step)] += 1
    assert assault.chances_of(state, one, second) == found
    assert sum(found.values()) == 8_000


def test_13_3_1_and_13_3_2_an_assault_needs_supply_too() -> None:
    """Three rows more if its guns or its unit have a limited line; a unit without a line is refused."""
    state, one = before(("concrete", 7)), DeclaredAssault(0, 0, 1 << 4)
    assert total(assault.aim_of(state, one).rows) == 0
    for short in (0, 4):
        state.supply = [0] * len(state.at)
        state.supply[short] = Supply.LIMITED
        assert total(assault.aim_of(state, one).rows) == 3
    state.supply[0] = Supply.OUT
    assert code(assault.cannot_storm(state, 0, 0)) == ("out_of_supply", "13.3.2")


def test_a_reason_is_given_for_every_refusal() -> None:
    state = before(("concrete", 7))
    reasons = [assault.cannot_storm(state, one, 0) for one in range(len(state.at))]
    assert [reason is None for reason in reasons] == [True, True, True, True, False, False]
    assert isinstance(reasons[4], Reason)
    assert mask(assault.stormers(state, 0)) == 0b1111
