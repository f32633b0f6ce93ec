"""A season on Slack: the league slash command and its buttons."""

from __future__ import annotations

from bot.storage import Store
from bot.table.reply import Reply
from tests.platforms import interested
from tests.platforms.slack.lengths import user_id
from tests.platforms.slack.loopback import TEAM, FakeSlack
from tests.platforms.slack.people import CHANNEL, Person
from tests.platforms.slack.support import Bot


async def told(bot: Bot, person: Person, text: str) -> str:
    """Return the answer to a command, as shown."""
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
    assert "organiser" in await told(bot, olga, f"role organiser give {user_id('carl')}"), "who has typed nothing yet"
    carl = bot.person("carl")
    carl.root = "league"
    assert "Everybody has" not in await told(bot, carl, "extend 2d")
    assert "isn't running" in str(carl.private()[-1].dump()), "he may, but there is nothing to extend"
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
    assert "its game isn't open yet" in await told(bot, anna, "pairings")
    assert "made the season" in await told(bot, ben, "log")
    await bot.stop()


async def test_one_person_is_told_alone_by_direct_message_and_pinged_in_a_channel(
    slack: FakeSlack, store: Store
) -> None:
    bot = Bot(slack, store)
    await bot.start()
    anna = bot.person("anna")
    account = f"{TEAM}.{anna.id}"
    for _ in range(2):
        await bot.platform.tell_alone(account, "", Reply(text="Match 1.1.1 is over."), "s-spring:follow:1")
    (direct,) = [message for message in slack.messages if message.channel == anna.direct]
    assert "Match 1.1.1 is over." in direct.dump()
    reply = Reply(text="A place is free.", audience="channel", mention=(account,))
    await bot.platform.tell(f"{TEAM}.{CHANNEL}", reply, "s-spring:9")
    (public,) = [message for message in slack.messages if "A place is free." in message.dump()]
    assert f"<@{anna.id}>" in public.dump()
    await bot.stop()


async def test_an_organiser_who_plays_decides_nothing_for_himself(slack: FakeSlack, store: Store) -> None:
    bot = Bot(slack, store)
    await bot.start()
    people = {name: bot.person(name.casefold()) for name in interested.PEOPLE}
    for person in people.values():
        person.root = "league"
        await told(bot, person, "list")

    async def types(name: str, line: str) -> str:
        return await told(bot, people[name], line)

    try:
        await interested.plays(store, types, f"<@{people['Olga'].id}>")
        await interested.hands_in(store, types, f"<@{people['Olga'].id}>")
    finally:
        await bot.stop()
