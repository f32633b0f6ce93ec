"""Health pages on a separate port: liveness, readiness and metrics.

`/healthz` answers as long as the event loop runs: if it doesn't, the process has to be restarted. `/readyz` answers 200
while commands are accepted on a platform, else 503, with a status for each part: then waiting or repairing helps,
restarting does not. `/metrics` is for Prometheus.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Literal

from aiohttp import web

from bot import __version__
from bot.narration.texts import host_text
from bot.operations.census import Counting
from bot.operations.memory import resident
from bot.operations.metrics import Metrics
from bot.platforms.http_listener import runner
from bot.platforms.platform_status import PlatformStatus
from bot.settings import Settings, SettingsError
from bot.storage import Store
from bot.storage.call_deadlines import hurried
from bot.storage.errors import StorageError, StoreRefuses
from bot.titles.discovery import UnplayedTitle

_log = logging.getLogger(__name__)

#: Timeout in seconds for a part's status, and the interval of the event loop check.
_PATIENCE, _LAG_INTERVAL = 2.0, 1.0

Phase = Literal["starting", "serving", "stopping"]
Connected = Callable[[], Awaitable[bool]]


#: Text keys by phase of the bot.
_PHASES = {
    "starting": "operator.ready.starting",
    "serving": "operator.ready.serving",
    "stopping": "operator.ready.stopping",
}


@dataclass
class HealthState:
    """Startup state of the bot; the wiring fills it in as parts come up."""

    phase: Phase = "starting"
    store: Store | None = None
    assets: bool = False
    painting: bool = False
    #: Returns whether posts are being delivered to the platforms; None until the courier starts.
    carrying: Callable[[], bool] | None = None
    platforms: dict[str, Connected] = field(default_factory=dict)
    #: Titles that can't be played because of a fault; the others can.
    left_out: tuple[UnplayedTitle, ...] = ()
    #: Status of the platforms by name.
    standings: dict[str, PlatformStatus] = field(default_factory=dict)

    def opened(self, store: Store) -> None:
        """Record that the store answers."""
        self.store = store

    def served(self, name: str, connected: Connected, standing: PlatformStatus) -> None:
        """Register a platform."""
        self.platforms[name], self.standings[name] = connected, standing

    def carried(self, running: Callable[[], bool]) -> None:
        """Register the check whether posts are being delivered."""
        self.carrying = running


@dataclass(frozen=True, slots=True)
class HealthPart:
    """The status of one part."""

    ok: bool
    text: str


class Operations:
    """Serves the health pages from the beginning of startup to the end of shutdown.

    Args:
        settings: address and port; without a port nothing is served.
        state: startup state of the bot.
        metrics: of this process.
    """

    def __init__(self, settings: Settings, state: HealthState, metrics: Metrics) -> None:
        self._settings = settings
        self._state = state
        self._metrics = metrics
        self._counting: Counting | None = None
        #: Whether Redis answered the last probe but accepts no writes.
        self._store_refuses = False
        self._runner: web.AppRunner | None = None
        self._watcher: asyncio.Task[None] | None = None

    @property
    def port(self) -> int:
        """The port being listened on, known after `start`; 0 if there is none."""
        return int(self._runner.addresses[0][1]) if self._runner is not None else 0

    async def start(self) -> None:
        """Listen, if a port is set.

        Raises:
            SettingsError: the address can't be bound.
        """
        if self._settings.operations_port is None:
            return
        pages = web.Application()
        pages.router.add_get("/healthz", self._alive)
        pages.router.add_get("/readyz", self._ready)
        pages.router.add_get("/metrics", self._numbers)
        self._runner = runner(pages, shutdown_timeout=1)
        await self._runner.setup()
        host, port = self._settings.operations_host, self._settings.operations_port
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError as error:
            await self._runner.cleanup()
            raise SettingsError(
                host_text("faults.health.operations_port_cannot_another", port=port, host=host, strerror=error.strerror)
            ) from None
        self._watcher = asyncio.create_task(self._watch_the_loop())
        _log.info("health and metrics are at http://%s:%d", host, self.port)

    async def stop(self) -> None:
        """Stop listening."""
        if self._watcher is not None:
            self._watcher.cancel()
            await asyncio.gather(self._watcher, return_exceptions=True)
        if self._runner is not None:
            await self._runner.cleanup()

    # ------------------------------------------------------------------------------------------ pages

    async def _alive(self, request: web.Request) -> web.Response:
        del request
        return web.json_response({"alive": True, "phase": self._state.phase, "version": __version__})

    async def _ready(self, request: web.Request) -> web.Response:
        del request
        parts = await self.parts()
        ready = self._takes_commands(parts)
        body = {"ready": ready, "parts": {name: {"ok": part.ok, "text": part.text} for name, part in parts.items()}}
        return web.json_response(body, status=200 if ready else 503)

    async def _numbers(self, request: web.Request) -> web.Response:
        del request
        parts = await self.parts()
        self._metrics.ready.set(self._takes_commands(parts))
        self._metrics.store_writable.set(parts["redis"].ok)
        self._metrics.store_up.set(parts["redis"].ok or self._store_refuses)
        for name in self._state.platforms:
            self._metrics.connected.labels(name).set(parts[name].ok)
            self._metrics.lacking.labels(name).set(len(self._state.standings.get(name, PlatformStatus()).lacking))
        if parts["redis"].ok or self._store_refuses:
            await self._count()
        self._metrics.resident.set(await asyncio.to_thread(resident))
        return web.Response(body=self._metrics.text(), headers={"Content-Type": "text/plain; version=0.0.4"})

    # ------------------------------------------------------------------------------------------ status

    async def parts(self) -> dict[str, HealthPart]:
        """Return the status of every part that readiness depends on."""
        state = self._state
        found = {
            "bot": HealthPart(state.phase == "serving", host_text(_PHASES[state.phase])),
            "redis": await self._redis(),
            "assets": _part(state.assets, "operator.ready.assets", "operator.ready.no_assets"),
            "pictures": _part(state.painting, "operator.ready.pictures", "operator.ready.no_pictures"),
        }
        carried = state.carrying is not None and state.carrying()
        if state.left_out:
            found["titles"] = HealthPart(ok=True, text="; ".join(str(one) for one in state.left_out))
        found["posts"] = _part(carried, "operator.ready.posts", "operator.ready.no_posts")
        for name, connected in state.platforms.items():
            found[name] = await _connection_status(connected, state.standings.get(name, PlatformStatus()))
        return found

    def _takes_commands(self, parts: dict[str, HealthPart]) -> bool:
        """Return True if all parts are fine and at least one platform is connected: one outage is no reason to stop."""
        platforms = self._state.platforms
        linked = [parts[name].ok for name in platforms]
        return all(part.ok for name, part in parts.items() if name not in platforms) and (any(linked) or not linked)

    async def _redis(self) -> HealthPart:
        if self._state.store is None:
            return HealthPart(ok=False, text=host_text("operator.ready.no_redis"))
        begun, self._store_refuses = time.perf_counter(), False
        try:
            with hurried(_PATIENCE):
                await self._state.store.connection.probe()
        except StorageError as error:
            self._store_refuses = isinstance(error, StoreRefuses)
            return HealthPart(ok=False, text=str(error))
        taken = f"{(time.perf_counter() - begun) * 1000:.1f}"
        return HealthPart(ok=True, text=host_text("operator.ready.redis", ms=taken))

    async def _count(self) -> None:
        """Update the metrics of the store's contents; if that fails, the last values stay."""
        if self._counting is None:
            assert self._state.store is not None
            self._counting = Counting(self._state.store)
        try:
            async with asyncio.timeout(_PATIENCE * 2):
                self._metrics.counted(await self._counting.take())
        except (TimeoutError, StorageError) as error:
            _log.warning("games and posts can't be counted: %s", error)

    async def _watch_the_loop(self) -> None:
        clock = asyncio.get_running_loop().time
        while True:
            due = clock() + _LAG_INTERVAL
            await asyncio.sleep(_LAG_INTERVAL)
            self._metrics.lag.set(max(0.0, clock() - due))


async def _connection_status(connected: Connected, standing: PlatformStatus) -> HealthPart:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_PATIENCE):
            ok = await connected()
            text = host_text("operator.ready.connected") if ok else standing.trouble
            text = text or host_text("operator.ready.not_connected")
            return HealthPart(ok=ok, text="; ".join([text, *standing.lacking.values()]))
    return HealthPart(ok=False, text=host_text("operator.ready.no_answer", seconds=f"{_PATIENCE:.0f}"))


def _part(ok: bool, well: str, ill: str) -> HealthPart:
    """Return a status with one of two texts."""
    return HealthPart(ok=ok, text=host_text(well if ok else ill))


__all__ = ["HealthPart", "HealthState", "Operations"]
