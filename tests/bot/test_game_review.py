"""The computer reviews a finished game: where it was won, how far the review has got, who is told."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.service.ai_player import game_review
from bot.storage import Store, keys
from bot.storage.models import Review
from tests.bot.hunts import hunt
from tests.bot.reasons.test_reasons import pattern
from tests.bot.support import Channel
from tests.bot.test_advice import opened
from tests.bot.with_computer import Table

__all__ = ["hunt"]


async def test_everybody_can_see_where_a_finished_war_was_won(channel: Channel) -> None:
    await opened(channel, "new introductory")
    for user, line in (
        ("anna", "start"), ("anna", "choose take"), ("anna", "play guns of august as event"), ("anna", "done"),
        ("anna", "done"), ("ben", "resign yes"),
    ):  # fmt: skip
        await channel.say(user, line)
    replies = await channel.say("eve", "assess")
    for _ in range(60):
        if replies[0].picture is not None:
            break
        replies = await channel.say("eve", "assess")
    assert "Where the war was won" in replies[0].text, replies[0].text
    assert re.search(r"Plans: |Dice", replies[0].text)
    marks = re.findall(r"from (\d+) % \((\d+)–(\d+)\) to (\d+) % \((\d+)–(\d+)\)", replies[0].text)
    assert len(marks) == len(re.findall("^[0-9]+[.] ", replies[0].text, re.MULTILINE)) > 0, replies[0].text
    assert all(int(low) < int(at) < int(high) for one in marks for at, low, high in (one[:3], one[3:])), marks
    picture = replies[0].picture
    assert picture is not None
    assert picture.kind == "course"
    assert "Allied Powers against Central Powers. Chances of Central Powers during the game" in picture.alt
    assert re.search(r": \d+ % \(\d+–\d+\)[,.] ", picture.alt)
    again = await channel.say("eve", "assess last")
    assert again[0].picture == picture


async def test_while_the_computer_looks_it_tells_how_far_it_is_and_goes_on_from_there(
    hunt: Table, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_review, "_PATIENCE", 0.0)
    table = hunt
    await table.say("anna", "resign yes")
    seen: list[str] = []
    for _ in range(200):
        reply = (await table.channel.say("anna", "assess last"))[0]
        seen.append(reply.text)
        if "entries." in reply.text:
            break
        assert reply.menu is not None
        await asyncio.sleep(0.01)
    assert any(re.search("The computer is (starting to analyse|analysing) this game", text) for text in seen)
    assert re.search(r"\d+ entries\.", seen[-1])
    review = await store.review((await table.stored()).header.game_id)
    assert review.over
    assert await store.connection.call("TTL", keys.GameKeys((await table.stored()).header.game_id).review) > 0


async def test_all_who_ask_at_the_same_time_are_told(hunt: Table) -> None:
    await hunt.say("anna", "resign yes")
    people = ("anna", "ben", "eve")
    for answer in await asyncio.gather(*(hunt.channel.told(user, "assess last") for user in people)):
        assert "entries." in answer, answer


async def test_a_war_that_ended_before_its_first_action_is_not_looked_at_forever(channel: Channel) -> None:
    await opened(channel, "new introductory")
    for user, line in (("anna", "start"), ("ben", "resign yes")):
        await channel.say(user, line)
    async with asyncio.timeout(60):
        while "starting to analyse" in (told := await channel.told("anna", "assess last")):
            pass
    assert "There's nothing to review" in told


async def test_an_unreadable_review_is_made_again(store: Store) -> None:
    await store.connection.call("SET", keys.GameKeys("x").review, "{")
    assert not (await store.review("x")).over
    await store.connection.call("DEL", keys.GameKeys("x").review)
    await store.connection.call("RPUSH", keys.GameKeys("x").review, "a")
    assert (await store.review("x")).done == 0
    await store.connection.call("SET", keys.GameKeys("x").header, "{}")
    assert await store.keep_review("x", Review(done=1, total=2))
    assert (await store.review("x")).done == 1


async def test_nothing_remains_of_a_game_deleted_during_its_review(store: Store) -> None:
    assert not await store.keep_review("x", Review(done=1, total=2))
    assert await store.connection.call("EXISTS", keys.GameKeys("x").review) == 0


async def test_a_lobby_that_ended_has_nothing_to_look_back_on(channel: Channel) -> None:
    await opened(channel, "new introductory")
    told = await channel.told("anna", "assess")
    assert pattern("not_started").search(told) or pattern("no_advice").search(told), told
