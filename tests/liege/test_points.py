"""Points, margins and the ends of the scenarios; leaving the map; Maubeuge."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from pathlib import Path

import pytest

import assets
from engine.core.chance import ScriptedChance
from engine.core.game import Game
from engine.errors import IllegalChoice
from engine.liege.facts import ALLIED, GERMAN, facts, facts_of
from engine.liege.march_search import march_to, marches
from engine.liege.move import begin, can_deploy, cannot_leave
from engine.liege.points import earned, held_hexes, outcome, score
from engine.liege.state import DEPLOYED, LEFT, LiegeState
from engine.liege.system import LiegeSystem
from tests.liege.support import hex_, names, position, unit


def lines(state: LiegeState) -> dict[str, tuple[int, int]]:
    return {line.what: (line.times, line.points) for line in earned(state)}


def test_what_scores_points_in_the_siege() -> None:
    """Four forts, the city, the free railway, Leman, two Belgian steps; minus a German step and the eight remaining forts."""
    forts = ("chaudfontaine", "embourg", "boncelles", "flemalle", "hollogne", "loncin", "fleron", "evegnee")
    state = position({"ge_27_ib": "W35 n 1", "be_15_bm": "X35 n 1", "be_12_14_bm": "X35 n 1"}, forts=forts)
    state.destroy(unit("be_hq_leman"))
    assert lines(state) == {
        "fort": (4, 4), "city": (1, 3), "railway": (0, 0), "headquarters": (1, 1), "allied_step": (2, 2),
        "german_step": (1, 1), "saved_step": (0, 0), "camp_hex": (0, 0), "fort_left": (8, 8),
    }  # fmt: skip
    assert score(state) == 4 + 3 + 1 + 2 - 1 - 8
    for fort in (1, 2):
        state.fell(fort)
    assert score(state) == 6 + 3 + 3 + 1 + 2 - 1 - 6


def test_the_city_is_worth_points_to_infantry_alone() -> None:
    for name, worth in (("ge_27_ib", 3), ("ge_pir_24", 3), ("ge_2_kd", 0), ("ge_ii_fussa_9", 0)):
        assert lines(position({name: "W35 n"}, forts=("loncin",)))["city"][1] == worth


def test_11_6_15_a_camp_without_forts_is_garrisoned_or_its_railway_is_worth_nothing() -> None:
    """Any one hex of it is enough, and only infantry counts; while a fort is active there is no such duty."""
    assert lines(position({"ge_27_ib": "U35 n"}))["railway"] == (0, 0)
    assert lines(position({"ge_2_kd": "X35 n"}))["railway"] == (0, 0)
    assert lines(position({"ge_27_ib": "X35 n"}))["railway"] == (1, 3)
    assert lines(position({"ge_27_ib": "U35 n"}, forts=("loncin",)))["railway"] == (1, 3)


@pytest.mark.parametrize("held", ["be_15_bm", "be_hq_leman", "be_9_11_rf"])
def test_a_belgian_or_a_fort_on_the_railway_keeps_it(held: str) -> None:
    assert lines(position({"ge_27_ib": "X35 n", held: "V35 n"}))["railway"] == (0, 0)
    assert lines(position({"ge_27_ib": "X35 n"}, forts=("liers",)))["railway"] == (0, 0)


def test_headquarters_are_no_steps() -> None:
    """Leman counts separately, a German headquarters not at all."""
    state = position({"be_hq_leman": "W35 n", "ge_hq_2_aok": "T35 n"}, forts=("all",))
    before = score(state)
    state.destroy(unit("ge_hq_2_aok"))
    assert score(state) == before
    state.destroy(unit("be_hq_leman"))
    assert score(state) == before + 1


def test_half_points_are_rounded_down_together() -> None:
    """Three field steps saved and a fortress regiment are one point; two more steps are two."""
    state = position({"be_9_11_bm": "AA36 n", "be_9_11_rf": "AA36 n", "be_15_bm": "AA35 n", "be_hq_leman": "AA35 n"})
    for name in ("be_9_11_bm", "be_9_11_rf", "be_hq_leman"):
        state.place(unit(name), LEFT, 0)
    assert lines(state)["saved_step"] == (3, 1)
    state.place(unit("be_15_bm"), LEFT, 0)
    assert lines(state)["saved_step"] == (5, 2)


def test_hexes_of_the_camp_count_with_a_fort_and_infantry_of_the_field() -> None:
    """A fortress regiment, cavalry, and a hex without a fort or outside the camp do not count."""
    state = position(
        {"be_9_11_bm": "V35 n", "be_12_14_rf": "X35 n", "be_dc": "W34 n", "be_15_bm": "W35 n", "be_12_14_bm": "X36 n"},
        forts=("barchon", "embourg", "loncin"),
    )
    assert names(hex_ for hex_ in range(len(state.facts.grid.names)) if held_hexes(state) >> hex_ & 1) == {"V35"}


def scored(state: LiegeState, points: int) -> LiegeState:
    """Return the position with a changed value of a German step, so that the score is the wanted one."""
    worth = state.scenario.worth
    state.scenario = dataclasses.replace(
        state.scenario, worth=dataclasses.replace(worth, each={**worth.each, "fort": Fraction(points), "fort_left": Fraction(0)})
    )  # fmt: skip
    state.forts = (1 << 12) - 2
    return state


@pytest.mark.parametrize(("points", "winner"), [(9, GERMAN), (2, GERMAN), (1, None), (0, ALLIED), (-5, ALLIED)])
def test_the_margins_of_the_siege(points: int, winner: int | None) -> None:
    """Two points win, one is a draw, fewer are an Allied win."""
    result = outcome(scored(position({}, forts=("all",)), points))
    assert (result.winner, result.reason, result.data["score"]) == (winner, "points", points)


def test_the_margins_hang_on_the_ruling_about_facing() -> None:
    """As data: one front hex, three, none; the night has one ruling and no draw, and refuses a scenario with another."""
    siege, night = (facts().scenarios[name].worth for name in ("siege", "night"))
    assert ((siege.win, siege.draw), (night.win, night.draw)) == ((2, 1), (8, 8))


def started(scenario: str) -> Game[LiegeState]:
    return Game.start(LiegeSystem(scenario, fog=False), ScriptedChance())


def to_the_end(game: Game[LiegeState]) -> None:
    while game.stack:
        game.apply(game.parse("done"))


@pytest.mark.parametrize(
    ("scenario", "winner", "score_"), [("night", ALLIED, 0), ("siege", ALLIED, -12), ("maubeuge", ALLIED, 0)]
)
def test_a_game_in_which_nobody_does_anything_ends_with_its_last_turn(scenario: str, winner: int, score_: int) -> None:
    game = started(scenario)
    to_the_end(game)
    assert game.result is not None
    assert (game.result.winner, game.result.reason, game.result.data["score"]) == (winner, "points", score_)
    assert game.state.turn == game.state.scenario.last


def test_camp_hexes_are_counted_at_the_ends_of_turns_3_to_5() -> None:
    """Two brigades in their forts: two hexes a turn, three times, and never again; the events say so."""
    game = started("siege")
    game.apply(game.parse("done"))
    for name, _ in (("be_9_11_bm", "V35"), ("be_12_14_bm", "W34")):
        game.apply(game.parse(f"arrive {name}"))
        game.apply(game.parse("face n"))
    to_the_end(game)
    told = {event.data["turn"]: event.data["camp_hexes"] for event in game.events if event.kind == "turn_counted"}
    assert told == {2: 0, 3: 2, 4: 2, 5: 2, 6: 0, 7: 0, 8: 0}
    assert game.state.held == 6
    assert LiegeState.load(game.state.dump()).held == 6


def leaving(turn: int, units: dict[str, str] | None = None) -> LiegeState:
    return position(units or {"be_dc": "AA36 n", "be_15_bm": "Z36 n"}, side="be", turn=turn)


def refusal(state: LiegeState, name: str, to: str | None = None) -> tuple[str, str] | None:
    at = state.facts.grid.names[state.at[unit(name)]]
    march = march_to(state, unit(name), hex_(to or at), force=False)
    assert march is not None
    reason = cannot_leave(state, march, force=False)
    return None if reason is None else (reason.code, reason.rule)


def test_7_1_8_units_leave_the_map_where_the_scenario_says_and_nowhere_else() -> None:
    """Belgians off column AA from turn 4, for the cost of a hex like the last one; Germans and others never."""
    assert refusal(leaving(4), "be_dc") is None
    assert refusal(leaving(3), "be_dc") == ("leaves_later", "7.1.8")
    assert refusal(leaving(4), "be_15_bm") == ("no_way_off_the_map", "7.1.8")
    assert refusal(leaving(4), "be_15_bm", "AA36") is None
    assert refusal(leaving(4, {"be_15_bm": "Y36 n"}), "be_15_bm", "AA36") is None
    tired = leaving(4, {"be_9_11_rf": "Y36 n"})
    assert march_to(tired, unit("be_9_11_rf"), hex_("AA36"), force=False) is not None
    assert refusal(tired, "be_9_11_rf", "AA36") is None
    assert refusal(leaving(4, {"be_9_11_rf": "X36 n"}), "be_9_11_rf", "AA36") == ("too_few_points_to_leave", "7.1.2")
    german = position({"ge_2_kd": "AA36 n"}, turn=5)
    assert refusal(german, "ge_2_kd") == ("no_way_off_the_map", "7.1.8")
    watched = leaving(4, {"be_15_bm": "Z36 n", "ge_2_kd": "AA37 n"})
    assert refusal(watched, "be_15_bm", "AA36") == ("zone_stops_it", "7.6.1")
    assert all(march.hex >= 0 for march in marches(german, unit("ge_2_kd"), force=True))


def test_a_unit_that_has_left_is_gone_for_good() -> None:
    game = started("siege")
    while game.state.turn < 4:
        game.apply(game.parse("done"))
    game.state.place(unit("be_15_bm"), hex_("Z36"), 0)
    game.apply(game.parse("done"))
    for order in ("unit be_15_bm", "step AA36", "leave"):
        assert game.parse(order) in list(game.options())
        game.apply(game.parse(order))
    assert [event.data for event in game.events if event.kind == "left"] == [
        {"unit": unit("be_15_bm"), "path": (hex_("Z36"), hex_("AA36")), "steps": 2}
    ]
    game.undo(ALLIED)
    assert game.state.at[unit("be_15_bm")] == hex_("Z36")
    game.apply(game.parse("leave"))
    with pytest.raises(IllegalChoice) as caught:
        game.apply(game.parse("unit be_15_bm"))
    assert caught.value.reason.code == "not_on_the_map"
    assert game.state.at[unit("be_15_bm")] == LEFT
    assert game.state.units_at(LEFT) == [unit("be_15_bm")]
    to_the_end(game)
    assert game.result is not None
    assert ["saved_step", ALLIED, 2, 1] in game.result.data["lines"]


def test_the_end_of_the_map_is_a_way_out_where_every_hex_is_full() -> None:
    """No hex can hold two more steps: a regiment goes to AA35 from turn 4, to leave; before that it couldn't get back."""

    def offered(turn: int) -> set[str]:
        game = started("siege")
        while game.state.turn < turn:
            game.apply(game.parse("done"))
        terrain = tuple(dataclasses.replace(one, stack=1) for one in game.state.facts.terrain)
        game.state.facts = dataclasses.replace(game.state.facts, terrain=terrain)
        game.state.place(unit("be_9_11_rf"), hex_("Y35"), 0)
        for order in ("done", "unit be_9_11_rf", "step Z35"):
            game.apply(game.parse(order))
        return {game.text(choice) for choice in game.options()}

    assert offered(4) >= {"step AA34", "step AA35"}
    assert not offered(3) & {"step AA34", "step AA35"}


def test_maubeuge_is_the_position_of_example_14() -> None:
    """Six forts, two of them fallen, ten steps in the hex adjacent to both, guns in firing position; no unit hidden or unsupplied."""
    shipped = facts_of("maubeuge")
    state = LiegeState.new("maubeuge")
    active = [fort.name for number, fort in enumerate(shipped.forts) if state.active(number)]
    assert sorted(active) == ["bourdiau", "hautmont", "leveau", "sarts"]
    assert {(fort.kind, fort.cab) for fort in shipped.forts} == {("strengthened", 15)}
    assert next(fort.cbf for fort in shipped.forts if fort.name == "bourdiau") == 12
    assert sum(shipped.units[one].steps for one in state.scenario.arrivals if shipped.units[one].stacks) == 10
    at = shipped.hex_of("AL31")
    assert {arrival.hex for arrival in state.scenario.arrivals.values()} == {at}
    assert set(shipped.grid.beyond[at]) >= {shipped.hex_of("AK30"), shipped.hex_of("AK31")}
    guns = {unit.name: unit.aff for unit in shipped.units if unit.aff}
    assert guns == {
        "ge_pir_24": 4, "ge_pir_25": 4, "ge_kmk_b3": 96, "ge_i_ii_fussa_9": 18, "ge_oefab_8": 40, "ge_ii_iii_fussa_4": 24,
    }  # fmt: skip
    assert not state.scenario.lines
    assert not state.scenario.fog
    assert lines(state) == {"fort": (0, 0), "german_step": (0, 0)}


def test_2_2_5_and_7_9_2_an_austrian_battery_is_quicker_than_a_motor_gun() -> None:
    """Five points to deploy instead of ten, none to leave instead of five."""
    shipped = facts_of("maubeuge")
    assert shipped.firing_position["austrian"] == (5, 0)
    spent = {}
    for name in ("ge_oefab_8", "ge_kmk_b3"):
        game = started("maubeuge")
        for order in (f"arrive {name}", "face ne", "done"):
            game.apply(game.parse(order))
        game.state.forts = 0
        game.state.changed()
        for order in ("done", f"unit {name}", "step AL32", "deploy", "face se"):
            game.apply(game.parse(order))
        spent[name] = next(event.data["spent"] for event in game.events if event.kind == "moved")
        assert game.state.has(unit_of(name), DEPLOYED)
    assert spent == {"ge_oefab_8": 10, "ge_kmk_b3": 15}
    state = LiegeState.new("maubeuge")
    state.place(unit_of("ge_oefab_8"), shipped.hex_of("AL31"), 0)
    march = begin(state, unit_of("ge_oefab_8"))._replace(spent=35)
    assert can_deploy(state, march)
    assert not can_deploy(state, march._replace(spent=36))


def unit_of(name: str) -> int:
    """Return a unit of Maubeuge."""
    return facts_of("maubeuge").unit_ids[name]


def test_the_lesson_has_units_of_its_own_and_leaves_maubeuge_as_it_is() -> None:
    """The end of example 14 with a brigade of ours: stored positions of the scenario without it can still be read."""
    ours, shipped = facts_of("lesson"), facts_of("maubeuge")
    assert (ours.grid, ours.forts) == (shipped.grid, shipped.forts)
    assert LiegeSystem("lesson").digest != LiegeSystem("maubeuge").digest
    known = {unit.name: unit for unit in shipped.units}
    assert [unit.name for unit in ours.units if known.get(unit.name) != unit] == ["fr_bt_4"], "the others as there"
    state = LiegeState.new("lesson")
    assert [fort.name for number, fort in enumerate(ours.forts) if state.active(number)] == ["hautmont", "leveau"]
    assert LiegeState.load(LiegeState.new("maubeuge").dump()).dump() == LiegeState.new("maubeuge").dump()


def test_a_scenario_of_another_map_has_other_names() -> None:
    """Stored positions of the two maps are never confused."""
    assert LiegeSystem("maubeuge").digest != LiegeSystem("siege").digest == LiegeSystem("night").digest
    assert facts_of("siege") is facts()
    with pytest.raises(KeyError):
        facts_of("verdun")


def test_the_guide_gives_the_margin_of_the_night() -> None:
    """Its sentences contain the figures of the file."""
    guide = (Path(assets.__file__).parent / "liege" / "text" / "en" / "guide.toml").read_text(encoding="utf-8")
    worth = facts().scenarios["night"].worth
    assert worth.draw == worth.win
    assert f"With {worth.win} or more they win, with fewer the Belgians do." in guide
    assert f"The Germans win with {worth.win} points, the Belgians with fewer." in guide
    assert f"get {worth.each['fort']} for a fort, and {worth.each['city']} for infantry in Liège" in guide
