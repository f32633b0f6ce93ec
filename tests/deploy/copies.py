"""The scripts that copy a store and put it back, and servers to try them on."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from urllib.parse import quote

from bot.storage import Connection
from bot.storage.binaries import find_binary
from tests.conftest import ROOT
from tests.support.servers import free_port

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


def program(place: Path, text: str) -> Path:
    """A program of the shell."""
    place.parent.mkdir(exist_ok=True)
    place.write_text(f"#!/bin/sh\n{text}\n")
    place.chmod(0o700)
    return place
