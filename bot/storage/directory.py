"""The directory of our own server: who holds it, and where the server is that runs on it.

A running bot holds `bot.lock`, its server holds `data.lock`, and `server.json` tells port and password.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
from pathlib import Path

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from bot.storage.errors import StorageError, StoreUnavailable

#: Seconds a server may take to load its data, or to write it out at the end.
PATIENCE = 30.0

#: The file that a running bot holds locked, and the one that tells where its server is.
HELD, ADDRESS = "bot.lock", "server.json"


def is_running(directory: Path) -> bool:
    """True if a Feldpost uses the directory at this moment."""
    path = directory / HELD
    if not path.exists():
        return False
    number = os.open(path, os.O_RDWR)
    try:
        return not lock(number, fcntl.LOCK_SH)
    finally:
        os.close(number)


async def running_server(directory: Path) -> str | None:
    """The address of the server that a running Feldpost has on a directory, once it answers; None if none runs.

    Raises:
        StoreUnavailable: it does not answer.
        StorageError: the directory may not be read.
    """
    for _ in range(int(PATIENCE * 10)):
        try:
            if not is_running(directory):
                return None
        except OSError as error:
            raise StorageError(
                f"The directory {directory} cannot be read ({error.strerror}): run this as the user under whom Feldpost runs."
            ) from None
        known = address_on(directory)
        if known is not None and await answers(*known):
            return url_of(*known)
        await asyncio.sleep(0.1)  # it is just starting, or starting again
    raise StoreUnavailable(f"The Redis server of the Feldpost that runs on {directory} does not answer: try again.")


def address_on(directory: Path) -> tuple[int, str] | None:
    """Port and password of the server that was started last on a directory."""
    try:
        known = json.loads((directory / ADDRESS).read_text(encoding="utf-8"))
        return int(known["port"]), str(known["password"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def url_of(port: int, password: str) -> str:
    """The address of a server of our own."""
    return f"redis://:{password}@127.0.0.1:{port}/0"


def lock(number: int, kind: int = fcntl.LOCK_EX) -> bool:
    """Lock an open file; False if somebody else holds it."""
    try:
        fcntl.flock(number, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


async def lock_within(number: int, seconds: float) -> bool:
    """Lock an open file, trying on for so many seconds."""
    for _ in range(int(seconds * 10)):
        if lock(number):
            return True
        await asyncio.sleep(0.1)
    return lock(number)


async def answers(port: int, password: str) -> bool:
    """True if the server takes commands by now."""
    client = client_of(port, password)
    try:
        await client.execute_command("PING")  # type: ignore[no-untyped-call]
    except (RedisError, OSError):
        return False
    finally:
        await client.aclose()
    return True


def client_of(port: int, password: str) -> Redis:
    """A client that does not try twice."""
    return Redis(host="127.0.0.1", port=port, password=password, socket_timeout=5, retry=Retry(NoBackoff(), 0))


__all__ = [
    "ADDRESS",
    "HELD",
    "PATIENCE",
    "address_on",
    "answers",
    "client_of",
    "is_running",
    "lock",
    "lock_within",
    "running_server",
    "url_of",
]
