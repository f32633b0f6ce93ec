"""What goes to a server together and comes back: steps, and one exchange over one connection.

A step is one command, one script, or several commands as one transaction. What a server answers to it is either its
reply, an error that says that nothing was done and will not be, or one that passes: then the step is tried again.
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

#: Errors that a server answers while it is not (or not any more) the one to ask. Nothing was done; after a moment, over
#: fresh connections, the same may succeed. https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors,
#: error codes in `createSharedObjects` of server.c of Redis 8 and Valkey 9.
PASSING = (
    "READONLY", "LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "NOREPLICAS", "UNBLOCKED", "BUSY", "REDIRECT", "MOVED", "ASK",
)  # fmt: skip
_CODES: tuple[tuple[type[RedisError], str], ...] = (
    (ReadOnlyError, "READONLY"), (BusyLoadingError, "LOADING"), (MasterDownError, "MASTERDOWN"), (ClusterDownError, "CLUSTERDOWN"),
    (TryAgainError, "TRYAGAIN"), (MovedError, "MOVED"), (AskError, "ASK"),
)  # fmt: skip
#: The code of an error in a script, which Redis 6 puts behind its own.
_IN_SCRIPT = re.compile(r"@user_script: ?\d+: -([A-Z]+) ")
#: What the library makes of the replies of each command.
_CALLBACKS = cast("dict[str, Callable[[Any], Any]]", Redis().response_callbacks)


@dataclass(slots=True, eq=False)
class ServerStep:
    """What one server does as a whole.

    `source` is that of a script, which is sent where the server does not know it. `slot` is the one in which all keys
    lie, None where there are none; `node` the name of the server that is meant, whatever the keys. Once `done`, `reply`
    is the reply or a lasting error; else `trouble` is what stood in the way. `asking` is set where a slot is just moving.
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
        """Return what is sent."""
        sent: list[Command] = [("ASKING",)] if self.asking else []
        return [*sent, ("MULTI",), *self.commands, ("EXEC",)] if self.multi else [*sent, *self.commands]

    def answered(self, reply: Any) -> None:
        """Take the answer to the step."""
        if isinstance(reply, NoScriptError) and self.source:
            (known,) = self.commands
            self.commands, self.trouble = (("EVAL", self.source, *known[2:]),), reply
        elif isinstance(reply, RedisError) and code_of(reply) in PASSING:
            self.trouble = reply
        else:
            self.done, self.reply, self.trouble = True, reply, None


def code_of(error: BaseException) -> str:
    """Return the code of an error that a server answered, "" for every other one."""
    if isinstance(error, ConnectionError) and isinstance(error.__context__, ReadOnlyError):
        return "READONLY"  # what the library makes of it where sentinels say who is the primary
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
    """Return a script that lies beside this module, and its digest."""
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
    """Return True if a server could not be reached, or went away midway; another try may reach it."""
    if isinstance(error, AuthenticationError | MaxConnectionsError):
        return False
    return isinstance(error, ConnectionError | TimeoutError | OSError)


async def exchange(connection: AbstractConnection, steps: Sequence[ServerStep], trip: Trip) -> None:
    """Send steps over a connection that stands, and give each its answer.

    Raises:
        RedisError: the connection was lost; the steps that have no answer are not done.
    """
    await connection.check_health()  # type: ignore[no-untyped-call]
    lines = [line for step in steps for line in step.lines()]
    packed = connection.pack_command(*lines[0]) if len(lines) == 1 else connection.pack_commands(lines)
    trip.open += 1
    try:
        await connection.send_packed_command(packed, check_health=False)
    except AttributeError:  # the library lets go of idle connections, also of one that was just taken
        if connection.is_connected:
            raise
        raise ConnectionError("The connection was closed meanwhile.") from None
    for at, step in enumerate(steps):
        step.answered(await _answer(connection, step))
        if isinstance(step.trouble, ConnectionError):  # an answer after which the library hangs up
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
        return _made(command, await _read(connection))
    queued = []
    for _ in range(1 + len(step.commands)):
        queued.append(await _read(connection))
        if isinstance(queued[-1], ConnectionError):
            return queued[-1]
    replies = await _read(connection)
    if isinstance(replies, RedisError):
        refused = next((one for one in queued if isinstance(one, RedisError)), None)
        return refused if refused is not None and isinstance(replies, ExecAbortError) else replies
    return [_made(command, reply) for command, reply in zip(step.commands, replies, strict=True)]


async def _read(connection: AbstractConnection) -> Any:
    """Return one reply, or the error that was answered."""
    try:
        return await connection.read_response()
    except (ResponseError, BusyLoadingError) as error:
        return error
    except ConnectionError as error:
        if code_of(error):
            return error
        raise


def _made(command: Command, reply: Any) -> Any:
    """Return a reply as the library gives it."""
    made = _CALLBACKS.get(str(command[0]))
    return reply if made is None or isinstance(reply, RedisError) else made(reply)


__all__ = [
    "PASSING", "Command", "Part", "ServerStep", "code_of", "errors_in", "exchange", "is_lost", "script_of", "texts_of",
]  # fmt: skip
