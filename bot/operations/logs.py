"""The log: lines of text or of JSON, without tokens and without what an exception says of a game.

The message of an exception may hold what only one player may know, for instance where a reply did not
validate. So a log line tells its kind and where it happened, and its words only where they come from the
system, the network or the store.
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

#: What the present call is about: platform and command.
_about: ContextVar[Mapping[str, str]] = ContextVar("about", default=MappingProxyType({}))

#: Attributes of a record that become fields of their own.
_FIELDS = ("platform", "command", "report")

#: Exceptions whose words tell of systems, not of games.
_HARMLESS = (OSError, RedisError, StorageError, SettingsError, TimeoutError)

#: Tokens of platforms by their form, and addresses that let whoever has them answer in our name.
_TOKENS = re.compile(
    r"xox[a-z](?:\.xox[a-z])?-[\w-]+|xapp-[\w-]+"
    r"|(?<=/webhooks/)\d+/[\w.-]+|(?<=/interactions/)\d+/[\w.-]+|https://hooks\.slack\.com/\S+"
)
_HIDDEN = "(hidden)"
#: A shorter secret is no secret, and hiding it would blot out ordinary words.
_SHORTEST = 6


@contextlib.contextmanager
def about(**fields: str) -> Iterator[None]:
    """Log lines inside the block carry these fields."""
    before = _about.set({**_about.get(), **fields})
    try:
        yield
    finally:
        _about.reset(before)


class Lines(logging.Formatter):
    """Formats records as text or JSON.

    Args:
        form: text or json.
        secrets: values that must not be seen.
    """

    def __init__(self, form: Literal["text", "json"], secrets: Iterable[str] = ()) -> None:
        super().__init__()
        self._json = form == "json"
        self._secrets = sorted((secret for secret in secrets if len(secret) >= _SHORTEST), key=len, reverse=True)

    def format(self, record: logging.LogRecord) -> str:
        """Return one record; a JSON line holds no line break."""
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
    """Return where an exception came from, its causes first; words only of harmless ones."""
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
    """Return every secret value of the settings, and the password in the store's address by itself."""
    values = [getattr(settings, name) for name in Settings.model_fields]
    found = [value.get_secret_value() for value in values if isinstance(value, SecretStr)]
    found += settings.webhook_addresses
    return found + [password for value in found if (password := _password(value))]


def _password(url: str) -> str:
    match = re.match(r"rediss?://[^@/]*:([^@/]+)@", url)
    return match.group(1) if match else ""


def set_up(settings: Settings) -> None:
    """Log to standard error as the settings say.

    Libraries log from level info on at most: in detail they would show whole messages, and with them hands.
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
