"""Sheets on Discord: a form that is opened from the table message or the panel, and sent with one press."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest

from bot.narration.names import names
from bot.platforms.discord import words
from bot.service.session import restore
from engine.core.bits import members
from tests.bot.support import Channel
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import Person, labels, until
from tests.platforms.discord.state import CHANNEL, Interaction, Json
from tests.platforms.discord.test_faults import once
from tests.platforms.discord.test_play import OPENING, three
from tests.platforms.discord.waiting import settled

#: The form as the answer to a press.
MODAL = 9


async def begun(loopback: Loopback) -> dict[str, Person]:
    """The opening has been played; the Allied Powers choose an action."""
    bot = await loopback.bot()
    people = three(loopback)
    for user, line in OPENING:
        await people[user].slash(line)
    await settled(bot, await loopback.game())
    return people


def table(loopback: Loopback) -> Json:
    """The table message."""
    return next(one for one in reversed(loopback.world.public()) if "Log" in labels(one))


async def opened(person: Person, message: Json) -> Interaction:
    """Press whatever opens a sheet."""
    return await person.use(message, lambda label: label.startswith("Plan"))


def options(done: Interaction, label: str, fitting: Callable[[str], bool] = bool) -> list[str]:
    """Tokens of a field's entries."""
    for row in done.callbacks[0]["data"]["components"]:
        if row["label"] == label:
            return [one["value"] for one in row["component"]["options"] if fitting(one["label"])]
    raise AssertionError(f"no field {label}")


def operation(done: Interaction, spaces: int = 1) -> list[str]:
    """The first card, and so many spaces to move from."""
    return [options(done, "Card")[0], *options(done, "Move from")[:spaces]]


async def number(loopback: Loopback) -> int:
    return (await loopback.store.load(await loopback.game())).number


async def test_a_card_and_its_spaces_are_sent_at_once_from_the_table_message(loopback: Loopback) -> None:
    people = await begun(loopback)
    ben, before = people["ben"], loopback.world.private(12)
    done = await opened(ben, table(loopback))
    assert [one["type"] for one in done.callbacks] == [MODAL]
    chosen = operation(done)
    sent = await ben.fill_sheet(table(loopback), done.callbacks[0]["data"], chosen)
    panel = loopback.world.messages[sent.message]
    assert panel["for"] == 12
    assert panel not in before
    state = restore(await loopback.store.load(await loopback.game())).state
    assert state.operation is not None
    assert state.operation.move.bit_count() == 1
    local = Channel.open(loopback.store)
    for user, line in OPENING:
        await local.say(user, line)
    here, there = await local.game_id(), await loopback.game()
    await local.press_all("ben", [token.replace(there, here) for token in chosen])
    assert await loopback.store.record(there) == await loopback.store.record(here)


async def test_from_the_panel_the_answer_takes_its_place(loopback: Loopback) -> None:
    people = await begun(loopback)
    ben = people["ben"]
    await ben.use(table(loopback), lambda label: label == "My move")
    panel = ben.panel()
    done = await opened(ben, panel)
    assert done.callbacks[0]["type"] == MODAL
    sent = await ben.fill_sheet(panel, done.callbacks[0]["data"], operation(done))
    assert sent.message == int(panel["id"])


async def test_what_cannot_be_done_together_changes_nothing_and_says_why(loopback: Loopback) -> None:
    people = await begun(loopback)
    ben, before = people["ben"], await number(loopback)
    done = await opened(ben, table(loopback))
    cards, spaces = options(done, "Card"), options(done, "Move from")
    sent = await ben.fill_sheet(table(loopback), done.callbacks[0]["data"], [cards[-1], *spaces[:3]])
    told = loopback.world.messages[sent.message]["content"]
    assert "OPS" in told or "9.2" in told, told
    assert await number(loopback) == before
    again = await opened(ben, ben.panel())
    kept = [
        option["value"]
        for row in again.callbacks[0]["data"]["components"]
        for option in row["component"]["options"]
        if option.get("default")
    ]
    assert kept == [cards[-1], *spaces[:3]], "the form opens again as it was filled in"


async def test_a_sheet_in_which_nothing_was_chosen_leads_to_the_panel(loopback: Loopback) -> None:
    people = await begun(loopback)
    ben = people["ben"]
    done = await opened(ben, table(loopback))
    await ben.fill_sheet(table(loopback), done.callbacks[0]["data"], operation(done, 3))
    moving = await opened(ben, ben.panel())
    before = await number(loopback)
    sent = await ben.fill_sheet(ben.panel(), moving.callbacks[0]["data"], [])
    assert await number(loopback) == before
    answer = loopback.world.messages[sent.message]
    assert answer["content"].startswith("Nothing was chosen")
    assert answer["components"]


@pytest.mark.parametrize("user", ["anna", "sven"])
async def test_nobody_else_gets_the_form(loopback: Loopback, user: str) -> None:
    people = await begun(loopback)
    done = await opened(people[user], table(loopback))
    assert MODAL not in [one["type"] for one in done.callbacks]
    assert loopback.world.messages[done.message]["content"]


async def test_the_form_shows_the_hand_to_its_owner_alone(loopback: Loopback) -> None:
    people = await begun(loopback)
    done = await opened(people["ben"], table(loopback))
    position = restore(await loopback.store.load(await loopback.game()))
    held = [names().card(card) for card in members(position.state.hand[0])]
    assert len(held) > 5
    form = json.dumps(done.callbacks[0])
    assert sum(json.dumps(card)[1:-1] in form for card in held) == len(held)
    others = json.dumps([loopback.world.told(one) for one in loopback.world.public()])
    others += json.dumps([loopback.world.told(one) for one in loopback.world.private(11)])
    assert not [card for card in held if json.dumps(card)[1:-1] in others]


async def test_what_is_not_ready_in_time_is_answered_by_the_panel(loopback: Loopback) -> None:
    people = await begun(loopback)
    with patch("bot.platforms.discord.serving._FORM", 0):
        done = await opened(people["ben"], table(loopback))
    assert MODAL not in [one["type"] for one in done.callbacks]
    assert loopback.world.messages[done.message]["components"]


async def test_where_no_form_can_be_opened_the_panel_answers(loopback: Loopback) -> None:
    people = await begun(loopback)
    refused: tuple[int, Any, dict[str, str]] = (400, {"code": 50035, "message": "Invalid Form Body"}, {})
    loopback.world.faults.append(once("POST", "/callback", refused))
    done = await opened(people["ben"], table(loopback))
    assert MODAL not in [one["type"] for one in done.callbacks]
    assert loopback.world.messages[done.message]["components"]


async def test_a_press_that_came_too_late_is_answered_directly(loopback: Loopback) -> None:
    people = await begun(loopback)
    ben = people["ben"]
    button: Any = next(
        item for row in table(loopback)["components"] for item in row["components"] if item["label"].startswith("Plan")
    )
    await ben.press(table(loopback), button["custom_id"], wait=False, expired=True)

    def told() -> list[str]:
        return [one["content"] for one in loopback.world.messages.values() if int(one["channel_id"]) != CHANNEL]

    await until(lambda: words.TOO_LATE in told(), "the person is told")
