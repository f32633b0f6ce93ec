"""`python -m bot.storage.copying FILE`: write the data of the server at REDIS_URL to a file, like a replica's copy.

deploy/backup.sh uses it if there is no redis-cli. The exchange follows the replication protocol of Redis and Valkey
as used by `redis-cli --rdb` (REPLCONF capa eof, REPLCONF rdb-only 1, SYNC).
"""

from __future__ import annotations

import asyncio
import os
import ssl
import sys
from pathlib import Path
from typing import Any, BinaryIO

from redis.asyncio.connection import parse_url

#: Timeout in seconds between data from the server, bytes read at once, and length of the end mark.
_PATIENCE, _CHUNK, _MARK = 60.0, 1 << 16, 40


class NoCopyError(Exception):
    """The server sent no complete copy; the text says why."""


async def copy(url: str, to: Path) -> int:
    """Write a consistent snapshot in the servers' own format (RDB); return its size in bytes.

    Raises:
        NoCopyError: the server refuses, stops early, or sends nothing for a minute.
        OSError: it cannot be reached, or the file cannot be written.
    """
    place: dict[str, Any] = dict(parse_url(url))
    reader, writer = await _connect(place, tls=url.startswith("rediss:"))
    try:
        login = [part for part in (place.get("username"), place.get("password")) if part]
        if login and (told := await _ask(reader, writer, "AUTH", *login)) != "+OK":
            raise NoCopyError(told)
        for part in (("capa", "eof"), ("rdb-only", "1")):
            await _ask(reader, writer, "REPLCONF", *part)  # a server that does not know an option sends the copy anyway
        head = await _ask(reader, writer, "SYNC")
        if not head.startswith("$"):
            raise NoCopyError(head)
        with to.open("wb") as file:
            if head.startswith("$EOF:"):
                return await _copy_until_mark(reader, file, head.removeprefix("$EOF:").encode())
            return await _copy_bytes(reader, file, int(head[1:]))
    except (TimeoutError, asyncio.IncompleteReadError):
        raise NoCopyError("the server ended in the middle") from None
    finally:
        writer.close()


async def _connect(place: dict[str, Any], *, tls: bool) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    if path := place.get("path"):
        return await asyncio.open_unix_connection(path)
    context = ssl.create_default_context(cafile=place.get("ssl_ca_certs")) if tls else None
    return await asyncio.open_connection(place.get("host", "localhost"), place.get("port", 6379), ssl=context)


async def _ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *words: str) -> str:
    """Send a command; return the first line of the reply."""
    parts = [word.encode() for word in words]
    writer.write(b"*%d\r\n" % len(parts) + b"".join(b"$%d\r\n%b\r\n" % (len(part), part) for part in parts))
    while True:  # empty lines keep the connection alive while the server prepares
        line = await asyncio.wait_for(reader.readline(), _PATIENCE)
        if not line:
            raise NoCopyError("the server closed the connection")
        if text := line.decode(errors="replace").strip():
            return text


async def _copy_bytes(reader: asyncio.StreamReader, file: BinaryIO, size: int) -> int:
    """Write exactly `size` bytes."""
    left = size
    while left:
        data = await asyncio.wait_for(reader.read(min(left, _CHUNK)), _PATIENCE)
        if not data:
            raise NoCopyError("the server ended in the middle")
        file.write(data)
        left -= len(data)
    return size


async def _copy_until_mark(reader: asyncio.StreamReader, file: BinaryIO, mark: bytes) -> int:
    """Write up to the end mark announced by the server."""
    size, held = 0, b""
    while not held.endswith(mark):
        file.write(held[:-_MARK])
        size += len(held[:-_MARK])
        data = await asyncio.wait_for(reader.read(_CHUNK), _PATIENCE)
        if not data:
            raise NoCopyError("the server ended in the middle")
        held = held[-_MARK:] + data
    file.write(held[:-_MARK])
    return size + len(held[:-_MARK])


def main() -> int:
    """Copy from REDIS_URL into the given file; the last line of stderr says what failed."""
    try:
        asyncio.run(copy(os.environ["REDIS_URL"], Path(sys.argv[1])))
    except (NoCopyError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
