"""Whole seasons by typed commands, from an empty hall to the final table."""

from __future__ import annotations

import asyncio
import re

from bot.commands import leagues
from bot.leagues.journal import Entry
from bot.service.leagues.routes import ROUTES
from tests.bot.leagues.support import Hall
from tests.bot.support import check_limits, controls, token_of

FIVE = ("anna", "ben", "carl", "dora", "eve")


async def entries(hall: Hall, season: str) -> list[Entry]:
    return await hall.handler.leagues.repository.journal(season)


async def test_a_division_of_five_from_nothing_to_the_final_table(hall: Hall) -> None:
    made = await hall.told("olga", "new Spring Cup scenario=introductory window=60d beginners=yes")
    assert "You made **Spring Cup** (`s-spring-cup`)" in made
    assert "Venues of Spring Cup" in await hall.told("olga", "venue here")
    (opened,) = await hall.say("olga", "open")
    check_limits(opened)
    (joined,) = await hall.press("anna", token_of([opened], "Join"))
    assert "You have entered **Spring Cup**" in joined.text
    await hall.all_join(FIVE[1:], "join capacity=4 zone=+2 away=2026-12-24..2026-12-26")
    assert "(5): Anna, Ben, Carl, Dora, Eve" in await hall.told("zoe", "table")
    (shown,) = await hall.say("olga", "draw")
    assert "the draw, 10 matches" in shown.text
    assert "Division 1: " in shown.text
    (begun,) = await hall.press("olga", token_of([shown], "Publish"))
    assert "**Spring Cup, round 1** has begun: 10 matches" in begun.text
    season = await hall.handler.leagues.repository.season("s-spring-cup")
    for made_match in list(season.matches.values()):
        await hall.report("s-spring-cup", made_match.match, (2, 0))
    review = await hall.told("olga", "finish")
    assert review.startswith("All games have been played.")
    assert "Appeals in Spring Cup are open until" in await hall.told("olga", "finish")
    hall.pass_time(days=4)
    assert "is over and its standings are final" in await hall.told("olga", "finish")
    (shown,) = await hall.say("carl", "table season=s-spring-cup")
    assert shown.picture is not None
    assert shown.picture.kind == "league_standings"
    assert "Carl" in shown.picture.alt
    table = await hall.told("zoe", "table season=s-spring-cup")
    assert "(over)" in table
    assert table.count("4 points (2 won, 0 drawn, 2 lost)") == 5
    assert "The draw is right: it follows from the journal" in await hall.told("zoe", "verify")
    by_olga = [entry for entry in await entries(hall, "s-spring-cup") if entry.by == season.rules.by]
    assert [entry.kind for entry in by_olga] == ["opened", "venued", "registering", "closed", "drawn", "published", "reviewing", "finished"]  # fmt: skip


async def test_a_swiss_of_four_with_its_rounds(hall: Hall) -> None:
    await hall.opened("Quick Swiss format=swiss rounds=2", FIVE[:4])
    for number in (1, 2):
        (shown,) = await hall.say("olga", "draw")
        assert f"Quick Swiss, round {number}" in shown.text
        assert shown.text.count(" – ") == 2
        assert "2 matches" in await hall.told("olga", "draw publish")
        assert "Games are still open" in await hall.told("olga", "finish")
        for match in (f"{number}.1.1", f"{number}.1.2"):
            await hall.report("s-quick-swiss", match, (2, 0))
    assert "All 2 rounds" in await hall.told("olga", "draw")
    await hall.say("olga", "finish")
    hall.pass_time(days=4)
    assert "is over" in await hall.told("olga", "finish")
    assert "All 2 draws are right" in await hall.told("anna", "verify")


async def test_only_one_of_two_organisers_who_publish_at_once_succeeds(hall: Hall) -> None:
    await hall.opened("Twin", FIVE)
    assert "organiser: " not in await hall.told("anna", "role")
    assert "- organiser: Paul" not in await hall.told("olga", "role organiser give paul")
    await hall.say("paul", "list")
    assert "- organiser: Paul" in await hall.told("olga", "role organiser give paul")
    await hall.say("olga", "draw")
    first, second = await asyncio.gather(hall.told("olga", "draw publish"), hall.told("paul", "draw publish"))
    already = "Round 1 of **Twin** had already begun, so nothing was done. See its matches with `/league pairings`."
    assert sorted((first == already, second == already)) == [False, True], "at once"
    assert await hall.told("paul", "draw publish") == already, "and later"
    kinds = [entry.kind for entry in await entries(hall, "s-twin")]
    assert kinds.count("published") == 1


async def test_the_same_command_twice_counts_once(hall: Hall) -> None:
    for _ in range(2):
        assert "You made" in await hall.told("olga", "new Once window=200d beginners=yes", key="same")
    await hall.say("olga", "open")
    assert "There's already a season `s-once`" in await hall.told("olga", "new Once window=200d beginners=yes")
    for _ in range(2):
        assert "You have entered" in await hall.told("anna", "join", key="join once")
    assert [entry.kind for entry in await entries(hall, "s-once")] == ["opened", "registering", "joined"]


async def test_rules_that_cannot_fit_their_window_are_refused_with_what_would(hall: Hall) -> None:
    refused = await hall.told("olga", "new Long scenario=campaign window=60d beginners=yes")
    assert "a game may last 118 d (120 rounds for each player), but the window is 60 d" in refused
    assert "Use `window=118d` or `clock=5d+2h`" in refused
    assert "You made" in await hall.told("olga", "new Long scenario=campaign window=118d beginners=yes")
    assert "You made" in await hall.told("olga", "new Long 2 scenario=campaign window=60d beginners=yes clock=5d+2h")
    far = await hall.told("olga", "new Far scenario=campaign window=20d")
    assert "With this much leave no clock fits" in far


async def test_joining_leaving_and_going_on_leave(hall: Hall) -> None:
    await hall.opened("Change", FIVE)
    assert "You are a substitute" in await hall.told("sam", "join substitute=yes")
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    assert "You are on leave from 24 Dec 2026" in await hall.told("anna", "away 2026-12-24..2026-12-26")
    assert "You have withdrawn" in await hall.told("ben", "leave sure=yes")
    assert "Sam takes the place of Carl" in await hall.told("olga", "replace carl")
    assert "Sam (for Carl)" in await hall.told("zoe", "table")
    assert "Dora is out of Change" in await hall.told("olga", "withdraw dora")
    assert "Everybody gets 3 d more" in await hall.told("olga", "extend 3d the bot was away")
    await hall.say("olga", "extend 1d")
    season = await hall.handler.leagues.repository.season("s-change")
    match = next(made.match for made in season.open_matches())
    assert "You ruled on match" in await hall.told("olga", f"rule {match} first no move in 7 days")
    mine = await hall.told("anna", "me")
    assert "**Change**: you are playing." in mine
    assert "You are away from 24 Dec 2026" in mine
    log = await hall.say("zoe", "log")
    check_limits(log[0])
    assert "Olga: gave everybody 3 d more: the bot was away" in log[0].text
    assert "Olga: gave everybody 1 d more\n" in log[0].text, "without a reason there is no colon"
    assert "UTC: Ben withdrew\n" in log[0].text, "who acts is named once"
    assert "UTC, Olga: Dora withdrew\n" in log[0].text
    assert f"Olga: ruled `{match}` 2–0: no move in 7 days" in log[0].text
    assert controls(log)
    assert "made the season" in "".join([await hall.told("zoe", f"log {page}") for page in (1, 2)])


async def test_no_organiser_decides_in_their_own_section(hall: Hall) -> None:
    await hall.say("anna", "new Own scenario=introductory window=60d beginners=yes")
    await hall.say("anna", "open")
    await hall.all_join(FIVE)
    await hall.say("anna", "draw")
    await hall.say("anna", "draw publish")
    for match in ("1.1.1", "1.1.2"):
        assert "you can't decide" in await hall.told("anna", f"rule {match} first so be it")
    assert "You play or have played in section" in await hall.told("anna", "withdraw ben")
    assert "Only an arbiter" in await hall.told("ben", "rule 1.1.1 first so be it")


async def test_an_appeal_is_decided_by_others(hall: Hall) -> None:
    await hall.running("Appeal", FIVE)
    season = await hall.handler.leagues.repository.season("s-appeal")
    made = season.matches["1.1.1"]
    await hall.report("s-appeal", "1.1.1", (2, 0))
    people = await hall.handler.tools.store.persons.read_all(made.slots)
    loser = people[made.second].name.casefold()
    other = next(name for name in FIVE if name not in [one.name.casefold() for one in people.values()])
    assert "You don't play in match" in await hall.told(other, "appeal 1.1.1 unfair")
    assert "One arbiter" in await hall.told(loser, "appeal 1.1.1 the bot was away")
    assert "You decided match `1.1.1`" in await hall.told("olga", "decide 1.1.1 draw both were away")
    assert season.matches["1.1.1"].result().points == (1, 1)  # type: ignore[union-attr]


async def test_a_draft_gets_other_rules_until_it_is_opened(hall: Hall) -> None:
    await hall.say("olga", "new Cup scenario=introductory window=60d")
    assert "There's already a season `s-cup`" in await hall.told("anna", "new Cup scenario=campaign window=200d")
    assert "Swiss rounds" in await hall.told(
        "olga", "new Cup scenario=introductory window=60d format=swiss beginners=yes"
    )
    assert "no clock fits" in await hall.told("olga", "new Cup scenario=campaign window=20d")
    await hall.say("olga", "open")
    assert "There's already a season `s-cup`" in await hall.told("olga", "new Cup scenario=campaign window=200d")
    season = await hall.handler.leagues.repository.season("s-cup")
    assert (season.rules.format, season.stage) == ("swiss", "open")


async def test_everybody_leaves_and_the_season_ends(hall: Hall) -> None:
    await hall.running("Cup", FIVE)
    for name in FIVE:
        assert "You have withdrawn" in await hall.told(name, "leave sure=yes")
    assert "its standings are final" in await hall.told("olga", "finish")
    assert "Cup is over" in await hall.told("anna", "join season=cup")


async def test_a_result_that_is_put_right_after_the_next_draw_changes_tables_not_pairings(hall: Hall) -> None:
    await hall.opened("Cup format=swiss rounds=2", FIVE[:4])
    for number in (1, 2):
        await hall.say("olga", "draw")
        await hall.say("olga", "draw publish")
        if number == 1:
            for match in ("1.1.1", "1.1.2"):
                await hall.report("s-cup", match, (2, 0))
    season = await hall.handler.leagues.repository.season("s-cup")
    before = {match: made.slots for match, made in season.matches.items()}
    second = season.matches["1.1.1"].second
    assert "You corrected" in await hall.told("olga", "correct 1.1.1 second the report was wrong")
    assert {match: made.slots for match, made in season.matches.items()} == before
    assert next(row.points for row in season.table(0) if row.name == second) == 2


async def test_the_next_season_follows_from_the_final_tables_of_the_last(hall: Hall) -> None:
    await hall.say("olga", "new One scenario=introductory window=60d beginners=yes")
    await hall.say("olga", "open season=one")
    await hall.all_join(FIVE, "join season=one")
    await hall.say("olga", "draw season=one")
    await hall.say("olga", "draw publish season=one")
    season = await hall.handler.leagues.repository.season("s-one")
    for made in list(season.matches.values()):
        await hall.report("s-one", made.match, (2, 0))
    await hall.say("olga", "finish season=one")
    hall.pass_time(days=4)
    await hall.say("olga", "finish season=one")
    assert "You made" in await hall.told("olga", "new Two scenario=introductory window=60d after=one")
    after = (await hall.handler.leagues.repository.season("s-two")).rules
    assert after.previous == "s-one"
    assert sorted(after.ranking[0]) == sorted(season.sections[0])


async def test_the_log_of_a_sealed_season_tells_no_result_before_its_end(hall: Hall) -> None:
    await hall.running("Cup sealed=yes", FIVE)
    await hall.report("s-cup", "1.1.1", (2, 0))
    await hall.say("olga", "rule 1.1.2 second no move")
    log = await hall.told("zoe", "log")
    assert "`1.1.1` ended (hidden)" in log
    assert "ruled `1.1.2` (hidden): no move" in log
    assert "2–0" not in log
    assert "0–2" not in log


async def test_a_long_table_and_many_pairings_have_pages(hall: Hall) -> None:
    people = [f"p{number:02}" for number in range(40)]
    await hall.say("olga", "new Cup scenario=introductory window=60d beginners=yes format=swiss rounds=1")
    await hall.say("olga", "open")
    rows = "; ".join(f"web:{name},{name}" for name in people)
    assert "40 players were entered" in await hall.told("olga", f"import account,name; {rows}")
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    first = await hall.say("zoe", "table")
    assert len(first[0].text) <= 2000
    assert [label for label, _ in controls(first)][:1] == ["Page 2"]
    second = await hall.press("zoe", token_of(first, "Page 2"))
    assert [label for label, _ in controls(second)][:2] == ["Page 1", "Page 3"]
    assert "There's no page 4. Pages: 3." in await hall.told("zoe", "table page=4")
    told = [
        name for page in (1, 2, 3) for name in people if f" {name}:" in await hall.told("zoe", f"table page={page}")
    ]
    assert sorted(told) == people, "everybody stands on one page"
    matches = [
        line
        for page in (1, 2)
        for line in (await hall.told("zoe", f"pairings page={page}")).splitlines()
        if line[:3] == "- `"
    ]
    assert len(set(matches)) == 20
    own = await hall.told("p33", "table")
    assert " P33:" in own, "one's own page comes first"


async def test_seasons_are_listed_told_and_given_venues_and_roles(hall: Hall) -> None:
    await hall.say("olga", "new Cup scenario=introductory window=60d beginners=yes")
    assert "- Cup (`s-cup`): a draft, 0 players" in await hall.told("zoe", "list")
    assert "has no venue yet" in await hall.told("olga", "venue")
    assert "0 open games" in await hall.told("olga", "venue here")
    assert "has no venue yet" in await hall.told("olga", "venue remove")
    assert "Only an organiser" in await hall.told("zoe", "announce hello")
    assert await hall.told("olga", "announce Hello.") == "Posted in all channels of the season: Hello."
    assert "- arbiter: Zoe" in await hall.told("olga", "role arbiter give zoe")
    assert "arbiter" not in await hall.told("olga", "role arbiter take zoe")
    kinds = [entry.kind for entry in await entries(hall, "s-cup")]
    assert kinds == ["opened", "venued", "venue_removed", "announced", "appointed", "dismissed"]


async def test_personal_data_is_linked_exported_and_forgotten_by_commands(hall: Hall) -> None:
    code = await hall.told("anna", "link")
    assert "`/link " in code
    typed = code.partition("`/link ")[2].partition("`")[0]
    there = Hall(hall.handler, hall.times, platform="discord", server="9", names={"77": "Ann"})
    (asked,) = await there.say("77", f"link {typed}")
    (done,) = await there.press("77", controls([asked])[0][1])
    assert "are now one person" in done.text
    (given,) = await hall.say("anna", "mydata")
    assert given.attachment is not None
    assert "discord:77" in given.attachment.text
    (asked,) = await hall.say("anna", "forget")
    assert controls([asked])
    assert await hall.told("anna", "forget sure")
    assert await hall.handler.tools.store.persons.known("web:anna") is None


def test_every_command_is_carried_out_by_something() -> None:
    assert set(ROUTES) == set(leagues.BY_NAME)


async def test_ending_a_season_with_too_few_players_needs_confirmation(hall: Hall) -> None:
    await hall.opened("Small", ("anna", "ben"))
    assert "Only an organiser" in await hall.told("anna", "finish")
    (asked,) = await hall.say("olga", "finish")
    assert "**Small** is open for registration, with 2 players in it: too few to continue." in asked.text
    assert (await hall.handler.leagues.repository.season("s-small")).stage == "open"
    (ended,) = await hall.press("olga", token_of([asked], "End the season"))
    assert "is over" in ended.text
    assert (await hall.handler.leagues.repository.season("s-small")).stage == "final"


async def test_a_player_joining_a_division_is_told_a_reliable_number_of_games(hall: Hall) -> None:
    await hall.say("olga", "new Cup scenario=introductory window=60d beginners=yes")
    await hall.say("olga", "open")
    told = (await hall.told("anna", "join capacity=2")).splitlines()
    (line,) = [line for line in told if "at once" in line]
    assert "You asked for 2 games at a time." in line
    assert "up to 6 at once" in line
    assert "version 1 of the rules" in line
    await hall.say("olga", "new Open format=swiss scenario=introductory window=60d beginners=yes")
    await hall.say("olga", "open season=s-open")
    assert "2 games at a time." in await hall.told("anna", "join capacity=2 season=s-open")


async def test_the_log_of_a_sealed_season_tells_points_to_those_who_ask_also_at_the_end(hall: Hall) -> None:
    await hall.running("Cup sealed=yes", FIVE)
    for match in list((await hall.handler.leagues.repository.season("s-cup")).matches):
        await hall.report("s-cup", match, (2, 0))
    await hall.say("olga", "finish")
    hall.pass_time(days=4)
    assert "is over" in await hall.told("olga", "finish")
    (hidden,) = await hall.say("zoe", "log season=s-cup")
    assert "2–0" not in hidden.text
    assert "(hidden)" in hidden.text
    (shown,) = await hall.press("zoe", token_of([hidden], "Show results"))
    assert shown.text.count("2–0") == 10
    (older,) = await hall.press("zoe", token_of([shown], "Page 2"))
    assert "(hidden)" not in older.text


async def test_a_substitute_is_told_whose_games_were_played_before(hall: Hall) -> None:
    await hall.running("Change", FIVE)
    match = re.findall(r"- `([\d.]+)` You play", await hall.told("carl", "me"))[0]
    await hall.report("s-change", match, (2, 0))
    his = await hall.told("carl", "me")
    (result,) = re.findall(rf"- `{match}` You play the .* Powers against (\w+: you (?:won|lost) \d–\d)\.", his)
    assert "You are a substitute" in await hall.told("sam", "join substitute=yes")
    assert "Sam takes the place of Carl" in await hall.told("olga", "replace carl")
    theirs = await hall.told("sam", "me")
    before = rf"- `{match}` Before you joined, Carl played the .* Powers against {result.replace('you ', '')}\."
    assert re.search(before, theirs), theirs
    assert len(re.findall(r"- `[\d.]+` You play", theirs)) == 3, "the other games are theirs"


async def test_an_unexpected_argument_is_refused_with_the_full_command_name(hall: Hall) -> None:
    assert "`/league list` takes nothing after it, but you added “all”" in await hall.told("olga", "list all")


async def left_by_ben(hall: Hall) -> str:
    """Play a season that Ben leaves after two of his matches; return his match against Carl, which is unplayed."""
    await hall.running("Change", FIVE)
    matches = re.findall(r"- `([\d.]+)` You play the .* against (\w+):", await hall.told("ben", "me"))
    for match, _ in [one for one in matches if one[1] != "Carl"][:2]:
        await hall.report("s-change", match, (2, 0))
    (match,) = [str(match) for match, other in matches if other == "Carl"]
    await hall.say("ben", "leave sure=yes")
    return match


async def test_a_walkover_before_a_substitute_came_is_that_of_the_player_before(hall: Hall) -> None:
    match = await left_by_ben(hall)
    assert re.search(rf"- `{match}` You play the .* Powers against Ben: you won 2–0\.", await hall.told("carl", "me"))
    await hall.say("sam", "join substitute=yes")
    assert "Sam takes the place of Carl" in await hall.told("olga", "replace carl")
    theirs, before = await hall.told("sam", "me"), await hall.told("carl", "me")
    walkover = (
        rf"- `{match}` Before you joined, the match of Carl \(.* Powers\) against Ben ended in a walkover: won 2–0\."
    )
    assert re.search(walkover, theirs)
    assert re.search(rf"- `{match}` You play the .* Powers against Ben: you won 2–0\.", before), "it stays Carl's"


async def test_a_game_that_a_substitute_plays_after_all_is_theirs(hall: Hall) -> None:
    match = await left_by_ben(hall)
    await hall.say("sam", "join substitute=yes")
    assert "Sam takes the place of Ben" in await hall.told("olga", "replace ben")
    assert re.search(rf"- `{match}` You play the .* against Carl: (?!you won|you lost)", await hall.told("sam", "me"))
    await hall.report("s-change", match, (2, 0))
    assert re.search(rf"- `{match}` You play the .* against Carl: you (won|lost) \d–\d\.", await hall.told("sam", "me"))
