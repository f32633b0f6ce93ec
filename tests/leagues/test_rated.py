"""Which games are rated: what was played, not what was given away, split, inherited late or lost on end by time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bot.leagues import acts, adjudication, journal
from bot.leagues.rated_games import Ended, ended, rated
from bot.leagues.standings import How
from tests.leagues.test_season import DAY, Held


def begun(count: int = 5, **rules: Any) -> Held:
    held = Held(**rules)
    held.enter(count)
    for number in range(2):
        held.do(acts.join_season, journal.Joined(at=1, by=f"s{number}", person=f"s{number}", substitute=True))
    held.begin()
    return held


def report(held: Held, index: int, points: tuple[int, int] = (2, 0), **more: Any) -> str:
    made = list(held.season.matches.values())[index]
    told = {"at": 10.0 + index, **more}
    assert held.do(acts.report_result, journal.Resulted(match=made.match, game=made.game, points=points, **told))
    return made.match


def shares(held: Held) -> list[float | None]:
    return [game.share for game in ended(held.season)]


def counted(games: Sequence[Ended]) -> list[float]:
    return [game.at for game, _ in rated(games)]


def test_games_are_rated_for_those_who_had_the_sides() -> None:
    held = begun()
    report(held, 0)
    report(held, 1, (1, 1))
    report(held, 2, (0, 2))
    assert shares(held) == [1.0, 0.5, 0.0]
    (first, *_), made = ended(held.season), next(iter(held.season.matches.values()))
    assert first.persons == (made.first, made.second)
    assert next((game.first, game.share, game.month) for _, game in rated(ended(held.season))) == (
        made.first, 1.0, 12 * 1970,
    )  # fmt: skip


def test_a_peace_without_points_a_split_and_a_walkover_are_not() -> None:
    held = begun()
    report(held, 0, (0, 0))
    matches = list(held.season.matches)
    for index, (points, how, told) in enumerate(
        [
            ((1, 1), How.PLAYED, False),
            ((2, 0), How.WALKOVER, None),
            ((2, 0), How.PLAYED, None),
            ((0, 2), How.WALKOVER, True),
        ],
        start=1,
    ):
        ruling = journal.Ruled(at=20, by="", match=matches[index], points=points, reason="so", how=how, rated=told)
        assert held.do(acts.rule_game, ruling)
    assert shares(held) == [None, None, None, 1.0, 0.0]
    assert [game.played for game in ended(held.season)] == [True, True, False, True, False]


@pytest.mark.parametrize(("turn", "share"), [(0, None), (3, None), (4, 0.0)])
def test_a_loss_on_time_is_rated_from_the_third_turn(turn: int, share: float | None) -> None:
    held = begun()
    report(held, 0, (0, 2), reason="time", turn=turn)
    (game,) = ended(held.season)
    assert (game.share, game.late) == (share, game.first)


def test_of_consecutive_losses_on_time_only_the_first_is_rated() -> None:
    def late(at: float, person: str = "a") -> Ended:
        return Ended(at=at, match="1.1.1", leg=0, first=person, second=f"z{at}", share=0.0, late=person)

    def won(at: float) -> Ended:
        return Ended(at=at, match="1.1.1", leg=0, first="a", second=f"z{at}", share=1.0)

    assert counted([late(1), late(2), late(3), late(4, "b")]) == [1, 4]
    # They last as long as one follows the other.
    assert counted([late(1), late(5 * DAY), late(10 * DAY), late(40 * DAY)]) == [1, 40 * DAY]
    assert counted([late(1), won(2), late(3)]) == [1, 2, 3]


def test_a_ruling_by_time_says_itself_whether_it_is_rated() -> None:
    held = begun()
    for index, told in enumerate((True, False)):
        made = list(held.season.matches.values())[index]
        verdict = adjudication.reported("time", (0, 2), 5, mass=not told)
        assert verdict is not None
        assert held.do(acts.rule_game, adjudication.entry(held.season, verdict, made.match, 9.0 + index, silent=True))
    found = list(ended(held.season))
    assert [game.share for game in found] == [0.0, None]
    assert [game.late for game in found] == [game.first for game in found]
    assert [game.silent for game in found] == [(game.first,) for game in found]


def test_a_place_that_was_taken_over_late_is_not_rated_and_one_hardly_begun_is_the_substitutes() -> None:
    held = begun()
    first = next(iter(held.season.matches.values()))
    gone = first.first
    own = [made.match for made in held.season.matches.values() if gone in made.slots]
    held.do(acts.withdraw_player, gone, 8, by=gone)
    turns = {own[0]: 3, own[1]: 2}
    assert held.do(acts.replace_player, gone, "s0", 9, turns=turns)
    for made in list(held.season.matches.values()):
        if made.match in own[:3]:
            assert held.do(acts.report_result, journal.Resulted(at=10, match=made.match, game=made.game, points=(2, 0)))
    found = {game.match: game for game in ended(held.season)}
    assert [found[match].share for match in own[:3]] == [None, 1.0, 1.0]
    assert all("s0" in found[match].persons for match in own[:3])


def test_results_from_elsewhere_are_not_rated() -> None:
    held = begun(outside=True)
    made = next(iter(held.season.matches.values()))
    assert held.do(acts.hand_in_result, journal.Resulted(at=9, match=made.match, game="", points=(2, 0)))
    assert shares(held) == [None]


def test_a_correction_is_rated_in_its_place() -> None:
    held = begun()
    match = report(held, 0)
    report(held, 1)
    ruling = journal.Ruled(at=90, by="", match=match, points=(0, 2), reason="wrong", how=How.PLAYED)
    held.do(acts.rule_game, ruling)
    assert [(game.at, game.share) for game in ended(held.season)] == [(10.0, 0.0), (11.0, 1.0)]
