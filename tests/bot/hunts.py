"""Hunts of the toy against its computer."""

from __future__ import annotations

import pytest

from bot.storage import Store
from tests.bot.staffed import Table


@pytest.fixture
def table(store: Store, toy_title: None) -> Table:
    del toy_title
    return Table(store)


async def first_choice(table: Table, user: str) -> None:
    """Somebody chooses whatever is legal, until the other side must."""
    side = (game := await table.game()).actor
    while game.actor == side:
        await table.say(user, f"choose {game.text(next(iter(game.options())))}")
        game = await table.game()
