"""Our own Redis server: started, kept, restarted, guarded."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import shutil
import signal
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.cli.games import run_games
from bot.cli.parked import run_parked
from bot.settings import Settings
from bot.storage import Connection, Queued, StorageError, Store, StoreUnavailable, redis_server
from bot.storage.binaries import find_binary
from bot.storage.call_deadlines import hurried
from bot.storage.directory import is_running, running_server
from bot.storage.errors import DirectoryHeld
from bot.storage.server import OwnServer, connection_to
from tests.conftest import ROOT
from tests.storage.support import CHANNEL, ask, new_game, say, snapshot

pytestmark = pytest.mark.process


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


async def serving(var: Path) -> tuple[asyncio.subprocess.Process, str]:
    """A bot process with a server of its own, and the server's address."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.storage.bot_process", "serve", str(var), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    return process, (await asyncio.wait_for(process.stdout.readline(), 30)).decode().strip()


async def test_a_second_bot_is_refused_at_once_even_during_a_check(tmp_path: Path) -> None:
    settings = Settings(var=tmp_path)
    async with redis_server(settings) as url, redis_server(settings, attach=True) as looking:
        assert looking == url
        async with asyncio.timeout(10):  # who looks is waited for much longer
            with pytest.raises(DirectoryHeld, match="Another Feldpost already uses"):
                async with redis_server(settings):
                    raise AssertionError("two bots serve one directory")


async def test_a_bot_waiting_for_a_check_says_so_at_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    settings = Settings(var=tmp_path)
    async with AsyncExitStack() as looker:
        await looker.enter_async_context(redis_server(settings, attach=True))
        bot = redis_server(settings)
        waiting = asyncio.create_task(bot.__aenter__())
        for _ in range(1000):
            if "others look at the games" in caplog.text:
                break
            await asyncio.sleep(0.02)
        assert "others look at the games" in caplog.text
        assert not waiting.done()
        await looker.aclose()
        async with asyncio.timeout(60):
            await waiting
        await bot.__aexit__(None, None, None)


async def test_a_game_survives_a_restart_of_the_server(tmp_path: Path) -> None:
    settings = Settings(var=tmp_path)
    async with redis_server(settings) as url:
        store = Store(Connection(url))
        game = await new_game(store)
        for i in range(50):
            await store.run_command(game, f"c{i}", say(str(i), posts=1))
        before = await store.load(game)
        await store.close()
    async with redis_server(settings) as url:
        store = Store(Connection(url))
        assert await store.load(game) == before
        assert before.snapshot == snapshot(49)
        assert [entry["choice"] for entry in await store.record(game)] == [str(i) for i in range(50)]
        assert await store.channel_game(CHANNEL) == game
        assert await store.answer_for(game, "c7") is not None
        seen: list[object] = []

        async def send(queued: Queued) -> None:
            seen.append(queued.post.body["text"])

        await store.outbox.deliver(game, send)
        assert seen == [f"{i} 0" for i in range(50)]
        await store.close()


async def test_a_copy_taken_under_way_holds_everything_up_to_that_moment(tmp_path: Path) -> None:
    async with redis_server(Settings(var=tmp_path / "var")) as url:
        store = Store(Connection(url))
        game = await new_game(store)
        for i in range(10):
            await store.run_command(game, f"c{i}", say(str(i)))
        shutil.copytree(tmp_path / "var", tmp_path / "copy")
        await store.run_command(game, "later", say("later"))
        await store.close()
    (file,) = (tmp_path / "copy" / "redis" / "appendonlydir").glob("*.incr.aof")
    file.write_bytes(file.read_bytes()[:-20])  # the last command is cut in half
    async with redis_server(Settings(var=tmp_path / "copy")) as url:
        store = Store(Connection(url))
        entries = await store.record(game)
        assert [entry["choice"] for entry in entries] == [str(i) for i in range(len(entries))]
        assert len(entries) == (await store.load(game)).number + 1 >= 9
        await store.close()


async def test_the_server_is_for_this_machine_and_this_bot_only(tmp_path: Path) -> None:
    async with redis_server(Settings(var=tmp_path)) as url:
        connection = Connection(url)
        config = {_text(name): _text(value) for name, value in (await connection.call("CONFIG", "GET", "*")).items()}
        await connection.close()
        without_password = "redis://127.0.0.1:" + url.rsplit(":", 1)[1]
        with pytest.raises(StoreUnavailable, match="rejects the password"):
            await ask(without_password, "PING")
        wanted = {"bind": "127.0.0.1", "appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}
        assert {name: config[name] for name in wanted} == wanted
        assert (tmp_path / "redis").stat().st_mode & 0o077 == 0
        password = url.split(":")[2].split("@")[0]
        assert password in (tmp_path / "redis" / "server.json").read_text()
        assert (tmp_path / "redis" / "server.json").stat().st_mode & 0o077 == 0
    assert not (tmp_path / "redis" / "server.json").exists()


async def test_a_second_server_on_the_same_directory_is_refused(tmp_path: Path) -> None:
    settings = Settings(var=tmp_path)
    assert not is_running(tmp_path / "redis")
    async with redis_server(settings) as url:
        assert is_running(tmp_path / "redis")
        known = (tmp_path / "redis" / "server.json").read_text()
        with pytest.raises(StorageError, match="Another Feldpost already uses .* Stop it, or set FELDPOST_VAR"):
            async with redis_server(settings):
                pass
        assert await ask(url, "PING")
        process, line = await serving(tmp_path)
        assert line == ""
        assert await process.wait() == 1
        assert (tmp_path / "redis" / "server.json").read_text() == known, "it tells of a server that still runs"
    assert not is_running(tmp_path / "redis")


async def test_a_reading_command_uses_the_running_bots_server_and_leaves_it_running(tmp_path: Path) -> None:
    settings = Settings(var=tmp_path)
    said: list[str] = []
    async with redis_server(settings) as url:
        known = (tmp_path / "redis" / "server.json").read_text()
        async with redis_server(settings, attach=True) as found:
            assert found == url
        assert await asyncio.to_thread(run_parked, settings, "list", "all", said.append) == 0
        assert await asyncio.to_thread(run_games, settings, said.append) == 0
        assert said == ["No posts are parked.", "0 games."]
        assert (tmp_path / "redis" / "server.json").read_text() == known
        assert await ask(url, "PING")
    async with redis_server(settings, attach=True) as found:
        assert found != url, "nobody runs, so it is a server of its own"
        assert await ask(found, "PING")
    assert not (tmp_path / "redis" / "server.json").exists()


async def test_a_reading_command_waits_for_the_server_of_a_starting_bot(tmp_path: Path) -> None:
    server = OwnServer(tmp_path / "redis", await find_binary())
    (tmp_path / "redis").mkdir()
    await server._take_directory()
    looking = asyncio.create_task(running_server(tmp_path / "redis"))
    await asyncio.sleep(0.3)
    assert not looking.done()
    await server._launch()
    assert await looking == server.url
    await server._abandon()
    assert await running_server(tmp_path / "redis") is None


async def test_a_server_that_was_started_to_look_ends_with_the_last_who_looks(tmp_path: Path) -> None:
    settings = Settings(var=tmp_path)
    first, second = AsyncExitStack(), AsyncExitStack()
    one = await first.enter_async_context(redis_server(settings, attach=True))
    other = await second.enter_async_context(redis_server(settings, attach=True))
    assert one == other
    leaving = asyncio.create_task(first.aclose())
    await asyncio.sleep(0.3)
    assert not leaving.done()
    assert await ask(other, "PING"), "no server ends under whom it serves"
    await second.aclose()
    await leaving
    assert not (tmp_path / "redis" / "server.json").exists()


async def test_many_who_look_at_once_all_find_a_server(tmp_path: Path) -> None:
    settings = Settings(var=tmp_path)

    async def look(number: int) -> object:
        async with redis_server(settings, attach=True) as url:
            connection = connection_to(settings, url)
            try:
                for _ in range(number):
                    await connection.call("INCR", "looks")
                    await asyncio.sleep(0.02)
            finally:
                await connection.close()
        return number

    assert await asyncio.gather(*(look(number) for number in range(1, 9))) == list(range(1, 9))
    async with redis_server(settings) as url:
        assert await ask(url, "GET", "looks") == b"36"


async def test_a_bot_that_starts_waits_for_those_who_look(tmp_path: Path) -> None:
    settings = Settings(var=tmp_path)
    looking, bot = AsyncExitStack(), AsyncExitStack()
    await looking.enter_async_context(redis_server(settings, attach=True))
    starting = asyncio.create_task(bot.enter_async_context(redis_server(settings)))
    await asyncio.sleep(0.3)
    assert not starting.done()
    await looking.aclose()
    url = await starting
    async with redis_server(settings, attach=True) as seen:
        assert seen == url
    await bot.aclose()


async def test_a_server_of_another_that_is_gone_is_not_called_a_setting(tmp_path: Path) -> None:
    connection = connection_to(Settings(var=tmp_path), "redis://127.0.0.1:1/0")
    with hurried(0.2), pytest.raises(StoreUnavailable, match="has stopped, so try again"):
        await connection.call("PING")
    await connection.close()


async def test_a_server_that_cannot_be_ended_keeps_its_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.storage.server.PATIENCE", 0.2)
    folder = tmp_path / "redis"
    folder.mkdir()
    (folder / "server.json").write_text('{"port": 1, "password": "of another server"}')
    with (folder / "data.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(StorageError, match="A Redis server still uses"):
            async with redis_server(Settings(var=tmp_path)):
                pass
    assert "of another server" in (folder / "server.json").read_text()


async def test_a_killed_server_comes_back_and_nothing_accepted_is_lost(tmp_path: Path) -> None:
    binary = await find_binary()
    server = OwnServer(tmp_path / "redis", binary)
    await server.start()
    store = Store(Connection(server.url))
    try:
        game = await new_game(store)
        for i in range(20):
            await store.run_command(game, f"c{i}", say(str(i)))
        assert server.process is not None
        first = server.process.pid
        os.kill(first, signal.SIGKILL)
        await store.run_command(game, "after", say("after"))
        assert [entry["choice"] for entry in await store.record(game)] == [*map(str, range(20)), "after"]
        assert server.process.pid != first
    finally:
        await store.close()
        await server.stop()
    assert server.process.returncode == 0


async def test_a_server_that_is_stopped_while_it_comes_back_stays_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, asked = OwnServer(tmp_path / "redis", await find_binary()), asyncio.Event()
    await server.start()

    async def deaf(port: int, password: str) -> bool:
        del port, password
        asked.set()
        with contextlib.suppress(asyncio.CancelledError):  # as a client does that is about to connect
            await asyncio.sleep(60)
        return True

    monkeypatch.setattr("bot.storage.server.answers", deaf)
    assert server.process is not None
    os.kill(server.process.pid, signal.SIGKILL)
    await asyncio.wait_for(asked.wait(), 30)
    stopping = asyncio.create_task(server.stop())
    stopped, _ = await asyncio.wait({stopping}, timeout=60)
    stopping.cancel()
    assert stopped
    assert server.process.returncode is not None


async def test_after_kill_9_of_the_bot_its_server_is_stopped_and_the_data_are_there(tmp_path: Path) -> None:
    process, url = await serving(tmp_path)
    store = Store(Connection(url))
    game = await new_game(store)
    await store.run_command(game, "c1", say("guns of august"))
    process.kill()
    await process.wait()
    await store.run_command(game, "c2", say("the orphan still takes writes"))
    await store.close()
    async with redis_server(Settings(var=tmp_path)) as fresh:
        assert fresh != url
        with pytest.raises(StoreUnavailable, match="does not answer"):
            await ask(url, "PING")
        store = Store(Connection(fresh))
        assert [entry["n"] for entry in await store.record(game)] == [0, 1]
        await store.close()


async def test_ctrl_c_stops_bot_and_server_cleanly(tmp_path: Path) -> None:
    process, url = await serving(tmp_path)
    await ask(url, "SET", "kept", "yes")
    process.send_signal(signal.SIGINT)
    assert await asyncio.wait_for(process.wait(), 30) != 0
    assert not is_running(tmp_path / "redis")
    with pytest.raises(StoreUnavailable):
        await ask(url, "PING")
    assert "ready to exit" in (tmp_path / "redis" / "redis.log").read_text()
