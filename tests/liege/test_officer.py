"""The officer: its answers are legal, it sees nothing hidden, and it plays differently from a recruit where it knows better."""

from __future__ import annotations

import random

import pytest

from benchmarks.liege_levels import Duel, main
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.liege.fog import candidates, hidden_hexes
from engine.liege.opponent import LEVELS, Officer, Recruit, fighting, holding, seat_of
from engine.liege.opponent.cutting import cuts_off, order_of, ways_out
from engine.liege.opponent.dealing import dealt
from engine.liege.opponent.match import play
from engine.liege.opponent.unseen import best_attack
from engine.liege.state import WAITING, LiegeState
from engine.liege.system import LiegeSystem
from tests.liege.legal_answers import CASES, answers_legally
from tests.liege.support import hex_, names, playing, position, unit
from tests.liege.twins import other_hidden


@pytest.mark.sweep(fixed=["night-0", "siege-1"])
@pytest.mark.parametrize("case", CASES)
def test_its_answers_are_legal_and_need_no_memory(case: str) -> None:
    answers_legally("officer", Officer(), case)


@pytest.mark.parametrize("players", [("officer", "recruit"), ("recruit", "officer")])
def test_a_whole_night_against_a_recruit_is_the_same_twice(players: tuple[str, str]) -> None:
    assert play("night", players, 5) == play("night", players, 5)
    assert play("night", players, 5).choices > 20


@pytest.mark.sweep(fixed=["1"])
@pytest.mark.parametrize("number", ["0", "1", "2", "3"])
def test_it_cannot_look_under_fog(number: str) -> None:
    """Through a whole siege: whatever is under the markers, the officer gets the same question and answers alike if its options agree.

    Options can differ only by a zone of control next to the mover, as the rules allow (19.2.3).
    """
    game: Game[LiegeState] = Game.start(LiegeSystem("siege"), KeyedChance(number.encode()))
    rng, side, player, alike = random.Random(number), int(number) % 2, Officer(), 0
    while game.stack:
        seat = seat_of(game)
        twin_state = other_hidden(game.state, seat.side, rng) if seat.side == side and rng.random() < 0.2 else None
        if twin_state is not None and twin_state.at != game.state.at:
            twin = game.copy()
            twin.stand_at(twin_state)
            other = seat_of(twin)
            assert other.state.dump() == seat.state.dump()
            if twin.options().masks == game.options().masks:
                alike += 1
                assert Officer()(other, random.Random(0)) == Officer()(seat, random.Random(0))
        game.apply(player(seat, rng) if seat.side == side else Recruit()(seat, rng))
    assert alike > 10


def fogged(number: int, side: int) -> LiegeState:
    """Return a position of a siege between recruits in which a side has hidden enemies in front, as it can imagine it."""
    game: Game[LiegeState] = Game.start(LiegeSystem("siege"), KeyedChance(bytes([number])))
    while game.state.turn < 5 or game.actor != side:
        seat = seat_of(game)
        game.apply(Recruit()(seat, random.Random(0)))
    return seat_of(game).state


def test_everybody_who_may_be_there_is_dealt_to_a_marker() -> None:
    state = fogged(3, 1)
    pool, markers = candidates(state, 0), hidden_hexes(state, 0)
    assert len(pool) > markers.bit_count() > 1
    assert any(state.at[one] == WAITING for one in pool)
    found = dealt(state, 1, 0)
    assert {found.at[one] for one in pool} == {
        hex_ for hex_ in range(len(found.facts.grid.names)) if markers >> hex_ & 1
    }
    assert hidden_hexes(found, 0) == markers
    assert all(found.at[one] == at for one, at in enumerate(state.at) if one not in pool)
    assert dealt(state, 1, 0).at == found.at
    assert any(dealt(state, 1, number).at != found.at for number in range(1, 5))


def test_a_deal_puts_nobody_where_it_cannot_be_yet() -> None:
    """A gun that has just arrived at V36 is under the marker there, not under the one far south."""
    units = {"ge_ii_fussa_4": "V36 s", "ge_11_ib": "V32 n", "be_9_11_bm": "V35 n"}
    state = position(units, side="be", turn=3, forts=("all",), hidden=("ge_ii_fussa_4", "ge_11_ib"))
    assert all(dealt(state, 1, number).at[unit("ge_ii_fussa_4")] == hex_("V36") for number in range(8))


def test_nobody_is_dealt_where_all_is_open() -> None:
    state = position({"ge_27_ib": "U35 sw", "be_9_11_bm": "V35 n"}, side="be")
    assert dealt(state, 1, 0) is state


@pytest.mark.parametrize("player", [Recruit, Officer])
def test_a_marker_is_not_attacked_for_the_one_unit_that_must_be_under_it(player: type[Recruit]) -> None:
    """Three brigades are in V36: one unit alone would be worth an attack, but most Germans have to be somewhere."""
    units = {
        "ge_27_ib": "V36 s",
        "ge_11_ib": "V36 s",
        "ge_14_ib": "V36 s",
        "be_9_11_bm": "V35 n",
        "be_9_11_rf": "V35 n",
    }
    state = position(units, side="be", turn=3, forts=("all",), hidden=("ge_27_ib", "ge_11_ib", "ge_14_ib"))
    game = playing(state, cab=[1] * 20)
    while game.decision.kind != "combat":
        game.apply(Choice("done"))
    seat = seat_of(game)
    assert fighting.best_attack(seat.state, hex_("V36"))[0] > fighting.WORTH_AN_ATTACK
    assert best_attack(seat, hex_("V36"))[0] < 0
    assert player()(seat, random.Random(0)) == Choice("done")


@pytest.mark.parametrize("player", [Recruit, Officer])
def test_a_marker_is_attacked_where_nobody_strong_can_be(player: type[Recruit]) -> None:
    """All Belgians but two are visible: the hidden unit is weak, and two divisions attack it."""
    units = {
        "be_9_11_bm": "W35 n", "be_12_14_bm": "W35 n", "be_15_bm": "X35 n", "be_9_11_rf": "X35 n", "be_dc": "Z38 n",
        "be_hq_leman": "W35 n", "ge_13_id": "Y34 s", "ge_14_id": "Y34 s", "be_12_14_rf": "Y33 n",
    }  # fmt: skip
    game = playing(position(units, turn=4, hidden=("be_12_14_rf",)), barrage=[20] * 9, cab=[1] * 60)
    while game.decision.kind != "combat":
        game.apply(Choice("done"))
    assert player()(seat_of(game), random.Random(0)) == Choice("hex", hex_("Y33"))


def test_a_revealed_unit_hides_again() -> None:
    """Far from the enemy's headquarters and zones; a recruit leaves it open."""
    state = position({"ge_13_id": "T36 s", "be_9_11_bm": "V35 n", "ge_11_ib": "U34 nw"}, turn=4, hidden=("ge_11_ib",))
    game = playing(state, cab=[1] * 20)
    while game.decision.kind != "afterwards":
        game.apply(Choice("done"))
    assert Officer()(seat_of(game), random.Random(0)) == Choice("hide", unit("ge_13_id"))
    assert Recruit()(seat_of(game), random.Random(0)).verb != "hide"


def test_cavalry_rides_into_the_way_west() -> None:
    """Where Belgians could leave, each division somewhere else; at night, when nobody leaves, it plays like a recruit."""
    units = {"ge_9_kd": "X33 n", "ge_4_kd": "X33 n", "be_9_11_bm": "W35 n", "be_15_bm": "X35 n"}
    state = position(units, turn=4, forts=("all",))
    ways = ways_out(state)
    assert names(ways) >= {"Y35", "Z35", "AA35"}
    assert not names(ways) & {"W34", "V35", "S36"}
    first = order_of(state, unit("ge_9_kd"))
    assert first is not None
    assert first.march.hex in ways
    state.place(unit("ge_9_kd"), first.march.hex, 0)
    second = order_of(state, unit("ge_4_kd"))
    assert second is not None
    assert second.march.hex not in {first.march.hex, hex_("X33")}
    assert cuts_off(state, unit("ge_4_kd"))
    assert not cuts_off(position(units, scenario="night", turn=4, forts=("all",)), unit("ge_4_kd"))
    for gone in ("be_9_11_bm", "be_15_bm"):
        state.destroy(unit(gone))
    assert not cuts_off(state, unit("ge_4_kd")), "there is nobody left to cut off"


def test_levels_meet_on_both_sides(capsys: pytest.CaptureFixture[str]) -> None:
    """A pair is one seed played twice; two equal levels share it."""
    assert LEVELS == ("recruit", "officer")
    duel = Duel()
    duel.play("night", ("recruit", "recruit"), 3)
    assert duel.shares == [50.0]
    assert len(duel.turns) == 6
    assert main(("night", "--pairs", "1")) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "night: officer against recruit"
    assert said[1].startswith("1 pairs: ")
    assert said[2].startswith("CPU of a player turn: median ")


#: Four brigades next to V35, as on turn 3 of every Siege; none are next to X35.
BEFORE_V35 = {"ge_34_ib": "V36 s", "ge_27_ib": "U35 sw", "ge_14_ib": "U35 sw", "ge_11_ib": "U34 nw"}
CAMP = {"be_12_14_bm": "W34 ne", "be_15_bm": "W35 n", "be_9_11_rf": "V35 ne"}


def where(state: LiegeState, name: str) -> str:
    """Return the hex to which a unit falls back, "" for none."""
    order = holding.order_of(state, unit(name))
    return "" if order is None else state.facts.grid.names[order.march.hex]


def test_belgians_fall_back_to_a_hex_of_the_camp_that_counts_as_much_before_they_are_attacked() -> None:
    """Every brigade counts in any hex of the camp with an active fort; in V35 it was lost in most Sieges, with its regiment."""
    state = position({**BEFORE_V35, **CAMP, "be_9_11_bm": "V35 ne"}, side="be", turn=3, forts=("all",))
    assert where(state, "be_9_11_bm") == "X35"
    assert where(state, "be_9_11_rf") == "X35"
    assert where(state, "be_12_14_bm") == "", "nobody is before W34"


def test_nobody_falls_back_from_few_or_from_the_city_or_where_another_brigade_is() -> None:
    few = position({"ge_27_ib": "U35 sw", **CAMP, "be_9_11_bm": "V35 ne"}, side="be", turn=3, forts=("all",))
    assert where(few, "be_9_11_bm") == ""
    city = {"ge_34_ib": "V36 s", "ge_27_ib": "V36 s", "ge_14_ib": "V36 s", "be_15_bm": "W35 n"}
    assert where(position(city, side="be", turn=3, forts=("all",)), "be_15_bm") == ""
    everywhere = {**BEFORE_V35, **CAMP, "be_12_14_bm": "X35 n", "be_15_bm": "W34 n", "be_9_11_bm": "V35 ne"}
    state = position({**everywhere, "ge_38_ib": "V36 s"}, side="be", turn=3, forts=("all",))
    assert where(state, "be_9_11_bm") in ("", "W35")
    night = position(
        {**BEFORE_V35, **CAMP, "be_9_11_bm": "V35 ne"}, side="be", turn=3, scenario="night", forts=("all",)
    )
    assert where(night, "be_9_11_bm") == "", "no steps are saved there"
