"""A managed Redis server for those without one: found, started, watched, stopped cleanly.

It listens on a free port of 127.0.0.1 with a random password and writes every command to an append-only file in
`<var>/redis` before it answers. Four files there guard the data: `run.lock` is held by the serving bot, `bot.lock` by
the process that started a server, even for reading, `used.lock` by read-only users, and `data.lock` by the server
itself, so that after a crash a server still running is found and stopped before another touches its files (see
`bot.storage.directory`).
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import logging
import os
import secrets
import socket
from collections.abc import AsyncIterator
from pathlib import Path

from redis.exceptions import RedisError

from bot.narration.texts import host_text
from bot.settings import Settings
from bot.storage.binaries import Binary, find_binaries
from bot.storage.connection import Connection
from bot.storage.directory import (
    ADDRESS,
    HELD,
    INSTANT,
    PATIENCE,
    SERVED,
    address_on,
    answers,
    client_of,
    held_by_another,
    lock,
    lock_within,
    open_held,
    running_server,
    serve,
    unused,
    url_of,
    use,
)
from bot.storage.errors import DirectoryHeld, ServerRefuses, StorageError, StoreUnavailable

log = logging.getLogger(__name__)

#: Attempts of a read-only user to find or start a server while others come and go, and seconds that a stopping bot
#: waits for read-only users.
_TURNS, _LOOKERS = 20, 5.0

#: What to do with data of a newer server, or of a newer Redis if ours is Valkey.
_OTHERS_DATA = " (the data were written by another kind of server, or a newer one: put it on the PATH)"


@contextlib.asynccontextmanager
async def redis_server(settings: Settings, *, attach: bool = False) -> AsyncIterator[str]:
    """Yield the address of a usable server: that of REDIS_URL, else a managed one until the block ends.

    Args:
        settings: with the address, or the directory of the managed server.
        attach: use the server of a Feldpost running on that directory, and leave it running; for commands that only
            read
            or repair beside a running bot.

    Raises:
        StoreUnavailable: the given server does not answer or is too old, or none was found to start.
        DirectoryHeld: another Feldpost uses the same directory.
        StorageError: the data need a newer server, or the directory may not be written.
    """
    if settings.redis_url is not None:
        url = settings.redis_url.get_secret_value()
        connection = Connection(url, patience=3)
        try:
            log.info("using %s at %s", await connection.check_version(), connection.place)
        finally:
            await connection.close()
        yield url
        return
    async with _serving(settings, attach=attach) as url:
        yield url


def connection_to(settings: Settings, url: str) -> Connection:
    """Return a connection for commands that read or repair; its errors also cover another's server having stopped."""
    if settings.redis_url is not None:
        return Connection(url)
    return Connection(url, remedy="store.refusals.starter_ended")


@contextlib.asynccontextmanager
async def _serving(settings: Settings, *, attach: bool) -> AsyncIterator[str]:
    """Yield a managed server, or another's; it stops when its last user has left."""
    directory = settings.var / "redis"
    with contextlib.ExitStack() as held:
        used = open_held(directory)
        held.callback(os.close, used)
        if not attach:
            serving = open_held(directory, SERVED)
            held.callback(os.close, serving)
            await serve(serving, directory)
        for _ in range(_TURNS):
            if attach:
                await use(used)
                if running := await running_server(directory):
                    yield running
                    return
            else:
                await unused(used, PATIENCE)  # a read-only user may have started a server
            try:
                server = await _start_program(directory, settings.redis_fsync)
                break
            except DirectoryHeld:
                if not attach:
                    raise  # else another process was faster
        else:
            raise DirectoryHeld(host_text("store.server.others_use_one_after", directory=directory))
        if not attach:
            lock(used, fcntl.LOCK_UN)
        try:
            yield server.url
        finally:
            await unused(used, *(() if attach else (_LOOKERS,)))
            await server.stop()


async def _start_program(directory: Path, fsync: str) -> OwnServer:
    """Start the first server program that comes up on the data of the directory.

    Raises:
        DirectoryHeld: another Feldpost uses the directory.
        StorageError: no program comes up; the sentence says why the preferred one does not.
    """
    refused: list[ServerRefuses] = []
    for binary in await find_binaries():
        server = OwnServer(directory, binary, fsync=fsync)
        try:
            await server.start()
        except ServerRefuses as error:
            refused.append(error)
            continue
        for told in refused:
            log.warning("%s; using %s instead", told, binary)
        return server
    raise refused[0]


class OwnServer:
    """One server process on one directory.

    If it dies while it should run it is restarted on the same port; clients wait for it.
    """

    def __init__(self, directory: Path, binary: Binary, fsync: str = "always") -> None:
        self.directory = directory.absolute()
        self.binary = binary
        self.process: asyncio.subprocess.Process | None = None
        self._fsync = fsync
        self._port = 0
        self._password = secrets.token_urlsafe(24)
        self._locks = contextlib.ExitStack()
        self._data_lock = -1
        self._watcher: asyncio.Task[None] | None = None
        self._ending = False

    @property
    def url(self) -> str:
        """The address, with the password."""
        return url_of(self._port, self._password)

    async def start(self) -> None:
        """Take the directory and start.

        Raises:
            StorageError: another Feldpost uses the directory, or its data need a newer server.
            StoreUnavailable: the server does not come up.
        """
        try:
            self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(
                host_text("store.server.directory_cannot_made_set", directory=self.directory, strerror=error.strerror)
            ) from None
        try:
            await self._take_directory()
            self._check_format()
            await self._launch()
        except BaseException:
            await self._abandon()
            raise
        self._watcher = asyncio.create_task(self._watch())
        log.info("started %s on port %d, data in %s", self.binary, self._port, self.directory)

    async def stop(self) -> None:
        """Let the server write all data and stop."""
        self._ending = True
        if self._watcher is not None:
            self._watcher.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watcher
        await self._abandon()

    async def _abandon(self) -> None:
        """Stop the process if there is one, then release the directory."""
        if self.process is not None and self.process.returncode is None:
            self.process.terminate()  # on SIGTERM Redis flushes and syncs its append-only file
            try:
                await asyncio.wait_for(self.process.wait(), PATIENCE)
            except TimeoutError:
                log.error("the Redis server did not stop within %d s and was killed", PATIENCE)
                self.process.kill()
                await self.process.wait()
        if self.process is not None:  # otherwise the file describes a server that is not ours
            (self.directory / ADDRESS).unlink(missing_ok=True)
        self._locks.close()

    # --------------------------------------------------------------------------------------- directory

    async def _take_directory(self) -> None:
        # A process checking whether a bot runs holds the lock for an instant, so one failure does not count.
        if not await lock_within(self._open_lock(HELD), INSTANT):
            raise held_by_another(self.directory)
        self._data_lock = self._open_lock("data.lock")
        if not lock(self._data_lock):
            await self._stop_orphan()
            log.warning("a Redis server still uses %s: waiting for it to stop", self.directory)
            if not await lock_within(self._data_lock, PATIENCE):
                raise StorageError(host_text("store.server.redis_server_still_uses", directory=self.directory))

    def _open_lock(self, name: str) -> int:
        number = os.open(self.directory / name, os.O_RDWR | os.O_CREAT, 0o600)
        self._locks.callback(os.close, number)
        return number

    async def _stop_orphan(self) -> None:
        """Stop the server that a crashed bot left running; its address is in server.json."""
        known = address_on(self.directory)
        if known is None:
            return
        client = client_of(*known)
        log.warning("a Redis server of an earlier run still runs on port %s: stopping it", known[0])
        with contextlib.suppress(RedisError, OSError):
            await client.execute_command("SHUTDOWN")  # type: ignore[no-untyped-call]
        await client.aclose()

    def _check_format(self) -> None:
        """Refuse a Redis 6 on data of Redis 7: it would not see the append-only folder and start empty."""
        if (self.directory / "appendonlydir").exists() and self.binary.version < (7,):
            raise ServerRefuses(
                host_text("store.server.data_were_written_redis", directory=self.directory, binary=self.binary)
            )

    # ----------------------------------------------------------------------------------------- process

    async def _launch(self) -> None:
        for _ in range(5):
            self._port = self._pick_port()
            await self._spawn()
            if await self._comes_up():
                return
            if "Address already in use" not in self._last_words():
                break
        assert self.process is not None
        why = host_text(
            "store.server.did_not_start_ends",
            binary=self.binary,
            value=self.directory / "redis.log",
            last_words=self._last_words(),
        )
        if self.process.returncode is None:
            raise StoreUnavailable(why)
        raise ServerRefuses(f"{why}{_OTHERS_DATA if self._data_of_another() else ''}")

    def _pick_port(self) -> int:
        """Return a port of 127.0.0.1 that is currently free."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return int(probe.getsockname()[1])

    def _last_words(self) -> str:
        """Return the last line of the server's own log without its time stamp."""
        path = self.directory / "redis.log"
        lines = path.read_text(errors="replace").splitlines() if path.exists() else []
        return lines[-1].partition(" # ")[2] or lines[-1] if lines else "(nothing)"

    def _data_of_another(self) -> bool:
        """Return True if the server has just reported that the data format is unknown to it."""
        path = self.directory / "redis.log"
        end = path.read_text(errors="replace").splitlines()[-6:] if path.exists() else []
        return any("RDB format version" in line or "Wrong signature" in line for line in end)

    async def _spawn(self) -> None:
        self._tell_address()
        self.process = await asyncio.create_subprocess_exec(
            self.binary.path,
            "-",  # the configuration is passed by standard input, so the password is in no argument list
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            cwd=self.directory,
            pass_fds=(self._data_lock,),
            start_new_session=True,  # Ctrl+C must reach only the bot, which then stops the server last
        )
        assert self.process.stdin is not None
        with contextlib.suppress(ConnectionError):
            self.process.stdin.write(self._configuration().encode())
            await self.process.stdin.drain()
            self.process.stdin.close()
            await self.process.stdin.wait_closed()

    def _tell_address(self) -> None:
        """Write the server's address and program atomically, so that nobody reads half of it."""
        fresh = self.directory / f"{ADDRESS}.new"
        fresh.unlink(missing_ok=True)
        fresh.touch(mode=0o600)
        fresh.write_text(
            json.dumps({"port": self._port, "password": self._password, "program": str(self.binary.path)}),
            encoding="utf-8",
        )
        fresh.replace(self.directory / ADDRESS)

    def _configuration(self) -> str:
        directory = str(self.directory).replace("\\", "\\\\").replace('"', '\\"')
        return f"""
bind 127.0.0.1
protected-mode yes
port {self._port}
requirepass {self._password}
daemonize no
dir "{directory}"
logfile redis.log
loglevel notice
databases 1
appendonly yes
appendfsync {self._fsync}
aof-load-truncated yes
auto-aof-rewrite-percentage 100
auto-aof-rewrite-min-size 16mb
save ""
repl-diskless-sync-delay 0
maxmemory 0
maxmemory-policy noeviction
"""

    async def _comes_up(self) -> bool:
        """Wait until the data are loaded; return False if the server exits instead."""
        assert self.process is not None
        deadline = asyncio.get_running_loop().time() + PATIENCE
        while self.process.returncode is None and asyncio.get_running_loop().time() < deadline:
            if await answers(self._port, self._password):
                return True
            await asyncio.sleep(0.02)
        return False

    async def _watch(self) -> None:
        """Restart the server whenever it exits by itself.

        A cancellation during the client's connect is lost in the client, so stopping also sets `_ending`.
        """
        while self.process is not None and not self._ending:
            code = await self.process.wait()
            log.error("the Redis server stopped unexpectedly (%s): starting it again", code)
            try:
                await self._spawn()
                if not await self._comes_up():
                    await asyncio.sleep(1)
            except OSError:
                log.exception("the Redis server could not be started again")
                await asyncio.sleep(1)
