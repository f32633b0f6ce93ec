"""Every ping names war, turn and opponent, so that a person with several games knows which one is waiting."""

from __future__ import annotations

from tests.bot.support import Channel

HEAD = "**Campaign: to Winter 1919** · August 1914, round 1 · "


async def test_a_ping_in_the_channel_begins_with_war_turn_and_opponent(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play auto")
    await channel.say("anna", "done")
    (ping,) = [reply for _, reply in await channel.posts() if reply.mention]
    assert ping.text.startswith(f"{HEAD}Ben against Anna\n"), ping.text
    assert "one operation" in ping.text


async def test_a_direct_message_begins_so_as_well(channel: Channel) -> None:
    await channel.begin()
    await channel.say("ben", "settings pings dm")
    await channel.say("anna", "play auto")
    await channel.say("anna", "done")
    direct = [reply for kind, reply in await channel.posts() if kind == "direct"][-1]
    assert direct.text.startswith(f"{HEAD}Ben against Anna\n"), direct.text
    assert not any(reply.text.startswith(HEAD) for kind, reply in await channel.posts() if kind == "action")


async def test_a_question_in_the_midst_of_an_action_names_them(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play guns of august as event")
    await channel.say("anna", "attack sedan anyway")
    await channel.say("anna", "choose frontal")
    pings = [reply for kind, reply in await channel.posts() if reply.mention]
    assert pings
    assert all(reply.text.startswith(f"{HEAD}Ben against Anna\n") for reply in pings), pings


async def test_a_warning_names_them(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "warn sedan: look here")
    (told,) = [reply for kind, reply in await channel.posts() if kind == "warning"]
    assert told.text.startswith(f"{HEAD}Ben against Anna\n")
    assert told.mention


async def test_an_offer_names_them(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "draw")
    pings = [reply for _, reply in await channel.posts() if reply.mention]
    assert pings
    assert all(reply.text.startswith(f"{HEAD}Ben against Anna\n") for reply in pings), pings
