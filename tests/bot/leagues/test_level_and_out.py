"""Level play-offs of a knock-out are settled publicly; people who are out, replaced or finished are told so."""

from __future__ import annotations

import re

import pytest

from benchmarks.seasons import SPRING, League
from bot.leagues import acts, journal, public_facts
from bot.leagues.brackets import level_winner
from bot.storage import Store
from tests.bot.leagues.support import Hall
from tests.leagues.playing import begun, report
from tests.leagues.support import FOUR
from tests.leagues.test_season import SEED, Held


def levelled() -> Held:
    """Return a knock-out of two: the match is level, and so is its play-off."""
    held = begun(2, format="knockout")
    report(held, "1.1.1", (1, 1))
    held.do(acts.draw, SEED, "chief", 7)
    held.create()
    report(held, "2.1.1", (1, 1), at=8)
    return held


def test_a_level_play_off_is_settled_by_the_second_side_in_it() -> None:
    held = levelled()
    first, second = held.season.matches["1.1.1"].slots
    made = held.season.matches["2.1.1"]
    assert made.slots == (second, first), "with the sides exchanged"
    assert level_winner(held.season, made) == first
    assert level_winner(held.season, held.season.matches["1.1.1"]) is None
    assert held.season.table(0)[0].name == first


async def test_the_rules_of_a_knock_out_say_how_it_is_settled(store: Store) -> None:
    hall = Hall.open(store)
    made = await hall.told("olga", "new Cup scenario=introductory window=60d beginners=yes format=knockout")
    assert "If that play-off is drawn too, its second player goes through." in made
    assert "play-off" not in await hall.told(
        "olga", "new Bowl scenario=introductory window=60d beginners=yes format=swiss"
    )


async def test_the_winner_of_a_drawn_play_off_is_announced_and_logged(store: Store) -> None:
    league = League(store)
    await league.open(FOUR[:2], format="knockout")
    await league.draw()
    await league.step()

    def level(match: str) -> journal.Ruled:
        return journal.Ruled(at=league.repository.at, by="chief", match=match, points=(1, 1), reason="agreed")

    await league.act(lambda _: [level("1.1.1")])
    await league.step()
    season = await league.repository.season(SPRING)
    assert season.round == 2
    await league.act(lambda _: [level("2.1.1")])
    season = await league.step()
    winner = (await league.store.persons.read(season.matches["2.1.1"].second)).name
    said = [one for one in await league.told() if "is drawn too" in one]
    assert len(said) == 1
    assert f"{winner} has its second side and goes through" in said[0]
    await league.step()
    assert len([one for one in await league.told() if "is drawn too" in one]) == 1, "once"
    hall = Hall(league.handler, [league.hands.at])
    log = await hall.told("zoe", f"log season={SPRING}")
    assert "the play-off is drawn, so" in log
    assert "goes through with the second side" in log


def test_a_player_who_is_out_of_a_knockout_counts_as_out() -> None:
    held = begun(4, format="knockout")
    one, other = held.season.open_matches()
    report(held, one.match, (2, 0))
    assert public_facts.status(held.season, one.second, 8) == "out"
    assert public_facts.status(held.season, one.first, 8) == "active"
    report(held, other.match, (2, 0))


async def test_out_replaced_and_through_are_told_in_words(store: Store) -> None:
    hall = Hall.open(store)
    await hall.running("Cup format=knockout", ("anna", "ben", "carl", "dora"))
    await hall.report("s-cup", "1.1.1", (2, 0))
    season = await hall.handler.leagues.repository.season("s-cup")
    loser = (await hall.handler.tools.store.persons.read(season.matches["1.1.1"].second)).name.casefold()
    assert "you are knocked out" in await hall.told(loser, "me season=s-cup")
    (row,) = [line for line in (await hall.told(loser, "table")).splitlines() if loser.title() in line]
    assert row.endswith(", knocked out (place 2 to 4)")
    hall = Hall(hall.handler, hall.times, channel="annex")
    await hall.running("Bowl", ("gus", "hans", "ida", "jan", "kim"))
    await hall.say("sam", "join substitute=yes season=s-bowl")
    await hall.say("olga", "replace gus by=sam season=s-bowl")
    told = await hall.told("gus", "me season=s-bowl")
    assert "you are replaced by a substitute" in told
    assert "`1.1." not in told, "no game of theirs is left"
    assert "you are playing" in await hall.told("sam", "me season=s-bowl")


@pytest.mark.parametrize("finished", [False, True])
def test_when_everything_is_played_nobody_is_playing(finished: bool) -> None:
    held = begun(4, format="swiss", rounds=1)
    for made in held.season.open_matches():
        report(held, made.match, (2, 0))
    held.do(acts.begin_review, "chief", 9)
    if finished:
        held.do(acts.finish_season, SEED, "chief", 9 + 4 * 86_400)
    assert public_facts.status(held.season, "p00", 10) == "played"


async def test_a_replaced_player_has_no_game_left(store: Store) -> None:
    league = League(store)
    people = dict(zip(FOUR, await league.open(FOUR), strict=True))
    sam = await store.persons.of("web:sam", "Sam")
    await league.act(lambda _: [journal.Joined(at=league.repository.at, by=sam, person=sam, substitute=True)])
    await league.draw()
    await league.step()
    assert len(await store.people.games_of("web:ann")) == 3
    await league.act(lambda one: acts.replace_player(one, people["Ann"], sam, league.repository.at, by="chief"))
    await league.step()
    assert await store.people.games_of("web:ann") == []
    assert len(await store.people.games_of("web:sam")) == 3
    for header in (await league.games()).values():
        answers = await league.say("ann", header, "choose take")
        seats = (await store.load(header.game_id)).seats.holders
        assert not any(seat.user == "web:ann" for seat in seats.values())
        assert "sam" in str(seats).casefold() or "Sam" not in str(answers)


async def test_the_log_names_the_game_of_a_ruling_and_who_goes_through_once(hall: Hall) -> None:
    """Of a play-off of two games, each ruling said who goes through, and none which game it was about."""
    await hall.running("Cup format=knockout match=swap", ("anna", "ben"))
    for number in (1, 2):
        await hall.say("olga", f"rule 1.1.1 draw agreed game={number}")
    await hall.say("olga", "draw")
    assert "has begun" in await hall.told("olga", "draw publish")
    for number in (1, 2):
        await hall.say("olga", f"rule 2.1.1 draw agreed game={number}")
    log = await hall.told("zoe", "log")
    assert re.findall(r"ruled `([\d.]+)` \(game (\d)\) 1–1", log) == [
        ("2.1.1", "2"), ("2.1.1", "1"), ("1.1.1", "2"), ("1.1.1", "1"),
    ]  # fmt: skip
    (through,) = [line for line in log.splitlines() if "goes through" in line]
    assert "`2.1.1` (game 2)" in through


async def test_nobody_waits_for_a_window_or_a_round_that_nothing_happens_in(hall: Hall) -> None:
    """The desk announced a second round during the final; who was out read when "this round" ends."""
    await hall.running("Cup format=knockout", ("anna", "ben"))
    desk = await hall.told("olga", "desk")
    assert "If the final is drawn, it's replayed as round 2." in desk
    assert "Round 2 is drawn" not in desk
    assert "The window of this round ends" in await hall.told("ben", "me")
    await hall.say("olga", "rule 1.1.1 draw agreed")
    assert "Round 2 is drawn when all games are over" in await hall.told("olga", "desk")
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    await hall.say("olga", "rule 2.1.1 draw agreed")
    for name in ("anna", "ben"):
        assert "The window of this round ends" not in await hall.told(name, "me")
