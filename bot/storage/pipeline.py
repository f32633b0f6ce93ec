"""Steps sent to a server together, and one exchange over one connection.

A step is one command, one script, or several commands as one transaction. A server answers it with a reply, a
permanent error (nothing was done and will not be), or a transient one: then the step is retried.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, cast

from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import (
    AskError,
    AuthenticationError,
    BusyLoadingError,
    ClusterDownError,
    ConnectionError,  # noqa: A004 - the library's own
    ExecAbortError,
    MasterDownError,
    MaxConnectionsError,
    MovedError,
    NoScriptError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TimeoutError,  # noqa: A004 - the library's own
    TryAgainError,
)

from bot.storage.write_tracking import Trip

Part = str | bytes | int | float
Command = Sequence[Part]

#: Transient errors of a server that is not (or no longer) the right one. Nothing was done; after a moment, over new
#: connections, the same may succeed. https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors, error
#: codes in `createSharedObjects` of server.c of Redis 8 and Valkey 9.
PASSING = (
    "READONLY", "LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "NOREPLICAS", "UNBLOCKED", "BUSY", "REDIRECT", "MOVED", "ASK",
)  # fmt: skip
_CODES: tuple[tuple[type[RedisError], str], ...] = (
    (ReadOnlyError, "READONLY"), (BusyLoadingError, "LOADING"), (MasterDownError, "MASTERDOWN"), (ClusterDownError, "CLUSTERDOWN"),
    (TryAgainError, "TRYAGAIN"), (MovedError, "MOVED"), (AskError, "ASK"),
)  # fmt: skip
#: The code of an error in a script, which Redis 6 puts after its own.
_IN_SCRIPT = re.compile(r"@user_script: ?\d+: -([A-Z]+) ")
#: The library's conversion of each command's replies.
_CALLBACKS = cast("dict[str, Callable[[Any], Any]]", Redis().response_callbacks)


@dataclass(slots=True, eq=False)
class ServerStep:
    """One atomic unit of work for a server.

    `source` is that of a script, sent if the server does not know it. `slot` is the one of all keys, None without keys;
    `node` the name of a specific server, whatever the keys. Once `done`, `reply` is the reply or a permanent error;
    until then `trouble` is the last obstacle. `asking` is set while a slot is being moved.
    """

    commands: tuple[Command, ...]
    multi: bool = False
    source: str = ""
    slot: int | None = None
    node: str = ""
    asking: bool = False
    done: bool = False
    reply: Any = None
    trouble: RedisError | None = None

    def lines(self) -> list[Command]:
        """Return the commands to send."""
        sent: list[Command] = [("ASKING",)] if self.asking else []
        return [*sent, ("MULTI",), *self.commands, ("EXEC",)] if self.multi else [*sent, *self.commands]

    def answered(self, reply: Any) -> None:
        """Record the answer to the step."""
        if isinstance(reply, NoScriptError) and self.source:
            (known,) = self.commands
            self.commands, self.trouble = (("EVAL", self.source, *known[2:]),), reply
        elif isinstance(reply, RedisError) and code_of(reply) in PASSING:
            self.trouble = reply
        else:
            self.done, self.reply, self.trouble = True, reply, None


def code_of(error: BaseException) -> str:
    """Return the code of an error reply; "" for other errors."""
    if isinstance(error, ConnectionError) and isinstance(error.__context__, ReadOnlyError):
        return "READONLY"  # raised by the library if sentinels name the primary
    for kind, code in _CODES:
        if isinstance(error, kind):
            return code
    if not isinstance(error, ResponseError):
        return ""
    inside = _IN_SCRIPT.search(str(error))
    first = inside[1] if inside else getattr(error, "status_code", None) or str(error).partition(" ")[0]
    return str(first) if str(first).isupper() else ""


@cache
def script_of(name: str) -> tuple[str, str]:
    """Return a script next to this module, and its digest."""
    source = files("bot.storage").joinpath(f"{name}.lua").read_text(encoding="utf-8")
    return source, hashlib.sha1(source.encode(), usedforsecurity=False).hexdigest()


def errors_in(reply: object) -> Iterator[RedisError]:
    """Yield the errors among the replies of a step."""
    for one in reply if isinstance(reply, list) else (reply,):
        if isinstance(one, RedisError):
            yield one


def texts_of(command: Command) -> list[str]:
    """Return the parts of a command that may be keys."""
    return [part for part in command if isinstance(part, str)]


def is_lost(error: BaseException) -> bool:
    """Return True if a server could not be reached, or went away midway; a retry may reach it."""
    if isinstance(error, AuthenticationError | MaxConnectionsError):
        return False
    return isinstance(error, ConnectionError | TimeoutError | OSError)


async def exchange(connection: AbstractConnection, steps: Sequence[ServerStep], trip: Trip) -> None:
    """Send steps over an open connection, and record each answer.

    Raises:
        RedisError: the connection was lost; steps without an answer are not done.
    """
    await connection.check_health()  # type: ignore[no-untyped-call]
    lines = [line for step in steps for line in step.lines()]
    packed = connection.pack_command(*lines[0]) if len(lines) == 1 else connection.pack_commands(lines)
    trip.open += 1
    try:
        await connection.send_packed_command(packed, check_health=False)
    except AttributeError:  # the library closes idle connections, even one just acquired
        if connection.is_connected:
            raise
        raise ConnectionError("The connection was closed meanwhile.") from None
    for at, step in enumerate(steps):
        step.answered(await _answer(connection, step))
        if isinstance(step.trouble, ConnectionError):  # an answer after which the library disconnects
            for rest in steps[at + 1 :]:
                rest.trouble = step.trouble
            break
    trip.open -= 1


async def _answer(connection: AbstractConnection, step: ServerStep) -> Any:
    if step.asking:
        await _read(connection)
        step.asking = False
    if not step.multi:
        (command,) = step.commands
        return _convert_reply(command, await _read(connection))
    queued = []
    for _ in range(1 + len(step.commands)):
        queued.append(await _read(connection))
        if isinstance(queued[-1], ConnectionError):
            return queued[-1]
    replies = await _read(connection)
    if isinstance(replies, RedisError):
        refused = next((one for one in queued if isinstance(one, RedisError)), None)
        return refused if refused is not None and isinstance(replies, ExecAbortError) else replies
    return [_convert_reply(command, reply) for command, reply in zip(step.commands, replies, strict=True)]


async def _read(connection: AbstractConnection) -> Any:
    """Return one reply, or the error answered."""
    try:
        return await connection.read_response()
    except (ResponseError, BusyLoadingError) as error:
        return error
    except ConnectionError as error:
        if code_of(error):
            return error
        raise


def _convert_reply(command: Command, reply: Any) -> Any:
    """Return a reply as converted by the library."""
    made = _CALLBACKS.get(str(command[0]))
    return reply if made is None or isinstance(reply, RedisError) else made(reply)


__all__ = [
    "PASSING", "Command", "Part", "ServerStep", "code_of", "errors_in", "exchange", "is_lost", "script_of", "texts_of",
]  # fmt: skip
