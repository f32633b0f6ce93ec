"""The recruit: its answers are legal, it needs no memory, it beats random play, and the table of games counts them."""

from __future__ import annotations

import random

import pytest

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice, Options
from engine.liege.opponent import LEVELS, LiegeSeat, Recruit, answered, anything, seat_of
from engine.liege.opponent.__main__ import main
from engine.liege.opponent.fighting import opens_city
from engine.liege.opponent.fire import chance_to_fall, guns_by_fort, plan_fire, storms
from engine.liege.opponent.marching import order_of
from engine.liege.opponent.match import PlayedSiege, play, told
from engine.liege.sequence.retreats import BreakThrough
from engine.liege.state import DEPLOYED, LiegeState
from engine.liege.system import LiegeSystem
from tests.liege.support import FACTS, fort, hex_, playing, position, unit

SCENARIOS = ("night", "siege", "maubeuge")


@pytest.mark.sweep(fixed=["night-0", "siege-1"])
@pytest.mark.parametrize("case", [f"{scenario}-{number}" for scenario in SCENARIOS for number in range(8)])
def test_its_answers_are_legal_and_need_no_memory(case: str) -> None:
    """Against random play, so that it meets every decision; a recruit that begins in the middle of an order answers too."""
    scenario, _, number = case.partition("-")
    game: Game[LiegeState] = Game.start(LiegeSystem(scenario), KeyedChance(case.encode()))
    rng, side, player = random.Random(case), int(number) % 2, Recruit()
    asked = 0
    while game.stack:
        seat = seat_of(game)
        choice = anything(seat, rng) if seat.side != side else player(seat, rng)
        if seat.side == side:
            asked += 1
            assert seat.options.allows(choice)
            if asked % 5 == 0:
                assert seat.options.allows(answered("recruit", seat, rng))
        game.apply(choice)
    assert asked > 10
    assert game.result is not None


@pytest.mark.sweep(fixed=["allied-0"])
@pytest.mark.parametrize(
    "case", [*(f"allied-{number}" for number in range(0, 40, 4)), *(f"german-{number}" for number in range(0, 40, 8))]
)
def test_it_beats_random_play(case: str) -> None:
    """As the Belgian it wins all of four sieges, as the German five of eight at least (33 of the 40 here)."""
    side, _, first = case.partition("-")
    players, games = (("recruit", "random"), 8) if side == "german" else (("random", "recruit"), 4)
    numbers = range(int(first), int(first) + games)
    won = sum(play("siege", players, number).winner == ("german", "allied").index(side) for number in numbers)
    assert won >= (5 if side == "german" else games)


def test_a_game_is_the_same_twice() -> None:
    assert play("night", ("recruit", "recruit"), 3) == play("night", ("recruit", "recruit"), 3)
    assert play("night", ("recruit", "recruit"), 3) != play("night", ("recruit", "recruit"), 4)


def test_guns_go_where_they_add_most() -> None:
    """The 42 cm guns alone nearly destroy a fort, so the mortars fire at another one; nobody is given two."""
    state = position(
        {"ge_kmk_b3": "V36 s", "ge_iii_fussa_4": "U35 sw", "ge_ii_fussa_4": "U35 sw"}, turn=5, forts=("all",)
    )
    state.mark(unit("ge_kmk_b3"), DEPLOYED)
    given = guns_by_fort(state)
    assert sorted(gun for guns in given.values() for gun in range(99) if guns >> gun & 1) == sorted(
        unit(name) for name in ("ge_kmk_b3", "ge_iii_fussa_4", "ge_ii_fussa_4")
    )
    big = next(target for target, guns in given.items() if guns >> unit("ge_kmk_b3") & 1)
    assert given[big] == 1 << unit("ge_kmk_b3")
    assert chance_to_fall(state, fort("barchon"), 1 << unit("ge_kmk_b3")) > 0.75


def test_a_fort_is_stormed_where_it_pays_and_never_among_troops() -> None:
    """Mortars with a brigade and pioneers beside them: the assault gains more than it costs, and the guns are kept for it."""
    units = {"ge_iii_fussa_4": "U35 sw", "ge_pir_24": "U35 sw", "ge_27_ib": "U35 sw"}
    state = position(units, turn=3, forts=("all",))
    found = storms(state, guns_by_fort(state))
    assert found
    assert all(storm.gain > 0 for storm in found)
    kept = {storm.one.fort for storm in found}
    assert not kept & {barrage.fort for barrage in plan_fire(state, 0).forts}
    held = position({**units, "be_9_11_bm": "V35 n"}, turn=3, forts=("all",))
    assert storms(held, guns_by_fort(held)) == []


def test_forts_fire_at_the_largest_stack() -> None:
    """Of a brigade in U34 and two divisions in U35 the forts of V35 take the divisions."""
    state = position(
        {"ge_11_ib": "U34 nw", "ge_13_id": "U35 n", "ge_14_id": "U35 n"}, side="be", turn=3, forts=("all",)
    )
    (fired,) = plan_fire(state, 0).units
    assert fired.hex == hex_("U35")
    assert fired.guns == 0


def test_belgians_leave_from_turn_4_on() -> None:
    """Nobody before; then everybody goes west, and who reaches the edge goes off the map."""
    for turn, going in ((3, False), (4, True)):
        state = position(
            {"be_9_11_bm": "V35 ne", "be_15_bm": "AA36 n", "ge_27_ib": "U35 sw"}, side="be", turn=turn, forts=("all",)
        )
        game, player = playing(state, barrage=[20] * 9, cab=[1] * 60), Recruit()
        while game.stack and game.actor == 1:
            game.apply(player(seat_of(game), random.Random(0)))
        assert (game.state.at[unit("be_9_11_bm")] != hex_("V35")) == going
        assert (game.state.at[unit("be_15_bm")] < 0) == going


def test_the_table_counts_games(capsys: pytest.CaptureFixture[str]) -> None:
    played = [
        PlayedSiege(0, 0, 6, (0, 1, 3), (2, 4), 5, True, 100), PlayedSiege(1, 1, 1, (0, 0, 1), (4, 0), 9, False, 200),
        PlayedSiege(2, None, 4, (0, 2, 2), (0, 2), 4, False, 300),
    ]  # fmt: skip
    lines = told("night", ("recruit", "random"), played)
    assert lines[0] == "night: recruit (German) against random (Allied), 3 games"
    assert lines[1] == "German 33.3%, drawn 33.3%, Allied 33.3%; German 50.0% of the decided games"
    assert lines[2] == "forts down at the end of GT2 0.0, GT3 1.0, GT4 2.0"
    assert lines[4] == "steps lost: German 2.0, Allied 2.0; saved in the west 6.0"
    assert main(("night", "--games", "2", "--german", "random")) == 0
    assert capsys.readouterr().out.startswith("night: random (German) against recruit (Allied), 2 games\n")


def test_levels_are_named() -> None:
    assert LEVELS[0] == "recruit"
    assert FACTS.forts
    with pytest.raises(KeyError):
        answered("marshal", seat_of(Game.start(LiegeSystem("night"), KeyedChance(b""))), random.Random(0))


def test_by_night_the_way_into_the_city_is_worth_an_attack() -> None:
    """While no infantry is there, and in the dark alone; the strongest goes in, and Belgians beside the city turn at it."""
    units = {"ge_34_ib": "V36 s", "ge_27_ib": "U35 sw", "be_9_11_bm": "V35 n", "be_12_14_rf": "X35 s"}
    state = position(units, scenario="night", turn=3, forts=("all",))
    assert opens_city(state, hex_("V35"))
    assert not opens_city(state, hex_("X35"))
    assert not opens_city(position(units, scenario="night", turn=4, forts=("all",)), hex_("V35"))
    assert not opens_city(
        position({**units, "be_15_bm": "W35 n"}, scenario="night", turn=3, forts=("all",)), hex_("V35")
    )
    seat = LiegeSeat(state, BreakThrough((unit("ge_27_ib"), unit("ge_34_ib"))), Options({"enter": 1 << unit("ge_27_ib") | 1 << unit("ge_34_ib"), "stay": 1}), 0)  # fmt: skip
    assert Recruit()(seat, random.Random(0)) == Choice("enter", unit("ge_34_ib"))
    state.place(unit("ge_34_ib"), hex_("W35"), 0)
    state.side = 1
    order = order_of(state, unit("be_12_14_rf"), 0)
    assert order is not None
    assert order.turns
    assert order.facing == FACTS.grid.side_toward(hex_("X35"), hex_("W35"))


@pytest.mark.parametrize("name", ["never_storms", "never_attacks", "leaves_later", "stays", "holds_fire"])
def test_a_single_strategy_leaves_something_undone(name: str) -> None:
    """Each plays another game than the recruit, on the side that it is for."""
    players = (name, "recruit") if name.startswith("never") else ("recruit", name)
    assert play("siege", players, 7) != play("siege", ("recruit", "recruit"), 7)


def test_it_cannot_look_under_fog() -> None:
    """Two positions that differ in who is under which marker are the same question to the Belgians, with the same answer."""
    found = []
    for one, other in (("ge_13_id", "ge_11_ib"), ("ge_11_ib", "ge_13_id")):
        state = position(
            {one: "U35 n", other: "U34 nw", "be_9_11_bm": "V35 ne", "ge_14_ib": "V36 s"},
            side="be",
            turn=4,
            forts=("all",),
        )
        state.fog = True
        state.hidden = 1 << unit(one) | 1 << unit(other)
        state.changed()
        seat = seat_of(playing(state, barrage=[20], cab=[1] * 9))
        found.append((seat.state.dump(), Recruit()(seat, random.Random(0)), dict(seat.options.masks)))
    assert found[0] == found[1]
