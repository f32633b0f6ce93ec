"""Sheets on Discord: a private message with menus, which updates its tally at once and is sent with one press."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from bot.platforms.discord import adapter_texts, interactions
from engine.core.bits import members
from tests.bot.support import Channel
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import Person, labels, menu_of, until
from tests.platforms.discord.state import CHANNEL, Interaction, Json, user_id
from tests.platforms.discord.test_play import OPENING, three
from tests.platforms.discord.waiting import settled
from tests.support.facts import names
from tests.support.restoring import restore


async def begun(loopback: Loopback) -> dict[str, Person]:
    """Play the opening; the Allied Powers choose an action."""
    bot = await loopback.bot()
    people = three(loopback)
    for user, line in OPENING:
        await people[user].slash(line)
    await settled(bot, await loopback.game())
    return people


def table(loopback: Loopback) -> Json:
    """Return the table message."""
    return next(one for one in reversed(loopback.world.public()) if "Log" in labels(one))


async def opened(loopback: Loopback, person: Person, message: Json) -> Json:
    """Press the control that opens a sheet, and return the sheet."""
    done = await person.use(message, lambda label: "Plan " in label)
    return loopback.world.messages[done.message]


def options(sheet: Json, label: str, fitting: Callable[[str], bool] = bool) -> list[str]:
    """Return the tokens of a menu's entries."""
    return [one["value"] for one in menu_of(sheet, label)["options"] if fitting(one["label"])]


def ticked(sheet: Json) -> list[str]:
    """Return what is chosen in all menus."""
    return [
        option["value"]
        for row in sheet["components"]
        for item in row["components"]
        for option in item.get("options", ())
        if option.get("default")
    ]


async def send(person: Person, sheet: Json) -> Interaction:
    """Press the button that sends it."""
    return await person.use(sheet, lambda label: label == adapter_texts.SEND_SHEET)


async def filled(person: Person, sheet: Json, spaces: int = 1) -> list[str]:
    """Choose the first card, and this many spaces to move from."""
    card, moving = options(sheet, "Card")[:1], options(sheet, "Move from")[:spaces]
    await person.tick(sheet, "Card", card)
    await person.tick(sheet, "Move from", moving)
    return [*card, *moving]


async def number(loopback: Loopback) -> int:
    return (await loopback.store.load(await loopback.game())).number


async def test_a_card_and_its_spaces_are_sent_at_once_from_the_table_message(loopback: Loopback) -> None:
    people = await begun(loopback)
    ben, before = people["ben"], loopback.world.private(12)
    sheet = await opened(loopback, ben, table(loopback))
    assert sheet["for"] == user_id(12)
    assert sheet not in before
    chosen = await filled(ben, sheet)
    sent = await send(ben, sheet)
    assert sent.message == int(sheet["id"]), "the answer takes the place of the sheet"
    state = restore(await loopback.store.load(await loopback.game())).state
    assert state.operation is not None
    assert state.operation.move.bit_count() == 1
    local = Channel.open(loopback.store)
    for user, line in OPENING:
        await local.say(user, line)
    here, there = await local.game_id(), await loopback.game()
    await local.press_all("ben", [token.replace(there, here) for token in chosen])
    assert await loopback.store.record(there) == await loopback.store.record(here)


async def test_from_the_panel_the_sheet_takes_its_place_and_gives_it_back(loopback: Loopback) -> None:
    people = await begun(loopback)
    ben = people["ben"]
    await ben.use(table(loopback), "Panel".__eq__)
    panel = ben.panel()
    before = labels(panel)
    sheet = await opened(loopback, ben, panel)
    assert sheet is panel
    assert labels(sheet) != before
    await ben.use(sheet, "Panel".__eq__)
    assert labels(panel) == before
    await filled(ben, await opened(loopback, ben, panel))
    assert (await send(ben, panel)).message == int(panel["id"])


async def test_ops_are_counted_while_ticking(loopback: Loopback) -> None:
    people = await begun(loopback)
    ben = people["ben"]
    sheet = await opened(loopback, ben, table(loopback))
    assert "0 OPS, no card chosen yet" in sheet["content"]
    cards, spaces = options(sheet, "Card"), options(sheet, "Move from")
    assert menu_of(sheet, "Move from")["max_values"] == 4, "as many as the richest card pays for"
    auto = options(sheet, "Card", lambda label: label.startswith("1 OPS"))
    await ben.tick(sheet, "Card", auto)
    assert "**Operation**: 0 of 1 OPS" in sheet["content"]
    assert menu_of(sheet, "Move from")["max_values"] == 1, "this card's limit"
    await ben.tick(sheet, "Move from", spaces[:1])
    assert "**Operation**: 1 of 1 OPS" in sheet["content"]
    await ben.tick(sheet, "Card", cards[:1])
    assert "**Operation**: 1 of 4 OPS" in sheet["content"]
    await ben.tick(sheet, "Move from", spaces[:3])
    assert "**Operation**: 3 of 4 OPS" in sheet["content"]
    await ben.tick(sheet, "Card", auto)
    assert "**Operation**: 3 of 1 OPS: too many" in sheet["content"]
    await ben.tick(sheet, "Move from", [])
    assert ticked(sheet) == auto
    assert "**Operation**: 0 of 1 OPS" in sheet["content"]


async def test_two_menus_that_are_changed_at_once_both_count(loopback: Loopback) -> None:
    people = await begun(loopback)
    ben = people["ben"]
    sheet = await opened(loopback, ben, table(loopback))
    card, spaces = options(sheet, "Card")[:1], options(sheet, "Move from")[:2]
    done = [
        await ben.tick(sheet, "Card", card, wait=False),
        await ben.tick(sheet, "Move from", spaces, wait=False),
    ]
    async with asyncio.timeout(60):
        for one in done:
            await one.answered.wait()
    await until(lambda: ticked(sheet) == [*card, *spaces], "both menus")
    assert "**Operation**: 2 of 4 OPS" in sheet["content"]


async def test_an_impossible_combination_changes_nothing_and_keeps_the_selection(
    loopback: Loopback,
) -> None:
    people = await begun(loopback)
    ben, before = people["ben"], await number(loopback)
    sheet = await opened(loopback, ben, table(loopback))
    cards, spaces = options(sheet, "Card"), options(sheet, "Move from")
    await ben.tick(sheet, "Move from", spaces[:3])
    await ben.tick(sheet, "Card", cards[-1:])
    (second,) = [one["label"] for one in menu_of(sheet, "Move from")["options"] if one["value"] == spaces[1]]
    await send(ben, sheet)
    assert await number(loopback) == before
    assert ticked(sheet) == [cards[-1], *spaces[:3]], "the ticks stay"
    told = sheet["content"]
    assert "**Move from**: " in told, told
    assert second in told.splitlines()[1], told
    assert "9.2" in told, told
    await ben.tick(sheet, "Card", cards[:1])
    assert "9.2" not in sheet["content"], "once something is changed the old fault is not told any more"
    await send(ben, sheet)
    assert await number(loopback) > before


async def test_ticks_survive_a_sheet_that_is_left_and_a_restart(loopback: Loopback) -> None:
    people = await begun(loopback)
    ben = people["ben"]
    chosen = await filled(ben, await opened(loopback, ben, table(loopback)), 2)
    await loopback.bots[0].stop()
    await loopback.bot("two")
    assert ticked(await opened(loopback, ben, table(loopback))) == chosen


async def test_a_sheet_of_an_earlier_position_shows_the_present_one_with_its_ticks(loopback: Loopback) -> None:
    people = await begun(loopback)
    ben = people["ben"]
    sheet = await opened(loopback, ben, table(loopback))
    card = options(sheet, "Card")[0]
    await ben.slash(f"play {_label(sheet, card)} as ops")
    # What is chosen in the old sheet, which is still shown for a moment, is chosen in the next one.
    spaces = options(sheet, "Move from")[:1]
    await ben.choose(sheet, menu_of(sheet, "Move from")["custom_id"], spaces)
    now = ben.panel()
    assert "The position has changed" in now["content"]
    assert [token.rpartition("~")[2] for token in ticked(now)] == [spaces[0].rpartition("~")[2]]
    assert "**Activation**: 1 of" in now["content"]


def _label(sheet: Json, token: str) -> str:
    return str(next(one["label"] for one in menu_of(sheet, "Card")["options"] if one["value"] == token))


async def test_a_sheet_in_which_nothing_was_chosen_says_so(loopback: Loopback) -> None:
    people = await begun(loopback)
    ben = people["ben"]
    before = await number(loopback)
    sheet = await opened(loopback, ben, table(loopback))
    await send(ben, sheet)
    assert await number(loopback) == before
    assert "You chose nothing" in sheet["content"]
    assert adapter_texts.SEND_SHEET in labels(sheet)


async def test_a_choice_made_just_before_sending_counts_however_slow_its_acknowledgement(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await begun(loopback)
    ben, before = people["ben"], await number(loopback)
    sheet = await opened(loopback, ben, table(loopback))
    await ben.tick(sheet, "Card", options(sheet, "Card")[:1])
    acknowledge, slow = interactions._acknowledge, [True]

    async def acknowledged(interaction: Any, *, in_place: bool) -> Any:
        if slow:
            slow.clear()
            await asyncio.sleep(0.5)
        return await acknowledge(interaction, in_place=in_place)

    monkeypatch.setattr(interactions, "_acknowledge", acknowledged)
    (button,) = [
        one for row in sheet["components"] for one in row["components"] if one.get("label") == adapter_texts.SEND_SHEET
    ]
    done = [
        await ben.tick(sheet, "Move from", options(sheet, "Move from")[:1], wait=False),
        await ben.press(sheet, button["custom_id"], wait=False),
    ]
    async with asyncio.timeout(60):
        for one in done:
            await one.answered.wait()
    assert await number(loopback) == before + 2, "the card and the space"


async def test_a_sheet_that_is_sent_twice_counts_once_and_says_so(loopback: Loopback) -> None:
    people = await begun(loopback)
    ben, before = people["ben"], await number(loopback)
    sheet = await opened(loopback, ben, table(loopback))
    await filled(ben, sheet)
    (button,) = [
        one for row in sheet["components"] for one in row["components"] if one.get("label") == adapter_texts.SEND_SHEET
    ]
    done = [await ben.press(sheet, button["custom_id"], wait=False) for _ in range(2)]
    async with asyncio.timeout(60):
        for one in done:
            await one.answered.wait()
    await until(lambda: "The position has changed" in sheet["content"], "the answer to the second press")
    assert "Nothing is chosen" not in sheet["content"]
    assert await number(loopback) == before + 2
    assert any(label.startswith("Plan") for label in labels(sheet)), "the present panel"


async def test_overflowing_controls_are_on_a_second_page(loopback: Loopback) -> None:
    people = await begun(loopback)
    ben = people["ben"]
    sheet = await opened(loopback, ben, table(loopback))
    await filled(ben, sheet, 4)
    await send(ben, sheet)
    await opened(loopback, ben, sheet)
    menus = [item for row in sheet["components"] for item in row["components"] if item["type"] == 3]
    assert len(menus) == 4
    stack = menus[0]["options"][1]["value"]
    await ben.tick(sheet, menus[0]["placeholder"], [stack])
    await ben.use(sheet, lambda label: label == adapter_texts.MORE_FIELDS)
    then = menu_of(sheet, "Then")
    (end,) = [one["value"] for one in then["options"] if one["value"].endswith("~w")]
    await ben.tick(sheet, "Then", [end])
    await ben.use(sheet, lambda label: label == adapter_texts.FIRST_FIELDS)
    assert ticked(sheet) == [stack]
    before = await number(loopback)
    await send(ben, sheet)
    state = restore(await loopback.store.load(await loopback.game()))
    assert await number(loopback) > before + 1
    assert state.decision.kind != "move_unit"


@pytest.mark.parametrize("user", ["anna", "sven"])
async def test_nobody_else_gets_the_sheet(loopback: Loopback, user: str) -> None:
    people = await begun(loopback)
    sheet = await opened(loopback, people[user], table(loopback))
    assert adapter_texts.SEND_SHEET not in labels(sheet)
    assert sheet["content"]


async def test_the_sheet_shows_the_hand_to_its_owner_alone(loopback: Loopback) -> None:
    people = await begun(loopback)
    sheet = json.dumps(await opened(loopback, people["ben"], table(loopback)))
    position = restore(await loopback.store.load(await loopback.game()))
    held = [names().card(card) for card in members(position.state.hand[0])]
    assert len(held) > 5
    assert sum(json.dumps(card)[1:-1] in sheet for card in held) == len(held)
    others = json.dumps([loopback.world.told(one) for one in loopback.world.public()])
    others += json.dumps([loopback.world.told(one) for one in loopback.world.private(11)])
    assert not [card for card in held if json.dumps(card)[1:-1] in others]


async def test_a_form_that_was_opened_before_an_update_still_counts(loopback: Loopback) -> None:
    """In an earlier version a sheet was a form, which reported its choices only when submitted."""
    people = await begun(loopback)
    ben, before = people["ben"], await number(loopback)
    sheet = await opened(loopback, ben, table(loopback))
    menus = [menu_of(sheet, label) for label in ("Card", "Move from")]
    form = {
        "custom_id": f"sheet:{await loopback.game()}",
        "components": [{"component": {**menu, "custom_id": f"field:{at}"}} for at, menu in enumerate(menus)],
    }
    await ben.fill_sheet(table(loopback), form, [menus[0]["options"][0]["value"], menus[1]["options"][0]["value"]])
    assert await number(loopback) == before + 2


async def test_a_press_that_came_too_late_is_answered_directly(loopback: Loopback) -> None:
    people = await begun(loopback)
    ben = people["ben"]
    button: Any = next(
        item for row in table(loopback)["components"] for item in row["components"] if "Plan " in item["label"]
    )
    await ben.press(table(loopback), button["custom_id"], wait=False, expired=True)

    def told() -> list[str]:
        return [one["content"] for one in loopback.world.messages.values() if int(one["channel_id"]) != CHANNEL]

    await until(lambda: adapter_texts.TOO_LATE in told(), "the person is told")
