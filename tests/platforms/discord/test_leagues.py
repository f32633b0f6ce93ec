"""A season by Discord's own means: commands in their groups, buttons, roles of the server."""

from __future__ import annotations

from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.gateway import ORGANISERS
from tests.platforms.discord.people import Person, labels

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
    assert "Only somebody who may manage this server" in await told(anna, "new Mine scenario=introductory window=60d")
    olga.permissions = MANAGE
    made = await told(olga, "new Cup scenario=introductory window=60d format=swiss rounds=1 beginners=yes")
    assert "`/league organise venue here`" in made, "as it is typed on Discord"
    assert "open game" in await told(olga, "venue here")
    opened = await olga.slash("open")
    message = loopback.world.messages[opened.message]
    assert "everybody joins by `/league join`" in message["content"]
    assert labels(message) == ["Join"]
    assert "You have entered **Cup**" in await told(anna, "join capacity=2 zone=Europe/Berlin")
    assert "2 games at once; times in Europe/Berlin" in anna.last()["content"]
    await ben.use(message, lambda label: label == "Join")
    assert "You have entered **Cup**" in ben.last()["content"]
    assert "Only an organiser" in await told(ben, "draw preview")
    drawn = await olga.slash("draw preview")
    await olga.use(loopback.world.messages[drawn.message], lambda label: label == "Publish")
    assert "**Cup, round 1** has begun: 1 match" in olga.last()["content"]
    assert "waits for its game" in await told(anna, "pairings")
    assert "0 (0 won" in await told(ben, "table")
    assert "made the season" in await told(ben, "log")


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
