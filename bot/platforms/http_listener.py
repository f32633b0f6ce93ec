"""HTTP listener of the bot: malformed or aborted requests aren't logged, and idle connections are closed.

Anyone who can reach an open port can send such requests in any number. The library answers them with 400, and the log
is left for our own errors.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.web_protocol import RequestHandler

from bot.platforms.half_open import KEPT, HalfOpen, watched
from bot.platforms.well_formed import well_formed

#: Errors of malformed or aborted requests.
MALFORMED = (HttpProcessingError, web.RequestPayloadError, ConnectionError)

_log = logging.getLogger(__name__)


class _Ours(logging.Filter):
    """Drops log records caused by the client."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        return not isinstance(error, MALFORMED)


_log.addFilter(_Ours())


class Listener(web.AppRunner):
    """An HTTP server that monitors its connections."""

    def __init__(self, pages: web.Application, **more: Any) -> None:
        super().__init__(pages, access_log=None, logger=_log, auto_decompress=False, **more)
        self.half_open = HalfOpen(lambda: self.server.connections if self.server is not None else [])
        self._watching: asyncio.Task[None] | None = None
        pages.middlewares.insert(0, watched(self.half_open))

    async def setup(self) -> None:
        """Prepare the server, and start monitoring connections."""
        await super().setup()
        server = self.server
        assert server is not None
        made = server.connection_made

        def counted(handler: RequestHandler, transport: asyncio.Transport) -> None:
            made(handler, transport)
            self.half_open.comes(handler)

        # The library offers no hook for new connections.
        server.connection_made = counted  # type: ignore[method-assign]
        self._watching = asyncio.create_task(self.half_open.watch())

    async def cleanup(self) -> None:
        """Stop listening."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        await super().cleanup()


def runner(pages: web.Application, **more: Any) -> Listener:
    """Build a server for these pages; bodies aren't decompressed, since clients have no reason to compress them.

    Handlers only see well-formed requests, and idle connections are closed.
    """
    pages.middlewares.insert(0, well_formed)
    return Listener(pages, **{"keepalive_timeout": KEPT, **more})


__all__ = ["MALFORMED", "Listener", "runner"]
