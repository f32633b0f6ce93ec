"""A season on Discord: commands in groups, buttons, roles of the server."""

from __future__ import annotations

import discord

from bot.service.handler import BotHandler
from bot.service.people import link_notices
from tests.platforms import interested
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.gateway import ORGANISERS
from tests.platforms.discord.people import Person, labels
from tests.platforms.discord.shapes import user_id

#: Discord's permission to manage a server.
MANAGE = str(1 << 5)


def member(loopback: Loopback, number: int, name: str) -> Person:
    found = loopback.person(number, name)
    found.root = "league"
    return found


async def told(person: Person, line: str) -> str:
    return person.answer(await person.slash(line))


async def test_a_season_is_made_entered_and_drawn(loopback: Loopback) -> None:
    await loopback.bot()
    olga, anna, ben = (member(loopback, *who) for who in ((10, "Olga"), (11, "Anna"), (12, "Ben")))
    assert "Only people who manage this server" in await told(anna, "new Mine scenario=introductory window=60d")
    olga.permissions = MANAGE
    made = await told(olga, "new Cup scenario=introductory window=60d format=swiss rounds=1 beginners=yes")
    assert "`/league organise venue here`" in made, "as it is typed on Discord"
    assert "open game" in await told(olga, "venue here")
    opened = await olga.slash("open")
    message = loopback.world.messages[opened.message]
    assert "Join with `/league join`" in message["content"]
    assert labels(message) == ["Join"]
    assert "You have entered **Cup**" in await told(anna, "join capacity=2 zone=Europe/Berlin")
    assert "You want 2 games at a time. Times are shown in Europe/Berlin." in anna.last()["content"]
    await ben.use(message, lambda label: label == "Join")
    assert "You have entered **Cup**" in ben.last()["content"]
    assert "Only an organiser" in await told(ben, "draw preview")
    drawn = await olga.slash("draw preview")
    await olga.use(loopback.world.messages[drawn.message], lambda label: label == "Publish")
    assert "**Cup, round 1** has begun: 1 match" in olga.last()["content"]
    assert "its game isn't open yet" in await told(anna, "pairings")
    assert "0 points (0 won" in await told(ben, "table")
    assert "made the season" in await told(ben, "log")


async def test_a_channel_is_looked_at_before_it_becomes_a_venue(loopback: Loopback) -> None:
    bot = await loopback.bot()
    olga, world, repository = (
        member(loopback, 10, "Olga"),
        loopback.world,
        BotHandler(loopback.store).leagues.repository,
    )
    olga.permissions = MANAGE
    await told(olga, "new Cup scenario=introductory window=60d beginners=yes")
    may = world.permissions
    for lost, names in {
        discord.Permissions(attach_files=True): "Attach Files",
        discord.Permissions(send_messages=True): "Send Messages",
        discord.Permissions(send_messages_in_threads=True, create_public_threads=True): (
            "Create Public Threads and Send Messages In Threads"
        ),
    }.items():
        world.permissions = may & ~lost.value
        assert f"The bot needs these permissions here: {names}. Allow them in the channel's settings." in await told(
            olga, "venue here"
        )
    world.permissions = may
    here, voice, thread = olga.channel, 2, 11
    for number, kind in ((41, voice), (42, thread)):
        more = {"parent_id": here} if kind == thread else {}
        olga.channel = int(world.add_channel(here + number, kind, **more)["id"])
        assert "this kind of channel has none" in await told(olga, "venue here season=s-cup")
    assert not (await repository.season("s-cup")).venues
    olga.channel = here
    assert "Checked: the bot can post, open threads and attach files here." in await told(olga, "venue here")
    assert list((await repository.season("s-cup")).venues) == [f"discord:{here}"]
    assert await bot.platform.open_room(str(here), "Cup · 1.1.1", "1.1.1")


async def test_a_role_of_the_server_is_an_organiser_and_names_are_completed(loopback: Loopback) -> None:
    await loopback.bot()
    olga, paul = member(loopback, 10, "Olga"), member(loopback, 13, "Paul")
    olga.permissions = MANAGE
    await olga.slash("new Cup scenario=introductory window=60d beginners=yes")
    assert "- organiser: `discord:role:" in await told(olga, f"role organiser give <@&{ORGANISERS}>")
    assert "Only an organiser" in await told(paul, "open")
    paul.roles = [ORGANISERS]
    assert "is open" in await told(paul, "open")
    await paul.slash("join")
    assert list(await olga.complete("withdraw pa")) == ["Paul"]
    assert "Europe/Berlin" in await olga.complete("join zone=berl")


async def test_an_organiser_who_plays_decides_nothing_for_himself(loopback: Loopback) -> None:
    await loopback.bot()
    people = {name: member(loopback, 30 + number, name) for number, name in enumerate(interested.PEOPLE)}
    people["Ben"].permissions = MANAGE
    for person in people.values():
        await person.slash("list")

    async def types(name: str, line: str) -> str:
        return await told(people[name], line)

    await interested.plays(loopback.store, types, f"<@{user_id(35)}>")
    await interested.hands_in(loopback.store, types, f"<@{user_id(35)}>")


async def test_a_link_is_asked_about_first_and_both_accounts_hear_of_it(loopback: Loopback) -> None:
    bot = await loopback.bot()
    ben, store, own = member(loopback, 40, "Ben"), loopback.store, f"discord:{user_id(40)}"
    await ben.slash("list")
    ben.root = "pog"  # the root with the commands about people
    mine, other = await store.persons.of(own, "Ben"), await store.persons.of("slack:T1.U1", "Mallory")
    code = await store.links.offer(other)
    asked = await ben.slash(f"link {code} sure")
    assert "This code belongs to **" in ben.answer(asked)
    assert await store.persons.known(own) == mine, "typed at once it only asks"
    await ben.use(loopback.world.messages[asked.message], lambda label: label == "Yes, both are mine")
    assert "are now one person" in ben.last()["content"]
    assert await store.persons.known(own) == other
    twin = member(loopback, 41, "Ben the second")
    twin.root = "pog"
    assert "Both of these people already have an account on Discord" in await told(
        twin, f"link {await store.links.offer(other)}"
    )
    # The other account undoes it, and this one is notified by direct message.
    (joint,) = await store.links.undoable(await store.persons.read(other))
    assert await store.links.part(await store.persons.held(other), joint, by="slack:T1.U1") is not None
    assert await link_notices.tell(BotHandler(store).tools, {"discord": bot.platform}) == 1
    direct = [one["content"] for one in loopback.world.messages.values() if "no longer one person" in one["content"]]
    assert len(direct) == 1
    assert await store.persons.known(own) == mine
