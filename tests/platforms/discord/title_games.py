"""A game of a test title on Discord: opened from an empty channel, played, undone and viewed."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.platforms.discord.buttons import ByButtons
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import Person, labels
from tests.platforms.discord.state import CHANNEL, user_id
from tests.platforms.discord.test_play import everything_public
from tests.platforms.discord.waiting import settled
from tests.titles.toy.painting import Drawn

__all__ = ["check_export", "go_back", "open_by_presses", "opened", "people_of", "pictures_of", "player_of", "watch"]

_NAMES = ("anna", "ben", "eve")


def people_of(loopback: Loopback, root: str) -> dict[str, Person]:
    """Return Anna, Ben and Eve, who use this command root."""
    people = {name: loopback.person(11 + at, name.title()) for at, name in enumerate(_NAMES)}
    for person in people.values():
        person.root = root
    return people


def player_of(loopback: Loopback, bot: Any, people: dict[str, Person]) -> ByButtons:
    """Return a player of records by presses."""
    return ByButtons(loopback, bot, {str(user_id(11 + at)): people[name] for at, name in enumerate(_NAMES[:2])})


async def opened(loopback: Loopback, person: Person, setup: str) -> str:
    """Press a set-up of the welcome, whose only answer is the table message. Returns the game's id."""
    await person.use(person.panel(), lambda label: label.startswith(setup), wait=False)
    for _ in range(500):
        if (found := await loopback.store.channels.holder(f"discord:{CHANNEL}")) is not None:
            return found
        await asyncio.sleep(0.02)
    raise AssertionError("no game was opened")


async def open_by_presses(
    loopback: Loopback, bot: Any, people: dict[str, Person], setup: str, seats: dict[str, str]
) -> str:
    """Open a game from the welcome of an empty channel; Anna starts it. Returns its id."""
    anna = people["anna"]
    await anna.slash("panel")
    await anna.use(anna.panel(), lambda label: label == "New game")
    game = await opened(loopback, anna, setup)
    for user, label in (*((user, f"Join {seat}") for user, seat in seats.items()), ("anna", "Start")):
        await settled(bot, game)
        table = next(one for one in loopback.world.public() if label in labels(one))
        await people[user].use(table, label.__eq__)
    await settled(bot, game)
    return game


async def go_back(loopback: Loopback, bot: Any, people: dict[str, Person], lines: tuple[tuple[str, str], ...]) -> str:
    """Type lines that end with a rollback, which Ben accepts by a press. Returns the game's id."""
    for user, line in lines:
        await people[user].slash(line)
    game = await loopback.game()
    await settled(bot, game)
    offer = next(one for one in loopback.world.public() if "Accept" in labels(one))
    await people["ben"].use(offer, "Accept".__eq__)
    await settled(bot, game)
    return game


async def watch(loopback: Loopback, bot: Any, eve: Person, game: str) -> str:
    """Let Eve, a spectator, view everything. Returns all that she and the public can read."""
    watched = [await eve.slash(line) for line in ("status", "map", "log", "verify")]
    await settled(bot, game)
    return everything_public(
        loopback, *(loopback.world.told(loopback.world.messages[done.message]) for done in watched)
    )


def pictures_of(loopback: Loopback) -> list[dict[str, Any]]:
    """Return every public picture; raises AssertionError if there is none."""
    pictures = [one for message in loopback.world.public() for one in message["attachments"]]
    assert pictures
    return pictures


async def check_export(loopback: Loopback, eve: Person, game: str, check: Any, drawn: Drawn) -> None:
    """Let Eve export, verify and replay a finished game, and check the results."""
    answers = [loopback.world.messages[(await eve.slash(line)).message] for line in ("export", "verify")]
    (file,) = answers[0]["attachments"]
    check(await loopback.store.record(game), loopback.world.files[file["id"]].decode(), answers[1]["content"])
    await eve.slash("replay all")
    await drawn.until("replay")
