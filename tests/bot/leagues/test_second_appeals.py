"""Second-instance appeals: the effect of one vote and of two, notifications, and the reason shown with the result."""

from __future__ import annotations

import random

import pytest

from bot.leagues import acts, journal, public_facts
from bot.leagues.appeals import effect
from bot.leagues.standings import How
from bot.narration.texts import texts
from bot.public.page_query import PageQuery
from bot.public.public_season import season_tale
from bot.public.season_pages import Pages
from bot.public.shapes import match as match_shape
from bot.service.leagues.announcements import words
from tests.bot.leagues.support import Hall
from tests.bot.leagues.test_refusals import players_of, running
from tests.leagues.test_season import Held


async def appealed_twice(hall: Hall) -> str:
    """Make a result, an appeal that Olga rejects, and a second one; return the loser."""
    await running(hall)
    await hall.report("s-cup", "1.1.1", (2, 0))
    _, loser = await players_of(hall, "1.1.1")
    for name in ("paul", "quinn"):
        await hall.say(name, "list")
        await hall.say("olga", f"role arbiter give {name}")
    await hall.say(loser, "appeal 1.1.1 unfair")
    await hall.say("olga", "decide 1.1.1 stands fair enough")
    again = await hall.told(loser, "appeal 1.1.1 unfair still")
    assert "If they agree, their result counts; if not, the first decision does." in again
    return loser


async def told(hall: Hall, number: int = -1) -> str:
    """Return everybody's messages about an entry of the journal."""
    from bot.service.leagues.clerk_context import ClerkContext

    tools, repository = hall.handler.tools, hall.handler.leagues.repository
    season, entries = await repository.season("s-cup"), await repository.journal("s-cup")
    people = await tools.store.persons.read_all([*season.holders, *season.entrants])
    return words(ClerkContext(tools, repository), season, entries[number], people)


async def test_an_arbiter_hears_that_one_vote_changes_nothing_and_what_two_come_to(hall: Hall) -> None:
    await appealed_twice(hall)
    assert "appealed again against the result of match 1.1.1. Two other arbiters" in await told(hall)
    first, second = [name.title() for name in await players_of(hall, "1.1.1")]
    voted = await hall.told("paul", "decide 1.1.1 draw both were away")
    assert voted.startswith("You voted on match `1.1.1`: a draw. Nothing changes yet")
    assert voted.endswith(f"If not, the first decision is final: {first} 2, {second} 0.")
    assert "one of two arbiters has decided. Until the other does" in await told(hall)
    assert "2–0" in await hall.told("zoe", "pairings")
    agreed = await hall.told("quinn", "decide 1.1.1 draw nobody came")
    assert "you and the other arbiter agree on a draw. This is final." in agreed
    assert f"both arbiters decided {first} 1, {second} 1. This is final. nobody came" in await told(hall)
    assert "1–1" in await hall.told("zoe", "pairings")
    log = await hall.told("zoe", "log")
    assert "voted on the second appeal about `1.1.1`, 1–1; another arbiter has yet to decide" in log
    assert "agreed on the second appeal about `1.1.1`, 1–1, which is final" in log


async def test_disagreeing_arbiters_are_announced_to_all(hall: Hall) -> None:
    await appealed_twice(hall)
    first, second = [name.title() for name in await players_of(hall, "1.1.1")]
    await hall.say("paul", "decide 1.1.1 draw both were away")
    split = await hall.told("quinn", "decide 1.1.1 second he was there")
    assert f"you and the other arbiter disagree, so the first decision is final: {first} 2, {second} 0." in split
    everybody = await told(hall)
    assert f"the two arbiters disagree, so the first decision is final: {first} 2, {second} 0." in everybody
    assert "2–0" in await hall.told("zoe", "pairings")
    assert "disagreed on the second appeal" in await hall.told("zoe", "log")


async def test_a_result_is_shown_with_its_open_appeal_and_reason(hall: Hall) -> None:
    loser = await appealed_twice(hall)
    assert "2–0 (an appeal is open)" in await hall.told("zoe", "pairings")
    assert "you lost 0–2. An appeal is open; 2 arbiters have yet to decide." in await hall.told(loser, "me")
    await hall.say("paul", "decide 1.1.1 draw both were away")
    assert "An appeal is open; one arbiter has yet to decide." in await hall.told(loser, "me")
    await hall.say("quinn", "decide 1.1.1 draw nobody came")
    assert "1–1, ruling: nobody came" in await hall.told("zoe", "pairings")
    assert "you drew 1–1. Ruling: nobody came" in await hall.told(loser, "me")


async def test_no_player_appeals_against_their_own_win(hall: Hall) -> None:
    await running(hall)
    await hall.report("s-cup", "1.1.1", (2, 0))
    winner, _ = await players_of(hall, "1.1.1")
    assert (
        await hall.told(winner, "appeal 1.1.1 more") == "You won match `1.1.1`, so there's nothing to appeal against."
    )


def decided(*votes: tuple[str, tuple[int, int] | None]) -> Held:
    """Return a ruled game with an appeal, decided by these votes, one after another."""
    held = Held(format="swiss", rounds=1)
    held.enter(4)
    held.begin()
    held.play(random.Random(1), keep=4)
    made = held.season.matches["1.1.1"]
    held.do(acts.rule_game, journal.Ruled(at=6, by="chief", match="1.1.1", points=(2, 0), reason="he was late"))
    for number, (by, points) in enumerate(votes):
        if number < 2:
            held.do(acts.appeal_result, "1.1.1", made.first if number else made.second, f"no {number}", 7 + number)
        held.do(acts.decide_appeal, "1.1.1", by, points, f"{by} says so", 8 + number, how=How.PLAYED)
    return held


@pytest.mark.parametrize(
    ("votes", "points", "reason"),
    [
        ([("judge", None)], (2, 0), "he was late"),
        ([("judge", (0, 2))], (0, 2), "judge says so"),
        ([("judge", (0, 2)), ("one", (1, 1))], (0, 2), "judge says so"),
        ([("judge", (0, 2)), ("one", (1, 1)), ("two", (1, 1))], (1, 1), "two says so"),
        ([("judge", (0, 2)), ("one", (1, 1)), ("two", (2, 0))], (0, 2), "judge says so"),
    ],
)
def test_the_reason_of_a_result_is_that_of_the_person_who_decided_it(
    votes: list[tuple[str, tuple[int, int] | None]], points: tuple[int, int], reason: str
) -> None:
    held = decided(*votes)
    (game,) = public_facts.games(held.season, held.season.matches["1.1.1"])
    assert (game.points, game.reason) == (points, reason)
    tale = season_tale("s-x", [entry.model_dump_json() for entry in held.entries])
    assert tale is not None
    (made,) = [one for one in tale.meetings if one.match == "1.1.1"]
    names = {name: name for name in held.season.entrants}
    assert match_shape(tale, made, names)["games"][0]["result"]["ruling"] == reason
    assert f"{points[0]}–{points[1]}, ruling: {reason}" in str(Pages(texts(), PageQuery(), names).games(tale, [made]))


def test_a_vote_says_what_it_did() -> None:
    held = decided(("judge", (0, 2)), ("one", (1, 1)), ("two", (2, 0)))
    leg = held.season.matches["1.1.1"].legs[0]
    found = [effect(leg, entry) for entry in held.entries if isinstance(entry, journal.Decided)]
    assert [(one.instance, one.what, one.stands, one.settled) for one in found] == [
        (1, "decided", (0, 2), True), (2, "voted", (0, 2), False), (2, "split", (0, 2), True),
    ]  # fmt: skip


def test_a_decision_from_before_said_nothing_of_moves_and_counts_as_it_did() -> None:
    old = '{"at":8.0,"by":"judge","kind":"decided","match":"1.1.1","leg":0,"points":[0,2],"reason":"so"}'
    entry = journal.ENTRY.validate_json(old)
    held = decided()
    held.do(acts.appeal_result, "1.1.1", held.season.matches["1.1.1"].second, "no", 7)
    held.season.add(entry)
    outcome = held.season.matches["1.1.1"].legs[0].outcome()
    assert outcome is not None
    assert outcome.how is How.WALKOVER
