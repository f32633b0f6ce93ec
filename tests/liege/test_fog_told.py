"""Chapter 19: what events, records, refusals, views and stored data reveal of hidden units."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.core.record import UNTOLD, Entry
from engine.liege.facts import ALLIED, GERMAN
from engine.liege.fog import UNSEEN, hidden_hexes, imagine, is_hidden
from engine.liege.state import WAITING, LiegeState
from engine.liege.system import LiegeSystem
from engine.liege.view import view_of
from tests.liege.support import FACTS, hex_, ordered, playing, position, started, unit


def seen_by(entry: Entry) -> str:
    return entry.told or entry.choice


def hidden_march() -> Game[LiegeState]:
    """Return a game in which a hidden brigade arrives, marches and turns; another one is open."""
    game = started(fog=None)
    ordered(game, "arrive ge_hq_2_aok", "arrive ge_27_ib", "face sw", "done", "done")
    while game.decision.kind != "march":
        ordered(game, "done")
    ordered(game, "unit ge_27_ib", "step U36", "halt", "face s")
    return game


def test_choices_of_hidden_units_are_told_without_their_names() -> None:
    """The way is visible; the unit, the points spent and its facing are for its own side."""
    game = hidden_march()
    moved = next(event for event in game.events if event.kind == "moved")
    private = {"unit": unit("ge_27_ib"), "facing": 3, "spent": 12, "forced": False, "deployed": False}
    assert moved.data == {"path": (hex_("U35"), hex_("U36")), **dict.fromkeys(private, UNSEEN)}
    assert moved.secret == {GERMAN: private}
    arrived = [event for event in game.events if event.kind == "arrived"]
    assert [event.data["unit"] for event in arrived] == [unit("ge_hq_2_aok"), UNSEEN]


def test_the_record_keeps_back_who_is_hidden() -> None:
    """The part others can read names neither the unit nor its facing, including what was taken back."""
    game = hidden_march()
    game.undo(GERMAN)
    ordered(game, "face ne")
    text = " ".join(seen_by(entry) for entry in game.fresh if entry.kind == "choice")
    assert "ge_27_ib" not in text
    assert "face ne" not in text
    assert {"arrive ?", "unit ?", UNTOLD, "step U36", "arrive ge_hq_2_aok"} <= {seen_by(entry) for entry in game.fresh}


def test_a_refusal_does_not_reveal_which_units_are_on_the_map() -> None:
    """An enemy unit is "not yours", whether hidden, waiting or destroyed."""
    found = []
    for units in ({"be_15_bm": "W35 n"}, {}, {"be_15_bm": "X36 n"}):
        game = playing(position({"ge_27_ib": "T34 n", **units}, hidden=("ge_27_ib", *units)))
        reason = game.decision.explain(game, game.parse("unit be_15_bm"))
        found.append((reason.code, reason.rule, dict(reason.data)))
    assert found[0] == found[1] == found[2] == ("not_your_unit", "7.1.1", {"unit": "be_15_bm"})


def test_the_lines_of_hidden_units_are_told_to_their_side_alone() -> None:
    game = started(fog=None)
    ordered(game, "arrive ge_27_ib", "face n", "done", "done")
    game.state.place(unit("ge_14_ib"), hex_("T34"), 0)
    while game.state.turn == 3 and game.state.side == GERMAN:
        ordered(game, "done")
    game.events[:] = [event for event in game.events if event.kind == "lines"][-1:]
    lines = next(event for event in game.events if event.kind == "lines")
    assert lines.data["out"] == (unit("ge_14_ib"),)
    assert lines.secret is not None
    assert set(lines.secret[GERMAN]["out"]) == {unit("ge_14_ib"), unit("ge_27_ib")}
    assert lines.secret[ALLIED] == lines.data


def test_points_that_hang_on_hidden_units_are_for_their_side_alone() -> None:
    """Hexes of the camp for the Belgians, city and railway for the Germans; losses and forts for everybody."""
    state = position({"be_9_11_bm": "V35 n", "ge_27_ib": "T34 n"}, forts=("all",), hidden=("be_9_11_bm", "ge_27_ib"))
    lines = {viewer: {line.what for line in view_of(state, viewer).earned} for viewer in (GERMAN, ALLIED, None)}
    assert lines[ALLIED] - lines[None] == {"camp_hex"}
    assert lines[GERMAN] - lines[None] == {"city", "railway"}
    game = started(fog=None)
    while game.stack:
        ordered(game, "done")
    *counted, last = [event for event in game.events if event.kind == "turn_counted"]
    assert all(event.data["score"] is None for event in counted)
    assert all(event.secret is not None and event.secret[ALLIED]["camp_hexes"] == 0 for event in counted)
    assert all(event.secret is not None and event.secret[GERMAN]["camp_hexes"] is None for event in counted)
    assert game.result is not None
    assert (last.data["score"], last.secret) == (game.result.data["score"], None), "the end shows everything"


@pytest.mark.parametrize(("side", "twins"), [
    (GERMAN, ("ge_27_ib", "ge_iii_fussa_4")), (ALLIED, ("be_9_11_bm", "be_9_11_rf")),
])  # fmt: skip
def test_turn_counts_reveal_no_hidden_units(side: int, twins: tuple[str, str]) -> None:
    """Twins: infantry or guns hidden in the city, field or fortress troops hidden in the camp. Only their side sees a difference."""
    told = []
    for name in twins:
        state = position(
            {name: "W35 n" if side == GERMAN else "V35 n"},
            side="be", turn=4, forts=("all",) if side == ALLIED else (), hidden=(name,),
        )  # fmt: skip
        game = playing(state)
        while game.state.turn == 4:
            ordered(game, "done")
        told.append(next(event for event in game.events if event.kind == "turn_counted"))
    one, other = told
    assert one.secret is not None
    assert other.secret is not None
    assert one.data == other.data
    assert one.secret[1 - side] == other.secret[1 - side]
    assert one.secret[side] != other.secret[side]


def test_the_imagined_position_agrees_with_what_a_side_sees() -> None:
    """Markers where markers are, open units as they are, its own side as it is; the same for other hidden units."""
    units = {
        "ge_27_ib": "T34 n",
        "ge_13_id": "U33 s",
        "be_9_11_bm": "V35 n 1",
        "be_15_bm": "W35 n",
        "be_12_14_bm": "W35 s",
    }
    state = position(units, forts=("all",), hidden=("ge_27_ib", "be_15_bm", "be_12_14_bm"))
    other = position({**units, "be_15_bm": "V34 n", "be_12_14_bm": "AA36 s"}, forts=("all",), hidden=("ge_27_ib",))
    other.at[unit("be_15_bm")], other.at[unit("be_12_14_bm")] = WAITING, hex_("W35")
    other.hidden |= 1 << unit("be_12_14_bm")
    other.rails = state.rails
    other.changed()
    for one in (state, other):
        found = imagine(one, GERMAN)
        assert hidden_hexes(found, ALLIED) == hidden_hexes(one, ALLIED)
        assert view_of(found, GERMAN) == view_of(one, GERMAN)
        for name in ("ge_27_ib", "ge_13_id", "be_9_11_bm"):
            assert (found.at[unit(name)], found.facing[unit(name)]) == (one.at[unit(name)], one.facing[unit(name)])
    assert imagine(state, GERMAN).dump() == imagine(other, GERMAN).dump()
    assert state.dump() != other.dump()


def test_without_fog_a_side_knows_the_position_itself() -> None:
    state = position({"ge_27_ib": "T34 n"})
    assert imagine(state, GERMAN) is state
    assert LiegeSystem("night").imagine(state, ALLIED) is state


def test_a_foggy_position_is_stored_and_read_again() -> None:
    state = position({"ge_27_ib": "T34 n", "be_15_bm": "W35 n"}, hidden=("ge_27_ib", "be_15_bm"))
    state.spotted, state.scouts, state.looked, state.air_orders = 2, 4, [hex_("W35")], [0, 3]
    state.flights.results.append((unit("ge_hq_2_aok"), True))
    state.flights.lost.append(unit("ge_hq_2_aok"))
    data: dict[str, Any] = json.loads(json.dumps(state.dump()))
    assert LiegeState.load(data).dump() == state.dump()
    copy = state.copy()
    copy.flights.flown.append(1)
    copy.air_orders[0] = 1
    assert state.flights.flown == []
    assert state.air_orders == [0, 3]


def test_views_show_nothing_of_a_side_that_is_hidden_in_whole_games() -> None:
    """A random siege: at every position no view of others names a hidden unit, and its markers are in place."""
    game = Game.start(LiegeSystem("siege"), KeyedChance(b"views"))
    dice = random.Random(3)
    for number in range(400):
        if not game.stack:
            break
        game.apply(dice.choice(list(game.options())))
        if number % 5:
            continue
        for viewer in (GERMAN, ALLIED, None):
            view = view_of(game.state, viewer)
            for seen in view.units:
                side = FACTS.units[seen.unit].side
                assert side == viewer or not is_hidden(game.state, seen.unit)
            assert {(stack.hex, stack.side) for stack in view.stacks} == {
                (game.state.at[one], own.side)
                for one, own in enumerate(FACTS.units)
                if is_hidden(game.state, one) and own.side != viewer
            }


def test_others_read_of_a_hidden_march_that_it_ends_and_not_how() -> None:
    """Firing positions are for heavy guns, and not every unit marches by force."""
    units = {"ge_kmk_b3": "V36 s", "ge_27_ib": "V36 s"}
    for hidden, read in ((tuple(units), (UNTOLD, "halt", "halt", UNTOLD)), ((), ("", "", "", ""))):
        game = playing(position(units, forts=("all",), hidden=hidden))
        while game.decision.kind != "march":
            ordered(game, "done")
        turn = game.decision.told(game, Choice("turn", unit("ge_27_ib")))
        ordered(game, "unit ge_kmk_b3")
        ends = [game.decision.told(game, Choice(verb)) for verb in ("turn", "deploy", "forced")]
        assert (turn, *ends) == read
