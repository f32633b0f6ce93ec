"""Rooms of a season's games on the local channel: names derived from their keys."""

from __future__ import annotations

import pytest

from bot.platforms.web.signed_links import checked_channel, room


@pytest.mark.parametrize(
    ("key", "channel"), [("s-spring 1.1.1", "s-spring-1-1-1"), ("s-spring 1.1.1 2", "s-spring-1-1-1-2")]
)
def test_a_room_is_a_channel_of_its_own_name(key: str, channel: str) -> None:
    assert room(key) == checked_channel(channel)


def test_long_keys_give_names_that_differ() -> None:
    keys = [f"s-{'x' * 30} 1.{section}.{number}" for section in range(3) for number in range(12)]
    assert len({checked_channel(room(key)) for key in keys}) == len(keys)
