"""Real Redis servers on loopback: single, as primary and replica with sentinels, and as a cluster."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import signal
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.crc import key_slot
from redis.exceptions import MovedError, RedisError

from bot.storage.binaries import find_binary

#: Milliseconds after which an unresponsive node is considered dead; short, so that tests don't wait.
NODE_TIMEOUT = 1000
SLOTS = 16384


def free_port() -> int:
    """Return a port of 127.0.0.1 that is free, and so is the one 10,000 higher, where a cluster node's bus listens."""
    while True:
        with socket.socket() as probe, socket.socket() as bus:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
            if port >= 55_000:
                continue
            with contextlib.suppress(OSError):
                bus.bind(("127.0.0.1", port + 10_000))
                return port


@dataclass
class Server:
    """A server process, which can be killed and restarted on the same port and directory."""

    directory: Path
    port: int
    settings: str = ""
    sentinel: bool = False
    process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    async def start(self) -> None:
        self.directory.mkdir(parents=True, exist_ok=True)
        own = self.directory / "server.conf"
        if not own.exists():
            store = "" if self.sentinel else 'save ""\nappendonly yes\nappendfsync no\n'
            own.write_text(
                f"port {self.port}\nbind 127.0.0.1\nprotected-mode no\nlogfile server.log\ndir {self.directory}\n{store}{self.settings}"
            )
        binary = (await find_binary()).path
        more = ["--sentinel"] if self.sentinel else []
        self.process = await asyncio.create_subprocess_exec(
            binary,
            str(own),
            *more,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            cwd=self.directory,
        )
        for _ in range(400):
            with contextlib.suppress(RedisError, OSError):
                if await self.ask("PING"):
                    return
            await asyncio.sleep(0.02)
        raise AssertionError((self.directory / "server.log").read_text(encoding="utf-8")[-2000:])

    async def ask(self, *command: Any) -> Any:
        """Return the server's reply to a plain client."""
        client = Redis(port=self.port, socket_timeout=5, retry=Retry(NoBackoff(), 0))
        try:
            return await client.execute_command(*command)  # type: ignore[no-untyped-call]
        finally:
            await client.aclose()

    async def kill(self) -> None:
        """Kill the process as in a crash."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> None:
        if self.process is not None and self.process.returncode is None:
            self.process.send_signal(how)
            await self.process.wait()


@contextlib.asynccontextmanager
async def server(directory: Path, settings: str = "") -> AsyncIterator[Server]:
    """Run a separate server with further settings."""
    one = Server(directory, free_port(), settings)
    await one.start()
    try:
        yield one
    finally:
        await one.kill()


@dataclass
class Cluster:
    """Nodes of a cluster: first the primaries, then as many replicas, in creation order."""

    nodes: list[Server] = field(default_factory=list)

    @property
    def url(self) -> str:
        """The address of all nodes."""
        return "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)

    def node(self, port: int) -> Server:
        return next(one for one in self.nodes if one.port == port)

    async def form(self, primaries: int) -> None:
        """Form a cluster of the nodes: the first are primaries, the others replicas of one each."""
        await asyncio.gather(*(node.start() for node in self.nodes))
        first = self.nodes[0]
        for epoch, node in enumerate(self.nodes, 1):
            await node.ask("CLUSTER", "SET-CONFIG-EPOCH", epoch)
        share = -(-SLOTS // primaries)
        for n in range(primaries):
            await self.nodes[n].ask("CLUSTER", "ADDSLOTS", *range(n * share, min(SLOTS, (n + 1) * share)))
        for node in self.nodes[1:]:
            await node.ask("CLUSTER", "MEET", "127.0.0.1", first.port)
        for n, node in enumerate(self.nodes[primaries:]):
            mine = await self._name(self.nodes[n % primaries])
            await _until(partial(self._knows, node, mine), "the nodes meet")
            await node.ask("CLUSTER", "REPLICATE", mine)
        await _until(lambda: self._whole(primaries), "the cluster is whole")
        for n, node in enumerate(self.nodes[primaries:]):
            await streaming(self.nodes[n % primaries], node)

    async def _whole(self, primaries: int) -> bool:
        for node in self.nodes:
            info = (await node.ask("CLUSTER", "INFO")).decode()
            if "cluster_state:ok" not in info or f"cluster_known_nodes:{len(self.nodes)}" not in info:
                return False
            slots = await node.ask("CLUSTER", "SLOTS")
            if sum(len(one) - 2 if isinstance(one, list) else 0 for one in slots) < len(self.nodes):
                return False
        replicas = [await node.ask("INFO", "replication") for node in self.nodes[primaries:]]
        return all(one["master_link_status"] == "up" for one in replicas)

    @staticmethod
    async def _name(node: Server) -> str:
        return str((await node.ask("CLUSTER", "MYID")).decode())

    @staticmethod
    async def _knows(node: Server, name: str) -> bool:
        return name in (await node.ask("CLUSTER", "NODES")).decode()

    async def holder(self, key: str) -> Server:
        """Return the primary that has a key's slot, as seen by the live nodes."""
        slot = key_slot(key.encode())
        for node in self.nodes:
            if node.process is not None and node.process.returncode is None:
                for start, end, primary, *_ in await node.ask("CLUSTER", "SLOTS"):
                    if start <= slot <= end:
                        return self.node(int(primary[1]))
        raise AssertionError(f"nobody holds {key}")

    async def followed(self, primary: Server) -> None:
        """Wait until a replica receives what a primary writes."""

        async def there() -> bool:
            return "slave0" in await primary.ask("INFO", "replication")

        await _until(there, "the primary has a replica")
        replica = (await primary.ask("INFO", "replication"))["slave0"]
        await streaming(primary, self.node(int(replica["port"])))

    async def move(self, key: str) -> tuple[Server, Server]:
        """Move the slot of a key to another primary, key by key as an operator's tools do; returns both."""
        slot, source = key_slot(key.encode()), await self.holder(key)
        target = await self._other_than(source)
        came, went = await self._name(target), await self._name(source)
        await target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", went)
        await source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", came)
        while some := await source.ask("CLUSTER", "GETKEYSINSLOT", slot, 1):
            await source.ask("MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS", *some)
            await asyncio.sleep(0.02)
        for node in (target, source):
            await node.ask("CLUSTER", "SETSLOT", slot, "NODE", came)
        return source, target

    async def _other_than(self, source: Server) -> Server:
        for other in self.nodes:
            lives = other is not source and other.process is not None and other.process.returncode is None
            if lives and b"myself,master" in await other.ask("CLUSTER", "NODES"):
                return other
        raise AssertionError("there is no other primary")


@contextlib.asynccontextmanager
async def cluster(directory: Path, primaries: int = 3, replicas: int = 1) -> AsyncIterator[Cluster]:
    """Run a cluster of this many primaries, each with this many replicas."""
    settings = (
        f"cluster-enabled yes\ncluster-config-file nodes.conf\ncluster-node-timeout {NODE_TIMEOUT}\n"
        "cluster-replica-validity-factor 0\nrepl-diskless-sync-delay 0\n"
    )
    ports = [free_port() for _ in range(primaries * (1 + replicas))]
    made = Cluster([Server(directory / str(port), port, settings) for port in ports])
    try:
        await made.form(primaries)
        yield made
    finally:
        await asyncio.gather(*(node.kill() for node in made.nodes))
        shutil.rmtree(directory, ignore_errors=True)


@dataclass
class Guarded:
    """A primary, its replica, and sentinels that monitor both."""

    primary: Server
    replica: Server
    sentinels: list[Server]

    @property
    def url(self) -> str:
        hosts = ",".join(f"127.0.0.1:{one.port}" for one in self.sentinels)
        return f"redis+sentinel://{hosts}/games/0"


@contextlib.asynccontextmanager
async def guarded(directory: Path, sentinels: int = 3) -> AsyncIterator[Guarded]:
    """Run a primary and a replica monitored by sentinels under the name "games"."""
    primary = Server(directory / "primary", free_port())
    replica = Server(
        directory / "replica", free_port(), f"replicaof 127.0.0.1 {primary.port}\nrepl-diskless-sync-delay 0\n"
    )
    watching = (
        f"sentinel monitor games 127.0.0.1 {primary.port} {sentinels // 2 + 1}\n"
        "sentinel down-after-milliseconds games 1000\nsentinel failover-timeout games 3000\n"
    )
    watchers = [Server(directory / f"sentinel-{n}", free_port(), watching, sentinel=True) for n in range(sentinels)]
    every = [primary, replica, *watchers]
    try:
        await primary.start()
        await replica.start()
        await asyncio.gather(*(one.start() for one in watchers))

        async def seen() -> bool:
            for one in watchers:
                told = await one.ask("SENTINEL", "MASTER", "games")
                if (await replica.ask("INFO", "replication"))["master_link_status"] != "up":
                    return False
                if int(told[b"num-slaves"]) < 1 or int(told[b"num-other-sentinels"]) < sentinels - 1:
                    return False
            return True

        await _until(seen, "the sentinels know each other")
        await streaming(primary, replica)
        yield Guarded(primary, replica, watchers)
    finally:
        await asyncio.gather(*(one.kill() for one in every))


async def streaming(primary: Server, replica: Server) -> None:
    """Wait until a replica receives what its primary writes, which can take a second after a full copy."""
    for n in count():
        with contextlib.suppress(MovedError):  # another node of the cluster has the slot
            await primary.ask("SET", f"streaming:{n}", 1)
            await primary.ask("DEL", f"streaming:{n}")
            break
    written = (await primary.ask("INFO", "replication"))["master_repl_offset"]

    async def there() -> bool:
        return bool((await replica.ask("INFO", "replication"))["slave_repl_offset"] >= written)

    await _until(there, "the replica follows")


async def _until(true: Any, what: str, seconds: float = 30.0) -> None:
    """Wait for something that real servers agree upon by themselves."""
    end = asyncio.get_running_loop().time() + seconds
    for _ in count():
        with contextlib.suppress(RedisError, OSError):
            if await true():
                return
        assert asyncio.get_running_loop().time() < end, what
        await asyncio.sleep(0.05)
