"""A copy that the bot takes itself, by the protocol of replicas."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from bot.settings import Settings
from bot.storage import Connection, redis_server
from bot.storage.copying import NoCopyError, copy
from tests.conftest import ROOT

pytestmark = pytest.mark.process


def restored(copied: Path, directory: Path) -> None:
    subprocess.run([ROOT / "deploy" / "restore.sh", copied, directory], check=True, stdout=subprocess.DEVNULL)


async def reads(copied: Path, key: str, var: Path) -> object:
    """What a fresh server finds in a copy."""
    restored(copied, var / "redis")
    async with redis_server(Settings(var=var)) as url:
        link = Connection(url)
        try:
            return await link.call("GET", key)
        finally:
            await link.close()


async def test_the_copy_is_whole_and_opens(connection: Connection, redis_url: str, tmp_path: Path) -> None:
    big = os.urandom(300_000).hex()
    await connection.call("SET", "big", big)
    size = await copy(redis_url, tmp_path / "copy.rdb")
    assert (tmp_path / "copy.rdb").stat().st_size == size > 300_000
    assert await reads(tmp_path / "copy.rdb", "big", tmp_path / "var") == big.encode()


@contextlib.asynccontextmanager
async def answering(*parts: bytes) -> AsyncIterator[str]:
    """A server that knows no REPLCONF, answers SYNC with these bytes, one after the other, and hangs up; its address."""
    done = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen = b""
        while b"SYNC" not in seen:
            data = await reader.read(1 << 16)
            seen += data
            writer.write(b"-ERR unknown\r\n" * data.count(b"REPLCONF"))
        with contextlib.suppress(ConnectionError):  # a copy that is whole is not waited for
            for part in parts:
                writer.write(part)
                await writer.drain()
                await asyncio.sleep(0.01)
        writer.close()
        done.set()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as made:
        yield f"redis://127.0.0.1:{made.sockets[0].getsockname()[1]}/0"
        await done.wait()


MARK = b"m" * 40


@pytest.mark.parametrize(
    "parts",
    [
        [b"\n\n", b"$5\r\nREDIS"], [b"$5\r\nRE", b"DIS"], [b"$EOF:" + MARK + b"\r\nREDIS" + MARK],
        [b"$EOF:" + MARK + b"\r\n", b"REDIS" + MARK[:17], MARK[17:]], [b"$EOF:" + MARK + b"\r\nRE", b"DIS", MARK],
    ],
)  # fmt: skip
async def test_a_copy_ends_where_the_server_says(tmp_path: Path, parts: Sequence[bytes]) -> None:
    """By its length, as servers before 6.2 and those that write to the disk first say it, or by a mark in pieces."""
    async with answering(*parts) as url:
        assert await copy(url, tmp_path / "copy") == 5
    assert (tmp_path / "copy").read_bytes() == b"REDIS"


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ([b"$6\r\nREDIS"], "ended in the middle"), ([b"$EOF:" + MARK + b"\r\nREDIS", MARK[:39]], "ended in the middle"),
        ([b"-NOPERM this user may not"], "NOPERM"), ([b"\n"], "closed the connection"),
    ],
)  # fmt: skip
async def test_half_a_copy_is_none(tmp_path: Path, parts: Sequence[bytes], said: str) -> None:
    async with answering(*parts) as url:
        with pytest.raises(NoCopyError, match=said):
            await copy(url, tmp_path / "copy")


async def test_a_wrong_password_is_a_sentence_without_it(redis_url: str, tmp_path: Path) -> None:
    wrong = f"redis://:hunter2@{redis_url.partition('@')[2]}"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.storage.copying", str(tmp_path / "copy"), cwd=ROOT,
        env=os.environ | {"REDIS_URL": wrong}, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    _, said = await process.communicate()
    assert process.returncode == 1
    assert b"WRONGPASS" in said
    assert b"hunter2" not in said
