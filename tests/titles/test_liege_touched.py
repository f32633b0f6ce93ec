"""Sieges of Liège 1914 played by touching the map of the local channel: the record is that of the same orders typed."""

from __future__ import annotations

import pytest

from bot.table.reply import Board
from tests.bot.support import Channel
from tests.platforms.example_by_buttons import Control, Record, pages, to_press, typed_locally
from tests.support.restoring import restore
from tests.titles.liege_script import GAMES, LOBBY, check_reached, script

#: The most touches until something is done: the panel, the groups that are opened, and the touch that does it.
MOST = 8


async def play(channel: Channel, wanted: Record) -> list[int]:
    """Touch what makes the wanted record, and return how many touches each step of it took."""
    game, found = await channel.game_id(), list[int]()
    while (stored := await channel.store.load(game)).number + 1 < len(wanted):
        user = ("anna", "ben")[restore(stored).actor or 0]
        board, count = await channel.board(user, "panel"), 1
        opened, waiting = set[str](), list[str]()
        while (press := to_press(stored, wanted, _controls(board))) is None:
            waiting += [one.tokens[0] for one in pages(stored, _controls(board)) if one.tokens[0] not in opened]
            opened |= set(waiting)
            assert waiting, (wanted[stored.number + 1], [touch.label for touch in board.touches])
            board, count = await channel.board(user, token=waiting.pop(0)), count + 1
        await channel.board(user, token=press.tokens[0])
        assert (await channel.store.load(game)).number == stored.number + press.steps
        found.append(count + 1)
    return found


def _controls(board: Board) -> list[Control]:
    return [Control((touch.token,)) for touch in board.touches]


@pytest.mark.usefixtures("last_chosen")
@pytest.mark.sweep(fixed=["three_turns"])
@pytest.mark.parametrize("case", GAMES)
async def test_a_siege_is_played_by_touches_alone(channel: Channel, case: str) -> None:
    wanted = await typed_locally(channel.store, script(case))
    await channel.store.connection.call("FLUSHALL")
    channel = Channel.open(channel.store)
    for user, line in LOBBY:
        await channel.say(user, line)
    assert max(await play(channel, wanted)) <= MOST
    game = await channel.game_id()
    assert await channel.store.record(game) == wanted
    check_reached(case, restore(await channel.store.load(game)))
