"""The whole map, which a phone shows too small to read, is also told in words."""

from __future__ import annotations

from tests.bot.support import Channel


async def test_the_whole_map_comes_with_its_fronts_in_words(channel: Channel) -> None:
    await channel.begin()
    (reply,) = await channel.say("anna", "map")
    head, *fronts = reply.text.splitlines()
    assert head == "The whole map"
    assert [line.partition("**:")[0] for line in fronts][:2] == ["**Western Front", "**Eastern Front"]
    assert any("Metz (" in line and "GE 5" in line for line in fronts)
    assert reply.picture is not None
    (front,) = await channel.say("anna", "map west")
    assert front.text == "Western Front", "a front's picture is read as it is"
