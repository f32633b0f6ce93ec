"""Chapter 9.7: combat movement, one hex or a new facing after the combats, for units that did nothing else."""

from __future__ import annotations

import pytest

from engine.core.bits import members
from engine.errors import IllegalChoice
from engine.liege import shift
from engine.liege.grid import SIDES
from engine.liege.sequence.afterwards import Afterwards
from engine.liege.state import ACTED, ARRIVED, ASSAULTS, BUSY, FIRED, FOUGHT, TIRED
from tests.liege.fields import Made, at_frame, field, offers
from tests.liege.support import hex_, names, ordered, playing, told


def test_9_7_1_infantry_and_cavalry_that_did_nothing() -> None:
    """No guns, and no unit that moved, turned, arrived, fired, fought, assaulted a fort or did something else."""
    marks = {
        "idle": 0,
        "moved": ACTED,
        "arrived": ARRIVED,
        "fired": FIRED,
        "fought": FOUGHT,
        "stormed": ASSAULTS,
        "busy": BUSY,
    }
    made = [Made(name, "Z37 s", marks=mark) for name, mark in marks.items()]
    other = [
        Made("riders", "Z37 s", type="CAV", steps=2),
        Made("gun", "Z37 s", type="HAR", steps=1),
        Made("enemy", "Z34 s", "be"),
    ]
    state = field(*made, *other)
    found = {
        own.name: reason.code if (reason := shift.cannot_shift(state, unit)) else None
        for unit, own in enumerate(state.facts.units)
    }
    assert found == {
        "idle": None, **dict.fromkeys([name for name in marks if name != "idle"], "acted_in_this_turn"), "riders": None, "gun": "never_shifts",
        "enemy": "not_your_unit",
    }  # fmt: skip


def test_9_7_2_one_hex_and_any_facing() -> None:
    """It costs nothing, and the unit does nothing more in this phase."""
    game = at_frame(field(Made("a", "Z37 s"), Made("b", "Z37 s")), Afterwards())
    ordered(game, "shift a", "to Z36", "face ne")
    assert (game.state.at[0], SIDES[game.state.facing[0]]) == (hex_("Z36"), "ne")
    assert not game.state.has(0, TIRED | ACTED)
    assert offers(game, "shift") == {"b"}
    with pytest.raises(IllegalChoice, match=r"acted_in_this_turn \(9.7.1\)"):
        ordered(game, "shift a")
    assert told(game, "shifted") == [{"unit": 0, "came": hex_("Z37"), "to": hex_("Z36"), "facing": 1}]


def test_9_7_2_or_another_facing_in_its_hex() -> None:
    game = at_frame(field(Made("a", "Z37 s"), Made("riders", "Z38 s", type="CAV", steps=2)), Afterwards())
    ordered(game, "shift a", "turn", "face n")
    assert SIDES[game.state.facing[0]] == "n"
    ordered(game, "shift riders")
    assert offers(game, "turn") == set()


def test_9_7_2_only_where_a_march_could_go() -> None:
    """Not over the border, off the map, into a full hex, into enemies, or into a camp with forts."""
    crowd = [Made(f"f{at}", "Z36 s", steps=5) for at in range(3)]
    state = field(Made("a", "Z37 s"), *crowd, Made("enemy", "AA37 n", "be"))
    assert names(members(shift.ways(state, 0))) == {"Y36", "Y37", "Z38", "AA36"}
    camp = field(Made("a", "W36 n"), forts=("all",))
    found = [
        shift.cannot_shift_to(one, 0, hex_(to))
        for one, to in ((state, "Z36"), (state, "AA37"), (camp, "W35"), (camp, "V37"), (camp, "Y36"))
    ]
    assert [reason and reason.code for reason in found] == [
        "hex_is_full",
        "enemy_units",
        "active_fort",
        "closed_border",
        "not_next_to_it",
    ]


def test_9_7_3_zones_hold_as_in_a_march() -> None:
    """Out of a zone into none, or into another only via a friend, before all others."""
    state = field(Made("a", "Z37 s", steps=2), Made("enemy", "Z36 n", "be"), Made("second", "AA36 n", "be"))
    assert "AA37" not in names(members(shift.ways(state, 0)))
    assert "Z38" in names(members(shift.ways(state, 0)))
    reason = shift.cannot_shift_to(state, 0, hex_("AA37"))
    assert reason is not None
    assert (reason.code, reason.rule) == ("zone_to_zone", "7.6.3")
    friend = field(
        Made("a", "Z37 s", steps=2),
        Made("enemy", "Z36 n", "be"),
        Made("second", "AA36 n", "be"),
        Made("friend", "AA37 se", steps=2),
    )
    assert "AA37" in names(members(shift.ways(friend, 0)))
    shift.shift(friend, 3, hex_("AA38"), 0)
    assert friend.settled
    assert "AA37" not in names(members(shift.ways(friend, 0)))


def test_7_1_6_a_lone_headquarters_is_taken() -> None:
    game = at_frame(field(Made("a", "Z37 s"), Made("hq", "Z36 n", "be", type="HQ", steps=1)), Afterwards())
    ordered(game, "shift a", "to Z36", "face s")
    assert game.state.at[1] < 0


def test_9_7_3_marches_of_the_turn_do_not_count_as_others_before() -> None:
    """Via a friend a unit must go before all others of its step, not of the whole turn."""
    state = field(
        Made("a", "Z37 s", steps=2), Made("enemy", "Z36 n", "be"), Made("second", "AA36 n", "be"), Made("friend", "AA37 se", steps=2),
        Made("far", "V33 n"), scenario="siege",
    )  # fmt: skip
    game = playing(state)
    ordered(game, "unit far", "step V32", "halt", "face n")
    assert game.state.settled
    while game.decision.kind != "afterwards":
        ordered(game, "done")
    ordered(game, "shift a")
    assert "AA37" in offers(game, "to")
