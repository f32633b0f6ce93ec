"""Naming people: by a mention with an id, by a handle only, and in free text."""

from __future__ import annotations

from typing import Any

import pytest

from bot.platforms.slack import interactions
from bot.platforms.slack.markup import unescaped
from bot.storage import Store
from tests.platforms.slack import lengths, payloads
from tests.platforms.slack.lengths import TEAM, user_id
from tests.platforms.slack.people import Person
from tests.platforms.slack.support import Bot
from tests.platforms.slack.test_leagues import told

CARL = user_id("carl")


@pytest.mark.parametrize(
    ("sent", "typed"),
    [
        (f"withdraw <@{CARL}|carl>", f"withdraw <@{CARL}|carl>"),
        (f"withdraw <@{CARL}>", f"withdraw <@{CARL}>"),
        ("give <!subteam^S012|@staff>", "give <!subteam^S012|@staff>"),
        ("look at <#C0123|table>", "look at #table"),
        ("look at <#C0123|>", "look at <#C0123|>"),
        ("<!here> all", "@here all"),
        ("<!channel|channel>", "channel"),
        ("<https://example.org/a?b=1&amp;c=2>", "https://example.org/a?b=1&c=2"),
        ("<http://example.org|example.org>", "example.org"),
        ("<http://evil.example|example.org>", "http://evil.example"),
        ("<mailto:a@example.org|a@example.org>", "a@example.org"),
        ("&lt;b&gt; &amp;amp; 1 &lt; 2", "<b> &amp; 1 < 2"),
        ("“Don’t attack — yet…”\u00a0:crossed_swords:", "“Don’t attack — yet…”\u00a0:crossed_swords:"),
    ],
)
def test_slack_escapes_are_undone(sent: str, typed: str) -> None:
    assert unescaped(sent) == typed
    body = payloads.command(
        payloads.Place(), payloads.Who(CARL, "carl"), lengths.channel_id("x"), ("/pog", sent), trigger="1.2", url=""
    )
    assert interactions.of_command(body).text == typed.strip()


async def season(bot: Bot, olga: Person) -> None:
    """Create a Swiss season that is open to everybody."""
    olga.root = "league"
    await told(bot, olga, "new Cup scenario=introductory window=60d format=swiss rounds=1 beginners=yes")
    await told(bot, olga, "open")


def escaped(person: Person) -> str:
    """Return a mention as in a command with `should_escape`."""
    return f"<@{person.id}|{person.name}>"


@pytest.mark.parametrize("named", ["mention", "mention without a name", "handle", "id"])
async def test_every_form_of_mention_names_the_person(socket_bot: Bot, store: Store, named: str) -> None:
    """In each command that takes a person, whether they have entered or not."""
    olga, anna, ben, carl = (socket_bot.person(name) for name in ("olga", "anna", "ben", "carl"))
    await season(socket_bot, olga)
    for person in (anna, ben):
        person.root = "league"
        await told(socket_bot, person, "join")
    carl.root = "league"
    await told(socket_bot, carl, "me")  # carl is seen here, but enters nothing

    def name(person: Person) -> str:
        ways = {"mention": escaped(person), "handle": f"@{person.name}", "id": person.id}
        return ways.get(named, f"<@{person.id}>")

    people = {one.name: await store.persons.of(f"slack:{TEAM}.{one.id}", one.name) for one in (anna, ben, carl)}
    for person, line, meant in (
        (olga, f"role arbiter give {name(carl)}", [carl]),
        (olga, f"apart {name(anna)} other={name(ben)}", [anna, ben]),
        (olga, f"withdraw {name(ben)}", [ben]),
    ):
        await told(socket_bot, person, line)
        (ident,) = await store.seasons.listed()
        written = (await store.seasons.read(ident))[-1]
        assert all(people[one.name] in written for one in meant), f"{line}: {written}"
    assert "follow" in (said := await told(socket_bot, anna, f"follow {name(carl)}")), said


async def test_a_person_unknown_to_the_bot_is_named_by_mention(socket_bot: Bot) -> None:
    olga, zoe = socket_bot.person("olga"), socket_bot.person("zoe.of-example")
    await season(socket_bot, olga)
    said = await told(socket_bot, olga, f"role organiser give {escaped(zoe)}")
    assert "zoe.of-example" in said.replace("\u2060", "").replace("∶", ":"), said
    zoe.root = "league"
    assert "isn't running" in await told(socket_bot, zoe, "extend 2d"), "zoe organises"


async def test_a_handle_of_nobody_known_is_refused_with_what_would_work(socket_bot: Bot) -> None:
    olga = socket_bot.person("olga")
    await season(socket_bot, olga)
    said = (await told(socket_bot, olga, "withdraw @nobody.here")).replace("\u2060", "")
    assert "as plain text" in said
    assert "Copy member ID" in said
    assert "manifest" in said


async def test_posts_show_names_and_no_ids(socket_bot: Bot) -> None:
    olga, anna = socket_bot.person("olga"), socket_bot.person("anna")
    await season(socket_bot, olga)
    await told(socket_bot, olga, "venue here")
    await told(socket_bot, olga, f"announce Well done, {escaped(anna)}, and thanks &amp; more")
    posts: list[Any] = [m for m in socket_bot.slack.messages if "Well done" in m.text]
    assert posts, [m.text for m in socket_bot.slack.messages]
    for one in posts:
        assert "anna" in one.text
        assert anna.id not in one.text
