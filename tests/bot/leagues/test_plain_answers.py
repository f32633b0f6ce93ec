"""League answers in words: no codes, nothing that wasn't done, and no mention of rooms where games are played elsewhere."""

from __future__ import annotations

import re
from functools import partial
from html import escape

import pytest

from bot.leagues import acts, adjudication, journal
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season
from bot.leagues.standings import How
from bot.narration.texts import texts, texts_of
from bot.public.page_query import PageQuery
from bot.public.public_season import season_tale
from bot.public.season_pages import Pages
from bot.service.leagues import calendars, views
from bot.service.leagues.act_refusals import plainly, reason_told
from renderer.kit.templates import template
from renderer.league import in_words
from tests.bot.leagues.support import Hall
from tests.bot.leagues.test_views import telling
from tests.bot.support import token_of
from tests.conftest import ROOT
from tests.leagues.playing import begun, report
from tests.leagues.test_season import DAY, Held

FIVE = ("anna", "ben", "carl", "dora", "eve")
CODES = ("no_first_move", "time", "slower", "present_vp", "split", "withdrawn", "annulled", "arbiter", "operator")


async def swiss(hall: Hall, more: str = "") -> None:
    await hall.running(f"Cup format=swiss rounds=3 {more}", FIVE[:4])


# --------------------------------------------------------------------------------------------------- codes


@pytest.mark.parametrize("code", CODES)
async def test_a_ruling_by_a_rule_of_the_season_is_told_in_words(hall: Hall, code: str) -> None:
    await swiss(hall)
    repository = hall.handler.leagues.repository
    verdict = adjudication.Adjudication(code, (2, 0), How.WALKOVER, False)
    await repository.act("s-cup", "ruled", lambda one: [adjudication.entry(one, verdict, "1.1.1", repository.at)])
    sentence = texts_of("pog").say(f"clerk.ruled.{code}")
    log = await hall.told("zoe", "log")
    assert f"ruled `1.1.1` 2–0: {sentence}" in log
    assert code == "time" or f": {code}" not in log
    tale = season_tale("s-cup", await repository.lines("s-cup"))
    assert tale is not None
    (made,) = [one for one in tale.meetings if one.match == "1.1.1"]
    assert escape(f"2–0, ruling: {sentence}") in Pages(texts(), PageQuery(), {}).games(tale, [made])


def test_a_rule_that_this_version_does_not_know_is_no_code_either() -> None:
    assert reason_told(texts(), "odd_rule", "odd_rule") == "A rule of the season decided it."
    assert "He shouted_loud." in reason_told(texts(), "He shouted_loud.", "")


def test_no_refusal_reaches_a_file_or_another_program_as_a_code() -> None:
    """Every refusal of an act is a sentence, whatever it names."""
    files = sorted((ROOT / "bot" / "leagues").rglob("*.py"))
    codes = {code for file in files for code in re.findall(r'NotNow\(\s*"([a-z_]+)"', file.read_text("utf-8"))}
    for code in sorted(codes):
        found = texts().find(f"reasons.league.{code}") or texts().find(f"reasons.{code}")
        fields = dict.fromkeys(template(found).fields() - {"season", "person"}, "7")
        data = fields | {"points": (3, 0), "stands": (2, 0), "matches": ("1.1.1",), "name": "Cup"}
        told = plainly(texts(), NotNow(code, **data))
        assert " " in told, code
        assert code not in told.split(), code


# ------------------------------------------------------------------------------------------- asked and undone


async def test_leaving_a_season_that_is_played_is_asked_about_first(hall: Hall) -> None:
    await hall.running("Cup", FIVE)
    (asked,) = await hall.say("anna", "leave")
    assert "you have 4 open games" in asked.text
    assert "anna" not in str((await hall.handler.leagues.repository.season("s-cup")).gone)
    assert not (await hall.handler.leagues.repository.season("s-cup")).gone
    (done,) = await hall.press("anna", token_of([asked], "Withdraw"))
    assert "You have withdrawn" in done.text
    assert (await hall.handler.leagues.repository.season("s-cup")).gone


async def test_an_entry_before_the_draw_is_taken_back_without_a_question(hall: Hall) -> None:
    await hall.opened("Cup", FIVE)
    assert "You are out of Cup" in await hall.told("anna", "leave")


# ------------------------------------------------------------------------------------------------- rulings


@pytest.mark.parametrize("result", ["first", "draw"])
@pytest.mark.parametrize("moved", [False, True])
async def test_ruled_wins_and_draws_count_like_played_ones(hall: Hall, result: str, moved: bool) -> None:
    await swiss(hall)
    if moved:
        await hall.report("s-cup", "1.1.1", (0, 2))
    await hall.say("olga", f"rule 1.1.1 {result} so it was")
    season = await hall.handler.leagues.repository.season("s-cup")
    ruling = season.matches["1.1.1"].legs[0].ruled
    assert ruling is not None
    assert ruling.how is (How.PLAYED if moved else How.WALKOVER)


@pytest.mark.parametrize("result", ["first", "draw"])
async def test_decided_wins_and_draws_count_like_played_ones(hall: Hall, result: str) -> None:
    await swiss(hall)
    await hall.say("olga", "rule 1.1.1 second nobody came")
    season = await hall.handler.leagues.repository.season("s-cup")
    loser = (await hall.handler.tools.store.persons.read(season.matches["1.1.1"].first)).name.casefold()
    await hall.say(loser, "appeal 1.1.1 unfair")
    await hall.say("paul", "list")
    await hall.say("olga", "role arbiter give paul")
    await hall.say("paul", f"decide 1.1.1 {result} fair")
    outcome = (await hall.handler.leagues.repository.season("s-cup")).matches["1.1.1"].legs[0].outcome()
    assert outcome is not None
    assert outcome.how is How.WALKOVER, "no move was made"


# ---------------------------------------------------------------------------------------------- left out, bids


def _only(entry: journal.Created, season: Season) -> list[journal.Entry]:
    del season
    return [entry]


async def test_an_option_with_a_colon_is_answered_with_how_it_is_typed(hall: Hall) -> None:
    await hall.say("olga", "new Cup format=swiss scenario=introductory window=60d beginners=yes")
    await hall.say("olga", "open")
    assert "Did you mean “capacity=3”?" in await hall.told("anna", "join capacity:3")
    assert "You have entered" in await hall.told("anna", "join capacity=3")


async def test_a_colon_behind_an_option_blames_that_word_alone(hall: Hall) -> None:
    """Not `beginners=yes capacity:3`, of which one half is right."""
    other = await hall.told("olga", "new Cup beginners=yes capacity:3")
    assert "There's no option “capacity”" in other
    assert "Did you mean “cap=1700”?" in await hall.told("olga", "new Cup beginners=yes cap:1700")
    assert "Did you mean “capacity=3”?" in await hall.told("anna", "join substitute=yes capacity:3")
    assert "Cup" in await hall.told(
        "olga", "new Cup beginners=yes vp:historical scenario=introductory format=swiss window=60d"
    )


async def test_who_is_asked_whether_to_withdraw_answers_with_yes(hall: Hall) -> None:
    await hall.running("Cup outside=yes", ("anna", "ben", "carl", "dora", "eve"))
    assert "Withdraw?" in await hall.told("anna", "leave")
    assert "You have withdrawn from Cup" in await hall.told("anna", "leave yes")


async def test_a_second_season_is_refused_with_what_would_let_one_in(hall: Hall) -> None:
    await swiss(hall)
    repository = hall.handler.leagues.repository
    for match in ("1.1.1", "1.1.2"):
        entry = journal.Created(at=repository.at, match=match, game=f"g-{match[-1]}")
        await repository.act("s-cup", match, partial(_only, entry))
    await hall.say("olga", "new Bowl format=swiss scenario=introductory window=60d beginners=yes")
    await hall.say("olga", "open season=s-bowl")
    refused = await hall.told("anna", "join season=s-bowl")
    assert "ask for more with `/league join capacity=2`" in refused
    assert "You have entered" in await hall.told("anna", "join capacity=2 season=s-bowl")


async def test_everybody_reads_whom_the_first_draw_left_out(hall: Hall) -> None:
    from bot.service.leagues.announcements import words
    from bot.service.leagues.clerk_context import ClerkContext

    await hall.opened("Cup closes=2026-11-20 draw=2026-11-24", FIVE)
    hall.pass_time(days=20)
    for name in FIVE[:4]:
        await hall.say(name, "checkin")
    hall.pass_time(days=3)
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    tools, repository = hall.handler.tools, hall.handler.leagues.repository
    season = await repository.season("s-cup")
    people = await tools.store.persons.read_all(season.entrants)
    told = words(ClerkContext(tools, repository), season, (await repository.journal("s-cup"))[-1], people)
    assert told.endswith("Left out: Eve (did not check in).")


async def test_the_price_of_a_sealed_bid_is_told_before_and_after(hall: Hall) -> None:
    from bot.service.leagues.announcements import words
    from bot.service.leagues.clerk_context import ClerkContext

    await hall.say("olga", "new Cup scenario=campaign window=120d beginners=yes match=bid format=swiss rounds=1")
    await hall.say("olga", "open")
    await hall.all_join(FIVE[:4])
    await hall.say("olga", "draw")
    begun = await hall.told("olga", "draw publish")
    assert "Their players bid for sides, for a day at most" in begun
    assert "opened now" not in begun
    tools, repository = hall.handler.tools, hall.handler.leagues.repository
    season = await repository.season("s-cup")
    first, second = [(await tools.store.persons.read(one)).name.casefold() for one in season.matches["1.1.1"].slots]
    assert "bid with `/league bid SIDE AMOUNT`" in await hall.told(first, "me")
    assert "/league bid" not in await hall.told("zoe", "pairings"), "who only watches can't bid"
    told = await hall.told(first, "bid ap 3")
    assert "your bid is in, and you can change it until" in await hall.told(first, "me")
    assert "bid with `/league bid SIDE AMOUNT`" in await hall.told(second, "me")
    assert "The winner cedes the last bid, never more than their own." in told
    await hall.say(second, "bid ap 1")
    seed = await repository.seed("s-cup")
    await repository.act("s-cup", "auction", lambda one: acts.close_bidding(one, seed, "1.1.1", repository.at))
    season = await repository.season("s-cup")
    made = season.matches["1.1.1"].auction
    assert made is not None
    people = await tools.store.persons.read_all(season.entrants)
    public = words(ClerkContext(tools, repository), season, made, people)
    price = "1 point" if made.ceded == 1 else f"{made.ceded} points"
    assert f"{first.title()} cedes {price} for the Allied Powers." in public
    log = await hall.told("zoe", "log")
    assert f"{first.title()} gets the side and cedes {price} for it" in log


# ---------------------------------------------------------------------------------------------- played elsewhere


async def test_a_season_that_is_played_elsewhere_hears_nothing_of_venues_and_clocks(hall: Hall) -> None:
    told = [
        await hall.told(
            "olga", "new Cup scenario=introductory window=60d beginners=yes format=swiss rounds=2 outside=yes"
        )
    ]
    told += [await hall.told("olga", line) for line in ("open", "venue", "venue here")]
    told += [await hall.told(name, "join") for name in FIVE[:4]]
    told += [await hall.told("anna", "away 2026-12-24..2026-12-26"), await hall.told("zoe", "table")]
    told += [await hall.told("olga", line) for line in ("draw", "draw publish", "extend 3d")]
    told += [await hall.told("anna", line) for line in ("me", "pairings")]
    text = "\n".join(told)
    assert "needs no venue" in text
    for word in ("Clock", "clock", "/league venue", "opened now", "at once", "its game isn't open yet"):
        assert word not in text, word
    assert "to be played by" in text


# --------------------------------------------------------------------------------------------------- wrong today


@pytest.mark.parametrize("form", ["knockout", "double_knockout"])
def test_a_finalist_without_a_loss_is_sure_of_the_second_place(form: str) -> None:
    held = begun(8, format=form)
    for _ in range(6):
        for made in held.season.open_matches():
            points = (2, 0) if made.first < made.second else (0, 2)
            report(held, made.match, points)
        alive = [slot for slot, (best, _) in held.season.places(0).items() if best == 1]
        if held.season.matches and "p00" in alive and held.season.round >= 3:
            break
        held.do(acts.draw, b"promised before anybody entered.", "chief", 7)
        held.create()
    if form == "double_knockout":
        held.do(acts.draw, b"promised before anybody entered.", "chief", 7)
    assert held.season.places(0)["p00"] in ((1, 2), (1, 1))


def test_a_player_who_left_a_knockout_cannot_place_higher() -> None:
    held = begun(4, format="knockout")
    one, other = held.season.open_matches()
    held.do(acts.withdraw_player, one.first, 6)
    report(held, other.match, (2, 0))
    held.do(acts.draw, b"promised before anybody entered.", "chief", 7)
    held.create()
    assert held.season.places(0)[one.second] == (1, 2), "a finalist"
    held.do(acts.withdraw_player, one.second, 8)
    assert {row.name: row.place for row in held.season.table(0)}[one.second] == 2, "the walkover that they won stands"


def test_honours_and_calendar_tell_when_a_season_ended() -> None:
    held = Held(format="swiss", rounds=1)
    held.enter(4)
    held.begin()
    for made in held.season.open_matches():
        report(held, made.match, (2, 0), at=5 * DAY)
    held.do(acts.begin_review, "chief", 10 * DAY)
    held.do(acts.finish_season, b"promised before anybody entered.", "chief", 20 * DAY)
    assert "Ends: 11 Jan 1970" in in_words(views.poster(telling(held)))
    found = {event.uid: event for event in calendars.events(telling(held), texts(), "s-x")}
    assert (found["s-x-round-1@league"].end, found["s-x-due-1@league"].start) == (10 * DAY, 10 * DAY)


def test_the_calendar_has_the_last_day_on_which_games_begin() -> None:
    from bot.leagues.windows import Calendar

    held = Held(format="ladder", calendar=Calendar(closes=5 * DAY, draw=9 * DAY, ends=90 * DAY))
    found = {event.uid: event.start for event in calendars.events(telling(held), texts(), "s-x")}
    assert found["s-x-ends@league"] == 90 * DAY


def test_an_entry_of_an_auction_is_told_to_everybody() -> None:
    from bot.service.leagues.announcements import TOLD

    assert journal.Auctioned in TOLD
