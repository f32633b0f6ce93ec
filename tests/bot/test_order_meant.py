"""What a line without a command means is completed with one look at its game."""

from __future__ import annotations

from typing import Any

import pytest

from bot.service import phrasing
from bot.service.session import restore
from bot.storage.store import StoredGame
from engine.core.game import Game
from tests.bot import moments
from tests.bot.support import Channel
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
