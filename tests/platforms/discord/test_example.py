"""The rulebook's extended example, 24 actions, by slash commands and only by presses, with a spectator."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest

from bot.table.table import units_of
from engine.pog.content import load_content
from tests.platforms.discord.buttons import ByButtons
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.example import NEW, Line, lines, orders, record
from tests.platforms.discord.people import Person, until
from tests.platforms.discord.state import Interaction, Json, user_id
from tests.platforms.discord.test_play import everything_public, three
from tests.platforms.discord.waiting import settled
from tests.platforms.example_by_buttons import typed_locally
from tests.platforms.rules_record import unmarked
from tests.support.facts import names
from tests.support.restoring import restore

__all__ = ["lines"]

LOOKING = ("status", "log turn", "score", "deck")

pytestmark = pytest.mark.slow


async def test_the_extended_example_by_slash_commands(loopback: Loopback, lines: tuple[Line, ...]) -> None:
    bot = await loopback.bot()
    people = three(loopback)
    for user, order in orders(lines):
        await people[user].slash(order)
    game = await loopback.game()
    watched = [await people["sven"].slash(order) for order in LOOKING]
    await settled(bot, game)

    assert [unmarked(entry) for entry in await loopback.store.record(game)] == record(lines)
    await _told_to_the_right_people(loopback, game, lines, watched)


@pytest.mark.sweep(fixed=[])  # always by presses on Slack
async def test_the_extended_example_by_presses_alone(loopback: Loopback, lines: tuple[Line, ...]) -> None:
    wanted = await typed_locally(loopback.store, orders(lines))
    assert [unmarked(entry) for entry in wanted] == record(lines)
    bot = await loopback.bot()
    people = three(loopback)
    await people["anna"].slash(NEW)
    game = await loopback.game()
    await press_through_the_lobby(loopback, people)
    await settled(bot, game)
    player = ByButtons(loopback, bot, {str(user_id(11)): people["anna"], str(user_id(12)): people["ben"]})
    await player.play(game, wanted)
    await settled(bot, game)

    assert await loopback.store.record(game) == wanted
    typed = [one for one in loopback.world.interactions.values() if one.kind == 2]
    assert len(typed) == 1, "only the lobby was opened by a command"
    assert player.several > 0, "several entries of one menu were chosen at once"
    table = next(one for one in loopback.world.public() if _offers(one, "Log"))
    watched = [await people["sven"].use(table, label.__eq__) for label in ("Log", "Map", "Panel", "Hand")]
    await _told_to_the_right_people(loopback, game, lines, watched)
    for one in watched[2:]:
        shown = loopback.world.messages[one.message]
        looks = [button["label"] for row in shown["components"] for button in row["components"]]
        assert (looks, shown["attachments"]) == (["Map", "Log", "Follow"], []), "a spectator may look"


async def press_through_the_lobby(loopback: Loopback, people: dict[str, Person]) -> None:
    """Both players join and start with the lobby's buttons."""
    for user, label in (("anna", "Join Central Powers"), ("ben", "Join Allied Powers"), ("anna", "Start")):
        lobby = await until(partial(_offering, loopback, label), f"a button {label}")
        await people[user].use(lobby, label.__eq__)


def _offering(loopback: Loopback, label: str) -> Json | None:
    return next((one for one in loopback.world.public() if _offers(one, label)), None)


def _offers(message: Json, label: str) -> bool:
    return any(item.get("label") == label for row in message["components"] for item in row["components"])


def _is_text(attachment: Json) -> bool:
    return str(attachment["filename"]).endswith(".txt")


async def _told_to_the_right_people(
    loopback: Loopback, game: str, lines: tuple[Line, ...], watched: list[Interaction]
) -> None:
    """Pictures came with text; only its seat saw a panel; the spectator saw no hidden card; all in time."""
    state = restore(await loopback.store.load(game)).state
    assert state.turn == 3
    own = [loopback.world.told(loopback.world.messages[done.message]) for done in watched]
    seen = everything_public(loopback, *own)
    for done in watched:  # a log longer than a message is sent as a file
        files = loopback.world.messages[done.message]["attachments"]
        seen += "".join(loopback.world.files[one["id"]].decode() for one in files if _is_text(one))
    attachments: list[Any] = [one for message in loopback.world.public() for one in message["attachments"]]
    seen += "".join(str(loopback.world.files[one["id"]]) for one in attachments)
    content = load_content()
    still_hidden = {card for side in (0, 1) for card in units_of(state.hand[side] | state.deck[side])}
    shown = {card.id for card in content.cards if any(line.text.endswith(card.name) for line in lines)}
    assert len(still_hidden - shown) > 5
    for card in still_hidden - shown:
        assert content.cards[card].name not in seen
        assert json.dumps(names().card(card))[1:-1] not in seen
    assert len(attachments) > 10
    assert all(one["description"] for one in attachments)
    assert all(b'"viewer":null' in loopback.world.files[one["id"]] for one in attachments)
    seat_of = {user_id(11): b'"viewer":1', user_id(12): b'"viewer":0'}
    for message in loopback.world.messages.values():
        assert message["for"] in (0, *map(user_id, (11, 12, 13)))
        for one in message["attachments"] if message["for"] else ():
            if _is_text(one):
                continue
            data = loopback.world.files[one["id"]]
            assert b'"viewer":null' in data or seat_of.get(message["for"], b"nobody") in data
    assert {user for one in loopback.world.public() for user in one.get("pinged", ())} <= {
        str(user_id(11)),
        str(user_id(12)),
    }
    assert max(one.acknowledged_after for one in loopback.world.interactions.values()) < 3.0
