"""Chapter 9.3: the die, losses in their order, retreats, guns left alone, loss markers; and the exact odds."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from engine.liege.combat import HexAttack, cannot_attack, cannot_begin, strength_of
from engine.liege.combat_odds import odds_of
from engine.liege.combat_result import CombatResult, outcome_of
from engine.liege.fight import Fight, carry_out
from engine.liege.state import DUG, FOUGHT, FRESH, HURT, HURT_TWICE, LOST, LiegeState
from engine.liege.tables import TableResult
from tests.liege.fields import Made, attacked, cab_tests, field, fighting, offers
from tests.liege.slow_odds import slow_odds
from tests.liege.support import hex_, ordered, position, told, unit

NORTH = Made("north", "Z37 s", cbf=30)
ENEMY = Made("enemy", "Z36 n", "be", cbf=20)


class Thrown:
    """A stand-in for a game in mid-combat: tests follow a list, and emitted events are kept."""

    def __init__(self, state: LiegeState, *dice: int) -> None:
        self.state, self._dice = state, list(dice)
        self.seen: list[tuple[str, int]] = []

    def die(self, purpose: str, faces: int, wanted: object = ()) -> int:
        return self._dice.pop(0)

    def emit(self, kind: str, /, **data: object) -> None:
        if kind == "tested":
            self.seen.append((self.state.facts.units[int(str(data["unit"]))].name, int(str(data["cab"]))))


def result(written: str) -> TableResult:
    filled, number = written.split("O")
    return TableResult(len(filled), int(number))


def fought(
    state: LiegeState, attacker: str, defender: str, *dice: int, partly: tuple[int, ...] = ()
) -> tuple[Fight, Thrown]:
    """Return a result carried out on Z36: all units of the side to move attack."""
    enemy = [one for one, own in enumerate(state.facts.units) if own.side != state.side]
    full = tuple(
        one for one, own in enumerate(state.facts.units) if one not in enemy and one not in partly and not own.soft
    )
    for one in full:
        state.mark(one, FOUGHT)
    game = Thrown(state, *dice)
    fight = carry_out(game, HexAttack(hex_("Z36"), full, partly), CombatResult(0, result(attacker), result(defender)))  # type: ignore[arg-type]  # what it needs of a game
    return fight, game


def named(state: LiegeState, units: list[int]) -> list[str]:
    return [state.facts.units[one].name for one in units]


# -- the order of losses --------------------------------------------------------------------------------------------


def test_9_3_1_who_is_committed_partly_or_not_at_all_is_untouched() -> None:
    state = field(NORTH, Made("partly", "Z37 s", arf=9), Made("idle", "Z38 s"), ENEMY)
    fight, game = fought(state, "BBO-20", "O+8", 1, partly=(1, 2))
    assert (state.level[:3], [name for name, _ in game.seen]) == ([3, 0, 0], ["north", "enemy"])
    assert fight.loser == 0


def test_9_3_2_one_die_gives_two_results() -> None:
    """1.5:1 and a 12 are O0 for the attacker and O-7 for the defender: tests at 12 and at 5."""
    game = fighting(field(NORTH, ENEMY), combat=(12,), combat_test=(5, 12))
    attacked(game, "Z36", "north")
    assert cab_tests(game) == [("enemy", 5, 5, True), ("north", 12, 12, True)]
    (one,) = told(game, "combat")
    assert (one["attacker"], one["defender"], one["row"]) == ((0, 0), (0, -7), 12)


@pytest.mark.parametrize(
    ("attacker", "defender", "first"),
    [
        ("O+3", "O-5", "enemy"), ("O-4", "O-4", "enemy"), ("O-5", "O-4", "north"), ("BO+3", "O-9", "north"),
        ("BO0", "BO0", "enemy"), ("O0", "BO+8", "enemy"), ("BBO+8", "BO-8", "north"),
    ],
)  # fmt: skip
def test_9_3_3_the_worse_result_comes_first(attacker: str, defender: str, first: str) -> None:
    """More automatic losses, then the lower number; the same for both: the defender."""
    _, game = fought(field(NORTH, ENEMY), attacker, defender, *(1,) * 4)
    assert game.seen[0][0] == first


def test_9_3_3_automatic_losses_are_taken_before_the_tests() -> None:
    """All units lose, then all are tested at the CAB they had before (5.1.3); a unit with no steps left does not test."""
    state = field(NORTH, Made("a", "Z36 n", "be", cab=(12, 9, 6, 3)), Made("b", "Z36 n", "be", steps=1, cab=(11,)))
    fight, game = fought(state, "O+8", "BO+2", 15, 1)
    assert game.seen == [("a", 14), ("north", 20)]
    assert (state.level[1], state.at[2], fight.lost) == (2, LOST, {1: 2, 2: 1})


def test_9_3_3_the_side_that_loses_the_first_step_retreats_and_the_other_never() -> None:
    """Both lose: only the defender, who was first, retreats; an attacker who is first retreats, whatever the defender loses later."""
    fight, _ = fought(field(NORTH, ENEMY), "O0", "O-5", 20, 20)
    assert (fight.loser, fight.leaving) == (1, [1])
    fight, _ = fought(field(NORTH, ENEMY), "O-5", "O0", 20, 20)
    assert (fight.loser, fight.leaving) == (0, [0])
    fight, _ = fought(field(NORTH, ENEMY), "O-5", "O0", 1, 20)
    assert (fight.loser, fight.leaving) == (1, [1])
    fight, _ = fought(field(NORTH, ENEMY), "O-5", "O0", 1, 1)
    assert (fight.loser, fight.leaving, fight.lost) == (-1, [], {})


def test_9_3_3_only_those_retreat_that_lost_a_step() -> None:
    fight, _ = fought(field(NORTH, ENEMY, Made("second", "Z36 n", "be")), "O+8", "O-5", 20, 1, 1)
    assert fight.leaving == [1]


@pytest.mark.parametrize(
    ("rank", "level", "leaves"), [("A+", 0, False), ("A", 0, False), ("A", 1, True), ("B", 0, True)]
)
def test_9_3_3_and_2_5_14_the_best_ranks_hold_until_level_2(rank: str, level: int, leaves: bool) -> None:
    state = field(NORTH, Made("enemy", "Z36 n", "be", rank=rank, level=level))
    fight, _ = fought(state, "O+8", "O-5", 20, 1)
    assert (fight.leaving == [1]) is leaves


def test_2_2_1_pioneers_take_results_as_infantry() -> None:
    """They keep guns from being alone, test and can be lost."""
    state = field(
        NORTH, Made("pioneers", "Z36 n", "be", type="PIO", steps=1), Made("gun", "Z36 n", "be", type="HAR", steps=1)
    )
    _, game = fought(state, "O+8", "O-5", 1, 1)
    assert [name for name, _ in game.seen] == ["pioneers", "north"]


# -- guns that are left alone ---------------------------------------------------------------------------------------


def test_9_3_3_guns_and_headquarters_are_tested_when_they_are_left_alone() -> None:
    """After the infantry retreats or dies; not while a unit that can fight is there."""
    rest = (Made("gun", "Z36 n", "be", type="HAR", steps=1), Made("hq", "Z36 n", "be", type="HQ", steps=1, cab=14))
    fight, game = fought(field(NORTH, ENEMY, *rest), "O+8", "O-5", 20, 5, 20, 1)
    assert game.seen == [("enemy", 7), ("gun", 7), ("hq", 9), ("north", 20)]
    assert (fight.choosing, game.state.at[3], fight.loser) == ([2], LOST, 1)
    _, game = fought(field(NORTH, ENEMY, Made("second", "Z36 n", "be"), *rest), "O+8", "O-5", 20, 1, 1)
    assert [name for name, _ in game.seen] == ["enemy", "second", "north"]


def test_9_3_3_guns_alone_take_the_result_at_once_and_may_lose_the_combat() -> None:
    fight, game = fought(field(NORTH, Made("gun", "Z36 n", "be", type="HAR", steps=1)), "O+8", "O-5", 20, 1)
    assert (fight.loser, game.state.at[1]) == (1, LOST)


def test_9_3_3_who_fought_before_is_tested_only_when_nobody_else_is_left() -> None:
    """It isn't attacked, but a result that leaves it alone affects it, and it retreats if it loses."""
    tired = Made("tired", "Z36 n", "be", marks=FOUGHT)
    fight, game = fought(field(NORTH, ENEMY, tired), "O+8", "O-5", 20, 20, 1)
    assert [name for name, _ in game.seen] == ["enemy", "tired", "north"]
    assert fight.leaving == [1, 2]
    fight, game = fought(field(NORTH, ENEMY, tired), "O+8", "O-5", 1, 1)
    assert [name for name, _ in game.seen] == ["enemy", "north"]


def test_9_3_3_a_railway_gun_is_last_and_lost_if_it_is_alone() -> None:
    train = Made("train", "Z36 n", "be", type="SAR", steps=1, drive="rail")
    gun = Made("gun", "Z36 n", "be", type="HAR", steps=1)
    fight, game = fought(field(NORTH, train, gun), "O+8", "O-5", 20, 1)
    assert [name for name, _ in game.seen] == ["gun", "north"]
    assert [game.state.at[one] for one in (1, 2)] == [LOST, LOST]
    fight, game = fought(field(NORTH, train, gun), "O+8", "O-5", 1, 1, 1)
    assert [name for name, _ in game.seen] == ["gun", "train", "north"]
    assert fight.choosing == [1, 2]


def test_9_3_3_committed_guns_of_an_attacker_that_is_thrown_back_are_tested() -> None:
    gun = Made("gun", "Z37 s", type="HAR", steps=1)
    fight, game = fought(field(NORTH, gun, ENEMY), "O-5", "O+8", 20, 1, 1)
    assert game.seen[:2] == [("north", 7), ("gun", 7)]
    assert (fight.leaving, fight.choosing) == ([0], [1])


def test_9_3_3_guns_that_passed_stay_or_go() -> None:
    """In a game: the owner chooses for each, after the retreat of the infantry."""
    rest = [Made(name, "Z36 n", "be", type="HAR", steps=1, cbf=0) for name in ("g1", "g2")]
    game = fighting(field(NORTH, ENEMY, *rest), combat=(12,), combat_test=(20, 1, 1, 1))
    attacked(game, "Z36", "north")
    assert (game.decision.kind, game.actor) == ("retreat", 1)
    ordered(game, "to Z35", "face n")
    assert game.decision.kind == "remain"
    ordered(game, "stay g1", "go g2")
    assert (game.decision.kind, offers(game, "to")) == ("retreat", {"AA35", "Z35", "Y35"})
    ordered(game, "to Y35", "face n")
    at = game.state.facts.grid.names
    assert [at[game.state.at[one]] for one in (1, 2, 3)] == ["Z35", "Z36", "Y35"]
    assert told(game, "advanced") == []


# -- markers --------------------------------------------------------------------------------------------------------


def test_9_3_6_and_8_3_4_losses_are_marked_by_their_number() -> None:
    """One step bars the next Combat Phase, two the next two; another one turns one into two."""
    state = field(NORTH, ENEMY)
    state.hurt(1, 1)
    assert state.marks[1] == HURT
    state.hurt(1, 1)
    assert state.marks[1] == HURT_TWICE
    state = field(NORTH, ENEMY)
    state.hurt(1, 2)
    assert state.marks[1] == HURT_TWICE
    state.hurt(1, 5)
    assert (state.at[1], state.marks[1]) == (LOST, 0)


def test_9_3_7_and_3_2_5_markers_go_step_by_step_after_the_own_combats() -> None:
    """Only the side's own ones, and not those of this phase; two steps become one a turn later."""
    state = field(
        Made("old", "Z37 s", marks=HURT),
        Made("old two", "Z37 s", marks=HURT_TWICE),
        NORTH,
        Made("enemy", "Z36 n", "be", marks=HURT),
    )
    state.hurt(2, 1)
    assert state.has(2, FRESH)
    state.ease()
    assert [state.marks[one] & (HURT | HURT_TWICE) for one in range(4)] == [0, HURT, HURT, HURT]
    state.end_combat()
    state.ease()
    assert [state.marks[one] & (HURT | HURT_TWICE) for one in range(4)] == [0, 0, 0, HURT]
    assert not any(state.has(one, FRESH | FOUGHT) for one in range(4))


def test_9_3_6_the_best_ranks_attack_sooner() -> None:
    state = field(
        *(
            Made(f"{rank} {mark}", "Z37 s", rank=rank, marks=mark)
            for mark in (HURT, HURT_TWICE)
            for rank in ("A+", "A", "B")
        )
    )
    assert [cannot_attack(state, one) is None for one in range(6)] == [True, False, False, False, False, False]
    state.ease()
    assert [cannot_attack(state, one) is None for one in range(6)] == [True, True, True, True, True, False]


def test_9_3_6_a_unit_with_losses_always_defends() -> None:
    state = field(NORTH, Made("enemy", "Z36 n", "be", cbf=20, marks=HURT_TWICE))
    assert strength_of(state, HexAttack(hex_("Z36"), (0,))).defence == 200


def test_in_a_game_a_marker_bars_one_own_combat_phase() -> None:
    """A loss in the enemy's turn expires after the side's own combats; one in its own turn after those of the next."""
    state = position({"ge_27_ib": "Z37 s", "be_15_bm": "Z36 n"})
    state.hurt(unit("be_15_bm"), 1)
    state.hurt(unit("ge_27_ib"), 1)
    seen = []
    for side in (0, 1, 0, 1):
        state.side = side
        seen.append([state.has(unit(name), HURT) for name in ("ge_27_ib", "be_15_bm")])
        state.ease()
        state.end_combat()
    assert seen == [[True, True], [True, True], [True, False], [False, False]]


# -- odds -----------------------------------------------------------------------------------------------------------


def test_odds_are_those_of_all_throws() -> None:
    """20 x 20 x 20 rolls of a combat of two units, each carried out, against the computed answer."""
    state = field(NORTH, Made("enemy", "Z36 n", "be", cbf=13, cab=(11, 8), steps=2))
    attack = HexAttack(hex_("Z36"), (0,))
    found = odds_of(state, attack)
    counted: Counter[str] = Counter()
    for die in range(1, 21):
        outcome = outcome_of(state, attack, die)
        for one in range(1, 21):
            for other in range(1, 21):
                trial = state.copy()
                game = Thrown(trial, one, other)
                fight = carry_out(game, attack, outcome)  # type: ignore[arg-type]  # what it needs of a game
                counted[f"loser {fight.loser}"] += 1
                counted["attacker"] += trial.level[0]
                counted["defender"] += trial.level[1] if trial.at[1] != LOST else 2
                counted["empty"] += trial.at[1] == LOST or 1 in fight.leaving
                counted["hit"] += trial.level[1] > 0
    assert found.attacker_retreats == Fraction(counted["loser 0"], 8000)
    assert found.defender_retreats == Fraction(counted["loser 1"], 8000)
    assert found.emptied == Fraction(counted["empty"], 8000)
    assert found.attacker_steps == Fraction(counted["attacker"], 8000)
    assert found.defender_steps == Fraction(counted["defender"], 8000)
    assert found.hit[1] == Fraction(counted["hit"], 8000)
    assert 0 < found.attacker_retreats < found.defender_retreats < 1


def test_odds_leave_the_position_as_it_is() -> None:
    state = field(NORTH, ENEMY, Made("gun", "Z36 n", "be", type="HAR", steps=1))
    kept = state.dump()
    odds = odds_of(state, HexAttack(hex_("Z36"), (0,)))
    assert state.dump() == kept
    assert odds.emptied < odds.defender_retreats


def at_odds(seed: int) -> tuple[LiegeState, HexAttack]:
    """Return an attack on Z36 from up to three hexes with random units, guns among them, ranks and works on the other side."""
    dice = random.Random(seed)
    made: list[Made] = []
    for at, where in enumerate(dice.sample(["Z37 s", "Y36 sw", "Y35 nw", "AA36 se"], dice.randint(1, 2))):
        made += [
            Made(f"a{at}{more}", where, steps=dice.randint(1, 4), cab=dice.randint(6, 14), cbf=dice.randint(8, 30))
            for more in range(dice.randint(1, 2))
        ]
        if dice.random() < 0.6:
            made.append(Made(f"g{at}", where, type="HAR", steps=1, cab=dice.randint(8, 14), arf=6))
    attackers = len(made)
    for at in range(dice.randint(0, 2)):
        rank, marks = dice.choice(["A", "B", "C"]), dice.choice([0, 0, DUG, FOUGHT])
        made.append(
            Made(
                f"d{at}",
                "Z36 n",
                "be",
                steps=dice.randint(1, 4),
                cab=dice.randint(6, 14),
                cbf=dice.randint(5, 20),
                rank=rank,
                marks=marks,
            )
        )
    made.append(Made("gun", "Z36 n", "be", type="HAR", steps=1, cab=dice.randint(4, 14), cbf=3))
    if dice.random() < 0.5:
        made.append(Made("train", "Z36 n", "be", type="SAR", steps=1, cab=10, cbf=0, drive="rail"))
    return field(*made), HexAttack(hex_("Z36"), tuple(range(attackers)))


@pytest.mark.sweep(fixed=[0, 1])
@pytest.mark.parametrize("seed", range(24))
def test_odds_are_those_of_a_slow_second_way(seed: int) -> None:
    """Hex by hex against all outcomes of all tests together, each of which is carried out."""
    state, attack = at_odds(seed)
    assert cannot_begin(state, attack) is None
    found = odds_of(state, attack)
    assert found == slow_odds(state, attack)
    assert found.attacker_retreats + found.defender_retreats <= 1
