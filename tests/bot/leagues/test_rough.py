"""Commands typed in haste, by mistake or in malice: one clear sentence, and nothing changes."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from bot.narration.user_text import CLOSE, OPEN
from tests.bot.leagues.support import Hall

MADE = "new Cup scenario=introductory window=60d beginners=yes"


async def opened(hall: Hall, more: str = "", players: tuple[str, ...] = ("anna", "ben")) -> None:
    """Make a season and open it for registration."""
    await hall.say("olga", f"{MADE} {more}")
    await hall.say("olga", "open")
    await hall.all_join(players)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("window=0", "“0” isn't a length of time"),
        ("window=59m", "“59m” isn't a length of time"),
        ("window=9999w", "“9999w” is too long. The limit in a season is 1000 days"),
        ("clock=900d+900d", "but a window has at most 1000 days"),
        ("clock=5d+", "isn't a clock"),
        ("clock=+8h", "isn't a clock"),
        ("closes=0001-01-01", "is out of range. Use a day in the years 2000 to 2199"),
        ("closes=9999-12-31", "is out of range"),
    ],
)
async def test_times_that_no_season_can_have(hall: Hall, typed: str, said: str) -> None:
    assert said in await hall.told("olga", f"new Cup scenario=introductory {typed}")
    assert await hall.handler.leagues.repository.seasons() == []


async def test_leave_out_of_reach_is_refused_and_harms_nothing(hall: Hall) -> None:
    await opened(hall)
    for dates in ("9999-12-31", "0001-01-01", "9999w", "2026-12-01 to 9999-12-31"):
        assert "went wrong" not in await hall.told("ben", f"away {dates}")
    assert not any((await hall.handler.leagues.repository.season("s-cup")).leaves.values())
    assert "**Cup**" in await hall.told("ben", "me")


async def test_names_of_seasons_stand_marked_where_several_could_be_meant(hall: Hall) -> None:
    await hall.say("olga", MADE)
    await hall.say("olga", "new **@everyone** <@123> scenario=introductory window=60d beginners=yes")
    assert f"{OPEN}**@everyone** <@123>{CLOSE}" in await hall.told("anna", "table")


async def test_a_list_of_entries_renames_nobody_and_makes_nobody_where_it_is_refused(hall: Hall) -> None:
    await opened(hall)
    persons = hall.handler.tools.store.persons
    refused = await hall.told("olga", "import account,name; web:zoe,Zoe; web:anna,Cheater")
    assert "Line 3: Cheater has already entered. Nothing was imported." in refused.replace(OPEN, "").replace(CLOSE, "")
    assert "zone should be" in await hall.told("olga", "import account,name,zone; web:zoe,Zoe,Mars")
    assert await persons.known("web:zoe") is None
    carl = await persons.of("web:carl", "Carl")
    assert "2 players were entered" in await hall.told(
        "olga", "import account,name,zone; web:carl,Cheater,+2; web:zoe,Zoe,UTC"
    )
    assert (await persons.read(carl)).name == "Carl"
    assert "Anna, Ben, Carl, Zoe" in await hall.told("anna", "table")


async def test_before_the_draw_there_are_no_pairings_and_no_match_by_its_seasons_name(hall: Hall) -> None:
    await opened(hall)
    assert "Cup isn't drawn yet" in await hall.told("anna", "pairings")
    assert "Cup has no match `1.1.1`" in await hall.told("zoe", "predict 1.1.1 first")
    assert "Cup has no match `1.1.1`" in await hall.told("zoe", "follow 1.1.1")


async def test_the_same_rules_again_are_no_news(hall: Hall) -> None:
    for _ in range(3):
        await hall.say("olga", MADE)
    assert (await hall.handler.leagues.repository.season("s-cup")).length == 1


async def test_either_game_of_a_match_can_be_appealed(hall: Hall) -> None:
    await opened(hall, "match=swap", ("anna", "ben", "carl", "dora"))
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    await hall.say("olga", "rule 1.1.1 first so it was game=2")
    season = await hall.handler.leagues.repository.season("s-cup")
    read = await hall.handler.tools.store.persons.read_all(season.matches["1.1.1"].slots)
    one = read[season.matches["1.1.1"].first].name.casefold()
    assert "no result yet" in await hall.told(one, "appeal 1.1.1 unfair")
    assert "One arbiter who isn't involved" in await hall.told(one, "appeal 1.1.1 unfair game=2")
    await hall.say("paul", "list")
    await hall.say("olga", "role arbiter give paul")
    season = await hall.handler.leagues.repository.season("s-cup")
    assert [(made.match, leg) for made, leg, _ in season.appeals()] == [("1.1.1", 1)]
    assert "You decided" in await hall.told("paul", "decide 1.1.1 stands fair game=2")


#: Read-only commands, and some that change something, one after another in a running season.
WHOLE = (
    "help", "list", "me", "table", "ratings", "pairings", "substitute", "substitute yes", "appeal 1.1.1 unfair", "log", "verify",
    "away 2d", "follow", "follow 1.1.1", "follow ANNA", "unfollow", "predict", "predict 1.1.1 first", "export table",
    "play", "checkin", "volunteer", "challenge ANNA", "bid ap 2", "forget", "mydata", "join", "venue", "role", "flags", "leave",
    "team x members=ANNA", "finish", "announce NAME", "extend 3d NAME", "rule 1.1.2 first NAME", "correct 1.1.2 first NAME",
    "decide 1.1.2 stands NAME", "result 1.1.2 first", "replace ANNA", "withdraw ANNA", "move 1.1.2", "apart ANNA other=dora",
    "draw", "draw publish", "open", "venue remove", "import account,name; web:NAME,NAME", "table season=NAME",
)  # fmt: skip


async def test_no_name_reaches_anybody_as_marks_or_mentions(hall: Hall) -> None:
    evil = "**@everyone** <@123>"
    await hall.say("olga", f"new {evil} scenario=introductory window=60d beginners=yes id=cup")
    await hall.say("olga", "open")
    await hall.all_join(("anna", "ben", "carl", "dora"))
    hall.names = {"anna": "_@here_ *a*"}
    found = []
    for line in ("draw", "draw publish"):
        found += [(line, reply.text) for reply in await hall.say("olga", line)]
    for line in WHOLE:
        typed = line.replace("NAME", evil).replace("ANNA", "web:anna")
        for who in ("anna", "olga", "zoe"):
            found += [(f"{who}: {typed}", reply.text) for reply in await hall.say(who, typed)]
    bare = [(line, text) for line, text in found if "@" in re.sub(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", "", text)]
    assert bare == []


async def test_the_only_owner_of_a_season_cannot_be_forgotten(hall: Hall) -> None:
    await opened(hall)
    said = await hall.told("olga", "forget sure")
    assert "You still play: Cup." in said
    assert "`/league role owner give PERSON`" in said
    await hall.say("olga", "role owner give anna")
    assert "Should the bot forget you?" in await hall.told("olga", "forget sure")
    assert "Former player" in await hall.told("olga", "forget sure")


async def test_players_cannot_become_substitutes_and_withdrawn_ones_cannot_re_enter(hall: Hall) -> None:
    await opened(hall, players=("anna", "ben", "carl", "dora", "eve"))
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    assert "You have already entered Cup" in await hall.told("anna", "substitute yes")
    assert "You have withdrawn" in await hall.told("anna", "leave sure=yes")
    for line in ("join", "join substitute=yes"):
        assert "You left Cup after its draw" in await hall.told("anna", line)


async def test_no_day_of_leave_is_in_the_past_or_taken_twice(hall: Hall) -> None:
    await opened(hall)
    assert "You are on leave from 2 Nov 2026 12:00 UTC to 6 Nov" in await hall.told(
        "anna", "away 2026-10-20 to 2026-11-05"
    )
    await hall.say("anna", "away 2026-11-01 to 2026-11-05")
    hall.pass_time(hours=2)
    await hall.say("anna", "away 2d")
    assert "You are on leave from 6 Nov 2026 00:00 UTC to 8 Nov" in await hall.told(
        "anna", "away 2026-11-04 to 2026-11-07"
    )
    season = await hall.handler.leagues.repository.season("s-cup")
    (own,) = (found for found in season.leaves.values() if found)
    assert [(one.start, one.end) for one in own] == [
        (datetime(2026, 11, 2, 12, tzinfo=UTC).timestamp(), datetime(2026, 11, 6, tzinfo=UTC).timestamp()),
        (datetime(2026, 11, 6, tzinfo=UTC).timestamp(), datetime(2026, 11, 8, tzinfo=UTC).timestamp()),
    ]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("join capacity=31", "capacity=31\u2069” is too high. The highest is 30."),
        ("join capacity=0", "capacity=0\u2069” is too low. The lowest is 1."),
        (f"new {'n' * 81}", "is too long. The limit is 80 characters."),
        (f"rule 1.1.1 first {'x' * 201}", "is too long. The limit is 200 characters."),
        (f"appeal 1.1.1 {'x' * 201}", "is too long. The limit is 200 characters."),
        (f"extend 2d {'x' * 501}", "is too long. The limit is 500 characters."),
        (f"announce {'x' * 1501}", "is too long. The limit is 1500 characters."),
    ],
)
async def test_a_word_beyond_its_bound_names_the_bound(hall: Hall, typed: str, said: str) -> None:
    assert said in await hall.told("olga", typed)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("new", "/league new NAME"),
        ("new Cup format=kreis", "divisions, double, swiss, rolling, knockout"),
        ("new Cup format=knokout", "Did you mean “knockout”?"),
        ("new Cup match=bids", "Did you mean “bid”?"),
        ("new Cup sealed=maybe", "yes or no"),
        ("new Cup rounds=many", "whole number"),
        ("new Cup rounds=99", "The highest is 30."),
        ("new Cup windw=60d", "Did you mean “window”?"),
        ("new Cup optionl=yes", "Did you mean “optional”?"),
        ("new Cup id=Ä!", "small letters (a to z)"),
        ("rule 1.1 first so it was", "looks like 1.2.3"),
        ("rule 1.1.1 frist so it was", "Did you mean “first”?"),
    ],
)
async def test_a_wrong_word_is_named_with_what_would_work_and_no_long_usage(hall: Hall, typed: str, said: str) -> None:
    told = await hall.told("olga", typed)
    assert said in told
    wrong = typed.rsplit(maxsplit=1)[-1] if "=" in typed else typed.split()[1] if " " in typed else "NAME"
    assert wrong.partition("=")[0] in told or "frist" in told
    assert len(told) <= 150, told


@pytest.mark.parametrize(
    "line", ["table cup", "table 1 Cup", "pairings cup", "pairings 1 s-cup", "log cup", "log 1 cup"]
)
async def test_a_look_up_takes_the_name_of_a_season_without_more_ado(hall: Hall, line: str) -> None:
    await opened(hall, "format=swiss rounds=1")
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    assert await hall.told("anna", line) == await hall.told("anna", line.split(maxsplit=1)[0])
    assert "There's no season “cupp”. Did you mean `s-cup`?" in await hall.told(
        "anna", f"{line.split(maxsplit=1)[0]} cupp"
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("leave yes", "You are out of Cup"),
        ("join 2", "Type it as /league join"),
        ("join capacity:3", "“capacity=3”"),
    ],
)
async def test_what_is_no_name_of_a_season_is_not_taken_for_one(hall: Hall, line: str, said: str) -> None:
    await opened(hall, "format=swiss rounds=1")
    assert said in await hall.told("anna", line)


async def test_no_platform_renumbers_shared_places(hall: Hall) -> None:
    await opened(hall, "format=swiss rounds=1")
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    rows = [row for row in (await hall.told("anna", "table")).splitlines() if "won" in row]
    assert [row.partition(" ")[0] for row in rows] == ["**1.**", "**1.**"]


async def test_an_organiser_is_told_why_a_substitute_from_elsewhere_cannot_take_a_place(hall: Hall) -> None:
    await hall.opened("Cup", ("anna", "ben", "carl", "dora"))
    hall.platform = "slack"
    await hall.say("eve", "join substitute=yes season=s-cup")
    hall.platform = "web"
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    season = await hall.handler.leagues.repository.season("s-cup")
    slot = season.matches["1.1.1"].slots[0]
    name = (await hall.handler.tools.store.persons.read(slot)).name
    await hall.say(name.casefold(), "play 1.1.1")
    told = await hall.told("olga", f"replace {name}")
    assert f"Eve can't take {name}'s place, because `1.1.1`" in told
    assert "has no account" in told
    assert slot in (await hall.handler.leagues.repository.season("s-cup")).holders.values(), "the place is theirs still"
