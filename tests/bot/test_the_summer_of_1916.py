"""A war that starts in the summer of 1916 in the local channel: lobby, bids, a turn with every phase, and its narration."""

from __future__ import annotations

import json

import pytest

from bot.table.reply import Reply
from engine.pog.content.records import CP
from tests.bot.support import Channel
from tests.platforms.summer_of_1916 import SUMMER_OF_1916
from tests.platforms.wars import turn_of
from tests.support.restoring import restore

played = turn_of(SUMMER_OF_1916)


async def test_the_lobby_names_the_war_and_takes_bids(channel: Channel) -> None:
    await channel.say("anna", SUMMER_OF_1916.new)
    assert "The Great War: Summer 1916 to Winter 1919" in (await channel.posts())[-1][1].text
    assert "bid ap 1" in await channel.complete("anna", "bid ")
    await channel.say("anna", "bid ap 2")
    await channel.say("ben", "bid accept")
    begun = await channel.told("anna", "start")
    assert "you are the **Allied Powers**" in begun
    assert "Spend replacement points (RP): Allied minors 1, Britain 3, France 3, Italy 2, Russia 4" in begun
    status = await channel.told("sven", "status")
    assert status.startswith("The Great War · **Summer 1916** – Replacements. 10 victory points")
    assert "2 VP given for the Allied Powers" in status


@pytest.mark.parametrize("card_set", ["secret", "valiant"])
async def test_card_sets_of_1914_are_refused_with_what_would_work(channel: Channel, card_set: str) -> None:
    told = await channel.told("anna", f"{SUMMER_OF_1916.new} cards={card_set}")
    assert "This war has begun" in told
    assert "optional=yes" in told
    assert not any(line.endswith("cards=valiant") for line in await channel.complete("anna", f"{SUMMER_OF_1916.new} "))
    await channel.say("anna", f"{SUMMER_OF_1916.new} optional=yes")
    assert "optional cards: all" in (await channel.posts())[-1][1].text


async def test_an_unknown_war_is_refused_with_the_list(channel: Channel) -> None:
    told = await channel.told("anna", "new summer_1917")
    assert "introductory|limited_war|campaign|historical|summer_1916" in told


async def test_the_whole_turn_is_played_and_posted(played: Channel) -> None:
    record = await played.store.record(await played.game_id())
    assert [entry["choice"] for entry in record[1:]] == SUMMER_OF_1916.entries()
    state = restore(await played.store.load(await played.game_id())).state
    assert (state.turn, [hand.bit_count() for hand in state.hand]) == (12, [8, 8])
    posts = await played.posts()
    summaries = [post.picture.args["turn"] for _, post in posts if post.picture and post.picture.kind == "summary"]
    assert set(summaries) == {10, 11}
    text = "\n".join(post.text for _, post in posts)
    for told in (
        "BR c is rebuilt", "AP draws 8 cards", "**Fall 1916** begins", "CP mandated offensive", "Siege",
        "Attrition", "Germany now has", "Walter Rathenau", "**Winter 1917** begins",
    ):  # fmt: skip
        assert told in text, told


async def test_the_log_tells_each_turn_by_itself(played: Channel) -> None:
    """The replacements of turn 10 belong to turn 10, and a turn ends with what follows its rounds."""
    tenth = await played.told("sven", "log 10")
    assert tenth.startswith("**Summer 1916, outside the rounds**\nBR c is rebuilt")
    assert "begins" not in tenth
    eleventh = await played.told("sven", "log 11")
    order = ["**Fall 1916** begins", "**Fall 1916, round 1**", "**Fall 1916, round 6**", "Attrition", "CP draws"]
    assert [eleventh.index(told) for told in order] == sorted(eleventh.index(told) for told in order)
    assert "Winter 1917" not in eleventh
    assert (await played.told("sven", "log turn")).startswith(
        "**Winter 1917, outside the rounds**\n**Winter 1917** begins"
    )
    # No choice has been made in the new turn: the last round played comes first.
    begun = (await played.told("sven", "log")).split("\n")
    assert begun[0] == "**Fall 1916, round 6**"
    assert begun[-1] == "See all of Fall 1916 with `/log 11`."
    assert "**Winter 1917, outside the rounds**" in begun
    assert await played.told("sven", "log 9") == "Nothing has happened there yet."
    assert await played.complete("sven", "log ") == ["log round", "log turn", "log 12", "log 11", "log 10"]
    assert await played.complete("sven", "log 9 ") == []
    assert (await played.complete("sven", "log 11 "))[:2] == ["log 11 1", "log 11 2"]


async def test_pages_pictures_and_the_record_fit_the_war(played: Channel) -> None:
    score = await played.told("sven", "score")
    assert "win with 13 or more, the Allied Powers with 12 or less" in score
    assert "Guns of August (CP 1)" in await played.told("sven", "card guns")
    assert "Attacker wins" in await played.told("sven", "odds metz")
    replay: Reply = (await played.say("sven", "replay all"))[0]
    assert replay.picture is not None
    assert len(str(replay.picture.args["entries"]).split(",")) > 10
    file = (await played.say("sven", "export"))[0].attachment
    assert file is not None
    export = json.loads(file.text)
    assert export["scenario"] == "summer_1916"
    assert 60 < len(export["entries"]) < 1 + len(SUMMER_OF_1916.entries()), (
        "windows that only a holder of cards gets are left out"
    )
    assert "replay to the current position" in await played.told("sven", "verify")


@pytest.mark.parametrize(
    ("war", "told"), [(SUMMER_OF_1916.new, "its yellow stripe counts"), ("new campaign", "doesn't count")]
)
async def test_a_card_tells_whether_its_stripe_counts_here(channel: Channel, war: str, told: str) -> None:
    for line in (war, "join both", "start"):
        await channel.say("anna", line)
    assert told in await channel.told("anna", "card landships")
    assert "stripe" not in await channel.told("anna", "card putnik")


@pytest.mark.usefixtures("known_chance")
async def test_a_rollback_and_an_undo_lead_back_into_turn_10(channel: Channel) -> None:
    for user, line in SUMMER_OF_1916.orders()[:12]:
        await channel.say(user, line)
    game = restore(await channel.store.load(await channel.game_id()))
    assert game.state.turn == 11
    await channel.say("anna", "rollback 3")
    await channel.say("ben", "rollback accept")
    game = restore(await channel.store.load(await channel.game_id()))
    assert (game.state.turn, game.actor, game.decision.kind) == (10, CP, "replacement")
    await channel.say("anna", "choose spend ge corps reduced strasbourg")
    await channel.say("anna", "undo")
    assert restore(await channel.store.load(await channel.game_id())).number > game.number


@pytest.mark.usefixtures("known_chance")
async def test_a_standing_order_and_a_rematch_work_in_it(channel: Channel) -> None:
    for user, line in SUMMER_OF_1916.orders()[:14]:
        await channel.say(user, line)
    assert "1. Pass combat cards, unless in Paris" in await channel.told(
        "ben", "standing pass combat cards unless paris"
    )
    await channel.say("ben", "resign yes")
    over = restore(await channel.store.load(await channel.game_id()))
    assert over.result is not None
    assert (over.result.winner, over.state.turn) == (CP, 11)
    end = [post for kind, post in await channel.posts() if kind == "end"][-1]
    assert "VP at the start of each turn: 10." in end.text
    await channel.say("anna", "rematch")
    assert "The Great War" in (await channel.posts())[-1][1].text
