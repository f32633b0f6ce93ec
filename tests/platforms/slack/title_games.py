"""A game of a test title in Slack: opened from an empty channel, played, undone and viewed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.platforms.slack.manifest import slash_commands
from bot.platforms.slack.views import new_form, order_form
from bot.titles.testing import slack_limits as limits
from tests.platforms.slack.buttons import ByButtons, labels
from tests.platforms.slack.loopback import TEAM, Message
from tests.platforms.slack.people import Person
from tests.platforms.slack.support import Bot
from tests.platforms.slack.test_limits import WIDEST
from tests.platforms.slack.test_manifest import FIELDS, check
from tests.platforms.slack.test_play import HERE
from tests.titles.toy.painting import Drawn

#: Players of each side in Paths of Glory.
SEATS = {"anna": "Central Powers", "ben": "Allied Powers"}

__all__ = [
    "SEATS", "begin_by_presses", "blocks_of_form", "check_export", "everything_but", "go_back", "open_by_presses", "people_of",
    "player_of", "watch",
]  # fmt: skip


def people_of(bot: Bot, root: str, *names: str) -> dict[str, Person]:
    """Return people who use this command root."""
    people = {name: bot.person(name) for name in names}
    for person in people.values():
        person.root = root
    return people


def player_of(bot: Bot, people: dict[str, Person]) -> ByButtons:
    """Return a player of records by presses."""
    return ByButtons(bot, {f"{TEAM}.{person.id}": person for person in people.values()})


def _with(bot: Bot, label: str) -> Message:
    return next(one for one in bot.slack.messages if not one.only and label in labels(one))


async def open_by_presses(bot: Bot, people: dict[str, Person], setup: str, seats: dict[str, str]) -> str:
    """Open a game from the welcome of an empty channel; Anna starts it. Returns its id."""
    anna = people["anna"]
    await bot.does(anna, "panel")
    for label in ("New game", setup):
        await anna.press(anna.panel(), label)
        await bot.idle()
    return await begin_by_presses(bot, people, seats)


async def begin_by_presses(bot: Bot, people: dict[str, Person], seats: dict[str, str]) -> str:
    """Take the seats of an open game; Anna starts it. Returns its id."""
    for user, label in (*((user, f"Join {seat}") for user, seat in seats.items()), ("anna", "Start")):
        await people[user].press(_with(bot, label), label)
        await bot.idle()
    return await bot.game(HERE)


async def go_back(bot: Bot, people: dict[str, Person], lines: tuple[tuple[str, str], ...]) -> str:
    """Type lines that end with a rollback, which Ben accepts by a press. Returns the game's id."""
    for user, line in lines:
        await bot.does(people[user], line)
    await people["ben"].press(_with(bot, "Accept"), "Accept")
    await bot.idle()
    return await bot.game(HERE)


async def check_export(bot: Bot, eve: Person, game: str, check: Any, drawn: Drawn) -> None:
    """Let Eve replay, export and verify a game, and check the results."""
    for line in ("replay all", "export", "verify"):
        await bot.does(eve, line)
    (file,) = (one for one in bot.slack.files.values() if one.shared == [eve.direct])
    check(await bot.store.record(game), file.data.decode(), eve.private()[-1].text)
    await drawn.until("replay")


async def watch(bot: Bot, root: str) -> None:
    """Let Eve, a spectator, view everything."""
    eve = people_of(bot, root, "eve")["eve"]
    for line in ("status", "map", "log 1", "verify"):
        await bot.does(eve, line)


def everything_but(bot: Bot, person: Person) -> str:
    """Return what everybody except one person can read."""
    return "\n".join(message.dump() for message in bot.slack.messages if message.only != person.id)


def blocks_of_form(title: str, root: str) -> list[Any]:
    """Return the block ids of the opening form; raises AssertionError if a form or the slash command exceeds a limit."""
    view = new_form(replace(WIDEST, title=title))
    limits.check_view(view)
    limits.check_view(order_form(replace(WIDEST, title=title)))
    own = next(command for command in slash_commands() if command["command"] == f"/{root}")
    check(own, FIELDS["features"]["slash_commands"][0], "slash_commands")
    return [block["block_id"] for block in view["blocks"]]
