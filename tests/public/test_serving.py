"""The pages are served by the bot's own process or beside it, off unless an address is set, and hold up nobody."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest
from aiohttp import ClientSession
from pydantic import SecretStr

from bot.cli.check import _settings
from bot.cli.local import local_bot
from bot.cli.public import public_pages
from bot.public.drawing import Crowded, PublicPictures
from bot.public.game_story import Tale
from bot.public.games import PublicGames
from bot.public.server import PublicServer
from bot.public.work_queue import PublicQueue
from bot.replay_worker import Recorder
from bot.service.handler import BotHandler
from bot.service.record_work import RecordThreads
from bot.settings import Settings, SettingsError
from bot.storage import Store
from bot.table.reply import PictureRef
from tests.public.conftest import played
from tests.public.seasons import Begun, persons


async def asked(address: str) -> int:
    async with ClientSession() as session, session.get(address) as answer:
        return answer.status


async def test_pages_are_served_by_the_bot_and_by_a_process_of_their_own(redis_url: str, tmp_path: Path) -> None:
    settings = Settings(redis_url=SecretStr(redis_url), public="127.0.0.1:0", var=tmp_path, port=0)
    async with public_pages(settings) as server:
        assert await asked(f"{server.url}/") == 200
        assert await asked(f"{server.url}/g/nothere") == 404
    free = socket.socket()
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
    free.close()
    async with local_bot(settings.model_copy(update={"public": f"127.0.0.1:{port}"})):
        assert await asked(f"http://127.0.0.1:{port}/") == 200
        async with public_pages(settings.model_copy(update={"public": "127.0.0.1:0"})) as server:
            assert await asked(f"{server.url}/api/v1/seasons") == 200
        with pytest.raises(SettingsError, match=f"FELDPOST_PUBLIC can't be 127.0.0.1:{port}"):
            async with public_pages(settings.model_copy(update={"public": f"127.0.0.1:{port}"})):
                pass


async def test_check_says_who_reaches_them() -> None:
    hooks = {"webhooks": SecretStr("https://example.org/hunter2"), "webhook_secret": SecretStr("s" * 32)}
    verdict = await _settings(Settings(public="0.0.0.0:8016").model_copy(update=hooks))
    assert "public pages at http://0.0.0.0:8016 for everyone who can reach this machine" in verdict.text
    assert "1 webhook gets events of seasons" in verdict.text
    assert "hunter2" not in verdict.text


async def test_search_engines_are_let_in_where_the_operator_says_so(store: Store) -> None:
    people = await persons(store, "Anna", "Ben", "Carla", "Dora")
    await Begun(people).store(store, "s-open")
    settings = Settings(public="127.0.0.1:0", public_robots="yes", public_url="https://games.example.org/")
    server = PublicServer(settings, store, RecordThreads(), _never)
    await server.start()
    async with ClientSession() as session:
        async with session.get(f"{server.url}/robots.txt") as answer:
            robots = await answer.text()
        async with session.get(f"{server.url}/s/s-open") as answer:
            headers, page = answer.headers, await answer.text()
        async with session.head(f"{server.url}/s/s-open") as answer:
            assert answer.status == 200
    await server.stop()
    assert robots == "User-agent: *\nDisallow: /api/\n\n"
    assert "X-Robots-Tag" not in headers
    assert "noindex" not in page
    assert 'og:url" content="https://games.example.org/s/s-open"' in page
    assert 'og:image" content="https://games.example.org/s/s-open/picture/' in page


async def test_without_an_address_nothing_listens(store: Store) -> None:
    server = PublicServer(Settings(), store, RecordThreads(), _never)
    await server.start()
    assert server.url == ""
    await server.stop()


async def _never(ref: PictureRef) -> tuple[bytes, str, str]:
    raise AssertionError(ref)


async def test_records_are_replayed_outside_the_loop_with_a_bounded_queue(store: Store) -> None:
    handler, workshop = BotHandler(store), Recorder()
    worlds = [await played(store, handler, f"w{number}", "introductory", number, 30) for number in range(3)]
    games = PublicGames(store, PublicQueue(workshop, waiting=2), "en")
    known = [await games.known(world.game_id) for world in worlds]
    asked = [games.tale(one) for one in known if one is not None for _ in range(3)]
    told = await asyncio.gather(*asked, return_exceptions=True)
    await workshop.close()
    # Whoever asks for the same waits for the same; of the others so many wait, and the rest is refused.
    kept = [one for one in told if isinstance(one, Tale)]
    assert len(kept) == 2 * 3
    assert len({id(one) for one in kept}) == 2
    assert sum(isinstance(one, Crowded) for one in told) == 3


async def test_a_picture_that_many_ask_for_is_drawn_once() -> None:
    drawn = []

    async def draw(ref: PictureRef) -> tuple[bytes, str, str]:
        drawn.append(ref)
        await asyncio.sleep(0)
        return b"x" * 10, "image/png", "alt"

    gallery = PublicPictures(draw, keep_bytes=25)
    refs = [PictureRef(kind="overview", game="a", number=number) for number in range(3)]
    await asyncio.gather(*(gallery.get(refs[0]) for _ in range(20)))
    assert len(drawn) == 1
    for ref in refs:
        await gallery.get(ref)
    assert len(drawn) == 3
    await gallery.get(refs[0])  # given up for the others
    assert len(drawn) == 4
    with pytest.raises(AssertionError, match="for nobody here"):
        await gallery.get(refs[0].model_copy(update={"viewer": 0}))
