"""The Redis connection: commands, transactions and scripts, with retries.

A server that restarts, or is no longer the primary, is waited for; its last error, if it stays away or refuses,
becomes one sentence. Repeating a write after a broken connection is safe because every write of the store either
has an idempotency key or is idempotent. A single server, one watched by sentinels, and a cluster are used alike: all
keys of a step are in one slot.
"""

from __future__ import annotations

import asyncio
import builtins
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from itertools import count
from typing import Any

from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import (
    MovedError,
    RedisError,
    ResponseError,
    TimeoutError,  # noqa: A004 - the library's own
)

from bot.addresses import Address, read_address
from bot.narration.texts import host_text
from bot.storage import keys, write_tracking
from bot.storage.call_deadlines import hurry, is_note, within
from bot.storage.cluster import ClusterClient, slot_of
from bot.storage.errors import StorageError, StoredDamage, StoreUnavailable
from bot.storage.indexes import Indexes
from bot.storage.pipeline import Command, Part, ServerStep, code_of, errors_in, script_of, texts_of
from bot.storage.refusals import refuses, sentence
from bot.storage.single_server import NoFreeConnection, ServerClient, SingleClient

#: The oldest server version with every command in use.
OLDEST = (6, 2)

#: Maximum connections per process, and seconds that a command waits for a free one.
CONNECTIONS, WAITING = 32, 20.0

#: Seconds allowed for a round trip with a waiting user once the server is known to be silent (so that they wait only
#: once), and seconds after which an abandoned round trip marks it as silent.
_SILENT, _LONG = 0.2, 1.0
#: Retries of an optional write on a server that refuses writes: one over new connections, since it may have become a
#: replica.
_NOTED = 1

#: Called after every round trip with its name, its seconds, its number of commands, and whether it succeeded.
Observe = Callable[[str, float, int, bool], None]


class Connection:
    """The connections to one server, or to all nodes of a cluster.

    Args:
        url: in the format of `bot.addresses`; a single server is asked whether it is a cluster node.
        patience: retries before giving up on a server that does not answer; the pauses grow from 50 ms to 1 s, so the
            default waits about 8 s, and twice as long for sentinels or a cluster.
        observe: called after every round trip.
        remedy: the key of the text about what to do if the server does not answer.
    """

    def __init__(
        self,
        url: str,
        patience: int = 12,
        observe: Observe | None = None,
        remedy: str = "store.refusals.start_it",
    ) -> None:
        self._remedy = remedy
        self._address = read_address(url)
        self.place = self._address.place
        self._observe = observe
        # Failover takes longer than a restart, so about 16 s are allowed for it.
        self._patience = patience if self._address.kind == "single" else patience * 5 // 3
        self._pauses = ExponentialWithJitterBackoff(cap=1.0, base=0.05)
        self._client: ServerClient
        if self._address.kind == "cluster":
            self._client = self._cluster_client(self._address)
        else:
            self._client = SingleClient(self._address, CONNECTIONS, WAITING)
        #: Whether it is known if the server is a cluster node.
        self._asked = self._address.kind != "single"
        self._asking = asyncio.Lock()
        #: True from an abandoned round trip until one succeeds.
        self.silent = False
        #: The global indexes, which are repaired when a command on their keys finds damage.
        self.indexes = Indexes(self)

    async def call(self, *command: Part) -> Any:
        """Run one command and return its reply, strings as bytes.

        Raises:
            StoreUnavailable: the server does not answer or refuses.
        """

        async def doing() -> Any:
            return (await self._timed_trip(str(command[0]).lower(), [self._step(command)]))[0]

        return await self._with_index_repair(texts_of(command), doing)

    async def transaction(self, *commands: Command) -> list[Any]:
        """Run commands on keys of one slot atomically; return the replies in order.

        A full server refuses even reads in here; use `moment` for those.

        Raises:
            StoreUnavailable: the server does not answer or refuses.
        """
        if not commands:
            return []
        replies: list[Any] = (await self._timed_trip("transaction", [self._bundle(commands)]))[0]
        return replies

    async def pipeline(self, *commands: Command) -> list[Any]:
        """Run independent commands in one round trip; return the replies in order.

        Raises:
            StoreUnavailable: the server does not answer or refuses.
        """
        named = [text for command in commands for text in texts_of(command)]
        return list(await self._with_index_repair(named, lambda: self._batch(commands)))

    async def each(self, *commands: Command) -> list[Any]:
        """Run independent commands in one round trip; a value of the wrong type yields its damage instead of a reply.

        Raises:
            StoreUnavailable: the server does not answer or refuses.
        """
        replies = await self._batch(commands, singly=True)
        told = [self._sentence(one) if isinstance(one, RedisError) else one for one in replies]
        for one in told:
            if isinstance(one, StorageError) and not isinstance(one, StoredDamage):
                raise one
        return told

    async def script(self, name: str, keys: Sequence[str], arguments: Sequence[Part]) -> Any:
        """Run the script `name`.lua next to this module.

        Raises:
            StoreUnavailable: the server does not answer or refuses.
        """

        async def doing() -> Any:
            return (await self._timed_trip(f"script {name}", [self._script_step(name, keys, arguments)]))[0]

        return await self._with_index_repair(keys, doing)

    async def moment(self, *looks: Command) -> list[Any]:
        """Run reads on keys of one slot atomically, even if the server refuses writes; return the raw replies in order.

        Raises:
            StoreUnavailable: the server does not answer.
        """
        arguments: list[Part] = [part for name, _, *more in looks for part in (name, len(more), *more)]
        return list(await self.script("look", [str(look[1]) for look in looks], arguments))

    async def scan(self, pattern: str | None = None, count: int = 1000) -> AsyncIterator[list[bytes]]:
        """Yield all keys, or those matching a pattern, in batches, on all nodes of a cluster; keys can recur.

        If keys move between nodes meanwhile, the scan is repeated.

        Raises:
            StoreUnavailable: the server does not answer.
        """
        more = ("MATCH", pattern, "COUNT", count) if pattern is not None else ("COUNT", count)
        for _ in range(_SCANS):
            before = await self._asking_nodes(lambda client: client.layout())
            for node in await self._asking_nodes(lambda client: client.nodes()):
                cursor: bytes | int = 0
                while True:
                    step = ServerStep((("SCAN", cursor, *more),), node=node)
                    ((cursor, found),) = await self._timed_trip("scan", [step])
                    yield found
                    if not int(cursor):
                        break
            if before == await self._asking_nodes(lambda client: client.layout()):
                return

    async def everywhere(self, *command: Part) -> list[Any]:
        """Run a command without a key on every primary; return the replies.

        Raises:
            StoreUnavailable: one does not answer or refuses.
        """
        nodes = await self._asking_nodes(lambda client: client.nodes())
        return await self._timed_trip(str(command[0]).lower(), [ServerStep((command,), node=node) for node in nodes])

    async def probe(self) -> None:
        """Write a small key on every primary, which expires in a minute.

        Raises:
            StoreRefuses: one refuses writes.
            StoreUnavailable: one does not answer.
        """
        places = await self._asking_nodes(lambda client: client.spread(keys.PROBE))
        await self.pipeline(*(("SET", place, 1, "EX", 60) for place in places))

    async def check_version(self) -> str:
        """Return the server's name and version, e.g. "Redis 6.2.14"; the oldest in a cluster.

        Raises:
            StoreUnavailable: it is older than 6.2 or does not answer.
        """
        infos = await self.everywhere("INFO", "server")
        info: dict[str, Any] = min(infos, key=lambda one: version_of(str(one["redis_version"])))
        name = "Valkey" if "valkey_version" in info else "Redis"
        text = str(info.get("valkey_version", info["redis_version"]))
        if version_of(str(info["redis_version"])) < OLDEST:
            raise StoreUnavailable(
                host_text("store.connection.server_needs_newer", place=self.place, name=name, text=text)
            )
        return f"{name} {text}"

    async def close(self) -> None:
        """Close all connections."""
        await self._client.close()

    async def _with_index_repair(self, named: Sequence[str], doing: Callable[[], Awaitable[Any]]) -> Any:
        """Return the reply; if a global index was damaged, repair it and run the commands again."""
        try:
            return await doing()
        except StoredDamage:
            if not await self.indexes.mend(named):
                raise
            return await doing()

    # ------------------------------------------------------------------------------------------ steps

    def _step(self, command: Command) -> ServerStep:
        return ServerStep((command,), slot=self._slot(command))

    def _bundle(self, commands: Sequence[Command]) -> ServerStep:
        slots = {slot for command in commands if (slot := self._slot(command)) is not None}
        if len(slots) > 1:
            raise StoreUnavailable(host_text("store.connection.keys_one_step_lie", place=self.place))
        return ServerStep(tuple(commands), multi=True, slot=slots.pop() if slots else None)

    def _script_step(self, name: str, named: Sequence[str], arguments: Sequence[Part]) -> ServerStep:
        source, digest = script_of(name)
        command = ("EVALSHA", digest, len(named), *named, *arguments)
        return ServerStep((command,), source=source, slot=self._slot(command))

    def _slot(self, command: Command) -> int | None:
        """Return the slot of a command's keys; None without a cluster."""
        if isinstance(self._client, SingleClient):
            return None
        try:
            return slot_of(command)
        except RedisError as error:
            raise self._sentence(error) from error

    async def _batch(self, commands: Sequence[Command], *, singly: bool = False) -> list[Any]:
        return await self._timed_trip("pipeline", [self._step(command) for command in commands], singly=singly)

    # ------------------------------------------------------------------------------------------ round trips

    async def _timed_trip(self, what: str, steps: Sequence[ServerStep], *, singly: bool = False) -> list[Any]:
        """Time a round trip, and convert the server's errors to one sentence."""
        if not steps:
            return []
        begun, done, allowed = time.perf_counter(), False, hurry()
        if allowed is not None and self.silent:
            allowed = min(allowed, _SILENT)
        commands = [command for step in steps for command in step.commands]
        trip = write_tracking.trip(*([what] if steps[0].source else (str(command[0]) for command in commands)))
        try:
            await within(allowed, self._persist(steps, trip))
            # Some of several steps may have been done though others were refused.
            done, self.silent = not all(isinstance(step.reply, RedisError) for step in steps), False
        except RedisError as error:
            raise self._sentence(error) from error
        except builtins.TimeoutError as error:
            self.silent = self.silent or allowed is None or allowed >= _LONG
            # Its last answer says more than the timeout.
            told = next((one for step in steps if (one := step.trouble) is not None and code_of(one)), TimeoutError())
            raise self._sentence(told) from error
        finally:
            trip.ended(done=done)
            refused = next((one for step in steps for one in errors_in(step.reply)), None)
            if self._observe is not None:
                self._observe(what, time.perf_counter() - begun, len(commands), done and refused is None)
        if refused is not None and not singly:
            raise self._sentence(refused) from refused
        return [step.reply for step in steps]

    async def _persist(self, steps: Sequence[ServerStep], trip: write_tracking.Trip) -> None:
        """Retry until all steps are done or the retries are used up.

        Raises:
            RedisError: the last obstacle.
        """
        for failures in count(1):
            if not self._asked:
                await self._ask(steps)
                self._place(steps)
            if self._asked:
                await self._client.carry(steps, trip)
            troubles = [step.trouble for step in steps if not step.done and step.trouble is not None]
            if not troubles:
                return
            if self._is_cluster_node(troubles):
                await self._become_cluster()
                self._place(steps)
                continue
            allowed = _NOTED if is_note() and all(map(refuses, troubles)) else self._patience
            if failures > min(allowed, self._patience):
                raise troubles[0]
            await self._client.renew(troubles)
            await asyncio.sleep(self._pauses.compute(failures))

    async def _ask(self, steps: Sequence[ServerStep]) -> None:
        """Find out whether the server is a cluster node; if it does not answer, the steps get the error."""
        async with self._asking:
            if self._asked:
                return
            asking = ServerStep((("INFO", "cluster"),))
            await self._client.carry([asking], write_tracking.trip("info"))
            if not asking.done:
                for step in steps:
                    step.trouble = asking.trouble
                return
            if isinstance(asking.reply, dict) and asking.reply.get("cluster_enabled") and self._address.hosts:
                await self._become_cluster()
            self._asked = True

    def _is_cluster_node(self, troubles: Sequence[RedisError]) -> bool:
        """Return True if an error shows that a server is a cluster node although it did not say so."""
        return isinstance(self._client, SingleClient) and any(isinstance(one, MovedError) for one in troubles)

    async def _become_cluster(self) -> None:
        """Switch to all nodes of the cluster that the server belongs to."""
        if isinstance(self._client, SingleClient):
            before, self._client = self._client, self._cluster_client(self._address)
            self._patience = self._patience * 5 // 3
            await before.close()

    def _place(self, steps: Sequence[ServerStep]) -> None:
        """Set the slots of steps created before the cluster was detected."""
        if isinstance(self._client, SingleClient):
            return
        for step in steps:
            slots = {slot for command in step.commands if (slot := slot_of(command)) is not None}
            if len(slots) > 1:
                step.answered(_ACROSS)
            step.slot = slots.pop() if slots else None

    def _cluster_client(self, address: Address) -> ClusterClient:
        return ClusterClient(address, CONNECTIONS, WAITING, keys.OUTBOXES)

    async def _asking_nodes(self, ask: Callable[[ServerClient], Awaitable[Any]]) -> Any:
        """Return the result of a query to the client itself, with retries."""
        if not self._asked:
            await self.call("PING")
        for failures in range(1, self._patience + 1):
            try:
                return await ask(self._client)
            except RedisError:
                await asyncio.sleep(self._pauses.compute(failures))
        try:
            return await ask(self._client)
        except RedisError as error:
            raise self._sentence(error) from error

    def _sentence(self, error: RedisError) -> StorageError:
        if isinstance(error, NoFreeConnection):
            return StoreUnavailable(
                host_text(
                    "store.connection.all_connections_redis_server",
                    connections=CONNECTIONS,
                    place=self.place,
                    waiting=f"{WAITING:.0f}",
                )
            )
        return sentence(error, self.place, self._remedy)


#: The reply to a step whose keys are in several slots.
_ACROSS = ResponseError("CROSSSLOT Keys in request don't hash to the same slot")
#: Maximum number of scans while keys move between nodes.
_SCANS = 3


def version_of(text: str) -> tuple[int, ...]:
    """Parse a version such as 6.2.14 into comparable numbers."""
    return tuple(int(part) for part in re.findall(r"\d+", text)[:3])
