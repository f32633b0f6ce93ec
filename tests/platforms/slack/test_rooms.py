"""The benchmarks' room on Slack counts each interaction of a person once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from benchmarks.loopback.in_process import on_slacks
from benchmarks.loopback.rooms import SlackRoom
from bot.platforms.courier import Courier
from bot.storage import Store
from bot.table import tokens
from tests.platforms.slack.loopback import Message
from tests.platforms.slack.people import fields_of
from tests.platforms.slack.support import until
from tests.platforms.slack.test_play import orders_in


@pytest_asyncio.fixture
async def room(store: Store, tmp_path: Path) -> AsyncIterator[SlackRoom]:
    """A game in which side 1 chooses the first action."""
    async with on_slacks(store, tmp_path) as make:
        made = await make(1)
        assert isinstance(made, SlackRoom)
        # A new game is announced publicly, so its creator gets no private answer the room could wait for.
        await made._people[1].command("new campaign")
        await until(lambda: not platform_busy(made))
        for side, line in ((1, "join cp"), (0, "join ap"), (1, "start"), (1, "choose take")):
            await made.says(side, line)
        await posted(made, store)
        yield made


def platform_busy(room: SlackRoom) -> bool:
    return bool(room.platform._carrying.running)


async def posted(room: SlackRoom, store: Store) -> None:
    await Courier(store, {"slack": room.platform}, name="benchmark").deliver_all()


def sheet_orders(room: SlackRoom, label: str) -> list[str]:
    """Return the entries of a field in side 1's open sheet."""
    view = room._people[1].sheet()
    assert view is not None
    (block,) = (block for block in fields_of(view) if block["label"]["text"] == label)
    return [str(option["value"].partition("|")[2]) for option in block["element"]["options"]]


def panel(room: SlackRoom) -> Message:
    return room._slack.panels[room._people[1].id]


async def test_a_sheet_takes_two_from_the_table_message_and_from_the_panel(room: SlackRoom, store: Store) -> None:
    count = room.interactions
    await room.opens_sheet(1, on_panel=False)
    assert room.interactions == count + 1
    await room.fills(1, sheet_orders(room, "Card")[0], sheet_orders(room, "Move from")[0])
    assert room.interactions == count + 2
    assert "Activated to move:" in panel(room).text
    await posted(room, store)
    old, edits = panel(room), panel(room).edits
    await room.opens_sheet(1, on_panel=True)
    await room.fills(1, sheet_orders(room, "Move from")[0])
    assert room.interactions == count + 4
    assert (panel(room), old.edits > edits) == (old, True)


async def test_several_entries_take_one(room: SlackRoom) -> None:
    await room.opens_sheet(1, on_panel=False)
    await room.fills(1, sheet_orders(room, "Card")[0])
    count, number = room.interactions, order_number(panel(room))
    moving = [token for token in orders_in(panel(room)) if tokens.parse(token).body.startswith("c.for_movement")]
    await room.uses(1, *moving[:2])
    assert room.interactions == count + 1
    # The Central Powers know of both choices, and every position has a number for each of four kinds of viewers.
    assert order_number(panel(room)) == number + 2 * 4


def order_number(message: Message) -> int:
    return tokens.parse(orders_in(message)[0]).number


async def test_a_sheet_that_did_not_open_is_not_waited_for(room: SlackRoom) -> None:
    with pytest.raises(RuntimeError, match="in place of the sheet"):
        await room.opens_sheet(0, on_panel=False)
    with pytest.raises(RuntimeError, match="no sheet"):
        await room.fills(0, "x")
