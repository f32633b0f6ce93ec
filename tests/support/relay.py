"""A proxy to Redis that fails once: the server executes a command, but the reply is lost."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from urllib.parse import urlsplit


class Relay:
    """Forwards everything, but at a command containing `losing` it closes the connection instead of replying, once.

    While it is `away`, each connection is closed at its next command, which is not forwarded.
    """

    def __init__(self, host: str, port: int) -> None:
        self._host, self.port = host, port
        self.losing = b""
        self.lost = 0
        self.away = False

    async def serve(self, asking: asyncio.StreamReader, answering: asyncio.StreamWriter) -> None:
        """Serve a connection, until either end closes it or a reply is lost."""
        answers, asks = await asyncio.open_connection(self._host, self.port)
        doomed = False

        async def there() -> None:
            nonlocal doomed
            while (data := await asking.read(2**16)) and not self.away:
                if self.losing and self.losing in data:
                    doomed, self.losing = True, b""
                    self.lost += 1
                asks.write(data)
                await asks.drain()

        async def back() -> None:
            while (data := await answers.read(2**16)) and not doomed:
                answering.write(data)
                await answering.drain()

        ways = {asyncio.create_task(there()), asyncio.create_task(back())}
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        for writer in (asks, answering):
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


@contextlib.asynccontextmanager
async def relayed(url: str) -> AsyncIterator[tuple[Relay, str]]:
    """Run a proxy before a server; yields it with the address to use."""
    parts = urlsplit(url)
    relay = Relay(str(parts.hostname), int(parts.port or 6379))
    server = await asyncio.start_server(relay.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    who = f"{parts.username or ''}:{parts.password}@" if parts.password else ""
    try:
        yield relay, f"{parts.scheme}://{who}127.0.0.1:{port}{parts.path}"
    finally:
        server.close()


__all__ = ["Relay", "relayed"]
