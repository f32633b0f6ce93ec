"""What a released version has stored opens at the same position, name by name, whatever has been added since."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from bot.cli.games import list_games
from bot.service.store_factory import build_store
from bot.storage import Change, Connection, Store
from bot.storage.keys import GameKeys
from bot.storage.snapshot import Snapshot
from bot.titles.pog import systems
from engine.core.game import SNAPSHOT_VERSION
from engine.pog.content import Content, load_content
from tests.content.grown import CARD, SPACE, UNIT, grown
from tests.releases.__main__ import FOLDER, positions, write
from tests.releases.copying import given, read

RELEASES = sorted(FOLDER.glob("*.json.xz"))
NEW = frozenset({SPACE, UNIT, CARD})
every_release = pytest.mark.parametrize("path", RELEASES, ids=lambda path: path.name)


@cache
def release(path: Path) -> Any:
    """What is kept of a release."""
    return read(path)


async def laid_out(link: Connection, path: Path) -> dict[str, Any]:
    """The store of a release in an empty server; its positions by name."""
    await given(link, release(path)["store"])
    expected: dict[str, Any] = release(path)["positions"]
    return expected


@pytest.fixture
def larger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Content]:
    """All games are played with a space, a unit and a card more."""
    folder = grown(tmp_path / "facts")
    monkeypatch.setattr("engine.pog.system.load_content", partial(load_content, folder))
    systems._system.cache_clear()
    yield load_content(folder)
    systems._system.cache_clear()


def without_new(data: Any) -> Any:
    """A description without what is new: the position as it was."""
    if isinstance(data, dict):
        return {key: without_new(value) for key, value in data.items() if key not in NEW}
    if isinstance(data, list):
        return [without_new(item) for item in data if not (isinstance(item, str) and NEW & set(item.split()))]
    return data


async def touched(store: Store) -> None:
    """A command that adds nothing to any record, in every game."""
    for game in await store.games():
        await store.run_command(game, "touched", lambda _: Change(answer={}))


async def kept(link: Connection, store: Store) -> dict[str, str]:
    """How each game's snapshot lies in the store: its text."""
    found = {}
    for game in await store.games():
        if (raw := await link.call("GET", GameKeys(game).snapshot)) is not None:
            found[game] = Snapshot.unpack(raw, "snapshot").text
    return found


def test_there_is_a_store_of_a_release() -> None:
    assert RELEASES


@pytest.mark.slow
@pytest.mark.sweep(fixed=[])  # the stores of all releases are opened in every run
async def test_the_store_of_the_next_release_can_be_kept(store: Store, connection: Connection, tmp_path: Path) -> None:
    path = await write("next", tmp_path)
    expected = await laid_out(connection, path)
    assert await positions(store) == expected
    kinds = {json.loads(value[1])["channel"] for key, value in release(path)["store"].items() if key.endswith("header")}
    assert kinds >= {f"web:{name}" for name in ("lobby", "opening", "combat", "veil", "sheet", "long", "back", "drawn")}
    assert path.stat().st_size < 200_000, "small enough to be kept for good"


@every_release
async def test_every_game_of_a_release_keeps_its_position(store: Store, connection: Connection, path: Path) -> None:
    expected = await laid_out(connection, path)
    assert await positions(store) == expected
    assert store.damaged == {}


@every_release
async def test_rows_at_the_end_move_no_position(
    store: Store, connection: Connection, path: Path, larger: Content
) -> None:
    expected = await laid_out(connection, path)
    found = await positions(store)
    assert without_new(found) == expected
    assert any(NEW & set(game[0]["units"]) for game in found.values()), "the games do have what is new"
    assert all(UNIT in game[0]["units"] for game in found.values())
    assert systems.system_for({}).content is larger


@every_release
async def test_nothing_is_stored_before_the_next_command_and_then_nothing_is_replayed(
    store: Store, connection: Connection, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = await laid_out(connection, path)
    before = await kept(connection, store)
    await positions(store)
    assert await kept(connection, store) == before
    await touched(store)
    now = await kept(connection, store)
    assert now.keys() == before.keys()
    assert all(text.startswith(f'{{"v":{SNAPSHOT_VERSION},"content":"') for text in now.values())
    monkeypatch.setattr("bot.service.position_repair.play_again", None)
    again = build_store(Store, connection)
    assert await positions(again) == expected


@every_release
async def test_positions_that_this_version_has_stored_move_as_little(
    store: Store, connection: Connection, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = await laid_out(connection, path)
    await touched(store)
    monkeypatch.setattr("engine.pog.system.load_content", partial(load_content, grown(tmp_path)))
    systems._system.cache_clear()
    try:
        again = build_store(Store, connection)
        assert without_new(await positions(again)) == expected
        assert again.damaged == {}
    finally:
        systems._system.cache_clear()


@every_release
async def test_every_record_of_a_release_agrees_with_its_seed(store: Store, connection: Connection, path: Path) -> None:
    await laid_out(connection, path)
    told: list[str] = []
    assert await list_games(Store(connection), told.append, verify=True) == 1, (
        "without a reviver old positions are damaged"
    )
    told.clear()
    assert await list_games(store, told.append, verify=True) == 0, told
    assert sum("verified, " in line for line in told) == len(release(path)["positions"])
