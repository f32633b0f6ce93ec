"""A store that loses its last writes: controls of lost positions have no effect on what is played instead."""

from __future__ import annotations

import re

import pytest

from bot.storage import Store
from bot.table import tokens
from bot.table.tokens import At
from tests.bot.support import Channel, controls


async def kept(store: Store) -> dict[bytes, bytes]:
    """Return the entire contents of the store."""
    call = store.connection.call
    return {key: await call("DUMP", key) for key in await call("KEYS", "*")}


async def restored(store: Store, held: dict[bytes, bytes]) -> None:
    """Set the store to exactly this, as after a failover that lost later writes."""
    call = store.connection.call
    for key in await call("KEYS", "*"):
        await call("DEL", key)
    for key, value in held.items():
        await call("RESTORE", key, 0, value)


def orders(found: list[tuple[str, str]]) -> list[str]:
    return [token for _, token in found if token.startswith("o~")]


async def futures(channel: Channel) -> tuple[list[str], str, list[str]]:
    """Return the controls of anna's panel in a lost future, her undo there, and the controls of the one played instead."""
    await channel.begin()
    held = await kept(channel.store)
    await channel.say("anna", "play 1 as ops")
    number = await channel.number()
    lost = [token for _, token in controls(await channel.say("anna", "panel"))]
    await restored(channel.store, held)
    await channel.say("anna", "play 2 as ops")
    assert await channel.number() == number, "both futures are as long"
    there = [token for _, token in controls(await channel.say("anna", "panel"))]
    undo = next(token for token in lost if token.endswith("~undo"))
    return [token for token in lost if token.startswith("o~")], undo, there


async def test_no_control_of_a_lost_future_acts_on_another_position(channel: Channel) -> None:
    lost, undo, there = await futures(channel)
    assert lost
    number, game = await channel.number(), await channel.game_id()
    before = await channel.store.load(game)
    for token in (*lost, undo):
        replies = await channel.press("anna", token)
        assert "The position has changed" in replies[0].text, token
        assert {token for _, token in controls(replies)} & set(there), "the present panel comes with it"
    replies = await channel.press_all("anna", lost[:2])
    assert "The position has changed" in replies[0].text
    after = await channel.store.load(game)
    assert (after.number, after.snapshot) == (number, before.snapshot)
    (order, *_) = [token for token in there if token.startswith("o~")]
    await channel.press("anna", order)
    assert await channel.number() > number, "the controls of the present one act"


async def test_a_token_of_an_earlier_version_acts_by_its_number_alone(channel: Channel) -> None:
    await channel.begin()
    number = await channel.number()
    found = orders(controls(await channel.say("anna", "panel")))
    marked = next(token for token in found if tokens.mark_of(tokens.parse(token).number))
    plain = re.sub(r"^(o~[^~]*~[0-9a-z]+)\.[0-9a-z]{4}~", r"\1~", marked)
    assert plain != marked
    await channel.press("anna", plain)
    assert await channel.number() > number
    replies = await channel.press("anna", plain)
    assert "The position has changed" in replies[0].text


async def test_an_offer_of_a_lost_future_is_no_answer_to_another_one(channel: Channel) -> None:
    await channel.begin()
    held = await kept(channel.store)
    await channel.say("anna", "draw offer")
    game = await channel.game_id()

    async def offered(user: str) -> dict[str, str]:
        found = controls(await channel.say(user, "panel"))
        return {token.rpartition(":")[2]: token for _, token in found if "~offer:" in token}

    lost = await offered("ben")
    await restored(channel.store, held)
    await channel.say("ben", "draw offer")
    there = await offered("anna")
    assert lost["accept"].replace("ben", "anna") != there["accept"]
    told = (await channel.press("anna", lost["accept"]))[0].text
    assert (await channel.store.load(game)).header.in_progress, told
    plain = re.sub(r"(~offer:draw:\d+)\.[0-9a-z]{4}:", r"\1:", there["accept"])
    await channel.press("anna", plain)
    assert not (await channel.store.load(game)).header.in_progress, "an older button answers by its number"


def test_numbers_with_marks() -> None:
    assert At(5, "abcd") == At(5, "abcd") == 5 == At(5)
    assert At(5, "abcd") != At(5, "abce")
    assert At(5, "abcd") != 6
    assert hash(At(5, "abcd")) == hash(5)
    token = tokens.order("game1234", At(5, "abcd"), "c.take:0")
    assert token == "o~game1234~5.abcd~c.take:0"
    assert tokens.parse(token).number == At(5, "abcd")
    with pytest.raises(tokens.BadToken):
        tokens.parse("o~game1234~5.abc~c.take:0")
