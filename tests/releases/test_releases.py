"""What a released version has stored opens at the same position, name by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.service.handler import BotHandler
from bot.storage import Connection, Store
from tests.releases.__main__ import FOLDER, positions
from tests.releases.copying import given, read

RELEASES = sorted(FOLDER.glob("*.json.xz"))


async def laid_out(link: Connection, path: Path) -> dict[str, Any]:
    """The store of a release in an empty server; its positions by name."""
    data = read(path)
    await given(link, data["store"])
    expected: dict[str, Any] = data["positions"]
    return expected


def test_there_is_a_store_of_a_release() -> None:
    assert RELEASES


@pytest.mark.parametrize("path", RELEASES, ids=lambda path: path.name)
async def test_every_game_of_a_release_stands_where_it_stood(store: Store, connection: Connection, path: Path) -> None:
    expected = await laid_out(connection, path)
    BotHandler(store)
    assert await positions(store) == expected
