"""A season by Slack's own means: the slash command of leagues and its buttons."""

from __future__ import annotations

from bot.storage import Store
from tests.platforms.slack.loopback import FakeSlack
from tests.platforms.slack.people import Person
from tests.platforms.slack.support import Bot


async def told(bot: Bot, person: Person, text: str) -> str:
    """What a command is answered, as it is shown."""
    await bot.does(person, text)
    return str(person.private()[-1].dump())


async def test_a_season_is_made_entered_and_drawn(slack: FakeSlack, store: Store) -> None:
    bot = Bot(slack, store)
    await bot.start()
    olga, anna, ben = (bot.person(name) for name in ("olga", "anna", "ben"))
    for person in (olga, anna, ben):
        person.root = "league"
    assert "*Leagues*" in await told(bot, anna, ""), "alone it tells what leagues are"
    made = await told(bot, olga, "new Cup scenario=introductory window=60d format=swiss rounds=1 beginners=yes")
    assert "/league venue here" in made
    assert "open game" in await told(bot, olga, "venue here")
    assert "organiser" in await told(bot, olga, "role organiser give U0CARL"), "who has typed nothing yet"
    carl = bot.person("carl")
    carl.root = "league"
    assert "Everybody has" not in await told(bot, carl, "extend 2d")
    assert "not running" in str(carl.private()[-1].dump()), "he may, but there is nothing to extend"
    assert "*Cup* is open" in await told(bot, olga, "open")
    opened = olga.private()[-1]
    await olga.press(opened, "Join")
    await bot.idle()
    assert "You have entered *Cup*" in str(olga.private()[-1].dump())
    assert "You have entered *Cup*" in await told(bot, anna, "join zone=+2")
    assert "Only an organiser" in await told(bot, ben, "draw")
    await told(bot, olga, "draw")
    await olga.press(olga.private()[-1], "Publish")
    await bot.idle()
    assert "*Cup, round 1* has begun: 1 match" in str(olga.private()[-1].dump())
    assert "waits for its game" in await told(bot, anna, "pairings")
    assert "made the season" in await told(bot, ben, "log")
    await bot.stop()
