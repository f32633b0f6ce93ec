"""Chapters 9.4 and 9.5: the modifiers of the die and of the tests.

The ground is clear unless a test says otherwise: Z36 is attacked from Z37 (facing s), Y36 (sw), Y35 (nw) and so on.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine.liege import combat, combat_result
from engine.liege.cab import cab_of
from engine.liege.combat import HexAttack
from engine.liege.combat_facts import Work
from engine.liege.fight import begun
from engine.liege.state import DEPLOYED, EXHAUSTED, FIRED, FORCED, TIRED, LiegeState
from tests.liege.attacks import ENEMY, NORTH, attack, causes
from tests.liege.fields import Made, field
from tests.liege.support import code, hex_


def test_9_4_1_and_9_4_2_the_worst_hex_counts_and_partly_committed_units_make_nothing() -> None:
    """Broken ground from broken ground is 12, from rough ground over the Vesdre 12 + 6; two hexes are -1."""
    state = field(
        Made("a", "U35 sw", arf=3, red=True), Made("b", "V34 n", arf=3), Made("enemy", "V35 se", "be"), forts=()
    )
    assert causes(state, "a", where="V35") == {"terrain": 12}
    assert causes(state, "a", "b", where="V35") == {"terrain": 12, "hexside": 6, "several_hexes": -1}
    partly = HexAttack(hex_("V35"), (0,), (1,))
    assert [one.cause for one in combat_result.modifiers_of(state, partly)] == ["terrain"]


@pytest.mark.parametrize(
    ("where", "facing", "target", "modifier"),
    [("V34", "n", "V35", 6), ("V34", "nw", "W34", 12), ("V36", "nw", "W36", 18)],
)
def test_9_4_3_rivers_help_the_defender(where: str, facing: str, target: str, modifier: int) -> None:
    """The Vesdre 6, the Ourthe 12, the Meuse with its bridges 18."""
    state = field(Made("a", f"{where} {facing}"), Made("enemy", f"{target} se", "be"))
    assert causes(state, "a", where=target)["hexside"] == modifier


@pytest.mark.parametrize(
    ("origin", "facing", "target", "steps", "modifier"),
    [
        ("Z37", "s", "Z36", 12, 0), ("V36", "nw", "W36", 12, 4), ("Y36", "s", "Y35", 12, 0), ("Z35", "s", "Z34", 12, 10),
        ("U35", "n", "U36", 9, 12), ("V34", "n", "V35", 9, 12), ("V36", "sw", "W35", 12, 4), ("V35", "s", "V34", 9, 16),
        ("V33", "n", "V34", 9, 20), ("U34", "n", "U35", 9, 12),
    ],
)  # fmt: skip
def test_9_4_4_ground_limits_steps_and_helps_the_defender(
    origin: str, facing: str, target: str, steps: int, modifier: int
) -> None:
    state = field(Made("a", f"{origin} {facing}"), Made("enemy", f"{target} n", "be"))
    assert combat.terrain_of(state, hex_(target), hex_(origin)) == (steps, modifier)
    found = causes(state, "a", where=target)
    assert found.get("terrain", 0) == modifier


def test_9_4_4_nine_steps_attack_in_broken_ground() -> None:
    """Three units of four steps are too many; with the ARF alone one counts as a single step, and a gun as none."""
    state = field(
        *(Made(name, "U35 n", arf=3) for name in "abc"),
        Made("gun", "U35 n", type="HAR", steps=1),
        Made("enemy", "U36 s", "be"),
    )
    two = attack(state, "a", "b", where="U36")
    assert code(combat.cannot_join(state, two, 2)) == ("too_many_steps", "9.4.4")
    assert code(combat.cannot_join(state, two, 2, partly=True)) is None
    assert code(combat.cannot_join(state, two._replace(partly=(2,)), 3)) is None


def test_9_4_4_guns_take_up_no_room() -> None:
    """Nine steps attack with a gun committed before them."""
    made = [
        Made("gun", "U35 n", type="HAR", steps=1),
        Made("a", "U35 n"),
        Made("b", "U35 n"),
        Made("c", "U35 n", steps=1),
    ]
    state = field(*made, Made("enemy", "U36 s", "be"))
    assert code(combat.cannot_join(state, attack(state, "gun", "a", "b", where="U36"), 3)) is None


def test_9_4_8_a_gun_attacks_a_flank_too() -> None:
    """Any fully committed unit."""
    gun = Made("gun", "Y35 nw", type="HAR", steps=1)
    assert causes(field(NORTH, gun, ENEMY), "north", "gun") == {"flank": -10}
    assert causes(field(NORTH, gun, ENEMY), "north") == {}


def test_9_4_6_cavalry_in_rough_ground() -> None:
    """Attacking out of it 12, defending in it -12."""
    state = field(Made("riders", "U34 n", type="CAV", steps=2), Made("enemy", "U35 s", "be"))
    assert causes(state, "riders", where="U35")["cavalry_attacks"] == 12
    state = field(Made("a", "U35 s"), Made("riders", "U34 n", "be", type="CAV", steps=2))
    assert causes(state, "a", where="U34")["cavalry_defends"] == -12
    assert "cavalry_attacks" not in causes(field(Made("riders", "Z37 n", type="CAV", steps=2), ENEMY), "riders")


def test_9_4_7_and_2_5_18_eye_catching_uniforms_attack_worse() -> None:
    state = field(Made("a", "Z37 s", "be", uniform=True), Made("b", "Z37 s", "be"), Made("enemy", "Z36 n"), side="be")
    assert (causes(state, "a", "b"), causes(state, "b")) == ({"uniform": 1}, {})


@pytest.mark.parametrize(
    ("facing", "steps", "found"),
    [
        ("n", 4, {}),
        ("se", 4, {"flank": -10}),
        ("s", 4, {"rear": -16}),
        ("ne", 2, {"flank": -10}),
        ("se", 2, {"rear": -16}),
    ],
)
def test_9_4_8_and_9_4_9_flank_and_rear(facing: str, steps: int, found: dict[str, int]) -> None:
    """By the defender's facing: a small unit has one front hex and three rear hexes."""
    state = field(NORTH, Made("enemy", f"Z36 {facing}", "be", steps=steps))
    assert causes(state, "north") == found


def test_9_4_9_flank_and_rear_do_not_add_up() -> None:
    """The better one for the attacker counts, once; stacked units cover each other (6.3.1)."""
    state = field(NORTH, Made("east", "Y36 sw"), Made("enemy", "Z36 s", "be", steps=4))
    assert causes(state, "north", "east") == {"several_hexes": -1, "rear": -16}
    state = field(
        NORTH, Made("east", "Y36 sw"), Made("enemy", "Z36 s", "be", steps=4), Made("back", "Z36 n", "be", steps=4)
    )
    assert causes(state, "north", "east") == {"several_hexes": -1}


def test_11_6_9_in_a_camp_with_an_active_fort_all_is_front() -> None:
    small = Made("enemy", "V35 s", "be", steps=2)
    found = [causes(field(Made("a", "V36 s"), small, forts=forts), "a", where="V35") for forts in ((), ("fleron",))]
    assert found == [{"terrain": 12, "rear": -16}, {"terrain": 12}]


@pytest.mark.parametrize(("hexes", "modifier"), [(1, 0), (2, -1), (3, -3), (4, -4), (5, -5), (6, -5)])
def test_9_4_10_several_hexes(hexes: int, modifier: int) -> None:
    """Hexes with guns alone do not count."""
    around = [("Z37", "s"), ("Y36", "sw"), ("Y35", "nw"), ("Z35", "n"), ("AA35", "ne"), ("AA36", "se")]
    units = [Made(f"u{at}", f"{where} {facing}") for at, (where, facing) in enumerate(around[:hexes])]
    guns = [
        Made(f"g{at}", f"{where} {facing}", type="HAR", steps=1) for at, (where, facing) in enumerate(around[hexes:])
    ]
    state = field(*units, *guns, Made("enemy", "Z36 n", "be", type="CAV", steps=2))
    assert causes(state, *(one.name for one in (*units, *guns))).get("several_hexes", 0) == modifier


@pytest.mark.parametrize(
    ("other", "broken"), [("Z38 n", False), ("Y38 n", False), ("X37 n", False), ("W37 n", True), ("", True)]
)
def test_9_4_11_a_corps_that_is_broken_up(other: str, broken: bool) -> None:
    """Two hexes or more between its units, or one of them missing: 5; one hex between them is close enough."""
    units = [Made("a", "Z37 s", corps="VII")] + ([Made("b", other, corps="VII")] if other else [])
    assert causes(field(*units, ENEMY), "a") == ({"corps": 5} if broken else {})


def test_2_5_7_an_autonomous_unit_needs_no_other() -> None:
    assert causes(field(NORTH, ENEMY), "north") == {}


@pytest.mark.parametrize(
    ("attacker", "defender", "found"),
    [(0, 0, {}), (1, 0, {"limited_attacks": 4}), (2, 0, {"out_attacks": 12}), (0, 1, {"limited_defends": -2}),
     (2, 2, {"out_attacks": 12, "out_defends": -6})],
)  # fmt: skip
def test_13_3_1_and_13_3_2_supply_counts_on_both_sides(attacker: int, defender: int, found: dict[str, int]) -> None:
    """The worst supplied unit counts for its whole side."""
    state = field(NORTH, Made("second", "Z37 s"), ENEMY)
    state.supply = [0, attacker, defender]
    assert causes(state, "north", "second") == found


def test_15_1_2_heavy_rain_helps_the_defender() -> None:
    state = field(NORTH, ENEMY)
    state.raining = True
    assert causes(state, "north") == {"rain": 4}


def cabs(state: LiegeState, *full: str, partly: Iterable[str] = ()) -> dict[str, int]:
    """Return the CAB at which each unit would test before the result."""
    found = begun(state, attack(state, *full, partly=partly)).cabs
    return {state.facts.units[unit].name: cab for unit, cab in found.items()}


def test_9_5_1_and_2_5_11_red_artillery_and_pioneers_lower_the_cab_of_the_enemy() -> None:
    """By one each, however many there are, and on both sides; partly committed units do not count."""
    red = Made("red", "Z37 s", arf=9, red=True)
    again = Made("red too", "Z37 s", arf=9, red=True)
    pioneers = Made("pioneers", "Z37 s", type="PIO", steps=1)
    assert cabs(field(red, again, ENEMY), "red", "red too")["enemy"] == 11
    assert cabs(field(red, pioneers, ENEMY), "red", "pioneers")["enemy"] == 10
    assert cabs(field(NORTH, red, ENEMY), "north", partly=("red",))["enemy"] == 12
    assert cabs(field(NORTH, Made("enemy", "Z36 n", "be", red=True)), "north")["north"] == 11


@pytest.mark.parametrize(("arf", "cab"), [((4,), 12), ((5,), 11), ((5, 6), 11), ((6, 6), 10)])
def test_9_5_2_heavy_guns_lower_the_cab_of_the_enemy(arf: tuple[int, ...], cab: int) -> None:
    guns = [Made(f"g{at}", "Z37 s", type="HAR", steps=1, arf=one) for at, one in enumerate(arf)]
    assert cabs(field(NORTH, *guns, ENEMY), "north", *(one.name for one in guns))["enemy"] == cab


def test_9_5_3_siege_guns_in_a_combat_count_against_entrenchments() -> None:
    """In firing position, and only if they didn't fire; in the open they have no effect."""
    gun = Made("gun", "Z37 s", type="SAR", steps=1, cbf=0, marks=DEPLOYED)
    state = field(NORTH, gun, ENEMY)
    assert combat.cannot_join(state, attack(state), 1) is None
    assert combat_result.taken_off(state, [0, 1]) == 0
    assert combat_result.taken_off(state, [0, 1], frozenset({Work.FIELDWORKS})) == 0
    for work in (Work.REGULAR, Work.STRENGTHENED, Work.OLD):
        assert combat_result.taken_off(state, [0, 1], frozenset({work})) == -2
    for marks, found in ((0, ("not_in_position", "9.5.3")), (DEPLOYED | FIRED, ("fired_already", "9.1.1"))):
        state.marks[1] = marks
        assert code(combat.cannot_attack(state, 1)) == found


def test_9_5_4_and_7_4_2_and_7_5_4_and_15_1_1_marches_and_heat_lower_the_own_cab() -> None:
    """Half of the points -1, all of them -2, a forced march -3 more, heat -1; turn 4 of the siege is hot."""
    marks = {"fresh": 0, "tired": TIRED, "exhausted": EXHAUSTED, "forced": EXHAUSTED | FORCED, "earlier": FORCED}
    state = field(*(Made(name, "Z37 s", marks=mark) for name, mark in marks.items()), ENEMY)
    assert [cabs(state, *marks)[name] for name in marks] == [12, 11, 10, 7, 9]
    state.turn = 4
    assert [cabs(state, *marks)[name] for name in (*marks, "enemy")] == [11, 10, 9, 6, 8, 11]


def test_5_1_4_and_2_5_15_a_fortress_unit_is_better_by_its_camp() -> None:
    state = field(Made("german", "Z37 s"), *(Made(at, f"{at} n", "be", fortress=True) for at in ("V35", "X36", "Y36")))
    assert [cab_of(state, unit, fighting=True) for unit in (1, 2, 3)] == [14, 14, 12]


def test_11_3_8_forts_support_an_attack_of_a_fortress_unit() -> None:
    """With the ARF of those that reach the hex; they are in W35, next to V36 and W36."""
    fortress = Made("fortress", "W35 ne", "be", cbf=6, fortress=True)
    state = field(fortress, Made("german", "V36 sw"), side="be", forts=("all",))
    assert combat.strength_of(state, attack(state, "fortress", where="V36")).attack == 10 * (6 + 3 + 3 + 4 + 4 + 3 + 4)
    other = field(Made("line", "W35 ne", "be", cbf=6), Made("german", "V36 sw"), side="be", forts=("all",))
    assert combat.strength_of(other, attack(other, "line", where="V36")).attack == 60


def test_11_3_7_and_11_6_8_forts_add_their_cbf_to_a_defence() -> None:
    """That of all active forts of the hex, unmultiplied; the works count separately: 20 times 1.7, and 27 for three forts."""
    state = field(Made("a", "V36 s", cbf=60), Made("enemy", "V35 n", "be", cbf=20), forts=("all",))
    assert combat.strength_of(state, attack(state, "a", where="V35")).defence == 340 + 270


def test_attacks_by_night_know_no_ground_and_no_forts() -> None:
    """The scenario rule of the night, on its third turn only."""
    there = (Made("a", "V34 n", cbf=60), Made("enemy", "V35 s", "be", cbf=20))
    night, after = (field(*there, forts=("all",), scenario="night", turn=turn) for turn in (3, 4))
    assert combat.strength_of(night, attack(night, "a", where="V35")).defence == 340
    assert causes(night, "a", where="V35") == {}
    assert causes(after, "a", where="V35") == {"terrain": 12, "hexside": 6}
