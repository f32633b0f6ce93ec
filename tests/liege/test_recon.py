"""Chapter 20: aircraft over the hexes that hidden units enter, and cavalry next to hidden stacks."""

from __future__ import annotations

import dataclasses

import pytest

from engine.core.game import Game
from engine.core.record import UNTOLD
from engine.errors import IllegalChoice
from engine.liege.facts import ALLIED, GERMAN
from engine.liege.fog import is_hidden
from engine.liege.move import begin
from engine.liege.recon import can_fly, cannot_scout, scouting_modifiers, squadrons, ways_to_scout
from engine.liege.state import ALWAYS, ASK, LOST, NEAR, NEVER, SHAKEN, LiegeState
from tests.liege.support import FACTS, hex_, names, ordered, playing, position, told, unit

HQ, LEMAN, BM, KD = unit("ge_hq_2_aok"), unit("be_hq_leman"), unit("be_15_bm"), unit("ge_2_kd")


def west(*more: str, order: int = ALWAYS, air: tuple[int, ...] = (), hq: str = "V36", **units: str) -> Game[LiegeState]:
    """Return a hidden Belgian brigade of two steps in Y36, with clear country around it, and a German headquarters nearby."""
    there = {"ge_hq_2_aok": f"{hq} n", "be_15_bm": "Y36 n", "be_hq_leman": "AA35 n", **units}
    state = position(there, side="be", turn=5, hidden=("be_15_bm", *more))
    state.air_orders = [order, NEAR]
    return playing(state, air=list(air))


def over(game: Game[LiegeState]) -> list[tuple[int, bool, bool]]:
    return [(event["die"], event["seen"], event["small"]) for event in told(game, "air")]


def test_20_1_1_and_20_1_2_a_hidden_unit_that_enters_a_hex_may_be_seen() -> None:
    """At each hex it enters; units already there or open aren't searched for."""
    game = west("be_9_11_bm", be_9_11_bm="Y35 n", air=(1,))
    ordered(game, "unit be_15_bm", "step Y35")
    assert over(game) == [(1, True, False)]
    assert not is_hidden(game.state, BM)
    assert is_hidden(game.state, unit("be_9_11_bm"))
    assert [(event["unit"], event["why"]) for event in told(game, "revealed")] == [(BM, "air")]
    ordered(game, "step X35")
    assert len(over(game)) == 1


def test_20_1_3_and_2_5_21_a_squadron_flies_once_a_phase() -> None:
    """Two squadrons, two flights; the third hex isn't searched, and in the next phase they fly again."""
    game = west(air=(15, 1, 15), be_dc="Z36 n")
    assert squadrons(game.state, HQ) == 2
    ordered(game, "unit be_15_bm", "step Y35", "step Z35")
    assert len(over(game)) == 2
    assert is_hidden(game.state, BM) is False
    state = position({"ge_hq_2_aok": "V36 n", "be_15_bm": "Y36 n"}, side="be", turn=5, hidden=("be_15_bm",))
    state.flights.flown = [HQ, HQ]
    assert can_fly(state, BM, hex_("Y35")) == []
    state.begin_movement()
    assert [one.headquarters for one in can_fly(state, BM, hex_("Y35"))] == [HQ]


def free(state: LiegeState, to: str = "Y35", name: str = "be_15_bm") -> bool:
    return bool(can_fly(state, unit(name), hex_(to)))


def airfield(hq: str = "V36", **units: str) -> LiegeState:
    return position({"ge_hq_2_aok": f"{hq} n", "be_15_bm": "Y36 n", **units}, side="be", turn=5, hidden=("be_15_bm",))


def test_20_1_4_no_airfield_in_an_enemy_zone() -> None:
    assert free(airfield())
    assert not free(airfield(be_dc="V35 n"))
    state = airfield()
    state.at[HQ] = LOST
    assert not free(state)


def test_20_1_5_the_range_is_eight_hexes() -> None:
    assert [FACTS.grid.distance(hex_("S36"), hex_(name)) for name in ("AA36", "AA37")] == [8, 8]
    assert free(airfield("S36"), "AA36")
    assert FACTS.grid.distance(hex_("S32"), hex_("AA38")) > 8
    assert not free(airfield("S32"), "AA38")


def test_20_1_6_not_before_the_second_turn() -> None:
    state = airfield()
    for turn, flies in ((1, False), (2, True), (3, True)):
        state.turn = turn
        assert free(state) is flies


@pytest.mark.parametrize(("to", "flies"), [("Y35", True), ("Y34", False), ("Y33", False)])
def test_20_1_7_aircraft_see_in_clear_country_alone(to: str, flies: bool) -> None:
    assert free(airfield(), to) is flies


@pytest.mark.parametrize(("hq", "name", "level", "most"), [
    ("V36", "ge_13_id", 0, 12), ("V36", "ge_13_id", 1, 10), ("V36", "be_15_bm", 0, 8), ("S35", "ge_13_id", 0, 6),
    ("S35", "ge_13_id", 1, 4), ("S35", "be_15_bm", 0, 2),
])  # fmt: skip
def test_20_1_7_the_die_with_distance_and_steps(hq: str, name: str, level: int, most: int) -> None:
    """At three hexes -4, further away +2; nothing for four steps, +2 for three, +4 for two: at most 8 sees it."""
    units = {"ge_hq_2_aok": f"{hq} n"} if name == "be_15_bm" else {"be_hq_leman": f"{hq} n"}
    side = "be" if name == "be_15_bm" else "ge"
    assert (FACTS.grid.distance(hex_(hq), hex_("X36")) <= 3) is (hq == "V36")
    for die in (most, most + 1):
        state = position({**units, name: f"X37 n {level}"}, side=side, turn=5, hidden=(name,))
        state.air_orders = [ALWAYS, ALWAYS]
        game = playing(state, air=[die])
        ordered(game, f"unit {name}", "step X36")
        assert is_hidden(state, unit(name)) is (die > most)


def test_20_1_8_a_small_unit_is_said() -> None:
    """One step: never seen, and that is announced. Two steps: announced if only the steps hid them."""
    single = west(air=(1,), be_15_bm="Y36 n 1")
    ordered(single, "unit be_15_bm", "step Y35")
    assert over(single) == [(1, False, True)]
    for die, small in ((9, True), (12, True), (13, False)):
        two = west(air=(die,))
        ordered(two, "unit be_15_bm", "step X36")
        assert over(two) == [(die, False, small)]


def test_20_1_9_one_success_looks_at_all_who_enter_the_hex_later() -> None:
    """With the same die and the modifiers of the other unit: three steps are seen at 6, two at 8, one never."""
    state = airfield(be_9_11_bm="Y36 n", be_12_14_bm="Y36 n 2")
    state.hidden |= 1 << unit("be_9_11_bm") | 1 << unit("be_12_14_bm")
    state.air_orders = [ALWAYS, NEAR]
    game = playing(state, air=[7])
    for name in ("be_15_bm", "be_9_11_bm", "be_12_14_bm"):
        ordered(game, f"unit {name}", "step X36", "halt", "face n")
    assert [is_hidden(state, unit(name)) for name in ("be_15_bm", "be_9_11_bm", "be_12_14_bm")] == [False, False, True]
    assert len(over(game)) == 1
    assert [(event["seen"], event["small"]) for event in told(game, "air_again")] == [(True, False), (False, True)]


def test_20_1_10_a_natural_20_loses_the_squadron_for_good() -> None:
    game = west(air=(20,))
    ordered(game, "unit be_15_bm", "step Y35")
    assert told(game, "air")[0]["lost"] is True
    assert squadrons(game.state, HQ) == 1
    game.state.begin_movement()
    assert squadrons(LiegeState.load(game.state.dump()), HQ) == 1


def test_20_1_11_two_tries_on_a_unit_and_one_in_a_hex() -> None:
    state = airfield()
    state.flights.hexes, state.flights.tries = [hex_("Y35")], [BM]
    assert not free(state, "Y35")
    assert free(state, "X36")
    state.flights.tries = [BM, BM]
    assert not free(state, "X36")


def test_20_1_12_two_failures_in_a_row_end_the_flights_of_a_headquarters() -> None:
    """With four squadrons: failure, success, failure, failure; then none in this phase."""
    state = airfield()
    state.facts = dataclasses.replace(FACTS, recon=dataclasses.replace(FACTS.recon, squadrons={HQ: 9}))
    for results, flies in (
        ([], True),
        ([False], True),
        ([False, True, False], True),
        ([True, False, False], False),
        ([False, False, True], False),
    ):
        state.flights.results = [(HQ, seen) for seen in results]
        assert free(state) is flies
    state.flights.results = [(HQ, False), (LEMAN, False)]
    assert free(state)


# -- the standing order -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("order", "near", "far"), [(NEVER, 0, 0), (NEAR, 1, 0), (ALWAYS, 1, 1)])
def test_aircraft_fly_by_their_standing_order(order: int, near: int, far: int) -> None:
    """Within three hexes by default, twice a phase; nobody is asked, so a march without a flight can be undone."""
    close = west(order=order, air=(15,))
    ordered(close, "unit be_15_bm", "step X36")
    assert len(over(close)) == near
    assert close.undoable(ALLIED) == (0 if near else 2)
    distant = west(order=order, hq="S36", air=(15,))
    ordered(distant, "unit be_15_bm", "step X36")
    assert len(over(distant)) == far
    state = airfield()
    state.flights.flown, state.air_orders = [LEMAN, LEMAN], [order, NEAR]
    game = playing(state, air=[15])
    state.flights.flown = [LEMAN, LEMAN]
    ordered(game, "unit be_15_bm", "step X36")
    assert len(over(game)) == (1 if order == ALWAYS else 0)


def test_a_side_that_wants_to_be_asked_is_asked() -> None:
    """The other side decides in mid-march, and the march continues."""
    game = west(order=ASK, air=(15,))
    ordered(game, "unit be_15_bm", "step Y35")
    assert (game.decision.kind, game.actor) == ("air", GERMAN)
    assert {game.text(choice) for choice in game.options()} == {"fly ge_hq_2_aok", "pass"}
    with pytest.raises(IllegalChoice) as caught:
        game.apply(game.parse("fly be_hq_leman"))
    assert caught.value.reason.rule == "20.1.3"
    ordered(game, "pass")
    assert (game.decision.kind, game.actor, over(game)) == ("marching", ALLIED, [])
    ordered(game, "step Z35", "fly ge_hq_2_aok", "halt")
    assert over(game) == [(15, False, False)]
    assert game.decision.kind == "facing"


def test_the_standing_order_is_given_in_the_own_movement_phase() -> None:
    """It is hidden from the other side, in force at once, and only a different one is offered."""
    game = west(order=NEAR)
    assert {game.text(choice) for choice in game.options() if choice.verb == "aircraft"} == {
        "aircraft never", "aircraft always", "aircraft ask",
    }  # fmt: skip
    ordered(game, "aircraft ask")
    assert game.state.air_orders == [NEAR, ASK]
    assert game.fresh[-1].told == UNTOLD
    assert game.decision.kind == "march"
    open_ = playing(position({"be_15_bm": "Y36 n", "be_hq_leman": "W35 n"}, side="be"))
    assert "aircraft" not in open_.options().masks


# -- cavalry ------------------------------------------------------------------------------------------------------


def scouts(*, to: str = "X36", at: str = "X37", level: int = 0, **more: str) -> LiegeState:
    """Return German cavalry in X37 and a hidden Belgian brigade."""
    return position(
        {"ge_hq_2_aok": "V36 n", "ge_2_kd": f"{at} n {level}", "be_15_bm": f"{to} s", **more}, turn=5, hidden=("be_15_bm", "ge_2_kd")
    )  # fmt: skip


def looks(
    state: LiegeState,
    *,
    long: bool = False,
    force: bool = False,
    to: str = "X36",
    name: str = "ge_2_kd",
    spent: int = 0,
) -> tuple[str, str] | None:
    march = begin(state, unit(name))._replace(spent=spent)
    reason = cannot_scout(state, march, hex_(to), force=force, long=long)
    return None if reason is None else (reason.code, reason.rule)


def looking(*dice: int, peril: tuple[int, ...] = (), order: str = "scout X36", level: int = 0) -> Game[LiegeState]:
    state = scouts(level=level)
    state.supply[KD] = 0
    game = playing(state, scout=list(dice), peril=list(peril))
    state.supply[KD] = 0
    ordered(game, "unit ge_2_kd")
    state.supply[KD] = 0
    game.stand_at(state)
    game.listening = True
    ordered(game, order)
    return game


def test_20_2_1_and_20_2_3_a_look_uncovers_the_stack_and_the_scout() -> None:
    """At most 8, with -2 for two steps: 10 sees and 11 does not; the scout is revealed in any case."""
    for die, seen in ((10, True), (11, False)):
        game = looking(die)
        assert told(game, "scouted")[0]["seen"] is seen
        assert is_hidden(game.state, BM) is not seen
        assert not is_hidden(game.state, KD)
        assert [event["why"] for event in told(game, "revealed")] == (["scouts", "cavalry"] if seen else ["scouts"])


def test_20_2_2_who_scouts_and_where() -> None:
    """Cavalry with a line, at hidden units in clear or broken country."""
    assert looks(scouts()) is None
    assert looks(scouts(ge_27_ib="X37 n"), name="ge_27_ib") == ("only_cavalry_scouts", "20.2.1")
    hungry = scouts()
    hungry.supply[KD] = 1
    assert looks(hungry) == ("needs_a_line", "20.2.2")
    assert looks(scouts(), to="W37") == ("nobody_hidden_there", "20.2.1")
    assert looks(scouts(to="V33", at="V32"), to="V33") == ("too_rough_to_scout", "20.2.2")
    assert looks(scouts(to="Y34", at="Y35"), to="Y34") is None


def test_20_2_4_from_the_next_hex_for_30_points() -> None:
    """Of 80 points 50 can be spent before, 20 before a long search; a forced march adds 30."""
    assert looks(scouts(to="X35"), to="X35") == ("not_next_to_it", "20.2.4")
    assert [looks(scouts(), spent=spent) for spent in (50, 51)] == [None, ("too_few_points", "20.2.4")]
    assert [looks(scouts(), spent=spent, long=True) for spent in (20, 21)] == [None, ("too_few_points", "20.2.4")]
    assert looks(scouts(), spent=51, force=True) is None
    game = looking(15)
    ordered(game, "step Y37", "halt")
    assert told(game, "moved")[0]["spent"] == 40


def test_20_2_5_one_look_a_unit_and_two_a_stack() -> None:
    state = scouts(ge_4_kd="X37 n")
    state.scouts = 1 << KD
    assert looks(state) == ("has_scouted", "20.2.5")
    state.looked = [hex_("X36")]
    assert looks(state, name="ge_4_kd") is None
    state.looked.append(hex_("X36"))
    assert looks(state, name="ge_4_kd") == ("scouted_too_often", "20.2.5")
    state.begin_movement()
    assert looks(state) is None


@pytest.mark.parametrize(("steps", "value"), [(1, 2), (2, -2), (3, -4)])
def test_20_2_6_the_strength_of_the_scout(steps: int, value: int) -> None:
    state = scouts()
    own = dataclasses.replace(FACTS.units[KD], steps=3, mf=(80, 80, 80))
    state.facts = dataclasses.replace(
        FACTS, units=tuple(own if one == KD else each for one, each in enumerate(FACTS.units))
    )
    state.level[KD] = 3 - steps
    assert scouting_modifiers(state, begin(state, KD), hex_("X36"), long=False) == [(f"scout_steps_{steps}", value)]


def test_20_2_6_time_haste_and_works() -> None:
    """-3 for 30 points more, +5 on a forced march, +4 against units in a camp."""
    state = scouts(to="X35", at="Y35")
    march = begin(state, KD)._replace(spent=30)
    assert scouting_modifiers(state, march, hex_("X35"), long=True) == [
        ("scout_steps_2", -2), ("scout_long", -3), ("scout_forced", 5), ("scout_works", 4),
    ]  # fmt: skip
    open_ = scouts()
    assert scouting_modifiers(open_, begin(open_, KD), hex_("X36"), long=True) == [
        ("scout_steps_2", -2),
        ("scout_long", -3),
    ]


@pytest.mark.parametrize(("die", "cab"), [(18, 14), (19, 11), (20, 8)])
def test_20_2_7_a_high_throw_is_perilous(die: int, cab: int) -> None:
    """CAB 12, 11 in heat, with +3, 0, -3: the test at the CAB passes, one more loses a step."""
    for test, held in ((cab, True), (cab + 1, False)):
        game = looking(die, peril=(test,))
        assert told(game, "peril") == [{"unit": KD, "cab": cab, "die": test, "held": held}]
        assert game.state.level[KD] == (0 if held else 1)
    assert told(looking(17), "peril") == []


def test_20_2_8_who_ran_into_trouble_stops_and_attacks_nobody() -> None:
    """The march can only end; the mark lasts to the end of the Combat Phase. A scout of one step can be lost."""
    game = looking(19, peril=(1,))
    assert {game.text(choice) for choice in game.options()} == {"halt"}
    assert game.state.has(KD, SHAKEN)
    ordered(game, "halt")
    game.state.end_combat()
    assert not game.state.has(KD, SHAKEN)
    lost = looking(20, peril=(20,), level=1)
    assert lost.state.at[KD] == LOST
    assert lost.decision.kind == "march"


def test_looks_are_offered_in_the_fog_alone() -> None:
    state = scouts()
    assert names(ways_to_scout(state, begin(state, KD), force=False, long=False)) == {"X36"}
    state.fog = False
    assert ways_to_scout(state, begin(state, KD), force=False, long=False) == []


def test_a_wrong_look_is_refused_with_its_rule() -> None:
    game = playing(scouts())
    ordered(game, "unit ge_2_kd")
    for order, rule in (("scout W37", "20.2.1"), ("scout_long V99", "")):
        with pytest.raises(IllegalChoice) as caught:
            game.apply(game.parse(order))
        assert caught.value.reason.rule == rule
