"""`python -m tests.releases 0.2.0`: play games with this code and keep the store for every later version."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bot.service.store_factory import build_store
from bot.service.visibility import Visibility, seen_by
from bot.settings import Settings
from bot.storage import Connection, Store, redis_server
from tests.releases.copying import read, taken, written
from tests.releases.described import described
from tests.releases.games import everything
from tests.support.restoring import restore

FOLDER = Path(__file__).parent


async def positions(store: Store) -> dict[str, Any]:
    """The position of each game that has begun, by name, and what everybody sees of it where something veils it."""
    found: dict[str, Any] = {}
    for game_id in await store.games():
        stored = await store.load(game_id)
        if stored.snapshot is None:
            continue
        game = restore(stored)
        seen = [game, seen_by(stored, game, ())] if Visibility.of(stored).veil is not None else [game]
        found[game_id] = json.loads(json.dumps([described(one) for one in seen], default=asdict))
    return found


async def write(name: str, into: Path = FOLDER) -> Path:
    """The store of a release, as a file of that name in a folder."""
    with tempfile.TemporaryDirectory() as folder:
        async with redis_server(Settings(var=Path(folder))) as url:
            link = Connection(url)
            store = build_store(Store, link)
            await everything(store)
            path = into / f"{name}.json.xz"
            written(path, {"positions": await positions(store), "store": await taken(link)})
            await link.close()
            return path


if __name__ == "__main__":
    made = asyncio.run(write(sys.argv[1]))
    print(f"{made}: {len(read(made)['positions'])} positions, {made.stat().st_size} bytes")
