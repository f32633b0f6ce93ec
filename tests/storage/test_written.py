"""Stores that the servers of earlier versions left on the disk open with the server of today, and their games verify."""

from __future__ import annotations

import asyncio
import json
import lzma
import subprocess
from pathlib import Path
from typing import Any

import pytest

from bot.cli.games import list_games
from bot.service.handler import BotHandler
from bot.settings import Settings
from bot.storage import Connection, Store, redis_server
from tests.conftest import ROOT
from tests.releases.copying import taken
from tests.releases.games import Tables

pytestmark = pytest.mark.process

FOLDER = Path(__file__).parent / "written"
STORES = sorted(path for path in FOLDER.iterdir() if path.is_dir() and path.name != "__pycache__")
every_store = pytest.mark.parametrize("kept", STORES, ids=lambda path: path.name)


def laid_out(kept: Path, var: Path, cut: int = 0) -> None:
    """The directory of the old server as a kill leaves it, without so many bytes at its end."""
    (var / "redis").mkdir(parents=True)
    for path in kept.glob("appendonly*.xz"):
        data = lzma.decompress(path.read_bytes())
        (var / "redis" / path.stem).write_bytes(data[: len(data) - cut])


def restored(kept: Path, directory: Path) -> None:
    """A backup of the old server, as the operator puts it in place."""
    (copy,) = kept.glob("feldpost-*.rdb.gz")
    subprocess.run([ROOT / "deploy" / "restore.sh", copy, directory], check=True, stdout=subprocess.DEVNULL)


def held(kept: Path) -> dict[str, Any]:
    """Everything that the old server held at its end."""
    found: dict[str, Any] = json.loads(lzma.decompress((kept / "holds.json.xz").read_bytes()))
    return found


async def verified(link: Connection) -> list[str]:
    """What `feldpost games --verify` says; nothing may be wrong."""
    told: list[str] = []
    store = Store(link)
    BotHandler(store)
    assert await list_games(store, told.append, verify=True) == 0, told
    return told


def test_there_is_a_store_of_the_server_before_this_one() -> None:
    assert [path.name for path in STORES] == ["redis-6.2.14"]
    assert lzma.decompress((STORES[0] / "appendonly.aof.xz").read_bytes()).startswith(b"REDIS0009")


@every_store
async def test_an_old_store_opens_with_all_that_it_held_and_is_played_on(kept: Path, tmp_path: Path) -> None:
    laid_out(kept, tmp_path)
    async with redis_server(Settings(var=tmp_path)) as url:
        link = Connection(url)
        assert await taken(link) == held(kept)
        assert sum("verified, " in line for line in await verified(link)) == 3
        await Tables(Store(link)).say("opening", "anna", "choose take")
        await link.call("BGREWRITEAOF")
        while (await link.call("INFO", "persistence"))["aof_rewrite_in_progress"]:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)
        expected, told = await taken(link), await verified(link)
        assert any("web:opening  2 entries  verified" in line for line in told)
        await link.close()
    async with redis_server(Settings(var=tmp_path)) as url:  # it reads again what it has made of the files
        link = Connection(url)
        assert await taken(link) == expected
        assert await verified(link) == told
        await link.close()


@every_store
async def test_the_last_command_may_be_cut_as_by_a_power_failure(kept: Path, tmp_path: Path) -> None:
    laid_out(kept, tmp_path, cut=20)
    async with redis_server(Settings(var=tmp_path)) as url:
        link = Connection(url)
        assert (await taken(link)).keys() == held(kept).keys()
        await verified(link)
        await link.close()


@every_store
@pytest.mark.parametrize("cut", [0, 20])
def test_the_checker_of_today_reads_an_old_file(kept: Path, tmp_path: Path, cut: int) -> None:
    laid_out(kept, tmp_path, cut)
    command = [ROOT / "deploy" / "check_aof.sh", tmp_path / "redis"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == (1 if cut else 0), done.stdout
    if cut:
        done = subprocess.run([*command, "--fix"], input="y\n", capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


@every_store
async def test_a_backup_of_an_old_server_restores(kept: Path, tmp_path: Path) -> None:
    restored(kept, tmp_path / "redis")
    async with redis_server(Settings(var=tmp_path)) as url:
        link = Connection(url)
        assert sum("verified, " in line for line in await verified(link)) == 2, "the third began after the backup"
        await link.close()
