"""The one place that talks to Redis: commands, transactions and scripts, with patience.

A server that restarts is waited for; what it says in the end, when it stays away or refuses,
becomes one sentence. Repeating a write after a broken connection is safe because every write
of the store either carries an idempotency key or has the same effect twice.
"""

from __future__ import annotations

import asyncio
import builtins
import contextlib
import re
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextvars import ContextVar
from importlib.resources import files
from typing import Any, cast
from urllib.parse import urlsplit

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import AuthenticationError, ConnectionError, RedisError, TimeoutError  # noqa: A004

from bot.storage import sent
from bot.storage.errors import StorageError, StoredDamage, StoreUnavailable

#: The oldest server that has every command we use.
OLDEST = (6, 2)

#: Connections of one process at the most, and the seconds for which a command waits for a free one.
CONNECTIONS, WAITING = 32, 20.0

#: Seconds that any round trip may take, tries and all: a server may also take connections and say nothing.
_LONGEST = 25.0
#: Seconds for an answer that has come while our own loop was held up, but is not read yet.
_UNREAD = 0.05
#: Seconds for a round trip for which somebody waits, once the server is known to be silent (no second wait for the
#: same), and the seconds after which a round trip that is given up shows that it is.
_SILENT, _LONG = 0.2, 1.0
#: Seconds that a round trip may take in the present call; None for the longest.
_hurry: ContextVar[float | None] = ContextVar("hurry", default=None)


@contextlib.contextmanager
def hurried(seconds: float) -> Iterator[None]:
    """Inside the block a server that does not answer is given up after so many seconds, e.g. where somebody waits.

    Those are waited for once: until it answers again, it is given up almost at once.
    """
    before = _hurry.set(seconds)
    try:
        yield
    finally:
        _hurry.reset(before)


Part = str | bytes | int | float
Command = Sequence[Part]

#: Told of every round trip: what it was, its seconds, the commands in it, and whether the server did them.
Observe = Callable[[str, float, int, bool], None]


class Connection:
    """A pool of connections to one server.

    Args:
        url: redis://, rediss:// or unix://.
        patience: tries before giving up on a server that does not answer; the pauses grow from
            50 ms to 1 s, so the default waits about 10 s.
        observe: is told of every round trip.
        remedy: what to do where the server does not answer.
    """

    def __init__(
        self,
        url: str,
        patience: int = 12,
        observe: Observe | None = None,
        remedy: str = "start it, or mend REDIS_URL, and try again",
    ) -> None:
        self._remedy = remedy
        self.place = _place(url)
        self._observe = observe
        # Whoever finds all connections in use waits for one; the usual pool would refuse instead, as if the server
        # were gone.
        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=WAITING,
            retry=Retry(ExponentialWithJitterBackoff(cap=1.0, base=0.05), patience),
            retry_on_error=[ConnectionError, TimeoutError],
            socket_timeout=10,
            socket_connect_timeout=5,
            health_check_interval=30,
        )
        self._redis: Redis = Redis.from_pool(pool)
        self._scripts: dict[str, Any] = {}
        #: True from a round trip that was given up until one comes through.
        self.silent = False
        #: Mends what lies over all games among the keys of a command that met damage; True if it is worth another try.
        self.mender: Callable[[Sequence[str]], Awaitable[bool]] | None = None

    async def call(self, *command: Part) -> Any:
        """Run one command and return its reply, strings as bytes.

        Raises:
            StoreUnavailable: the server does not answer or refuses.
        """
        sent.note(str(command[0]))

        def doing() -> Awaitable[Any]:
            return self._told(str(command[0]).lower(), self._redis.execute_command(*command))  # type: ignore[no-untyped-call]

        return await self._mending(_texts(command), doing)

    async def transaction(self, *commands: Command) -> list[Any]:
        """Run commands on keys of one slot as one step; replies in order.

        Raises:
            StoreUnavailable: the server does not answer or refuses.
        """
        return await self._batch(commands, transaction=True)

    async def pipeline(self, *commands: Command) -> list[Any]:
        """Run independent commands in one round trip; replies in order.

        Raises:
            StoreUnavailable: the server does not answer or refuses.
        """
        named = [text for command in commands for text in _texts(command)]
        return list(await self._mending(named, lambda: self._batch(commands, transaction=False)))

    async def each(self, *commands: Command) -> list[Any]:
        """Run independent commands in one round trip; in place of a reply the damage where a value is of another kind.

        Raises:
            StoreUnavailable: the server does not answer or refuses.
        """
        replies = await self._batch(commands, transaction=False, singly=True)
        told = [self._sentence(one) if isinstance(one, RedisError) else one for one in replies]
        for one in told:
            if isinstance(one, StorageError) and not isinstance(one, StoredDamage):
                raise one
        return told

    async def script(self, name: str, keys: Sequence[str], arguments: Sequence[Part]) -> Any:
        """Run the script `name`.lua that lies beside this module.

        Raises:
            StoreUnavailable: the server does not answer or refuses.
        """
        if name not in self._scripts:
            source = files("bot.storage").joinpath(f"{name}.lua").read_text(encoding="utf-8")
            self._scripts[name] = self._redis.register_script(source)
        sent.note("script")

        def doing() -> Awaitable[Any]:
            return self._told(f"script {name}", self._scripts[name](keys=list(keys), args=list(arguments)))

        return await self._mending(keys, doing)

    async def check_version(self) -> str:
        """The server's name and version, e.g. "Redis 6.2.14".

        Raises:
            StoreUnavailable: it is older than 6.2 or does not answer.
        """
        info = cast("dict[str, Any]", await self.call("INFO", "server"))
        name = "Valkey" if "valkey_version" in info else "Redis"
        text = str(info.get("valkey_version", info["redis_version"]))
        if version_of(str(info["redis_version"])) < OLDEST:
            raise StoreUnavailable(f"The server at {self.place} is {name} {text}; Feldpost needs 6.2 or newer.")
        return f"{name} {text}"

    async def close(self) -> None:
        """Close all connections."""
        await self._redis.aclose()

    async def _mending(self, named: Sequence[str], doing: Callable[[], Awaitable[Any]]) -> Any:
        """The reply; where what lies over all games was damaged, that of the same commands after it was mended."""
        try:
            return await doing()
        except StoredDamage:
            if self.mender is None or not await self.mender(named):
                raise
            return await doing()

    async def _batch(self, commands: Sequence[Command], *, transaction: bool, singly: bool = False) -> list[Any]:
        sent.note(*(str(command[0]) for command in commands))
        async with self._redis.pipeline(transaction=transaction) as pipe:
            for command in commands:
                pipe.execute_command(*command)
            what = "transaction" if transaction else "pipeline"
            return list(await self._told(what, pipe.execute(raise_on_error=not singly), len(commands)))

    async def _told(self, what: str, doing: Awaitable[Any], commands: int = 1) -> Any:
        """Time a round trip, and put what the server refuses into one sentence."""
        begun, done, hurry = time.perf_counter(), False, _hurry.get()
        allowed = min(hurry, _SILENT) if hurry is not None and self.silent else hurry
        try:
            result = await _within(allowed, doing)
            done, self.silent = True, False
            return result  # noqa: TRY300 - the failures of the round trip are what follows
        except RedisError as error:
            raise self._sentence(error) from error
        except builtins.TimeoutError as error:
            self.silent = self.silent or allowed is None or allowed >= _LONG
            raise self._sentence(TimeoutError()) from error
        finally:
            if self._observe is not None:
                self._observe(what, time.perf_counter() - begun, commands, done)

    def _sentence(self, error: RedisError) -> StorageError:
        if isinstance(error, AuthenticationError):
            return StoreUnavailable(f"The Redis server at {self.place} wants another password: mend REDIS_URL.")
        if "No connection available" in str(error):
            return StoreUnavailable(
                f"All {CONNECTIONS} connections to the Redis server at {self.place} were in use for {WAITING:.0f} s: "
                "it is too slow for what is asked of it. Try again."
            )
        if isinstance(error, ConnectionError | TimeoutError):
            return StoreUnavailable(f"The Redis server at {self.place} does not answer: {self._remedy}.")
        if "WRONGTYPE" in str(error):
            return StoredDamage(
                "A stored value is damaged: it is of another kind than we write. Restore it from a backup."
            )
        return StoreUnavailable(f"The Redis server at {self.place} refused: {error}.")


def _texts(command: Command) -> list[str]:
    """The parts of a command that may be keys."""
    return [part for part in command if isinstance(part, str)]


async def _within(seconds: float | None, doing: Awaitable[Any]) -> Any:
    """The outcome of a round trip, unless it takes longer; then TimeoutError."""
    if seconds is None:
        caller = asyncio.current_task()
        before = caller.cancelling() if caller else 0
        async with asyncio.timeout(_LONGEST):
            answer = await doing
        # Before Python 3.12 asyncio.wait_for, which the library uses, swallows a cancellation that comes together with
        # what it waits for; whoever was cancelled would go on.
        if caller is not None and caller.cancelling() > before:
            raise asyncio.CancelledError
        return answer
    task = asyncio.ensure_future(doing)
    try:
        await asyncio.wait({task}, timeout=seconds)
        if not task.done():
            await asyncio.sleep(_UNREAD)
        if task.done():
            return task.result()
    finally:
        task.cancel()
    raise builtins.TimeoutError


def version_of(text: str) -> tuple[int, ...]:
    """Read a version such as 6.2.14 into numbers that compare."""
    return tuple(int(part) for part in re.findall(r"\d+", text)[:3])


def _place(url: str) -> str:
    """Where a server is, without user and password."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return parts.path
    return f"{parts.hostname or 'localhost'}:{parts.port or 6379}"
