"""Chapters 6.1 to 6.3, and the zones of the camp: which units control which hexes, and unit facing."""

from __future__ import annotations

import dataclasses

import pytest

from engine.core.bits import members
from engine.liege.grid import SIDES
from engine.liege.state import LiegeState
from engine.liege.zones import Aspect, aspects, ground_of, zone_of
from tests.liege.support import hex_, names, position, unit


def zone(state: LiegeState, name: str) -> set[str]:
    return names(members(zone_of(state, unit(name))))


def zones(state: LiegeState, side: int) -> set[str]:
    return names(members(ground_of(state).zones[side]))


def faced(state: LiegeState, name: str, side: int = 0) -> str:
    return "".join(aspect.name[0] if aspect is not Aspect.FLANK else "f" for aspect in aspects(state, hex_(name), side))


def ruled(state: LiegeState, front: int) -> LiegeState:
    state.scenario = dataclasses.replace(state.scenario, small_front=front)
    return state


def test_6_1_1_a_unit_faces_one_of_six_hexsides() -> None:
    """Each facing of a brigade is one adjacent hex, six different ones."""
    found = [zone(position({"ge_27_ib": f"T34 {side}"}), "ge_27_ib") for side in SIDES]
    assert [len(one) for one in found] == [1] * 6
    assert set.union(*found) == {"T35", "T33", "S33", "S34", "U33", "U34"}


def test_6_1_2_how_far_a_zone_reaches_depends_on_type_and_steps() -> None:
    """A division controls three hexes, small units, pioneers and guns one, cavalry six; headquarters and siege guns none."""
    state = position({
        "ge_13_id": "T34 n", "ge_27_ib": "T34 n", "ge_pir_24": "T34 n", "ge_ii_fussa_9": "T34 n", "ge_2_kd": "T34 n",
        "ge_kmk_b3": "T34 n", "ge_hq_2_aok": "T34 n",
    })  # fmt: skip
    sizes = [len(zone(state, name)) for name in (
        "ge_13_id", "ge_27_ib", "ge_pir_24", "ge_ii_fussa_9", "ge_2_kd", "ge_kmk_b3", "ge_hq_2_aok",
    )]  # fmt: skip
    assert sizes == [3, 1, 1, 1, 6, 0, 0]
    assert zone(state, "ge_13_id") == {"T35", "S34", "U34"}


def test_2_4_2_a_division_that_lost_two_steps_is_small() -> None:
    """Four steps of which three are left control three hexes, two steps one."""
    assert [len(zone(position({"ge_13_id": f"T34 n {level}"}), "ge_13_id")) for level in (0, 1, 2, 3)] == [3, 3, 1, 1]


@pytest.mark.parametrize(("name", "reaches"), [("ge_27_ib", False), ("ge_13_id", True)])
def test_6_1_3_a_zone_crosses_the_meuse_from_arf_6_on(name: str, reaches: bool) -> None:
    """A brigade of ARF 3 in Visé does not control the left bank, a division of ARF 12 does; smaller rivers have no effect."""
    assert ("W36" in zone(position({name: "V36 nw"}), name)) is reaches
    assert "W34" in zone(position({name: "V34 nw"}), name)
    assert "V35" in zone(position({name: "U34 nw"}), name)


def test_6_1_3_losses_cost_the_zone_across_the_meuse() -> None:
    """A division of ARF 12, 9, 6 and 3: at its last step it no longer reaches across."""
    assert ["W36" in zone(position({"ge_13_id": f"V36 nw {level}"}), "ge_13_id") for level in range(4)] == [
        True,
        True,
        True,
        False,
    ]


def test_6_2_1_front_flank_and_rear() -> None:
    """A division: three sides front, two flank, one rear; a brigade one, two and three; cavalry has only front."""
    assert faced(position({"ge_13_id": "T34 n"}), "T34") == "FFfRfF"
    assert faced(position({"ge_27_ib": "T34 n"}), "T34") == "FfRRRf"
    assert faced(position({"ge_kmk_b3": "T34 s"}), "T34") == "RRfFfR"
    for name in ("ge_2_kd", "ge_hq_2_aok"):
        assert faced(position({name: "T34 n"}), "T34") == "FFFFFF"


def test_6_3_1_several_units_add_up_in_their_favour() -> None:
    """As the diagram says: two divisions 60 degrees apart have four front and two flank hexes, back to back six front."""
    assert faced(position({"ge_13_id": "T34 n", "ge_14_id": "T34 ne"}), "T34") == "FFFffF"
    assert faced(position({"ge_13_id": "T34 n", "ge_14_id": "T34 s"}), "T34") == "FFFFFF"
    state = position({"ge_13_id": "T34 n", "ge_14_id": "T34 ne"})
    assert len(zone(state, "ge_13_id")) + len(zone(state, "ge_14_id")) == 6
    assert len(zones(state, 0)) == 4


@pytest.mark.parametrize(("front", "small", "large"), [(1, 1, 3), (3, 3, 3), (6, 6, 6)])
def test_the_ruling_on_the_lost_diagram_is_data(front: int, small: int, large: int) -> None:
    """One front hex for small units, three, or no facing at all, as in the book's own simplification."""
    state = ruled(position({"ge_27_ib": "T34 n", "ge_13_id": "T34 n"}), front)
    assert (len(zone(state, "ge_27_ib")), len(zone(state, "ge_13_id"))) == (small, large)


def test_11_3_2_a_fort_has_no_zone_within_the_camp() -> None:
    """The forts of W35 alone control nothing inside the camp: not V35, W34 and X35."""
    assert not zones(position({}, forts=("lantin", "liers", "pontisse")), 1) & {"V35", "W34", "X35", "W35"}


def test_11_6_7_active_forts_control_the_hexes_round_the_camp() -> None:
    """All ten with all forts; the forts of one hex those adjacent to it, even across the Meuse; none once they have fallen."""
    ring = set("V36 U35 U34 V34 W33 X34 Y34 Y35 X36 W36".split())
    assert zones(position({}, forts=("all",)), 1) == ring
    assert zones(position({}, forts=("lantin", "liers", "pontisse")), 1) == {"V36", "W36", "X36"}
    assert zones(position({}), 1) == set()


def test_the_zone_of_a_single_fort_does_not_cross_the_meuse() -> None:
    """The forts of a hex count together (ruling): three reach Visé over the river, one of ARF 3 does not."""
    assert zones(position({}, forts=("liers",)), 1) == {"W36", "X36"}


def test_11_6_10_no_german_zone_in_a_hex_with_an_active_fort() -> None:
    """A brigade before V35 controls it when its last fort has fallen, and not before."""
    assert "V35" not in zones(position({"ge_27_ib": "U35 sw"}, forts=("fleron",)), 0)
    assert "V35" in zones(position({"ge_27_ib": "U35 sw"}), 0)


def test_zones_are_cached_until_the_map_changes() -> None:
    state = position({"ge_27_ib": "T34 n"})
    kept = ground_of(state)
    assert ground_of(state) is kept
    assert ground_of(state.copy()) is kept
    other = state.copy()
    other.place(unit("ge_27_ib"), hex_("T35"), 0)
    assert ground_of(other) != kept
    assert ground_of(state) is kept
