"""The data directory of the managed server: its locks, and the address of the server running on it.

The process that started the server holds `bot.lock`, the server holds `data.lock`, and `server.json` contains port
and password. A serving bot holds `run.lock`, so that a second one is refused at once. Read-only users share
`used.lock`, so that no server stops while they use it.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import logging
import os
from pathlib import Path

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from bot.narration.texts import host_text
from bot.storage.errors import DirectoryHeld, StorageError, StoreUnavailable

log = logging.getLogger(__name__)

#: Maximum seconds for a server to load its data, or to write it when stopping.
PATIENCE = 30.0

#: The file locked by a running bot, and the file with its server's address.
HELD, ADDRESS = "bot.lock", "server.json"
#: The file locked by everyone who uses a server that may be another's.
USED = "used.lock"
#: The file locked by a serving bot from before its server starts; read-only users never lock it.
SERVED = "run.lock"
#: Seconds after which the wait for others is logged, and the longest wait.
_SAID, _OTHERS = 0.25, 600.0
#: Seconds for which checking a lock may hold it.
INSTANT = 0.5


def is_running(directory: Path) -> bool:
    """Return True if a Feldpost is using the directory now."""
    path = directory / HELD
    if not path.exists():
        return False
    number = os.open(path, os.O_RDWR)
    try:
        return not lock(number, fcntl.LOCK_SH)
    finally:
        os.close(number)


async def running_server(directory: Path) -> str | None:
    """Return the address of a running Feldpost's server on a directory, once it answers; None if none runs.

    Raises:
        StoreUnavailable: it does not answer.
        StorageError: the directory may not be read.
    """
    for step in range(int(PATIENCE * 10)):
        if step == _SAID * 20:
            log.warning(
                "the Redis server of the Feldpost that runs on %s does not answer yet: it is waited for", directory
            )
        try:
            if not is_running(directory):
                return None
        except OSError as error:
            raise StorageError(
                host_text("store.directory.directory_cannot_read_run", directory=directory, strerror=error.strerror)
            ) from None
        known = address_on(directory)
        if known is not None and await answers(*known):
            return url_of(*known)
        await asyncio.sleep(0.1)  # it is just starting or restarting
    raise StoreUnavailable(host_text("store.directory.redis_server_runs_does", directory=directory))


async def serve(number: int, directory: Path) -> None:
    """Become the only bot serving a directory; don't wait for another.

    Raises:
        DirectoryHeld: another serves it.
    """
    if not await lock_within(number, INSTANT):
        raise held_by_another(directory)


def held_by_another(directory: Path) -> DirectoryHeld:
    """Return the error for a directory used by another Feldpost."""
    return DirectoryHeld(host_text("store.directory.another_already_uses_stop", directory=directory))


def open_held(directory: Path, name: str = USED) -> int:
    """Open the lock file of server users, or of the serving bot; closing it releases the lock.

    Raises:
        StorageError: the directory cannot be made or may not be written.
    """
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(
            host_text("store.directory.directory_cannot_made_set", directory=directory, strerror=error.strerror)
        ) from None
    try:
        return os.open(directory / name, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StorageError(
            host_text("store.directory.directory_cannot_used_run", directory=directory, strerror=error.strerror)
        ) from None


async def use(number: int) -> None:
    """Register as a user of a server, waiting while another process stops it."""
    await _hold(number, fcntl.LOCK_SH, _OTHERS, "a server that ends just now is waited for")


async def unused(number: int, seconds: float = _OTHERS) -> None:
    """Wait, up to `seconds`, until nobody else uses the server, and exclude others."""
    await _hold(number, fcntl.LOCK_EX, seconds, "others look at the games: they are waited for")


async def _hold(number: int, kind: int, seconds: float, why: str) -> None:
    for step in range(int(seconds * 20) + 1):
        if lock(number, kind):
            return
        if step == _SAID * 20:
            log.warning("%s", why)
        await asyncio.sleep(0.05)


def address_on(directory: Path) -> tuple[int, str] | None:
    """Return port and password of the server last started on a directory."""
    try:
        known = json.loads((directory / ADDRESS).read_text(encoding="utf-8"))
        return int(known["port"]), str(known["password"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def url_of(port: int, password: str) -> str:
    """Return the address of the managed server."""
    return f"redis://:{password}@127.0.0.1:{port}/0"


def lock(number: int, kind: int = fcntl.LOCK_EX) -> bool:
    """Lock an open file; return False if another process holds it."""
    try:
        fcntl.flock(number, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


async def lock_within(number: int, seconds: float) -> bool:
    """Lock an open file, retrying for so many seconds."""
    for _ in range(int(seconds * 10)):
        if lock(number):
            return True
        await asyncio.sleep(0.1)
    return lock(number)


async def answers(port: int, password: str) -> bool:
    """Return True if the server accepts commands."""
    client = client_of(port, password)
    try:
        await client.execute_command("PING")  # type: ignore[no-untyped-call]
    except (RedisError, OSError):
        return False
    finally:
        await client.aclose()
    return True


def client_of(port: int, password: str) -> Redis:
    """Return a client that does not retry."""
    return Redis(host="127.0.0.1", port=port, password=password, socket_timeout=5, retry=Retry(NoBackoff(), 0))


__all__ = [
    "ADDRESS",
    "HELD",
    "INSTANT",
    "PATIENCE",
    "SERVED",
    "USED",
    "address_on",
    "answers",
    "client_of",
    "held_by_another",
    "is_running",
    "lock",
    "lock_within",
    "open_held",
    "running_server",
    "serve",
    "unused",
    "url_of",
    "use",
]
