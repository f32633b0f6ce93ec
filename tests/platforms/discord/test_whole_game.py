"""A whole Introductory game by two people on guilds with real shapes, and everything posted, from top to bottom."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from benchmarks.random_players import WEIGHTS
from engine.pog import GameOptions
from tests.lanes import Share
from tests.platforms.discord.conftest import Bot, Loopback
from tests.platforms.discord.example import unit_words
from tests.platforms.discord.people import Person
from tests.platforms.discord.shapes import PUBLIC_THREAD
from tests.platforms.discord.state import CHANNEL, Json, direct_id, user_id
from tests.platforms.discord.test_play import three
from tests.platforms.discord.waiting import settled
from tests.platforms.example_by_buttons import typed_locally
from tests.platforms.rules_record import by_rules, unmarked
from tests.platforms.whole_turns import LAPSES, _line
from tests.support.restoring import restore

pytestmark = pytest.mark.slow

LOBBY = (("anna", "new introductory"), ("anna", "join cp"), ("ben", "join ap"), ("anna", "start"))
#: The line of a ping that says which game it is about.
HEADING = re.compile(r"\A\*\*Introductory[^\n]* against \w+\n")
#: Most tries of choices that can't be typed as meant, after which the test gives up.
_TRIES = 12


def lines(position: Any, luck: random.Random) -> Iterator[str]:
    """Yield legal choices in random order, as typed."""
    options = position.options()
    left = {verb: list(options.of(verb)) for verb in options.masks}
    while left:
        verb = luck.choices(list(left), [WEIGHTS.get(name, 1.0) for name in left])[0]
        arg = left[verb].pop(luck.randrange(len(left[verb])))
        if not left[verb]:
            del left[verb]
        kind = position.decision.verbs[verb]
        words = position.system.name_of(kind, arg) if kind else ""
        if kind == "unit":
            words = unit_words(position.state, position.state.rules.content, arg)
            words += " reserve box" if position.state.loc[arg] in position.state.rules.board.reserve else ""
        yield _line(verb, words) + (" anyway" if (position.decision.kind, verb) in LAPSES else "")


async def whole(loopback: Loopback, bot: Bot, people: dict[str, Person], luck: random.Random) -> list[tuple[str, str]]:
    """Play to the end; returns the users and lines that the game accepted."""
    typed: list[tuple[str, str]] = []
    for user, line in LOBBY:
        await people[user].slash(line)
        typed.append((user, line))
    game = await loopback.game()
    for _ in range(2000):
        stored = await loopback.store.load(game)
        position = restore(stored)
        if not position.stack or not stored.header.in_progress:
            return typed
        user = "anna" if position.actor else "ben"
        for tried, line in enumerate(lines(position, luck)):
            assert tried < _TRIES, f"nothing that is typed goes on: {line}"
            await people[user].slash(line)
            if (await loopback.store.load(game)).number > stored.number:
                typed.append((user, line))
                break
    raise AssertionError("the war does not end")


def ledger(loopback: Loopback) -> list[tuple[str, Json]]:
    """Return everything posted, except private answers, in order and with its place."""
    threads = {int(one["id"]) for one in loopback.world.channels.values() if one["type"] == PUBLIC_THREAD}
    places = {CHANNEL: "channel", **dict.fromkeys(threads, "thread")}
    places |= {direct_id(11): "to Anna", direct_id(12): "to Ben", direct_id(13): "to Sven"}
    told = [one for one in loopback.world.messages.values() if not one["for"]]
    return [(places[int(one["channel_id"])], one) for one in told]


@pytest.mark.usefixtures("known_chance")
async def test_a_whole_introductory_game_and_its_ledger(loopback: Loopback, share: Share) -> None:
    bot = await loopback.bot()
    people = three(loopback)
    typed = await whole(loopback, bot, people, random.Random(14))
    game = await loopback.game()
    await settled(bot, game)
    record = await loopback.store.record(game)
    choices = [entry["choice"] for entry in record[1:]]
    assert [unmarked(entry) for entry in record] == by_rules(GameOptions(scenario="introductory"), choices)
    if share.takes("typed on the local channel"):
        assert record == await typed_locally(loopback.store, typed)
    assert all(one.acknowledged_after < 3 for one in loopback.world.interactions.values())
    assert not await loopback.store.outbox.parked()

    posts = ledger(loopback)
    assert {place for place, _ in posts} == {"channel", "thread"}, "who plays here needs no direct message"
    channel, thread = (
        [HEADING.sub("", re.sub(r"\n<@\d+>$", "", one["content"])) for where, one in posts if where == place]
        for place in ("channel", "thread")
    )
    told = [text for text in thread if not text.startswith("Combat in")]
    assert len(told) == len(set(told)), "nothing is told twice"
    assert [text for text in channel if text in set(told)] == told, "the channel tells the same in the same order"
    assert sum("begins: Ben plays" in text for text in channel) == 1
    assert "**Game over:" in channel[-1]
    assert channel[-1] == thread[-1]
    actions = [text for text in told if re.match(r"\*\*[AC]P\*\* (plays|takes one operation)", text)]
    assert len(actions) == 36, "three turns of six actions of both sides"
    assert [text[2:4] for text in actions] == ["CP", "AP"] * 18
    pinged = [user for _, one in posts for user in one.get("pinged", ())]
    assert set(pinged) <= {str(user_id(11)), str(user_id(12))}
    assert all(len(one.get("pinged", ())) <= 1 for _, one in posts)
    assert 1 <= len(pinged) <= len(actions), "whoever is here is not pinged for every action"
    assert {len(one["id"]) for _, one in posts} == {19}
    pictures = [file for _, one in posts for file in one["attachments"]]
    assert len(pictures) > 40
    assert all(file["description"] and file["url"].startswith("https://cdn.discordapp.com/") for file in pictures)
