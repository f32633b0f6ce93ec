"""Count Discord's rate limit waits; discord.py handles them itself and only logs them."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator

from bot.platforms.meter import Meter

#: discord.py's loggers for rate limits, and the phrases that identify the lines.
_LOGGERS = ("discord.http", "discord.webhook.async_")
_WORDS = ("We are being rate limited", "is rate limited. Retrying", "Global rate limit has been hit")


class _Listener(logging.Handler):
    def __init__(self, meter: Meter) -> None:
        super().__init__(logging.WARNING)
        self._meter = meter

    def emit(self, record: logging.LogRecord) -> None:
        """Record the wait from a log line; the seconds are its last argument."""
        if isinstance(record.msg, str) and any(words in record.msg for words in _WORDS) and record.args:
            seconds = record.args[-1] if isinstance(record.args, tuple) else 0.0
            self._meter.held_back("discord", float(seconds) if isinstance(seconds, int | float) else 0.0)


@contextlib.contextmanager
def discord_waits(meter: Meter) -> Iterator[None]:
    """Listen until the block ends, whatever the configured log level."""
    listener = _Listener(meter)
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    before = [(logger.level, logger.propagate) for logger in loggers]
    for logger in loggers:
        if not logger.isEnabledFor(logging.WARNING):
            logger.propagate = False
            logger.setLevel(logging.WARNING)
        logger.addHandler(listener)
    try:
        yield
    finally:
        for logger, (level, propagate) in zip(loggers, before, strict=True):
            logger.removeHandler(listener)
            logger.setLevel(level)
            logger.propagate = propagate


__all__ = ["discord_waits"]
