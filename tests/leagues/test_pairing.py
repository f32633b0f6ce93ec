"""A round paired: hard rules, the order of the aims, sides, byes, and the reference engine's cases."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from bot.leagues.entrants import Entrant, Side, may_meet
from bot.leagues.pairing import Pairing, pair_round
from tests.pairings import compared

SEED = b"a committed seed"
STATES = sorted((Path(__file__).parent / "pairings").glob("*.trf"))


def field(*scores: int) -> list[Entrant]:
    return [Entrant(chr(ord("a") + index), index + 1, score) for index, score in enumerate(scores)]


def pairs(found: Pairing) -> set[frozenset[str]]:
    return {frozenset((pair.first, pair.second)) for pair in found.pairs}


def of(*words: str) -> set[frozenset[str]]:
    return {frozenset(word) for word in words}


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.stem)
def test_a_recorded_state_is_paired_no_worse_than_by_the_reference(state: Path) -> None:
    assert compared(state).verdict != "worse"


def test_the_recorded_states_can_tell_a_worse_pairing() -> None:
    """Without the sides in the costs one of the states is paired worse; so the comparison is able to fail."""
    from tests import pairings

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairings, "pair_round", lambda found, seed, bye: pair_round(found, seed, sides=False, bye=bye))
        assert "worse" in {pairings.compared(state).verdict for state in STATES}


def test_a_first_round_folds_the_top_half_onto_the_bottom_half() -> None:
    assert pairs(pair_round(field(0, 0, 0, 0, 0, 0), SEED)) == of("ad", "be", "cf")


def test_equals_meet_before_sides_are_thought_of() -> None:
    first, second = (Side.FIRST,), (Side.SECOND,)
    some = [
        replace(one, sides=side) for one, side in zip(field(2, 2, 0, 0), (first, first, second, second), strict=True)
    ]
    assert pairs(pair_round(some, SEED)) == of("ab", "cd")


def test_among_equals_those_meet_who_want_different_sides() -> None:
    owed = [(Side.FIRST,), (Side.SECOND,), (Side.FIRST,), (Side.SECOND,)]
    some = [replace(one, sides=sides) for one, sides in zip(field(2, 2, 2, 2), owed, strict=True)]
    found = pair_round(some, SEED)
    assert pairs(found) == of("ad", "bc")
    assert {pair.second for pair in found.pairs} == {"a", "c"}


def test_no_pair_meets_twice_even_if_a_player_is_left_over() -> None:
    some = field(2, 0)
    met = [replace(some[0], met=frozenset("b")), replace(some[1], met=frozenset("a"))]
    assert pair_round(met, SEED) == Pairing((), None, ("a", "b"))


def test_those_who_are_barred_from_each_other_do_not_meet() -> None:
    some = field(2, 2, 0, 0)
    some[0] = replace(some[0], barred=frozenset("b"))
    assert pairs(pair_round(some, SEED)) in (of("ac", "bd"), of("ad", "bc"))


def test_no_side_is_had_three_times_more_than_the_other() -> None:
    both = (Side.FIRST, Side.FIRST)
    some = [replace(one, sides=both) for one in field(4, 4)]
    assert not may_meet(*some)
    assert pair_round(some, SEED).left == ("a", "b")
    assert pairs(pair_round(some, SEED, sides=False)) == of("ab")


def test_the_bye_goes_to_the_lowest_score_that_had_none() -> None:
    some = field(4, 2, 2, 0, 0)
    assert pair_round(some, SEED).bye in ("d", "e")
    some[3] = replace(some[3], had_bye=True)
    some[4] = replace(some[4], had_bye=True)
    assert pair_round(some, SEED).bye in ("b", "c")


def test_a_bye_that_is_decided_already_is_kept() -> None:
    found = pair_round(field(4, 2, 0), SEED, bye="a")
    assert (found.bye, pairs(found)) == ("a", of("bc"))


def test_players_who_wait_longer_accept_a_greater_difference() -> None:
    some = [replace(one, tolerance=1) for one in field(6, 2)]
    assert pair_round(some, SEED).left == ("a", "b")
    some[1] = replace(some[1], tolerance=4)
    assert pairs(pair_round(some, SEED)) == of("ab")


@pytest.mark.parametrize(
    ("entrants", "bye", "why"),
    [
        ([*field(0, 0), *field(0)], None, "share a name"),
        ([Entrant("a", 1), Entrant("b", 1)], None, "share a rank"),
        (field(0, 0), "z", "not in this round"),
    ],
)
def test_a_field_that_contradicts_itself_is_refused(entrants: list[Entrant], bye: str | None, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        pair_round(entrants, SEED, bye=bye)


def test_nobody_at_all_is_a_round_without_pairs() -> None:
    assert pair_round([], SEED) == Pairing(())
    assert pair_round(field(0), SEED) == Pairing((), "a")


def _next(entrants: list[Entrant], found: Pairing, rng: random.Random) -> list[Entrant]:
    by_name = {one.name: one for one in entrants}
    for pair in found.pairs:
        one, other, points = by_name[pair.first], by_name[pair.second], rng.choice((0, 1, 2))
        for me, them, side, won in ((one, other, Side.FIRST, points), (other, one, Side.SECOND, 2 - points)):
            by_name[me.name] = replace(
                me,
                score=me.score + won,
                met=me.met | {them.name},
                sides=(*me.sides, side),
                floats=(*me.floats, me.score - them.score),
            )
    if found.bye:
        free = by_name[found.bye]
        by_name[free.name] = replace(free, score=free.score + 2, had_bye=True)
    return list(by_name.values())


@pytest.mark.parametrize("count", [33, 400])
def test_whole_tournaments_keep_every_hard_rule(count: int) -> None:
    """400 are more than are weighed all against all."""
    rng = random.Random(count)
    some = [Entrant(f"p{number}", number) for number in range(1, count + 1)]
    for number in range(6):
        found = pair_round(some, SEED + bytes([number]))
        before = {one.name: one for one in some}
        names = [name for pair in found.pairs for name in (pair.first, pair.second)] + [found.bye] * (count % 2)
        assert sorted(filter(None, names)) == sorted(before)
        assert not any(pair.second in before[pair.first].met for pair in found.pairs)
        assert found.bye is None or not before[found.bye].had_bye
        some = _next(some, found, rng)
        assert max(abs(one.balance) for one in some) <= 2


def test_the_same_field_and_seed_give_the_same_round_in_any_order() -> None:
    some = field(*(index % 3 for index in range(25)))
    shuffled = random.Random(3).sample(some, len(some))
    assert pair_round(some, SEED) == pair_round(shuffled, SEED)


def test_the_lot_that_gives_sides_hangs_on_the_seed() -> None:
    some = field(*[0] * 24)
    assert pair_round(some, SEED).pairs != pair_round(some, b"another").pairs
