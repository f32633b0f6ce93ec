"""A game copied into a test equals one started by its commands."""

from __future__ import annotations

import os
from typing import Any

import pytest

from bot.storage import Connection, Store
from tests.bot import begun
from tests.bot.support import Channel


@pytest.fixture(autouse=True)
def _no_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(begun, "_COPIES", {})
    monkeypatch.setattr(begun, "_FRESH", 600.0)


async def everything(link: Connection) -> dict[bytes, Any]:
    """Return all values, and which keys expire."""
    return {
        key: (await link.call("DUMP", key), await link.call("TTL", key) > 0) for key in await link.call("KEYS", "*")
    }


async def unheard(*given: object) -> None:
    raise AssertionError(f"said: {given}")


async def test_a_copy_is_what_the_commands_left_and_nothing_is_said_again(
    store: Store, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Channel.open(store)
    await played.begin(scenario="introductory", first="choose take")
    left = await everything(connection)
    assert len(left) > 5
    await connection.call("FLUSHALL")
    copied = Channel.open(store)
    with monkeypatch.context() as silent:
        silent.setattr(Channel, "say", unheard)
        await copied.begin(scenario="introductory", first="choose take")
    assert await everything(connection) == left
    assert next(copied.keys) == next(played.keys)
    assert "Activate" in await copied.told("anna", "play cp 1 as ops")


@pytest.mark.parametrize(
    "why", ["chance", "old", "other words", "something said", "something completed", "another handler", "a full store"]
)
async def test_whatever_is_not_the_same_is_begun_by_its_commands(
    store: Store, connection: Connection, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    await Channel.open(store).begin()
    await connection.call("FLUSHALL")
    channel = Channel.open(store)
    if why == "chance":
        monkeypatch.setattr("secrets.token_bytes", os.urandom)
    if why == "old":
        monkeypatch.setattr(begun, "_FRESH", -1.0)
    if why == "something said":
        await channel.say("eve", "help")
        await connection.call("FLUSHALL")
    if why == "something completed":
        await channel.complete("eve", "sta")
    if why == "another handler":
        channel.handler = Channel.open(store).handler
    if why == "a full store":
        await connection.call("SET", "other", "x")
    monkeypatch.setattr(Channel, "say", unheard)
    with pytest.raises(AssertionError, match="said"):
        await channel.begin(ap="carl" if why == "other words" else "ben")
