"""What a line without a command means is completed with one look at its game."""

from __future__ import annotations

from typing import Any

import pytest

from bot.service import phrasing
from bot.service.session import restore
from bot.storage.store import StoredGame
from engine.core.game import Game
from tests.bot import moments
from tests.bot.support import Channel, controls
from tests.bot.test_confirmations import put


async def test_a_game_is_restored_once_for_the_order_meant(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    await channel.begin()
    await put(channel, moments.moving())
    restored: list[StoredGame] = []

    def noted(stored: StoredGame) -> Game[Any]:
        restored.append(stored)
        return restore(stored)

    monkeypatch.setattr(phrasing, "restore", noted)
    assert await channel.complete("ben", "ru 2 to tannenberg") == ["move ru 2 to tannenberg"]
    assert len(restored) == 1


async def test_a_line_with_two_meanings_is_not_completed(channel: Channel) -> None:
    await channel.begin()
    await put(channel, moments.choosing_cp())
    assert await channel.complete("anna", "1 ops") == []


async def test_the_buttons_of_two_meanings_say_what_each_does(channel: Channel) -> None:
    await channel.begin()
    await put(channel, moments.choosing_cp())
    replies = await channel.say("anna", "1 ops")
    assert "Which one do you mean?" in replies[-1].text
    (card, _), (alone, token) = controls(replies)
    assert card == "Guns of August (CP 1) for 3 OPS"
    assert alone == "1 OPS without a card"
    await channel.press("anna", token)
    game = await channel.game_id()
    played = list(await channel.store.record(game))[-1]["choice"]
    assert str(played).startswith("auto_op"), played


async def test_a_definition_brings_along_no_paragraph_that_only_mentions_the_term(channel: Channel) -> None:
    await channel.begin()
    told = await channel.told("anna", "what's a mandated offensive")
    assert told.startswith("**MO, mandated offensive**")
    assert "**7 Mandated offensives**" in told
    assert "**6 The turn**" not in told
    assert "6 The turn" in told
