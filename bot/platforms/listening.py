"""How the bot listens for HTTP: what is no request, or breaks off, leaves no trace in the log.

Whoever can reach an open port can send such things as often as they like. They get their 400 from the
library, and the log is left to what is a fault of ours.
"""

from __future__ import annotations

import logging
from typing import Any

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

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


def runner(pages: web.Application, **more: Any) -> web.AppRunner:
    """A server of these pages; bodies stay as they were sent, since nothing that is sent to us may come packed.

    No page sees a request that is not well formed.
    """
    pages.middlewares.insert(0, well_formed)
    return web.AppRunner(pages, access_log=None, logger=_log, auto_decompress=False, **more)


__all__ = ["MALFORMED", "runner"]
