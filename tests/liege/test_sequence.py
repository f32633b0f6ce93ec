"""Chapter 3: the phases of a player turn and their order; scenario rules; the map's legend."""

from __future__ import annotations

import dataclasses

import pytest

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.liege.facts import GERMAN, facts_of
from engine.liege.sequence.turns import AttackerTurn
from engine.liege.state import ARRIVED, DEPLOYED, FORCED, FORCED_BEFORE, MARCHED, TIRED, LiegeState
from engine.liege.supply import Supply
from engine.liege.system import LiegeSystem
from tests.liege.support import FACTS, hex_, ordered, playing, position, told, unit

#: A German turn in which every phase has a decision: guns, an assault, a march, a combat, a unit to merge.
BUSY_TURN = {
    "ge_iii_fussa_4": "U35 sw", "ge_pir_emmich": "U35 sw", "ge_13_id": "X36 nw", "be_15_bm": "Y36 se",
    "ge_11_ib": "S33 n 1", "ge_14_ib": "S33 n 1",
}  # fmt: skip


def kinds_of(game: Game[LiegeState]) -> list[str]:
    """Return the kinds of decisions of a player turn in which every one is passed."""
    found: list[str] = []
    side = game.state.side
    while game.stack and game.state.side == side:
        if not found or found[-1] != game.decision.kind:
            found.append(game.decision.kind)
        ordered(game, "done")
    return found


def test_3_2_1_to_3_2_5_the_phases_follow_each_other() -> None:
    """Administration, barrages, declared assaults, movement, the assaults themselves, combats, and the remaining actions."""
    game = playing(position(BUSY_TURN, forts=("fleron",)))
    assert kinds_of(game) == ["barrage", "assaults", "march", "combat", "afterwards"]
    told_ = [event.data["phase"] for event in game.events if event.kind == "phase" and event.data["side"] == GERMAN]
    assert told_[:4] == ["barrage", "declarations", "movement", "combat"]
    assert (
        AttackerTurn.steps.index("movement") < AttackerTurn.steps.index("assaults") < AttackerTurn.steps.index("combat")
    )


def test_3_2_2_the_first_administrative_phase_of_the_germans_has_no_lines() -> None:
    """No unit is checked in it; in every later one both sides are, attacker and defender."""
    game = Game.start(LiegeSystem("siege", fog=False), KeyedChance(b"sequence"))
    assert told(game, "lines") == []
    ordered(game, "done")
    assert len(told(game, "lines")) == 1
    state = position({"ge_27_ib": "AA33 n", "be_dc": "S33 n"}, turn=5)
    late = Game(LiegeSystem("siege", fog=False), state, KeyedChance(b"lines"))
    late.call(AttackerTurn, GERMAN)
    late._settle()
    assert {unit("ge_27_ib"), unit("be_dc")} <= set(told(late, "lines")[0]["out"])
    assert state.supply[unit("be_dc")] == Supply.OUT


def test_3_2_3_and_3_2_4_who_fired_or_storms_does_not_move() -> None:
    """In the Barrage Phase only the attacker acts; its guns are done then."""
    game = playing(position(BUSY_TURN, forts=("fleron",)), barrage=[20], cab=[1])
    assert game.actor == GERMAN
    ordered(game, "fort fleron", "add ge_iii_fussa_4", "fire")
    while game.decision.kind != "march":
        ordered(game, "done")
    assert game.parse("unit ge_iii_fussa_4") not in list(game.options())
    assert game.parse("turn ge_iii_fussa_4") not in list(game.options())


def test_3_2_4_forced_marches_of_the_turn_before_are_over_first() -> None:
    state = position({"ge_27_ib": "T34 n"})
    state.mark(unit("ge_27_ib"), FORCED | MARCHED | TIRED)
    playing(state)
    assert not state.has(unit("ge_27_ib"), FORCED | MARCHED | TIRED)
    assert state.has(unit("ge_27_ib"), FORCED_BEFORE)


def test_3_3_1_siege_guns_begin_in_firing_position_where_the_set_up_says() -> None:
    """No other code of the set-up display is used: no unit starts with losses, in fieldworks or with a weak line."""
    for name in ("night", "siege", "maubeuge"):
        scenario = facts_of(name).scenarios[name]
        guns = {one for one, arrival in scenario.arrivals.items() if arrival.deployed}
        assert {facts_of(name).units[one].type for one in guns} <= {"SAR"}
    game = Game.start(LiegeSystem("siege", fog=False), KeyedChance(b"guns"))
    while game.state.turn < 5:
        ordered(game, "done")
    ordered(game, "arrive ge_kmk_b3", "face s")
    gun = unit("ge_kmk_b3")
    assert game.state.has(gun, DEPLOYED | ARRIVED)
    assert (game.state.level[gun], game.state.supply[gun]) == (0, Supply.FULL)


@pytest.mark.parametrize(("name", "turns"), [("night", []), ("siege", [4, 5, 6, 7]), ("maubeuge", [])])
def test_3_3_2_the_turn_track_is_data_of_the_scenario(name: str, turns: list[int]) -> None:
    """Heat and rain by turn; the Belgians stay on their side of the border in turn 2, which has only arrivals."""
    scenario = facts_of(name).scenarios[name]
    assert sorted(scenario.heat) == turns
    assert scenario.rain == frozenset()
    if name != "maubeuge":
        game = Game.start(LiegeSystem(name, fog=False), KeyedChance(b"track"))
        assert game.state.turn == 2
        assert {choice.verb for choice in game.options()} == {"arrive", "done"}


def test_1_1_7_a_scenario_has_rules_of_its_own_that_take_precedence() -> None:
    """A unit that leaves the map is lost, unless the scenario says it is saved; at night ground has no effect."""
    siege, night = (FACTS.scenarios[name] for name in ("siege", "night"))
    assert (siege.leave_from, siege.leave_nation, night.leave_from) == (4, "be", 0)
    state = position({"be_15_bm": "AA36 n"}, side="be", turn=5)
    assert "leave" in {choice.verb for choice in _march(state, "be_15_bm")}
    state = position({"be_15_bm": "AA36 n"}, side="be", turn=5)
    state.scenario = dataclasses.replace(state.scenario, leave_from=0, leave_nation="")
    assert "leave" not in {choice.verb for choice in _march(state, "be_15_bm")}


def _march(state: LiegeState, name: str) -> list[Choice]:
    game = playing(state)
    while game.decision.kind != "march":
        ordered(game, "done")
    ordered(game, f"unit {name}")
    return list(game.options())


def test_4_1_and_4_2_every_hex_and_hexside_has_a_terrain_of_the_legend() -> None:
    """Clear, broken and rough hexes; minor rivers, rivers and the Meuse, which is a major one."""
    for name in ("siege", "maubeuge"):
        shipped = facts_of(name)
        assert {one.name for one in shipped.terrain} <= {"Clear", "Broken", "Rough"}
        assert len(shipped.terrain) == len(shipped.grid.names)
        assert {edge.kind for edge in shipped.crossings} <= {"MinorRiver", "River", "MajorRiver"}
    assert FACTS.terrain[hex_("W35")].name == "Clear"
    meuse = FACTS.crossing[hex_("V36")][FACTS.grid.side_toward(hex_("V36"), hex_("W36"))]
    assert FACTS.crossings[meuse].kind == "MajorRiver"


def test_4_4_forts_have_a_class_and_a_camp_is_its_hexes_with_forts() -> None:
    """Concrete at Liège, strengthened masonry at Maubeuge; every hex of a camp has forts, and every fort is in one."""
    for name, kinds, hexes in (("siege", {"concrete"}, 4), ("maubeuge", {"strengthened"}, 2)):
        shipped = facts_of(name)
        assert {fort.kind for fort in shipped.forts} == kinds
        assert {fort.hex for fort in shipped.forts} == {
            one for one in range(len(shipped.grid.names)) if shipped.camp >> one & 1
        }
        assert shipped.camp.bit_count() == hexes
