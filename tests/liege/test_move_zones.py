"""Chapter 7.6: marches into, through and out of zones of control."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.liege import move
from engine.liege.move import begin, halt, step
from engine.liege.state import (
    ACTED,
    ARRIVED,
    DEPLOYED,
    MARCHED,
    LiegeState,
)  # fmt: skip
from tests.liege.marches import go, onward, refused, setting_out, walk
from tests.liege.support import hex_, position, unit


def test_7_6_1_who_enters_a_zone_stops() -> None:
    """Infantry, guns and headquarters; W36 is in the zone of the forts of W35."""
    for name in ("ge_27_ib", "ge_ii_fussa_9", "ge_hq_2_aok", "ge_pir_24"):
        state = position({name: "W37 s"}, forts=("liers",))
        march = walk(state, name, "W36")
        assert march.over
        assert onward(state, march) == set()
        assert refused(state, march, "W37") == ("zone_stops_it", "7.6.1")


def test_7_6_2_cavalry_goes_on_but_not_into_another_zone() -> None:
    """Through W36 it can continue to V36, W37 and X37, not to X36, which the forts hold too; from there it is free again."""
    state = position({"ge_2_kd": "W37 s"}, forts=("liers",))
    march = walk(state, "ge_2_kd", "W36")
    assert onward(state, march) == {"V36", "W37", "X37"}
    assert refused(state, march, "X36") == ("zone_to_zone", "7.6.2")
    assert "X36" in onward(state, step(state, march, hex_("X37")))


def surrounded() -> LiegeState:
    """Return the 27th brigade in V34 between three Belgians; the 14th in V33 faces it; W33 and V33 are in Belgian zones."""
    return position({
        "ge_27_ib": "V34 n", "ge_14_ib": "V33 n", "ge_2_kd": "U33 n",
        "be_9_11_bm": "V35 s", "be_12_14_bm": "W34 se", "be_15_bm": "W33 ne", "be_9_11_rf": "W32 ne",
    })  # fmt: skip


def test_7_6_3_leaving_a_zone_not_straight_into_another() -> None:
    """U33 is free; V33 is in a zone but held by a friend facing the start; U34 is in the zone of the brigade in V35."""
    state = surrounded()
    assert onward(*setting_out(state, "ge_27_ib")) == {"U33", "V33"}
    alone = position({"ge_27_ib": "V34 n", "be_9_11_bm": "V35 s", "be_9_11_rf": "W32 ne"})
    assert refused(alone, begin(alone, unit("ge_27_ib")), "V33") == ("zone_to_zone", "7.6.3")


def test_7_6_3_the_friend_opens_the_way_on_if_the_next_hex_is_free() -> None:
    state = surrounded()
    march = walk(state, "ge_27_ib", "V33")
    assert not march.over
    assert onward(state, march) == {"U32", "U33", "V32"}


@pytest.mark.parametrize(
    ("name", "given", "opens"),
    [
        ("ge_14_ib", "V33 n", True),
        ("ge_14_ib", "V33 s", False),
        ("ge_2_kd", "V33 n", True),
        ("ge_ii_fussa_9", "V33 n", False),
        ("ge_hq_2_aok", "V33 n", False),
        ("ge_pir_24", "V33 n", True),
    ],
)
def test_7_6_3_the_friend_is_infantry_or_cavalry_and_looks_at_the_start(name: str, given: str, opens: bool) -> None:
    state = position({"ge_27_ib": "V34 n", name: given, "be_9_11_bm": "V35 s", "be_9_11_rf": "W32 ne"})
    assert ("V33" in onward(*setting_out(state, "ge_27_ib"))) is opens


@pytest.mark.parametrize("marks", [MARCHED | ACTED, ARRIVED | ACTED])
def test_7_6_3_the_friend_was_there_when_the_phase_began(marks: int) -> None:
    state = surrounded()
    state.mark(unit("ge_14_ib"), marks)
    assert refused(state, begin(state, unit("ge_27_ib")), "V33") == ("zone_to_zone", "7.6.3")


def test_7_6_3_the_friend_is_of_the_same_nation() -> None:
    """The French next to the Belgians open no way for them; the same unit as a Belgian does."""
    way = position({"be_9_11_bm": "V34 n", "be_15_bm": "V33 n", "ge_13_id": "V35 s", "ge_11_ib": "W32 ne"}, side="be")
    assert "V33" in onward(*setting_out(way, "be_9_11_bm"))
    units = tuple(replace(one, nation="fr") if one.name == "be_15_bm" else one for one in way.facts.units)
    way.facts = replace(way.facts, units=units)
    assert "V33" not in onward(*setting_out(way, "be_9_11_bm"))


def test_7_6_3_a_gun_that_deploys_in_its_place_has_not_moved_before_others() -> None:
    state = surrounded()
    state.place(unit("ge_kmk_b3"), hex_("T34"), 0)
    halt(state, begin(state, unit("ge_kmk_b3")), 0, deploy=True)
    assert state.has(unit("ge_kmk_b3"), DEPLOYED)
    assert "V33" in onward(*setting_out(state, "ge_27_ib"))


def test_7_6_3_who_goes_from_zone_to_zone_goes_first() -> None:
    """After another march none can; turning in place and another zone-to-zone march bar nothing."""
    state = surrounded()
    move.turn(state, unit("ge_2_kd"), 0)
    assert "V33" in onward(*setting_out(state, "ge_27_ib"))
    go(state, "ge_2_kd", "U32")
    assert refused(state, begin(state, unit("ge_27_ib")), "V33") == ("others_moved_before", "7.6.3")
    assert "U33" in onward(*setting_out(state, "ge_27_ib"))
    state.begin_movement()
    go(state, "ge_27_ib", "V33", facing="n")
    assert not state.settled
