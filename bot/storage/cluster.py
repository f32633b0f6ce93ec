"""Cluster client: steps go to the nodes that hold their keys, wherever those move.

redis-py knows the nodes, their connections and the slot layout. Its own send methods are not used: they take one
connection for `ASKING` and another for the command after it, drop all connections at each redirection, and build a
transaction in a separate thread for each command. So a redirected step is sent where the redirection points.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Iterable, Sequence

from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.crc import key_slot
from redis.exceptions import (
    AskError,
    ConnectionError,  # noqa: A004 - the library's own
    MovedError,
    NoScriptError,
    RedisClusterException,
    RedisError,
    ResponseError,
)

from bot.addresses import Address
from bot.narration.texts import host_text
from bot.storage.pipeline import Command, Part, ServerStep, exchange, is_lost
from bot.storage.single_server import OPTIONS, Slots
from bot.storage.write_tracking import Trip

log = logging.getLogger(__name__)

#: Maximum redirections of a step per attempt, and seconds between two layout refreshes caused by redirections: each
#: refresh reconnects all connections, and a slot may be only one of many that move.
_REDIRECTIONS, _APART = 8, 1.0
#: Keys tried in order to find one on each primary.
_SPREAD = 256
#: Connect timeout in seconds; a dead node accepts none, and others know its replacement.
_CONNECT = 2
#: Commands without a key, and those whose arguments are all keys.
_KEYLESS = frozenset(
    "acl bgrewriteaof client cluster config dbsize flushall info latency memory ping role scan script time".split()
)
_ALL_KEYS = frozenset("del exists mget touch unlink".split())


def slot_of(command: Command) -> int | None:
    """Return the slot of a command's keys; None if it has none.

    Raises:
        ResponseError: the keys are in several slots.
    """
    name = str(command[0]).lower()
    if name in ("eval", "evalsha"):
        named = command[3 : 3 + int(command[2])]
    elif name in _KEYLESS:
        named = ()
    else:
        named = command[1:] if name in _ALL_KEYS else command[1:2]
    return slot_of_all(named)


def slot_of_all(named: Iterable[Part]) -> int | None:
    """Return the slot of some keys; None if there are none. Raises as `slot_of`."""
    slots = {key_slot(key if isinstance(key, bytes) else str(key).encode()) for key in named}
    if len(slots) > 1:
        raise ResponseError("CROSSSLOT Keys in request don't hash to the same slot")
    return slots.pop() if slots else None


class ClusterClient:
    """The connections to the nodes of a cluster.

    Args:
        address: of some of its nodes.
        most: maximum number of concurrent round trips.
        waiting: seconds that a round trip waits for a free slot.
        home: the key whose node serves commands without a key, so that it is always the same one.
    """

    def __init__(self, address: Address, most: int, waiting: float, home: str) -> None:
        options = OPTIONS | {"socket_connect_timeout": _CONNECT} | address.options | {"ssl": address.tls}
        options.pop("db", None)
        self._cluster = RedisCluster(
            startup_nodes=[ClusterNode(host, port) for host, port in address.hosts],
            require_full_coverage=False,
            # More than are ever used: an abandoned attempt may hold one a moment longer.
            max_connections=4 * most,
            retry=Retry(NoBackoff(), 0),
            **options,
        )
        self._slots = Slots(most, waiting)
        self._home = slot_of_all([home]) or 0
        #: When the layout was last fetched, and when it must be fetched again, by the event loop's clock.
        self._learnt, self._due = -math.inf, -math.inf
        self._learning = asyncio.Lock()
        #: Nodes named by a redirection but missing in the layout.
        self._strangers: dict[str, ClusterNode] = {}
        self._closed = False

    async def carry(self, steps: Sequence[ServerStep], trip: Trip) -> None:
        """Try all unfinished steps once, each at the node of its keys."""
        async with self._slots.one():
            try:
                await self._learn()
            except (RedisError, RedisClusterException, OSError) as error:
                for step in steps:
                    step.trouble = None if step.done else _as_trouble(error)
                return
            aims = {step: self._first_node(step) for step in steps if not step.done}
            for _ in range(_REDIRECTIONS):
                await self._send_to_each(aims, trip)
                aims = {step: further for step, node in aims.items() if (further := self._next_node(step, node))}
                if not aims:
                    return

    async def renew(self, troubles: Sequence[RedisError]) -> None:
        """Mark the layout as outdated; after fetching it, redis-py reconnects all connections."""
        del troubles
        self._due = -math.inf

    async def nodes(self) -> list[str]:
        """Return the names of all primaries."""
        await self._ensure_layout()
        return sorted(node.name for node in self._cluster.get_primaries())

    async def layout(self) -> object:
        """Return the primary that holds each slot."""
        self._due = -math.inf
        await self._ensure_layout()
        return {slot: nodes[0].name for slot, nodes in self._cluster.nodes_manager.slots_cache.items()}

    async def spread(self, name: str) -> list[str]:
        """Return the name with numbers appended, so that each primary holds one of the keys."""
        await self._ensure_layout()
        found: dict[str, str] = {}
        for number in range(_SPREAD):
            key = f"{name}:{number}"
            held = self._cluster.nodes_manager.slots_cache.get(slot_of_all([key]) or 0)
            if held:
                found.setdefault(held[0].name, key)
        return list(found.values())

    async def close(self) -> None:
        """Close all connections, and pending ones as soon as they are established."""
        self._closed = True
        manager = self._cluster.nodes_manager
        every = [*manager.startup_nodes.values(), *manager.nodes_cache.values(), *self._strangers.values()]
        await asyncio.gather(*(node.disconnect() for node in every), return_exceptions=True)

    # ------------------------------------------------------------------------------------------ inside

    async def _ensure_layout(self) -> None:
        try:
            await self._learn()
        except RedisClusterException as error:
            raise _as_trouble(error) from error

    async def _learn(self) -> None:
        """Fetch the layout if it is unknown or may have changed; concurrent callers wait."""
        if asyncio.get_running_loop().time() < self._due:
            return
        async with self._learning:
            now = asyncio.get_running_loop().time()
            if now < self._due:
                return
            try:
                await self._cluster.nodes_manager.initialize()
            except LookupError:  # the library takes the first primary without checking that there is one
                raise ConnectionError(host_text("store.cluster.no_node_holds_any")) from None
            self._learnt, self._due = now, math.inf

    async def _send_to_each(self, aims: dict[ServerStep, ClusterNode | None], trip: Trip) -> None:
        """Send each step to its node, to all nodes concurrently."""
        groups: dict[str, tuple[ClusterNode, list[ServerStep]]] = {}
        for step, node in aims.items():
            if node is None:
                step.trouble = ConnectionError(host_text("store.cluster.no_node_holds_part"))
            else:
                groups.setdefault(node.name, (node, []))[1].append(step)
        if len(groups) == 1:
            ((node, steps),) = groups.values()
            await self._send_to(node, steps, trip)
        elif groups:
            await asyncio.gather(*(self._send_to(node, steps, trip) for node, steps in groups.values()))

    async def _send_to(self, node: ClusterNode, steps: Sequence[ServerStep], trip: Trip) -> None:
        connection = node.acquire_connection()
        try:
            await node.disconnect_if_needed(connection)
            if not connection.is_connected:
                await connection.connect()  # type: ignore[no-untyped-call]
            await exchange(connection, steps, trip)
        except (RedisError, OSError) as error:
            if not is_lost(error):
                raise
            log.debug("node %s: %s", node.name, error)
            self._due = -math.inf
            for step in steps:
                if not step.done:
                    step.trouble = _as_trouble(error)
        finally:
            if self._closed:
                await connection.disconnect()
            node.release(connection)

    def _next_node(self, step: ServerStep, node: ClusterNode | None) -> ClusterNode | None:
        """Return the node a step goes to next, immediately; None if it is done or must wait."""
        trouble = step.trouble
        if step.done or node is None:
            return None
        if isinstance(trouble, AskError):
            step.asking = not isinstance(trouble, MovedError)
            if not step.asking:
                self._due = min(self._due, self._learnt + _APART)
            return self._redirected_node(trouble.host or node.host, trouble.port)
        return node if isinstance(trouble, NoScriptError) else None

    def _first_node(self, step: ServerStep) -> ClusterNode | None:
        """Return the node a step goes to first."""
        step.asking = False
        if step.node:
            return self._cluster.get_node(node_name=step.node)
        held = self._cluster.nodes_manager.slots_cache.get(self._home if step.slot is None else step.slot)
        return held[0] if held else None

    def _redirected_node(self, host: str, port: int) -> ClusterNode:
        """Return the node a redirection names, even one that just joined and is otherwise unknown."""
        known = self._cluster.get_node(host=host, port=port)
        if known is not None:
            return known
        name = f"{host}:{port}"
        if name not in self._strangers:
            self._strangers[name] = ClusterNode(host, port, "primary", **self._cluster.connection_kwargs)
        return self._strangers[name]


def _as_trouble(error: BaseException) -> RedisError:
    return error if isinstance(error, RedisError) else ConnectionError(str(error))


__all__ = ["ClusterClient", "slot_of"]
