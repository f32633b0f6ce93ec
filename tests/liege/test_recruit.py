"""The recruit: its answers are legal, it needs no memory, it beats random play, and the table of games counts it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from engine.core.bits import members
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice, Options
from engine.liege import combat, march_search
from engine.liege.combat import HexAttack, before
from engine.liege.grid import NOWHERE
from engine.liege.opponent import LEVELS, LiegeSeat, Recruit, answered, seat_of
from engine.liege.opponent.__main__ import main
from engine.liege.opponent.fighting import best_attack, focus, opens_city, weighed, would_hold_city
from engine.liege.opponent.fire import FortFire, chance_to_fall, fire_at_forts, plan_fire
from engine.liege.opponent.kept_games import play_rest, read_games
from engine.liege.opponent.manner import STRATEGIES
from engine.liege.opponent.marching import order_of
from engine.liege.opponent.match import PlayedSiege, compared, play, told
from engine.liege.opponent.reach import reachable
from engine.liege.opponent.support import kept_for_support
from engine.liege.sequence.retreats import BreakThrough
from engine.liege.state import ASSAULTS, DEPLOYED, FOUGHT, LiegeState
from engine.liege.system import LiegeSystem
from tests.liege.legal_answers import CASES, answers_legally
from tests.liege.support import FACTS, fort, hex_, playing, position, unit

#: The forts beside V36.
SILENT = {"barchon", "evegnee", "fleron", "lantin", "liers", "pontisse"}


@pytest.mark.sweep(fixed=["night-0", "siege-1"])
@pytest.mark.parametrize("case", CASES)
def test_its_answers_are_legal_and_need_no_memory(case: str) -> None:
    answers_legally("recruit", Recruit(), case)


@pytest.mark.sweep(fixed=["allied-0", "german-0"])
@pytest.mark.parametrize(
    "case", [*(f"allied-{number}" for number in range(0, 40, 4)), *(f"german-{number}" for number in range(0, 40, 4))]
)
def test_it_beats_random_play(case: str) -> None:
    """As the Belgians it wins all of four sieges, as the Germans at least three of four (37 of the 40 here)."""
    side, _, first = case.partition("-")
    players = ("recruit", "random") if side == "german" else ("random", "recruit")
    numbers = range(int(first), int(first) + 4)
    won = sum(play("siege", players, number).winner == ("german", "allied").index(side) for number in numbers)
    assert won >= (3 if side == "german" else 4)


def test_a_game_is_the_same_twice() -> None:
    assert play("night", ("recruit", "recruit"), 3) == play("night", ("recruit", "recruit"), 3)
    assert play("night", ("recruit", "recruit"), 3) != play("night", ("recruit", "recruit"), 4)


def test_guns_go_where_they_add_most() -> None:
    """The 42 cm guns alone almost destroy a fort, so the mortars fire at another one; no fort gets both."""
    state = position(
        {"ge_kmk_b3": "V36 s", "ge_iii_fussa_4": "U35 sw", "ge_ii_fussa_4": "U35 sw"}, turn=5, forts=("all",)
    )
    state.mark(unit("ge_kmk_b3"), DEPLOYED)
    given = {one.fort: one.guns for one in fire_at_forts(state)}
    assert sorted(gun for guns in given.values() for gun in range(99) if guns >> gun & 1) == sorted(
        unit(name) for name in ("ge_kmk_b3", "ge_iii_fussa_4", "ge_ii_fussa_4")
    )
    big = next(target for target, guns in given.items() if guns >> unit("ge_kmk_b3") & 1)
    assert given[big] == 1 << unit("ge_kmk_b3")
    assert chance_to_fall(state, fort("barchon"), 1 << unit("ge_kmk_b3")) > 0.75


def storms(state: LiegeState) -> list[FortFire]:
    return [one for one in fire_at_forts(state) if one.unit != NOWHERE]


def test_a_fort_is_stormed_where_it_pays_and_never_among_troops() -> None:
    """Mortars with a brigade and pioneers: the assault is worth more than the barrage, and the guns are kept for it."""
    units = {"ge_iii_fussa_4": "U35 sw", "ge_pir_24": "U35 sw", "ge_27_ib": "U35 sw"}
    state = position(units, turn=3, forts=("all",))
    found = storms(state)
    assert [one.unit for one in found] == [unit("ge_pir_24")], (
        "the pioneers storm; nobody storms without guns or pioneers"
    )
    assert found[0].guns == 1 << unit("ge_iii_fussa_4")
    assert found[0].value > 2 * chance_to_fall(state, found[0].fort, found[0].guns)
    assert plan_fire(state, 0).forts == []
    held = position({**units, "be_9_11_bm": "V35 n"}, turn=3, forts=("all",))
    assert storms(held) == []
    (barrage,) = plan_fire(held, 0).forts
    assert barrage.guns == 1 << unit("ge_iii_fussa_4") | 1 << unit("ge_pir_24"), "pioneers who cannot storm are guns"


def test_a_unit_that_faces_elsewhere_is_named_for_an_assault_and_turns() -> None:
    """Pioneers in U35 facing U34 still assault a fort of V35: they turn in the Movement Phase."""
    state = position({"ge_iii_fussa_4": "U35 sw", "ge_pir_24": "U35 s"}, turn=3, forts=("all",))
    game, player = playing(state, barrage=[1] * 9, cab=[20] * 9), Recruit()
    while game.decision.kind != "march":
        game.apply(player(seat_of(game), random.Random(0)))
    (one,) = game.state.assaults
    assert one.unit == unit("ge_pir_24")
    assert game.state.facing[one.unit] == FACTS.grid.side_toward(hex_("U35"), hex_("U34"))
    while game.decision.kind in ("march", "marching", "facing", "arrival", "arrival_facing"):
        game.apply(player(seat_of(game), random.Random(0)))
    assert game.state.facing[one.unit] == FACTS.grid.side_toward(hex_("U35"), hex_("V35"))


def test_an_attack_leaves_out_units_that_make_it_worse() -> None:
    """Cavalry in rough ground costs twelve on the die: the divisions attack without it."""
    units = {"ge_13_id": "V34 n", "ge_27_ib": "V34 n", "ge_9_kd": "V34 n", "be_9_11_bm": "V35 n"}
    state = position(units, turn=5, forts=())
    value, attack = best_attack(state, hex_("V35"))
    assert combat.cannot_join(state, HexAttack(hex_("V35"), attack.full), unit("ge_9_kd")) is None
    assert set(attack.full) == {unit("ge_13_id"), unit("ge_27_ib")}
    assert value > weighed(state, attack._replace(full=(*attack.full, unit("ge_9_kd"))))


def test_guns_are_not_left_alone() -> None:
    """One of two divisions stays with the big gun where the attack could be thrown back, and infantry joins guns without any."""
    units = {"ge_13_id": "V36 sw", "ge_14_id": "V36 sw", "be_15_bm": "W35 n", "be_12_14_bm": "W35 n"}
    gain, attack = best_attack(position(units, turn=6, forts=()), hex_("W35"))
    both = HexAttack(attack.hex, (unit("ge_13_id"), unit("ge_14_id")))
    with_gun = position({**units, "ge_kmk_b3": "V36 sw"}, turn=6, forts=())
    assert set(attack.full) == set(both.full)
    assert weighed(with_gun, both) < gain - 0.5
    assert weighed(with_gun, HexAttack(both.hex, both.full[:1])) == weighed(
        position(units, turn=6, forts=()), HexAttack(both.hex, both.full[:1])
    )
    state = position({"ge_kmk_b3": "V36 sw", "ge_5_id": "U36 n", "be_15_bm": "W35 n"}, turn=6, forts=("all",))
    order = order_of(state, unit("ge_5_id"), 0)
    assert order is not None
    assert order.march.hex == hex_("V36")


@pytest.mark.parametrize("name", ["ge_2_kd", "ge_13_id", "ge_ii_fussa_9"])
def test_one_cheapest_way_leads_to_each_hex(name: str) -> None:
    """The same hexes at the same prices as among all marches, when no unit is hidden."""
    units = {name: "V36 n", "ge_27_ib": "U35 sw", "be_dc": "X36 n", "be_9_11_bm": "V35 n"}
    state = position(units, turn=5, forts=("all",))
    every: dict[int, int] = {}
    for march in march_search.marches(state, unit(name), force=False):
        every.setdefault(march.hex, march.spent)
    assert {march.hex: march.spent for march in reachable(state, unit(name))} == every
    assert len(every) > 3


def test_forts_fire_at_the_largest_stack() -> None:
    """Of a brigade in U34 and two divisions in U35 the forts of V35 take the divisions."""
    state = position(
        {"ge_11_ib": "U34 nw", "ge_13_id": "U35 n", "ge_14_id": "U35 n"}, side="be", turn=3, forts=("all",)
    )
    (fired,) = plan_fire(state, 0).units
    assert fired.hex == hex_("U35")
    assert fired.guns == 0


@pytest.mark.parametrize(
    ("turn", "holds", "saved"), [(3, True, False), (4, True, True), (5, False, True), (6, False, True)]
)
def test_belgians_leave_when_they_hold_nothing_that_counts(turn: int, holds: bool, saved: bool) -> None:
    """From turn 4 units holding no hex of the camp leave; the others stay until the last turn in which it scores, and leave in that."""
    state = position(
        {"be_9_11_bm": "V35 ne", "be_9_11_rf": "V35 ne", "be_15_bm": "AA36 n", "ge_27_ib": "U35 sw"},
        side="be",
        turn=turn,
        forts=("all",),
    )
    game, player = playing(state, barrage=[20] * 9, cab=[1] * 60, combat=[10] * 9, combat_test=[1] * 30), Recruit()
    while game.stack and game.actor == 1:
        game.apply(player(seat_of(game), random.Random(0)))
    assert (game.state.at[unit("be_9_11_bm")] == hex_("V35")) == holds
    assert (game.state.at[unit("be_9_11_rf")] == hex_("V35")) == holds, "a fortress regiment helps to hold the hex"
    assert (game.state.at[unit("be_15_bm")] < 0) == saved


def test_a_marker_is_marched_to_by_twice_as_many_as_whom_it_shows() -> None:
    """One division goes for a visible brigade; where it is hidden others could be there, and it takes two."""
    one = {"ge_13_id": "Y37 n", "be_15_bm": "Z37 n"}
    two = {**one, "ge_14_id": "Y36 n"}
    seen, hidden, enough = (
        focus(position(units, turn=4, forts=(), hidden=under))
        for units, under in ((one, ()), (one, ("be_15_bm",)), (two, ("be_15_bm",)))
    )
    assert (seen, hidden, enough) == (1 << hex_("Z37"), 0, 1 << hex_("Z37"))


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
    """While no infantry is there, and only in the dark; the strongest goes in, and Belgians next to the city turn towards it."""
    units = {"ge_34_ib": "V36 s", "ge_27_ib": "U35 sw", "be_9_11_rf": "V35 n", "be_12_14_rf": "X35 s"}
    attack = HexAttack(hex_("V35"), (unit("ge_34_ib"), unit("ge_27_ib")))
    state = position(units, scenario="night", turn=3, forts=("all",))
    assert opens_city(state, attack)
    assert not opens_city(state, attack._replace(hex=hex_("X35")))
    assert not opens_city(position(units, scenario="night", turn=4, forts=("all",)), attack)
    assert not opens_city(position({**units, "be_15_bm": "W35 n"}, scenario="night", turn=3, forts=("all",)), attack)
    seat = LiegeSeat(state, BreakThrough((unit("ge_27_ib"), unit("ge_34_ib"))), Options({"enter": 1 << unit("ge_27_ib") | 1 << unit("ge_34_ib"), "stay": 1}), 0)  # fmt: skip
    assert Recruit()(seat, random.Random(0)) == Choice("enter", unit("ge_34_ib"))
    state.place(unit("ge_34_ib"), hex_("W35"), 0)
    state.side = 1
    order = order_of(state, unit("be_12_14_rf"), 0)
    assert order is not None
    assert order.turns
    assert order.facing == FACTS.grid.side_toward(hex_("X35"), hex_("W35"))


def test_by_night_it_marches_to_the_gap_that_it_can_break() -> None:
    """A brigade in W34 with a friendly one adjacent: three more can come, so they do. V35 with two units is for those around it."""
    units = {"ge_27_ib": "U34 nw", "ge_11_ib": "U34 nw", "ge_38_ib": "V34 n", "ge_43_ib": "V33 n", "be_12_14_bm": "W34 n", "be_9_11_rf": "V35 n"}  # fmt: skip
    held = position({**units, "be_9_11_bm": "V35 n"}, scenario="night", turn=3, forts=("all",))
    assert focus(held) == 1 << hex_("W34")
    order = order_of(held, unit("ge_43_ib"), focus(held))
    assert order is not None
    assert FACTS.grid.distance(order.march.hex, hex_("W34")) == 1
    far = position({"ge_27_ib": "U36 s", "be_12_14_bm": "W34 n", "be_9_11_bm": "V35 n"}, scenario="night", turn=3, forts=("all",))  # fmt: skip
    assert focus(far) == 0
    assert focus(position(units, scenario="night", turn=3, forts=("all",))) == 1 << hex_("V35")


def test_at_night_a_unit_guards_an_open_gap() -> None:
    """The brigade that would hold the city faces elsewhere, so it turns to V35; the others are then free."""
    state = position({"ge_34_ib": "U35 n", "ge_14_ib": "U36 n"}, scenario="night", turn=3, forts=("all",))
    assert focus(state) == 1 << hex_("V35") | 1 << hex_("W34")
    order = order_of(state, unit("ge_34_ib"), focus(state))
    assert order is not None
    assert order.turns
    assert before(state, unit("ge_34_ib")) >> hex_("V35") & 1 == 0
    game, player = playing(state, barrage=[20] * 9), Recruit()
    while game.decision.kind != "breach":
        game.apply(player(seat_of(game), random.Random(0)))
    assert before(game.state, unit("ge_34_ib")) >> hex_("V35") & 1
    assert focus(game.state) == 0
    assert not opens_city(game.state, HexAttack(hex_("V35"), (unit("ge_34_ib"),))), "nobody has to be beaten for it"
    game.apply(player(seat_of(game), random.Random(0)))
    assert game.state.units_at(hex_("W35")) == [unit("ge_34_ib")]


def test_by_night_nobody_slips_into_a_city_that_it_cannot_hold() -> None:
    """The brigades of the camp and the one due throw two steps out again, also after an attack: V35 isn't attacked for the way in."""
    units = {
        "ge_11_ib": "V34 nw",
        "ge_27_ib": "U35 sw",
        "be_9_11_bm": "V35 n",
        "be_9_11_rf": "V35 n",
        "be_12_14_rf": "X35 n",
    }
    state = position(units, scenario="night", turn=3, forts=("all",))
    seat = LiegeSeat(state, BreakThrough((unit("ge_11_ib"),)), Options({"enter": 1 << unit("ge_11_ib"), "stay": 1}), 0)
    assert not would_hold_city(state, unit("ge_11_ib"))
    assert Recruit()(seat, random.Random(0)) == Choice("stay")
    assert not opens_city(state, HexAttack(hex_("V35"), (unit("ge_11_ib"),)))
    assert focus(state) & 1 << hex_("W34") == 0
    state.mark(unit("ge_11_ib"), FOUGHT)
    assert Recruit()(seat, random.Random(0)) == Choice("stay")
    for weak in ("be_9_11_bm", "be_9_11_rf"):
        state.place(unit(weak), hex_("Z36"), 0)
    assert would_hold_city(state, unit("ge_11_ib"))


@pytest.mark.parametrize(
    ("german", "belgian", "answer"),
    [
        ("ge_11_ib", "be_9_11_rf", Choice("target", hex_("V36"))),
        ("ge_11_ib 1", "be_9_11_rf", Choice("done")),
        ("ge_11_ib 1", "be_9_11_bm", Choice("target", hex_("V36"))),
    ],
    ids=["too strong to attack", "weak", "weak, but no fortress regiment there"],
)
def test_forts_keep_silent_that_support_an_attack(german: str, belgian: str, answer: Choice) -> None:
    """After their fire they would not: six forts beside V36 add their ARF to an attack of a fortress regiment (11.3.8)."""
    name, _, level = german.partition(" ")
    units = {name: f"V36 sw {level or 0}", belgian: "W35 ne"}
    seat = seat_of(playing(position(units, side="be", scenario="night", turn=4, forts=("all",))))
    assert Recruit()(seat, random.Random(0)) == answer
    silent = {FACTS.forts[one].name for one in members(kept_for_support(seat))}
    assert silent == (SILENT if answer.verb == "done" else set())


@pytest.mark.sweep(fixed=["night-0"])
@pytest.mark.parametrize("case", [f"night-{number}" for number in range(0, 40, 8)])
def test_it_beats_a_random_garrison_by_night(case: str) -> None:
    """At least four of eight (26 of the 40 here, 309 of 400): it doesn't slip into a city that a sensible garrison would retake."""
    first = int(case.partition("-")[2])
    won = sum(play("night", ("recruit", "random"), number).winner == 0 for number in range(first, first + 8))
    assert won >= 4


@pytest.mark.sweep(fixed=["never_storms", "leaves_on_5"])
@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_a_single_strategy_leaves_something_undone(name: str) -> None:
    """Each plays a different game from the recruit, on the side it is for."""
    players = (name, "recruit") if STRATEGIES[name][0] == 0 else ("recruit", name)
    assert any(play("siege", players, number) != play("siege", ("recruit", "recruit"), number) for number in (7, 8, 9))


def test_strategies_are_compared_by_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    """A draw counts half, and a game is compared with the one of the same number."""
    won = PlayedSiege(0, 0, 6, (0,), (0, 0), 0, True, 1)
    lost, drawn = PlayedSiege(1, 1, 0, (0,), (0, 0), 0, True, 1), PlayedSiege(2, None, 3, (0,), (0, 0), 0, True, 1)
    line = compared("never_storms", [won, won, drawn, drawn], [lost, won, lost, drawn])
    assert line == "never_storms (German): 75.0 %, the recruit 37.5 %: +37.5 points (error 23.9)"
    assert compared("holds_fire", [won, lost], [won, lost]).startswith(
        "holds_fire (Allied): 50.0 %, the recruit 50.0 %: +0.0"
    )
    assert main(("night", "--games", "2", "--strategies", "never_attacks")) == 0
    assert "never_attacks (German): " in capsys.readouterr().out


def test_a_measurement_that_was_stopped_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Games in the folder are not played again, a line that was cut off is, and the table is that of one run."""
    words = ("night", "--games", "3", "--from", "40", "--strategies", "never_attacks")
    assert main(words) == 0
    wanted = capsys.readouterr().out
    assert main((*words[:2], "2", *words[3:], "--keep", str(tmp_path))) == 0
    file = tmp_path / "night-recruit-recruit.jsonl"
    first, second = file.read_text("utf-8").splitlines()
    file.write_text(f"{first}\n{second[:30]}", "utf-8")
    asked: list[int] = []

    def played(numbers: Iterable[int]) -> Iterator[PlayedSiege]:
        for number in numbers:
            asked.append(number)
            yield play("night", ("recruit", "recruit"), number)

    games = list(play_rest(file, (42, 41, 40), played))
    assert asked == [41, 42]
    assert [game.number for game in games] == [40, 41, 42]
    assert read_games(file) == {game.number: game for game in games}
    capsys.readouterr()
    assert main((*words, "--keep", str(tmp_path))) == 0
    assert capsys.readouterr().out == wanted


def test_it_cannot_look_under_fog() -> None:
    """Two positions that differ in the units under the markers are the same question to the Belgians, with the same answer."""
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


def test_who_storms_a_fort_supports_no_other_assault() -> None:
    """Pioneers that were declared to storm one fort were proposed as guns for another one, which was refused again and again."""
    units = {"ge_pir_emmich": "V34 nw", "ge_pir_24": "V34 nw", "ge_27_ib": "V34 nw"}
    state = position(units, turn=8, forts=("all",))
    state.mark(unit("ge_pir_emmich"), ASSAULTS)
    assert [one.guns for one in fire_at_forts(state) if one.guns >> unit("ge_pir_emmich") & 1] == []
