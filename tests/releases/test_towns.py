"""What earlier code has stored of leagues, people, posts and buttons is all there, whatever has changed since."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.cli.games import list_games
from bot.service.leagues.rating import Ratings
from bot.service.leagues.season_repository import SeasonRepository
from bot.service.store_factory import build_store
from bot.storage import Connection, Store
from tests.lanes import Share
from tests.releases.__main__ import positions
from tests.releases.copying import given, read, taken
from tests.releases.towns import FOLDER, pressed, tables

KEPT = sorted(FOLDER.glob("*.json.xz"))
STAGES = ("running", "appealed", "review", "over")
every_stage = pytest.mark.parametrize("stage", STAGES)
every_kept = pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name.partition(".json")[0])


@cache
def stages(path: Path) -> Any:
    """Return what is kept under a name."""
    return read(path)


async def laid_out(link: Connection, path: Path, stage: str) -> dict[str, Any]:
    """Put a kept store into an empty server; return what has to be found in it."""
    found: dict[str, Any] = stages(path)[stage]
    await given(link, found["store"])
    return found


def test_there_is_a_store_from_before_the_structure_was_rebuilt() -> None:
    assert [path.name for path in KEPT] == ["0.1.0.json.xz"]
    stored = " ".join(stages(KEPT[0])["over"]["store"])
    for part in (
        "season:",
        "ratings",
        "_persons}:account",
        "puzzles:daily",
        "parked",
        ":outbox",
        "challenges",
        "feldpost:log",
    ):
        assert part in stored, part
    stands = {found["season"]["stage"] for found in stages(KEPT[0])["over"]["tables"].values()}
    assert stands >= {"draft", "open", "running", "final"}
    assert {press["platform"] for press in stages(KEPT[0])["over"]["presses"]} == {"discord", "slack", "web"}


def reaches(tables: dict[str, Any]) -> list[tuple[int, int]]:
    """Take the places within reach out of tables, and return them."""
    rows = [row for one in tables.values() for part in one["sections"] for row in part["table"]]
    bounds = [row.pop("within_reach", None) or {"best": 0, "worst": 0} for row in rows]
    return [(bound["best"], bound["worst"]) for bound in bounds]


def are_narrower(new: list[tuple[int, int]], old: list[tuple[int, int]]) -> bool:
    """Return whether every place within reach was so before: later code may know more of what is out of reach."""
    return all(before[0] <= best <= worst <= before[1] for (best, worst), before in zip(new, old, strict=True))


@every_kept
@every_stage
async def test_games_and_seasons_stand_where_they_stood(
    store: Store, connection: Connection, path: Path, stage: str
) -> None:
    expected = await laid_out(connection, path, stage)
    assert await positions(store) == expected["positions"]
    found = await tables(store)
    assert are_narrower(reaches(found), reaches(expected["tables"]))
    assert found == expected["tables"]
    assert all(one["wrong"] == [] for one in expected["tables"].values() if one["season"]["stage"] == "final")
    assert store.damaged == {}
    assert await taken(connection) == expected["store"], "looking writes nothing"


@every_kept
@every_stage
async def test_every_record_agrees_with_its_seed(store: Store, connection: Connection, path: Path, stage: str) -> None:
    await laid_out(connection, path, stage)
    told: list[str] = []
    assert await list_games(store, told.append, verify=True) == 0, told


@every_kept
async def test_recounted_ratings_equal_the_stored_ones(store: Store, connection: Connection, path: Path) -> None:
    expected = await laid_out(connection, path, "over")
    pools = {key: value[1] for key, value in expected["store"].items() if key.startswith("feldpost:ratings:")}
    assert pools
    await connection.call("DEL", *pools)
    await Ratings(store, SeasonRepository(store)).refresh()
    anew = {key: value[1] for key, value in (await taken(connection)).items() if key in pools}
    # The entry without a name says how far all seasons were read, and some came after the last count.
    assert {key: {**pool, "": anew[key][""]} for key, pool in pools.items()} == anew


def in_time(press: dict[str, Any], done: dict[str, Any]) -> dict[str, Any]:
    """Return what a press did, as if the review of a game that is over were done within the seconds for which it is waited."""
    unfinished = " assess" in f" {press['token'].rpartition('~')[2]}" and done["shown"] == [["private", "", True]]
    return {**done, "shown": [["private", "course", False]]} if unfinished else done


@every_kept
@pytest.mark.timeout(1800)  # whole: all buttons of a season, each with what a press does
async def test_old_buttons_do_what_they_did(connection: Connection, path: Path, share: Share) -> None:
    for stage in STAGES:
        await connection.call("FLUSHALL")
        expected, store = await laid_out(connection, path, stage), build_store(Store, connection)
        numbers = share(range(len(expected["presses"])), fixed=[0], key=lambda number: (stage, number))
        presses = [expected["presses"][number] for number in numbers]
        for number, press, done in zip(numbers, presses, await pressed(store, presses, expected["now"]), strict=True):
            assert in_time(press, done) == in_time(press, expected["outcomes"][number]), press
