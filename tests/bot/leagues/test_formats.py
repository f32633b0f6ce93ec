"""Commands specific to formats: bids, ladders, teams, volunteers, results played elsewhere."""

from __future__ import annotations

import pytest

from bot.leagues import acts
from bot.leagues.eligibility import Record
from bot.service.leagues import follow_settings
from bot.service.leagues.records import EntrantRecord
from tests.bot.leagues.support import Hall

PLAYERS = ("anna", "ben", "carl", "dora")


async def running(hall: Hall, more: str, scenario: str = "introductory", players: tuple[str, ...] = PLAYERS) -> None:
    """Start a season of a format and publish its first draw."""
    await hall.say("olga", f"new Cup scenario={scenario} window=120d beginners=yes {more}")
    await hall.say("olga", "open")
    await hall.all_join(players)
    await hall.say("olga", "draw")
    assert "has begun" in await hall.told("olga", "draw publish")


async def player(hall: Hall, person: str) -> str:
    return (await hall.handler.tools.store.persons.read(person)).name.casefold()


async def test_sealed_bids_give_the_sides(hall: Hall) -> None:
    await running(hall, "match=bid", "campaign")
    season = await hall.handler.leagues.repository.season("s-cup")
    made = season.matches["1.1.1"]
    first, second = [await player(hall, slot) for slot in made.slots]
    several = await hall.told(first, "bid ap 3")
    assert "Several of your matches are waiting for bids" in several
    assert "A bid is a number from 0 to 20" in await hall.told(first, "bid ap 30 1.1.1")
    assert "up to 3 points for the Allied Powers" in await hall.told(first, "bid ap 3 1.1.1")
    assert "“red” doesn't work here" in await hall.told(second, "bid red 3 1.1.1")
    assert "Your sealed bid" in await hall.told(second, "bid ap 2 1.1.1")
    repository = hall.handler.leagues.repository
    seed = await repository.seed("s-cup")
    await repository.act("s-cup", "auction", lambda one: acts.close_bidding(one, seed, "1.1.1", repository.at))
    assert made.auction is not None
    assert await player(hall, made.auction.first) == first
    assert made.auction.ceded in (2, 3), "by the die who speaks first, and no more than it takes"
    assert "Bidding for match `1.1.1` is over" in await hall.told(first, "bid ap 4 1.1.1")


async def test_a_ladder_is_climbed_by_challenges(hall: Hall) -> None:
    await running(hall, "format=ladder", players=(*PLAYERS, "eve", "fay", "gus"))
    season = await hall.handler.leagues.repository.season("s-cup")
    order = [await player(hall, row.name) for row in season.table(0)]
    top, low = order[0], order[-1]
    assert "up to 5 places above you" in await hall.told(low, f"challenge {top}")
    assert f"You challenged {order[-2].title()}" in await hall.told(low, f"challenge {order[-2]}")
    (mine,) = await hall.say(order[-2], "me")
    assert "Accept" in str(mine.menu)
    assert "already has a challenge or game open" in await hall.told(order[-2], f"challenge {order[-4]}")
    assert "You accepted" in await hall.told(order[-2], "challenge yes")
    assert len(season.matches) == 1
    await hall.say(order[1], "away 5d")
    assert "is on leave" in await hall.told(order[2], f"challenge {order[1]}")


async def test_the_draw_of_a_ladder_tells_its_order_and_where_games_come_from(hall: Hall) -> None:
    await hall.opened("Cup format=ladder", PLAYERS)
    shown = await hall.told("olga", "draw")
    season = await hall.handler.leagues.repository.season("s-cup")
    assert season.preview is not None
    order = [(await player(hall, name)).title() for name in season.preview.sections[0]]
    assert f"From the top: {', '.join(order)}" in shown
    begun = await hall.told("olga", "draw publish")
    assert "Its games come from challenges" in begun
    assert "up to 5 places above" in begun
    assert await hall.told("zoe", "pairings") == begun, "no match is there yet"
    log = await hall.told("zoe", "log")
    assert "gave the ladder its first order" in log
    assert not any("0 matches" in text or "opened now" in text for text in (shown, begun, log))


async def test_a_ladder_that_has_ended_begins_no_more_games(hall: Hall) -> None:
    await hall.opened("Cup format=ladder draw=10d ends=40d", PLAYERS)
    hall.pass_time(days=8)
    for name in PLAYERS:
        await hall.say(name, "checkin")
    await hall.say("olga", "draw")
    assert "has begun" in await hall.told("olga", "draw publish")
    hall.pass_time(days=40)
    assert "Cup has started no new games since 12 Dec 2026" in await hall.told("anna", "challenge ben")


async def two_teams(hall: Hall) -> None:
    await hall.opened("Cup format=teams boards=2 rounds=2", PLAYERS)
    await hall.say("olga", "team Reds members=anna,ben")
    await hall.say("olga", "team Blues members=carl,dora")


async def test_a_draw_says_which_board_is_lost_for_want_of_an_alternate(hall: Hall) -> None:
    await two_teams(hall)
    assert "no alternate is left" not in await hall.told("olga", "draw")
    await hall.say("anna", "leave sure=yes")
    told = await hall.told("olga", "draw")
    assert "Anna has withdrawn and no alternate is left, so this board is lost." in told
    assert told.count("is lost") == 1


async def test_a_team_without_alternates_is_told_how_to_get_one(hall: Hall) -> None:
    await two_teams(hall)
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    await hall.say("anna", "leave sure=yes")
    assert "`/league team NAME members=… alternates=…`" in await hall.told("olga", "replace anna")
    await hall.say("eve", "join substitute=yes")
    assert "Alternates: Eve." in await hall.told("olga", "team Reds members=anna,ben alternates=eve")
    assert "Eve" in await hall.told("olga", "replace anna")
    assert (await hall.told("olga", "log")).count("set up team Reds") == 2


async def test_teams_enter_with_their_players(hall: Hall) -> None:
    await hall.opened("Cup format=teams boards=2 rounds=1", (*PLAYERS, "eve"))
    assert "Team **Reds**: Anna, Ben." in await hall.told("anna", "team Reds members=Anna, Ben alternates=Eve")
    assert "Only an organiser" in await hall.told("anna", "team Blues members=carl,dora")
    assert "Team **Blues**" in await hall.told("olga", "team Blues members=carl,dora")
    assert "2 matches" in await hall.told("olga", "draw")
    await hall.say("olga", "draw publish")
    assert "Reds" in await hall.told("zoe", "table")


async def test_a_player_who_is_out_of_a_knockout_can_volunteer(hall: Hall) -> None:
    await running(hall, "format=knockout")
    season = await hall.handler.leagues.repository.season("s-cup")
    first, second = [await player(hall, slot) for slot in season.matches["1.1.1"].slots]
    assert "You are still playing in Cup" in await hall.told(second, "volunteer")
    await hall.report("s-cup", "1.1.1", (2, 0))
    assert "You offered to play anyone in Cup who has no opponent" in await hall.told(second, "volunteer")
    assert "You are still playing in" in await hall.told(first, "volunteer")


async def test_results_from_elsewhere_are_handed_in_and_put_right(hall: Hall) -> None:
    await running(hall, "outside=yes")
    assert "You handed in the result of match `1.1.1`" in await hall.told("olga", "result 1.1.1 first margin=4")
    corrected = await hall.told("olga", "correct 1.1.1 draw a slip of the pen")
    assert "a draw" in corrected
    season = await hall.handler.leagues.repository.season("s-cup")
    assert season.matches["1.1.1"].result().points == (1, 1)  # type: ignore[union-attr]


async def test_two_who_are_kept_apart_are_not_paired(hall: Hall) -> None:
    await hall.opened("Cup format=swiss rounds=2", PLAYERS)
    assert "Anna and Ben won't be paired" in await hall.told("olga", "apart anna other=ben")
    drawn = await hall.told("olga", "draw")
    pairs = [line.partition("` ")[2] for line in drawn.splitlines() if line.startswith("- `")]
    assert len(pairs) == 2
    assert not {"Anna – Ben", "Ben – Anna"} & set(pairs)


async def test_a_rolling_swiss_pairs_the_players_who_are_free(hall: Hall) -> None:
    await running(hall, "format=rolling")
    assert "Nobody in Cup can be paired right now" in await hall.told("olga", "draw")


async def test_a_player_who_is_not_eligible_is_told_why(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    async def poor(*_: object) -> EntrantRecord:
        return EntrantRecord(known=Record(finished=0, recent=5, timeouts=3))

    monkeypatch.setattr("bot.service.leagues.entry_commands.record_of", poor)
    await hall.say("olga", "new Cup scenario=introductory window=60d")
    await hall.say("olga", "open")
    told = await hall.told("anna", "join")
    assert "You can't enter Cup: you have no finished game yet" in told
    assert "you ran out of time in too many games" in told


async def test_a_team_is_followed_by_its_name(hall: Hall) -> None:
    await hall.say("olga", "new Cup format=teams boards=2 scenario=introductory window=120d beginners=yes")
    await hall.say("olga", "open")
    await hall.all_join(PLAYERS)
    await hall.say("anna", "team Red Foxes members=anna,ben")
    await hall.say("carl", "team Owls members=carl,dora")
    assert "the games of team Red Foxes" in await hall.told("zoe", "follow red foxes")
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    tools = hall.handler.tools
    (followed,) = await follow_settings.followed(tools.store, "s-cup")
    season = await hall.handler.leagues.repository.season("s-cup")
    assert [made.match for made in followed.matches(season)] == list(season.matches)
    assert "You follow nothing" in await hall.told("zoe", "unfollow Red Foxes")


async def test_a_draw_names_the_substitute_who_came_and_not_who_went(hall: Hall) -> None:
    await hall.opened("Cup format=swiss rounds=2", (*PLAYERS, "eve"))
    await hall.say("fay", "join substitute=yes")
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    await hall.say("ben", "leave sure=yes")
    assert "Fay takes the place of Ben" in await hall.told("olga", "replace ben by=fay")
    for match in ("1.1.1", "1.1.2"):
        await hall.say("olga", f"rule {match} first so it was")
    shown = await hall.told("olga", "draw")
    assert ("Fay" in shown, "Ben" in shown) == (True, False)
