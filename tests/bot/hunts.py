"""Hunts of the toy title against its computer."""

from __future__ import annotations

import pytest

from bot.storage import Store
from tests.bot.with_computer import Table


@pytest.fixture
def table(store: Store, toy_title: None) -> Table:
    del toy_title
    return Table(store)


@pytest.fixture
async def hunt(store: Store, toy_title: None) -> Table:
    """Return a hunt against the pup, which has moved."""
    del toy_title
    table = Table(store)
    await table.say("anna", "new short_hunt against=pup side=hound", "start")
    await table.moved()
    return table


async def first_choice(table: Table, user: str) -> None:
    """Let a person take any legal choices until the other side must decide."""
    side = (game := await table.game()).actor
    while game.actor == side:
        await table.say(user, f"choose {game.text(next(iter(game.options())))}")
        game = await table.game()
