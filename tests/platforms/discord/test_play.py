"""The opening of a campaign game on Discord: by slash commands, and only by buttons."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.platforms.painting import PicturePool
from bot.table import tokens
from engine.pog.content import load_content
from tests.bot.support import Channel
from tests.platforms.discord.conftest import Bot, Loopback
from tests.platforms.discord.people import Person, labels, until
from tests.platforms.discord.state import CHANNEL, Json, user_id
from tests.platforms.discord.waiting import settled
from tests.support.facts import names
from tests.support.restoring import restore

#: The opening as typed orders: user and line.
OPENING: tuple[tuple[str, str], ...] = (
    ("anna", "new campaign windows=public"),
    ("anna", "join cp"),
    ("ben", "join ap"),
    ("anna", "start"),
    ("anna", "choose take"),
    ("anna", "play guns of august as event"),
    ("anna", "attack sedan"),
    ("anna", "choose frontal"),
    ("ben", "pass"),
    ("ben", "retreat all to paris"),
    ("anna", "advance all sedan"),
)

#: Cards that the opening shows publicly.
PUBLIC_CARDS = frozenset({"cp_01_guns_of_august"})


async def local_record(loopback: Loopback, orders: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """Return the record of the same orders on the local channel."""
    local = Channel.open(loopback.store)
    for user, line in orders:
        await local.say(user, line)
    return await loopback.store.record(await local.game_id())


def three(loopback: Loopback) -> dict[str, Person]:
    return {
        "anna": loopback.person(11, "Anna"),
        "ben": loopback.person(12, "Ben"),
        "sven": loopback.person(13, "Sven"),
    }


def everything_public(loopback: Loopback, *more: Json) -> str:
    """Return all text of the channel, the threads and their pictures."""
    told = [loopback.world.told(message) | {"history": message["history"]} for message in loopback.world.public()]
    threads = [channel for channel in loopback.world.channels.values() if channel["type"] == 11]
    return json.dumps([told, threads, list(more)])


async def test_the_opening_by_slash_commands(loopback: Loopback) -> None:
    pool = PicturePool(loopback.store, 1)
    try:
        bot = await loopback.bot(draw=pool)
        people = three(loopback)
        for user, line in OPENING:
            await people[user].slash(line)
        game = await loopback.game()
        watched = [await people["sven"].slash(line) for line in ("map west", "status", "hand", "panel")]
        suggested = [list(await people["sven"].complete(line)) for line in ("play ", "card a", "map w")]
        await settled(bot, game)
        record = await loopback.store.record(game)
        assert len(record) > 3
        assert record == await local_record(loopback, list(OPENING))
        pictures = [one for message in loopback.world.public() for one in message["attachments"]]
        assert pictures
        assert all(one["description"] and one["size"] > 2000 for one in pictures)
        (thread,) = [channel for channel in loopback.world.channels.values() if channel["type"] == 11]
        assert thread["parent_id"] == str(CHANNEL)
        assert thread["thread_metadata"]["auto_archive_duration"] == 10080
        _nothing_hidden(loopback, [*watched], suggested)
    finally:
        await pool.close()


def _nothing_hidden(loopback: Loopback, watched: list[Any], suggested: list[list[str]]) -> None:
    """The spectator sees neither names nor ids of hidden cards, nor a picture of a player's view."""
    own = [loopback.world.told(loopback.world.messages[done.message]) for done in watched]
    seen = everything_public(loopback, *own)
    content = load_content()

    hidden = [card for card in content.cards if card.name not in PUBLIC_CARDS]
    assert suggested[0] == []
    for card in hidden:
        assert card.name not in seen
    asked = {names().card(card.id) for card in hidden if len(names().card(card.id)) > 8}
    assert {name for name in asked if f"“{name}”" in seen or f"**{name}**" in seen} == set()
    assert all(
        message["for"] in map(user_id, (11, 12, 13)) for message in loopback.world.messages.values() if message["for"]
    )
    for user in map(user_id, (11, 12)):
        for message in loopback.world.private(user):
            assert message["for"] == user
    assert not any(one["filename"].startswith("hand") for m in loopback.world.public() for one in m["attachments"])


async def test_the_same_by_buttons_alone(loopback: Loopback) -> None:
    bot = await loopback.bot()
    people = three(loopback)
    anna, ben, sven = people["anna"], people["ben"], people["sven"]
    await anna.slash("new campaign")
    game = await loopback.game()
    (lobby,) = await until(lambda: [one for one in loopback.world.public() if one["components"]], "the lobby's message")
    await anna.use(lobby, "Join Central Powers".__eq__)
    await settled(bot, game)
    await ben.use(lobby, "Join Allied Powers".__eq__)
    await settled(bot, game)
    await anna.use(lobby, "Start".__eq__)
    await settled(bot, game)
    pressed = await press_on(loopback, bot, people, presses=24)
    record = await loopback.store.record(game)
    assert len(record) > 12
    assert record == await pressed_locally(loopback, game, pressed)
    table = next(one for one in loopback.world.public() if "Panel" in labels(one))
    denied = await sven.use(table, "Panel".__eq__)
    assert labels(loopback.world.messages[denied.message]) == ["Map", "Log", "Follow"]
    for person in (anna, ben):
        panels = [one for one in loopback.world.private(person.number) if one["components"]]
        assert len(panels) == 1, "an older panel goes away"


async def press_on(
    loopback: Loopback, bot: Bot, people: dict[str, Person], presses: int
) -> list[tuple[str, list[str]]]:
    """Let each deciding player open their panel and press the first order offered; returns who pressed what."""
    game, pressed = await loopback.game(), []
    for _ in range(presses):
        stored = await loopback.store.load(game)
        actor = restore(stored).actor
        assert actor is not None
        name = {f"discord:{user_id(11)}": "anna", f"discord:{user_id(12)}": "ben"}[
            stored.seats.holders[("ap", "cp")[actor]].user
        ]
        person = people[name]
        mine = [one for one in loopback.world.private(person.number) if orders_in(one)]
        token = orders_in(mine[-1])[0] if mine else ""
        if not mine or tokens.parse(token).number != stored.number:
            await settled(bot, game)
            asked = [one for one in loopback.world.public() if set(labels(one)) & {"Answer", "My move", "Panel"}]
            await person.use(asked[-1], lambda label: label in ("Answer", "My move", "Panel"))
            mine = [one for one in loopback.world.private(person.number) if orders_in(one)]
            token = orders_in(mine[-1])[0]
        before = mine[-1]["id"]
        done = await press_token(person, mine[-1], token)
        assert done.message == int(before), "the panel is edited in place"
        pressed.append((name, [token]))
    await settled(bot, game)
    return pressed


def orders_in(message: Json) -> list[str]:
    """Return the tokens of a panel's orders, menus before buttons."""
    found = []
    for row in message["components"]:
        for item in row["components"]:
            found += [option["value"] for option in item["options"]] if item["type"] == 3 else [item["custom_id"]]
    return [token for token in found if token.startswith("o~")]


async def press_token(person: Person, message: Json, token: str) -> Any:
    """Press the button, or choose the entry, with a token."""
    for row in message["components"]:
        for item in row["components"]:
            if item["custom_id"] == token:
                return await person.press(message, token)
            if any(option["value"] == token for option in item.get("options", ())):
                return await person.choose(message, item["custom_id"], [token])
    raise AssertionError(token)


async def pressed_locally(loopback: Loopback, game: str, pressed: list[tuple[str, list[str]]]) -> list[dict[str, Any]]:
    """Return the record of the same presses on the local channel."""
    local = Channel.open(loopback.store)
    for user, line in (("anna", "new campaign"), ("anna", "join cp"), ("ben", "join ap"), ("anna", "start")):
        await local.say(user, line)
    here = await local.game_id()
    for user, chosen in pressed:
        await local.press(user, chosen[0].replace(game, here))
    return await loopback.store.record(here)


async def test_a_form_takes_typed_orders(loopback: Loopback) -> None:
    await loopback.bot()
    people = three(loopback)
    anna = people["anna"]
    for user, line in OPENING[:4]:
        await people[user].slash(line)
    panel = anna.panel()
    opened = await anna.use(panel, lambda label: label.startswith("Type an order"))
    assert opened.callbacks[0]["type"] == 9
    before = await loopback.store.record(await loopback.game())
    await anna.fill(panel, opened.callbacks[0]["data"]["custom_id"], "choose take")
    assert len(await loopback.store.record(await loopback.game())) > len(before)
    assert anna.panel()["id"] == panel["id"]


@pytest.mark.parametrize("line", ["map", "log turn", "rules", "help", "games", "card info 1", "odds liege", "export"])
async def test_looking_is_answered_privately(loopback: Loopback, line: str) -> None:
    await loopback.bot()
    people = three(loopback)
    for user, order in OPENING:
        await people[user].slash(order)
    public = len(loopback.world.public())
    done = await people["sven"].slash(line)
    assert people["sven"].answer(done)
    assert loopback.world.messages[done.message]["for"] == user_id(13)
    assert len(loopback.world.public()) >= public


async def test_completion_offers_what_is_legal_to_the_seat_alone(loopback: Loopback) -> None:
    await loopback.bot()
    people = three(loopback)
    for user, order in OPENING[:4]:
        await people[user].slash(order)
    assert await people["anna"].complete("choose ")
    assert await people["ben"].complete("choose ") == {}
    assert await people["sven"].complete("choose ") == {}
    assert "west" in await people["sven"].complete("map w")


async def test_finished_games_are_offered_and_read_through_their_option(loopback: Loopback) -> None:
    bot = await loopback.bot()
    people = three(loopback)
    for user, order in OPENING[:5]:
        await people[user].slash(order)
    game = await loopback.game()
    for user, order in (("ben", "resign yes"), ("anna", "rematch")):
        await people[user].slash(order)
    await settled(bot, game)
    assert await loopback.game() != game
    sven = people["sven"]
    for command in ("status", "verify", "export"):
        assert {"last", game} <= set(await sven.complete(command))
        assert f"Game `{game}`" in sven.answer(await sven.slash(f"{command} last"))
    assert f"Game `{game}`" in sven.answer(await sven.slash("log turn 1 last"))


async def test_spectators_who_press_what_is_for_players_are_told_and_may_look(loopback: Loopback) -> None:
    bot = await loopback.bot()
    people = three(loopback)
    for user, line in OPENING:
        await people[user].slash(line)
    await settled(bot, await loopback.game())
    table = next(one for one in reversed(loopback.world.public()) if "Follow" in labels(one))
    for button in ("Panel", "Hand"):
        await people["sven"].use(table, button.__eq__)
        told = people["sven"].last()
        assert told["content"].startswith("You have no seat in this game.")
        assert labels(told) == ["Map", "Log", "Follow"]
    await people["sven"].use(people["sven"].last(), "Map".__eq__)
    assert people["sven"].last()["content"]
    threads = [str(one["id"]) for one in loopback.world.channels.values() if one["type"] == 11]
    there = [one for one in loopback.world.messages.values() if one["channel_id"] in threads]
    assert len(there) >= 2
    assert [one for one in there if one["components"]] == [], "the spectators' thread has nothing for players"
