"""The drill, for real: play, copy while it runs, destroy, restore, play on. And a replica that takes over."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import sys
from pathlib import Path

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse

from bot.cli.games import list_games
from bot.service.store_factory import build_store
from bot.storage import Connection, Store
from tests.bot.bot_process import BotProcess, bot_process
from tests.bot.test_operations_process import play
from tests.deploy.copies import program, script, server

pytestmark = [pytest.mark.slow, pytest.mark.process]


OPENING = ["new campaign", "join both", "start", "choose take", "play auto"]


def local(var: Path, **more: str) -> dict[str, str]:
    return {"FELDPOST_VAR": str(var), "FELDPOST_PORT": "0"} | more


async def address(bot: BotProcess) -> str:
    line = await bot.until("First page")
    await bot.until("Press Ctrl+C to stop")
    return str(line.split()[-1].rstrip("/"))


async def test_play_copy_destroy_restore_play_on(tmp_path: Path) -> None:
    var, copies = tmp_path / "var", tmp_path / "copies"
    async with bot_process("local", **local(var)) as bot, ClientSession() as session:
        base = await address(bot)
        page = await play(session, base, var, OPENING)
        code, said = await script("backup.sh", FELDPOST_VAR=str(var), BACKUP_DIR=str(copies))
        assert code == 0, said
        # What comes after the copy is lost with the disk, and nothing else.
        await order(page, "after-the-copy", "activate koblenz move")
        await bot.stop(signal.SIGKILL)
    key = (var / "web.key").read_bytes()
    await end_server_of(var)
    shutil.rmtree(var)
    (copy,) = copies.glob("feldpost-*.rdb.gz")
    assert copy.stat().st_mode & 0o077 == 0, "only its owner reads a copy"
    python = str(Path(sys.executable).parent / "feldpost")
    code, said = await script("restore_drill.sh", str(copy), FELDPOST=python)
    assert code == 0, said
    assert "1 game: 1 in progress." in said
    assert "verified, " in said
    code, said = await script("restore.sh", str(copy), str(var / "redis"))
    assert code == 0, said
    assert (await script("restore.sh", str(copy), str(var / "redis")))[0] == 1, "it overwrites nothing"
    (var / "web.key").write_bytes(key)
    (var / "web.key").chmod(0o600)
    async with bot_process("local", **local(var)) as bot, ClientSession() as session:
        base = await address(bot)
        page = await play(session, base, var, [])
        answers = [
            await order(page, "again-0", "activate koblenz move"),
            await order(page, "again-1", "move ge 2 frankfurt"),
        ]
        assert await bot.stop() == 0
    assert "Frankfurt" in answers[1]
    assert "There's no game" not in answers[0] + answers[1]


async def order(page: ClientWebSocketResponse, key: str, text: str) -> str:
    """Give an order under this key and wait for the answer; returns all that came meanwhile."""
    await page.send_json({"type": "run", "key": f"{key}-{'0' * 8}", "text": text})
    told = ""
    while (message := await asyncio.wait_for(page.receive_json(), 60))["type"] != "answered":
        assert message["type"] != "refused", message
        told += str(message)
    return told


async def end_server_of(var: Path) -> None:
    """The server that a killed bot left behind, as if the machine were gone."""
    known = json.loads((var / "redis" / "server.json").read_text())
    link = Connection(f"redis://:{known['password']}@127.0.0.1:{known['port']}/0", patience=0)
    number = int((await link.call("INFO", "server"))["process_id"])
    await link.close()
    os.kill(number, signal.SIGKILL)


async def test_a_replica_takes_over_by_hand(tmp_path: Path) -> None:
    """Play on a server with a replica, kill the server, promote the replica, point REDIS_URL to it, play on."""
    first, url = await server(tmp_path / "first")
    second, spare = await server(
        tmp_path / "second", "--replicaof", "127.0.0.1", url.rpartition(":")[2].removesuffix("/0")
    )
    var = tmp_path / "var"
    try:
        link, copy = Connection(url), Connection(spare)
        async with asyncio.timeout(60):
            while "online" not in await replicas_of(link):  # noqa: ASYNC110 - another process gets ready
                await asyncio.sleep(0.1)
        async with bot_process("local", **local(var, REDIS_URL=url)) as bot, ClientSession() as session:
            await play(session, await address(bot), var, OPENING)
            written = (await link.call("INFO", "replication"))["master_repl_offset"]
            async with asyncio.timeout(30):
                while (await copy.call("INFO", "replication"))["slave_repl_offset"] < written:  # noqa: ASYNC110 - as above
                    await asyncio.sleep(0.05)
            first.kill()
            await bot.stop(signal.SIGKILL)
        assert await copy.call("REPLICAOF", "NO", "ONE") in (b"OK", True)
        async with bot_process("local", **local(var, REDIS_URL=spare)) as bot, ClientSession() as session:
            page = await play(session, await address(bot), var, [])
            assert "Koblenz" in await order(page, "failover", "activate koblenz move")
            assert await bot.stop() == 0
        told: list[str] = []
        assert await list_games(build_store(Store, copy), told.append, verify=True) == 0
        assert "verified" in told[0]
        await link.close()
        await copy.close()
    finally:
        for process in (first, second):
            if process.returncode is None:
                process.kill()
            await process.wait()


async def replicas_of(link: Connection) -> str:
    """What a server says of its replicas."""
    return str((await link.call("INFO", "replication")).get("slave0", ""))


async def test_a_password_in_percent_escapes_is_the_one_that_the_bot_reads(tmp_path: Path) -> None:
    """A password may hold what an address cannot; bot and backup take the same address."""
    process, url = await server(tmp_path / "data", password="p@ss:w/rd %41%é")
    try:
        code, said = await script("backup.sh", REDIS_URL=url, BACKUP_DIR=str(tmp_path / "copies"))
        assert code == 0, said
    finally:
        process.kill()
        await process.wait()


async def test_old_copies_go(tmp_path: Path, redis_url: str) -> None:
    """Kept are the newest, and of older ones the last of each day, for as many days as are wanted."""
    for day in range(1, 7):
        for hour in (1, 12, 23):
            (tmp_path / f"feldpost-202601{day:02}T{hour:02}0000Z.rdb.gz").write_bytes(b"x")
    (tmp_path / "notes.txt").write_text("mine")
    code, said = await script(
        "backup.sh", REDIS_URL=redis_url, BACKUP_DIR=str(tmp_path), BACKUP_HOURLY="3", BACKUP_DAILY="4"
    )
    assert code == 0, said
    kept = sorted(os.listdir(tmp_path))  # noqa: PTH208 - quick
    assert kept[:3] == [
        "feldpost-20260104T230000Z.rdb.gz", "feldpost-20260105T230000Z.rdb.gz", "feldpost-20260106T120000Z.rdb.gz",
    ]  # fmt: skip
    assert len(kept) == 6
    assert kept[-1] == "notes.txt"
    assert "secret" not in said


async def test_a_copy_that_cannot_be_made_is_a_sentence_and_leaves_nothing(tmp_path: Path) -> None:
    code, said = await script("backup.sh", REDIS_URL="redis://:hunter2@127.0.0.1:1/0", BACKUP_DIR=str(tmp_path))
    assert code == 1
    assert said.startswith("backup: the copy failed: ")
    assert "hunter2" not in said
    assert [name for name in os.listdir(tmp_path) if "rdb" in name] == []  # noqa: PTH208 - quick
    code, said = await script("backup.sh", FELDPOST_VAR=str(tmp_path), BACKUP_DIR=str(tmp_path))
    assert code == 1
    assert "set REDIS_URL, or FELDPOST_VAR" in said


@pytest.mark.parametrize(
    ("url", "where"),
    [
        ("redis://[::1]:6400/0", "-h ::1 -p 6400"), ("redis://:x@[fe80::2]", "-h fe80::2 -p 6379"),
        ("redis://host:6400?db=0", "-h host -p 6400"), ("rediss://host/1", "-h host -p 6379 --tls"),
    ],
)  # fmt: skip
async def test_an_address_is_taken_apart_as_the_bot_does(tmp_path: Path, url: str, where: str) -> None:
    cli = program(tmp_path / "bin" / "redis-cli", 'echo "$@" >&2; exit 1')
    code, said = await script("backup.sh", REDIS_URL=url, REDIS_CLI=str(cli), BACKUP_DIR=str(tmp_path / "copies"))
    assert code == 1
    assert f": {where} --no-auth" in said
