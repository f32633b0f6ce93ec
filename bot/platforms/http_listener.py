"""How the bot listens for HTTP: what is no request, or breaks off, leaves no trace in the log, and what only stands there goes.

Whoever can reach an open port can send such things as often as they like. They get their 400 from the
library, and the log is left to what is a fault of ours.
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

#: What the form of a request, or its end before its time, raises.
MALFORMED = (HttpProcessingError, web.RequestPayloadError, ConnectionError)

_log = logging.getLogger(__name__)


class _Ours(logging.Filter):
    """Lets through what is not the fault of whoever sent it."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        return not isinstance(error, MALFORMED)


_log.addFilter(_Ours())


class Listener(web.AppRunner):
    """A server of pages that looks after its connections."""

    def __init__(self, pages: web.Application, **more: Any) -> None:
        super().__init__(pages, access_log=None, logger=_log, auto_decompress=False, **more)
        self.half_open = HalfOpen(lambda: self.server.connections if self.server is not None else [])
        self._watching: asyncio.Task[None] | None = None
        pages.middlewares.insert(0, watched(self.half_open))

    async def setup(self) -> None:
        """Make the server ready for its sites, and begin to look after what connects to them."""
        await super().setup()
        server = self.server
        assert server is not None
        made = server.connection_made

        def counted(handler: RequestHandler, transport: asyncio.Transport) -> None:
            made(handler, transport)
            self.half_open.comes(handler)

        # The library tells nobody else of a connection.
        server.connection_made = counted  # type: ignore[method-assign]
        self._watching = asyncio.create_task(self.half_open.watch())

    async def cleanup(self) -> None:
        """Stop listening."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        await super().cleanup()


def runner(pages: web.Application, **more: Any) -> Listener:
    """Return a server of these pages; bodies stay as they were sent, since nothing that is sent to us may come packed.

    No page sees a request that is not well formed, and connections that bring nothing are closed.
    """
    pages.middlewares.insert(0, well_formed)
    return Listener(pages, **{"keepalive_timeout": KEPT, **more})


__all__ = ["MALFORMED", "Listener", "runner"]
