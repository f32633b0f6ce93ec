"""Log formatting as text or JSON, without tokens and without messages of exceptions that may quote a game.

An exception's message can contain what only one player may know, for instance when a reply fails validation. So a log
line gives its type and traceback, and its message only for exceptions of the system, the network or the store.
"""

from __future__ import annotations

import contextlib
import json
import logging
import re
import sys
import traceback
from collections.abc import Iterable, Iterator, Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from types import MappingProxyType, TracebackType
from typing import Literal

from pydantic import SecretStr
from redis.exceptions import RedisError

from bot.platforms.payload_shapes import log_shapes
from bot.settings import Settings, SettingsError
from bot.storage.errors import StorageError

#: Fields of the current call: platform and command.
_about: ContextVar[Mapping[str, str]] = ContextVar("about", default=MappingProxyType({}))

#: Record attributes that become separate fields.
_FIELDS = ("platform", "command", "report")

#: Exceptions whose messages are about systems, not games.
_HARMLESS = (OSError, RedisError, StorageError, SettingsError, TimeoutError)

#: Platform tokens by their form, and URLs that let anyone who has them post as the bot.
_TOKENS = re.compile(
    r"xox[a-z](?:\.xox[a-z])?-[\w-]+|xapp-[\w-]+"
    r"|(?<=/webhooks/)\d+/[\w.-]+|(?<=/interactions/)\d+/[\w.-]+|https://hooks\.slack\.com/\S+"
)
_HIDDEN = "(hidden)"
#: Shorter values are not treated as secrets: hiding them would blank out ordinary words.
_SHORTEST = 6


@contextlib.contextmanager
def about(**fields: str) -> Iterator[None]:
    """Add these fields to all log lines in the block."""
    before = _about.set({**_about.get(), **fields})
    try:
        yield
    finally:
        _about.reset(before)


class Lines(logging.Formatter):
    """Formats records as text or JSON.

    Args:
        form: text or json.
        secrets: values to hide.
    """

    def __init__(self, form: Literal["text", "json"], secrets: Iterable[str] = ()) -> None:
        super().__init__()
        self._json = form == "json"
        self._secrets = sorted((secret for secret in secrets if len(secret) >= _SHORTEST), key=len, reverse=True)

    def format(self, record: logging.LogRecord) -> str:
        """Format one record; a JSON line contains no line break."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        message = self._clean(record.getMessage())
        trace = self._clean(_trace(record))
        known = {**_about.get(), **{name: str(getattr(record, name)) for name in _FIELDS if hasattr(record, name)}}
        if self._json:
            line = {"time": at, "level": record.levelname.lower(), "logger": record.name, "message": message}
            line |= {name: known[name] for name in _FIELDS if name in known}
            return json.dumps(line | ({"trace": trace} if trace else {}), ensure_ascii=False)
        where = " ".join(known[name] for name in ("platform", "command") if name in known)
        text = f"{at} {record.levelname} {record.name}{f' [{where}]' if where else ''}: {message}"
        return f"{text}\n{trace}" if trace else text

    def _clean(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, _HIDDEN)
        return _TOKENS.sub(_HIDDEN, text)


def _trace(record: logging.LogRecord) -> str:
    """Return the traceback of an exception, causes first; messages only of harmless ones."""
    if not record.exc_info or record.exc_info[1] is None:
        return ""
    parts: list[str] = []
    error: BaseException | None = record.exc_info[1]
    while error is not None:
        parts.append(f"{_frames(error.__traceback__)}{_named(error)}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\nwhich led to:\n".join(reversed(parts))


def _frames(trace: TracebackType | None) -> str:
    return "".join(traceback.format_tb(trace))


def _named(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if isinstance(error, _HARMLESS) else type(error).__name__


def secrets_of(settings: Settings) -> list[str]:
    """Return every secret value of the settings, plus the password in the store's address by itself."""
    values = [getattr(settings, name) for name in Settings.model_fields]
    found = [value.get_secret_value() for value in values if isinstance(value, SecretStr)]
    found += settings.webhook_addresses
    return found + [password for value in found if (password := _password(value))]


def _password(url: str) -> str:
    match = re.match(r"rediss?://[^@/]*:([^@/]+)@", url)
    return match.group(1) if match else ""


def set_up(settings: Settings) -> None:
    """Log to standard error as configured.

    Libraries log at level info at most: their debug output contains whole messages, and thus players' hands.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines(settings.log_format, secrets_of(settings)))
    level = settings.log_level.upper()
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel({"DEBUG": "INFO", "INFO": "WARNING"}.get(level, level))
    for name in ("bot", "engine", "renderer"):
        logging.getLogger(name).setLevel(level)
    log_shapes(settings.log_shapes == "yes")


__all__ = ["Lines", "about", "secrets_of", "set_up"]
