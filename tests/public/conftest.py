"""One store with games in it and one server of the public pages, for all tests of a module."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
from aiohttp import ClientResponse, ClientSession
from pydantic import SecretStr

from bot.platforms import painting
from bot.public.limits import Limits
from bot.public.server import PublicServer
from bot.service.handler import BotHandler
from bot.service.record_work import RecordThreads
from bot.settings import Settings
from bot.storage import Connection, Store, redis_server
from bot.storage.changes import Change
from bot.storage.models import LeagueGame
from bot.table.reply import PictureRef
from tests.bot.worlds import NOW, World, installed
from tests.support.random_play import new_game, steps
from tests.web.browser import chromium

if TYPE_CHECKING:
    from playwright.async_api import Browser

KEY = "k" * 32


@dataclass
class Public:
    """The pages of a store, as a stranger reads them."""

    store: Store
    handler: BotHandler
    server: PublicServer
    session: ClientSession
    running: World
    over: World
    limits: Limits
    #: How often each picture was drawn.
    drawn: list[PictureRef] = field(default_factory=list)

    async def get(self, path: str, **headers: str) -> tuple[ClientResponse, str]:
        """An answer and its text."""
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        async with self.session.get(self.server.url + path, headers=names, allow_redirects=False) as answer:
            body = await answer.read()
            return answer, body.decode(errors="replace")

    async def api(self, path: str) -> Any:
        """What the API answers."""
        answer, text = await self.get(f"/api/v1{path}")
        assert answer.status == 200, text
        return json.loads(text)

    async def league(self, game_id: str, league: LeagueGame | None) -> None:
        """Make a game one of a season, or of none."""
        header = (await self.store.load(game_id)).header.model_copy(update={"league": league})
        await self.store.commit(game_id, None, Change(answer={}, header=header), f"league {league}")

    async def keys_of(self, season_id: str) -> list[str]:
        """All keys of a season."""
        found = await self.store.connection.call("KEYS", f"*{season_id}*")
        return [key.decode() for key in found]


class Painter:
    """Draws in a thread, as the workers do in their processes."""

    def __init__(self, store: Store) -> None:
        self._pool = painting.PicturePool(store, 1)
        self.drawn: list[PictureRef] = []

    async def __call__(self, ref: PictureRef) -> tuple[bytes, str, str]:
        self.drawn.append(ref)
        return await asyncio.to_thread(painting.work, await self._pool._job(ref))


async def played(store: Store, handler: BotHandler, name: str, table: str, seed: int, turns: int) -> World:
    """A game that was played at random to the end of a turn, or to its own end."""
    game = new_game(table, seed)
    for _ in steps(game, seed, turns):
        pass
    world = await installed(store, handler, name, game, 0)
    if game.result is not None:
        header = (await store.load(world.game_id)).header.model_copy(update={"status": "finished", "finished_at": NOW})
        await store.commit(world.game_id, None, Change(answer={}, header=header), f"end {name}")
    return world


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def public(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Public]:
    settings = Settings(
        var=tmp_path_factory.mktemp("var"),
        redis_fsync="everysec",
        public="127.0.0.1:0",
        public_url="http://games.test",
        result_key=SecretStr(KEY),
    )
    async with redis_server(settings) as url, ClientSession() as session:
        store = Store(Connection(url))
        handler, painter = BotHandler(store), Painter(store)
        running = await played(store, handler, "running", "campaign", 3, 2)
        over = await played(store, handler, "over", "introductory", 3, 30)
        server = PublicServer(settings, store, RecordThreads(), painter)
        await server.start()
        yield Public(store, handler, server, session, running, over, server.limits, painter.drawn)
        await server.stop()
        await store.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser(chromium_path: Path) -> AsyncIterator[Browser]:
    async with chromium(chromium_path) as found:
        yield found
