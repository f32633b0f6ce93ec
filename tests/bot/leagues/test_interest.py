"""An organiser who plays and would decide his own case, by typed commands."""

from __future__ import annotations

from bot.leagues.journal import ENTRY
from bot.service.people.linking import settle
from bot.storage.links import Links
from tests.bot.leagues.support import Hall

FIVE = ("ben", "anna", "carl", "dora", "eve")


async def owned_by_ben(hall: Hall, more: str = "") -> None:
    """Let Ben make a season and play in it, with Sam waiting for a place."""
    await hall.say("ben", f"new Own scenario=introductory window=60d beginners=yes {more}")
    await hall.say("ben", "open")
    await hall.all_join(FIVE)
    await hall.say("sam", "join substitute=yes")
    await hall.say("ben", "draw")
    assert "has begun" in await hall.told("ben", "draw publish")


async def match_between(hall: Hall, one: str, other: str) -> str:
    season = await hall.handler.leagues.repository.season("s-own")
    read = await hall.handler.tools.store.persons.read_all(season.holders)
    named = {read[slot].name.casefold(): slot for slot in season.holders if slot in read}
    return next(made.match for made in season.matches.values() if {named[one], named[other]} == {*made.slots})


async def length(hall: Hall) -> int:
    return (await hall.handler.leagues.repository.season("s-own")).length


async def test_an_organiser_who_plays_neither_has_himself_replaced_nor_rules_for_himself_or_rivals(hall: Hall) -> None:
    await owned_by_ben(hall)
    own, theirs, before = (
        await match_between(hall, "ben", "anna"),
        await match_between(hall, "carl", "dora"),
        await length(hall),
    )
    assert "`/league leave`" in await hall.told("ben", "replace ben by=sam")
    told = await hall.told("ben", f"rule {theirs} first so be it")
    assert (
        "You play or have played in section 1, with this account or a linked one. So you can't decide anything there. Nobody else can yet. An owner of the season has to name somebody"
        in told
    )
    assert "`/league role arbiter give @NAME`" in told
    assert "`/league allow NAME reason=WHY`" in told
    told = await hall.told("ben", f"rule {own} first so be it")
    assert "This match or place is or was your own" in told
    assert "/league allow" not in told, "nothing helps there but another arbiter"
    assert await length(hall) == before


async def test_once_replaced_he_still_rules_on_nothing_there(hall: Hall) -> None:
    await owned_by_ben(hall)
    own, theirs = await match_between(hall, "ben", "anna"), await match_between(hall, "carl", "dora")
    await hall.say("olga", "list")
    await hall.say("ben", "role organiser give olga")
    assert "Sam takes the place of Ben" in await hall.told("olga", "replace ben by=sam")
    told = await hall.told("ben", f"rule {own} first so be it")
    assert "This match or place is or was your own" in told
    assert "Olga can." in told
    assert "have played" in await hall.told("ben", f"rule {theirs} first so be it")
    assert "have played" in await hall.told("ben", "withdraw carl")
    assert "You ruled on match" in await hall.told("olga", f"rule {theirs} first so be it")


async def test_a_linked_account_rules_as_little(hall: Hall) -> None:
    await owned_by_ben(hall)
    theirs = await match_between(hall, "carl", "dora")
    store = hall.handler.tools.store
    other = await store.persons.of("discord:900000000000000001", "Benno")
    links = Links(store.connection, store.persons)
    code = await links.offer(other)
    found = await links.look(code, await store.persons.of("web:ben", "Ben"))
    assert found is not None
    # The holder of the place is now known under the other id, and so is the person who rules.
    assert await links.join(found)
    assert await settle(hall.handler.tools) == 1
    assert (await hall.handler.leagues.repository.season("s-own")).roles["owner"] == {other}
    assert "have played" in await hall.told("ben", f"rule {theirs} first so be it")


async def test_no_result_of_the_own_section_is_handed_in(hall: Hall) -> None:
    await owned_by_ben(hall, "outside=yes")
    own, theirs = await match_between(hall, "ben", "anna"), await match_between(hall, "carl", "dora")
    assert "This match or place is or was your own" in await hall.told("ben", f"result {own} first")
    assert "You play or have played in section" in await hall.told("ben", f"result {theirs} first")
    assert "Only an arbiter" in await hall.told("anna", f"result {own} first")
    await hall.say("olga", "list")
    await hall.say("ben", "role arbiter give olga")
    assert "You handed in the result of match" in await hall.told("olga", f"result {own} first")


async def test_neither_apart_nor_a_round_that_is_cut_nor_time_for_all_while_his_game_goes_on(hall: Hall) -> None:
    await owned_by_ben(hall, "format=swiss rounds=3")
    before = await length(hall)
    assert "was your own" in await hall.told("ben", "apart ben other=carl")
    assert "You have entered this season" in await hall.told("ben", "apart anna other=carl")
    assert "You play or have played in section" in await hall.told("ben", "draw cut=yes")
    assert "You play or have played in section" in await hall.told("ben", "extend 3d I need it")
    assert await length(hall) == before
    await hall.say("olga", "list")
    await hall.say("ben", "role organiser give olga")
    await hall.say("olga", "draw cut=yes")
    assert (await hall.handler.leagues.repository.season("s-own")).preview is not None
    assert "You play or have played in section" in await hall.told("ben", "draw publish cut=yes")
    assert "has begun" in await hall.told("olga", "draw publish")


async def test_an_owner_allows_an_exception_and_the_open_log_names_it(hall: Hall) -> None:
    await hall.running("Own", FIVE)
    theirs = await match_between(hall, "carl", "dora")
    await hall.say("olga", "role arbiter give ben")
    assert "Olga can. Or an owner allows you an exception" in await hall.told("ben", f"rule {theirs} first so be it")
    assert "Only an owner" in await hall.told("ben", "allow ben reason=I am fair")
    assert "You can't give yourself an exception" in await hall.told("olga", "allow olga reason=I am fair")
    told = await hall.told("olga", f"allow ben match={theirs} reason=I travel for a week")
    assert f"Ben may decide match `{theirs}`" in told
    assert "You ruled on match" in await hall.told("ben", f"rule {theirs} first so be it")
    log = await hall.told("zoe", "log")
    assert f"Olga: allowed Ben to decide `{theirs}` despite a stake in it: I travel for a week" in log
    assert "no exception any more" in await hall.told("olga", "allow ben act=take")
    assert "ended the exception for Ben" in await hall.told("zoe", "log")
    assert "You play or have played in section" in await hall.told("ben", f"rule {theirs} second so be it")


async def test_an_exception_promises_nobody_what_it_does_not_give(hall: Hall) -> None:
    """Neither the owner's own match, which stays barred, nor a role to a person without one."""
    await hall.running("Own", FIVE)
    theirs = await match_between(hall, "carl", "dora")
    before = await length(hall)
    told = await hall.told("olga", f"allow carl match={theirs} reason=nobody else is there")
    assert f"Match `{theirs}` is or was Carl's own" in told
    assert await length(hall) == before
    lacking = "Ben also needs a role in this season, and has none"
    assert lacking in await hall.told("olga", f"allow ben match={theirs} reason=nobody else is there")
    assert "Only an arbiter" in await hall.told("ben", f"rule {theirs} first so be it")
    await hall.say("olga", "role arbiter give ben")
    assert lacking not in await hall.told("olga", f"allow ben match={theirs} reason=so be it")
    assert "You ruled on match" in await hall.told("ben", f"rule {theirs} first so be it")


async def test_a_replaced_player_is_notified_only_of_their_own_games(hall: Hall) -> None:
    """Finished games stay theirs; running ones are the substitute's, who gets their messages."""
    await hall.opened("Own", FIVE)
    await hall.say("sam", "join substitute=yes")
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    over, goes_on = await match_between(hall, "ben", "anna"), await match_between(hall, "ben", "carl")
    await hall.report("s-own", over, (2, 0))
    assert f"`{goes_on}`" in await hall.told("ben", "me")
    await hall.say("ben", "leave sure=yes")
    await hall.say("olga", "replace ben by=sam")
    told = await hall.told("ben", "me")
    assert "withdrawn" in told
    assert f"`{over}`" in told
    assert f"`{goes_on}`" not in told
    assert f"`{goes_on}`" in await hall.told("sam", "me")


async def test_an_entry_that_an_organiser_takes_back_is_not_told_as_the_players_own_act(hall: Hall) -> None:
    await hall.opened("Own", FIVE)
    assert "is out of Own" in await hall.told("olga", "withdraw ben")
    assert "Olga: removed the entry of Ben" in await hall.told("zoe", "log")
    assert "Ben: Ben took" not in await hall.told("zoe", "log")


async def test_a_season_that_was_recorded_with_what_is_refused_today_goes_on(hall: Hall) -> None:
    await hall.opened("Own", FIVE)
    store, repository = hall.handler.tools.store, hall.handler.leagues.repository
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    season = await repository.season("s-own")
    made = next(iter(season.matches.values()))
    line = (
        f'{{"at":{season.begun[1] + 5},"by":"{made.first}","kind":"ruled","match":"{made.match}","points":[2,0],'
        '"reason":"my own","how":"walkover","leg":0,"code":"","margin":0,"rated":null,"silent":[]}'
    )
    ENTRY.validate_json(line)
    await store.seasons.append("s-own", season.length, [line], "recorded before")
    assert (await repository.season("s-own")).matches[made.match].result().points == (2, 0)  # type: ignore[union-attr]
    repository.let_go("s-own")
    assert (await repository.season("s-own")).matches[made.match].result().points == (2, 0)  # type: ignore[union-attr]
    assert "2" in await hall.told("zoe", "table")
