"""`python -m tests.storage.written FOLDER`: keep what the server that we start today writes, for every later one."""

from __future__ import annotations

import asyncio
import json
import lzma
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bot.settings import Settings
from bot.storage import Connection, Store, redis_server
from tests.conftest import ROOT
from tests.releases.copying import taken
from tests.releases.games import Tables, moment


async def write(into: Path) -> None:
    """Play, compact the append-only file, take a backup, play on, and keep the files as a kill would leave them."""
    into.mkdir(parents=True)  # noqa: ASYNC240 - quick
    with tempfile.TemporaryDirectory() as folder:
        async with redis_server(Settings(var=Path(folder))) as url:
            link = Connection(url)
            tables = Tables(Store(link))
            await tables.lobby("lobby", "historical windows=hand clock=fast")
            await tables.begun("opening", "campaign")
            await tables.played("resigned", "introductory", moment("choose_action", turn=2), 8)
            await tables.say("resigned", "ben", "resign yes")
            await link.call("BGREWRITEAOF")
            while (await link.call("INFO", "persistence"))["aof_rewrite_in_progress"]:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.05)
            await _backup(url, into)
            await tables.played("later", "introductory", moment("choose_action"), 3)
            held = json.dumps(await taken(link), sort_keys=True)
            _keep(Path(folder), into)
            (into / "holds.json.xz").write_bytes(lzma.compress(held.encode()))
            await link.close()


def _keep(var: Path, into: Path) -> None:
    """The append-only file, or the files that newer servers make of it."""
    for path in [*var.glob("redis/appendonly.aof"), *var.glob("redis/appendonlydir/*")]:
        (into / f"{path.name}.xz").write_bytes(lzma.compress(path.read_bytes()))


async def _backup(url: str, into: Path) -> None:
    """A copy as the operator makes it."""
    environment = {"PATH": os.environ["PATH"], "REDIS_URL": url, "BACKUP_DIR": str(into)}
    await asyncio.to_thread(subprocess.run, [ROOT / "deploy" / "backup.sh"], env=environment, check=True)


if __name__ == "__main__":
    asyncio.run(write(Path(sys.argv[1])))
