"""Wrappers around the ports that count and time every platform alike."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import Any

from bot.operations.command_labels import command_of
from bot.operations.logs import about
from bot.operations.metrics import Metrics
from bot.platforms.picture_priority import asked_by
from bot.port import Completion, DeliveryError, Handler, Inbound, Outgoing, PictureSource, Platform
from bot.service.call_outcome import watched
from bot.storage import Change, CommitResult, Committed, Connection, Stale, Store
from bot.table.reply import PictureRef, Reply

_log = logging.getLogger(__name__)


class WatchedHandler:
    """Counts commands by name, platform and outcome, and adds name and platform to their log lines."""

    def __init__(self, handler: Handler, metrics: Metrics) -> None:
        self._handler = handler
        self._metrics = metrics

    async def run(self, inbound: Inbound) -> Sequence[Reply]:
        """Run the command through the handler, and record outcome and duration."""
        asked_by(f"{inbound.platform}:{inbound.user}")
        command, begun, how = command_of(inbound), time.perf_counter(), "crash"
        with about(platform=inbound.platform, command=command), watched() as verdict:
            try:
                replies = await self._handler.run(inbound)
                how = verdict.how
            finally:
                seconds = time.perf_counter() - begun
                self._metrics.commands.labels(inbound.platform, command, how).inc()
                self._metrics.answers.labels(inbound.platform).observe(seconds)
                _log.debug("%s: %s in %.0f ms", command, how, seconds * 1000)
            return replies

    async def complete(self, inbound: Inbound) -> Sequence[Completion]:
        """Complete through the handler, and record the duration."""
        with about(platform=inbound.platform), self._metrics.completions.labels(inbound.platform).time():
            return await self._handler.complete(inbound)


class WatchedPictures:
    """Times pictures and counts failures, by kind."""

    def __init__(self, draw: PictureSource, metrics: Metrics) -> None:
        self._draw = draw
        self._metrics = metrics

    async def __call__(self, ref: PictureRef) -> tuple[bytes, str, str]:
        """Draw through the source, and record duration or failure."""
        begun = time.perf_counter()
        try:
            drawn = await self._draw(ref)
        except Exception:
            self._metrics.picture_failures.labels(ref.kind).inc()
            raise
        self._metrics.pictures.labels(ref.kind).observe(time.perf_counter() - begun)
        return drawn


class WatchedPlatform:
    """A platform wrapper for the courier: times deliveries and counts failures."""

    def __init__(self, platform: Platform, metrics: Metrics) -> None:
        self._platform = platform
        self._metrics = metrics

    @property
    def name(self) -> str:
        """The platform's name."""
        return self._platform.name

    async def start(self) -> None:
        """Start the platform."""
        await self._platform.start()

    async def deliver(self, message: Outgoing) -> None:
        """Deliver through the platform, and record duration or failure."""
        begun, name = time.perf_counter(), self._platform.name
        with about(platform=name):
            try:
                await self._platform.deliver(message)
            except DeliveryError as error:
                self._metrics.delivery_failures.labels(name, "final" if error.final else "later").inc()
                raise
            except Exception:
                self._metrics.delivery_failures.labels(name, "crash").inc()
                raise
        self._metrics.deliveries.labels(name).observe(time.perf_counter() - begun)

    async def stop(self) -> None:
        """Stop the platform."""
        await self._platform.stop()


class WatchedStore(Store):
    """A store that counts commits and decisions."""

    def __init__(self, connection: Connection, metrics: Metrics, **options: Any) -> None:
        super().__init__(connection, **options)
        self._metrics = metrics

    async def commit(
        self, game_id: str, expected: int | None, change: Change, key: str, *, revision: int | None = None
    ) -> CommitResult:
        """Commit as the store does, and count the result."""
        result = await super().commit(game_id, expected, change, key, revision=revision)
        if isinstance(result, Committed):
            self._metrics.decisions.inc(len(change.entries))
        kind = "committed" if isinstance(result, Committed) else "stale" if isinstance(result, Stale) else "duplicate"
        self._metrics.commits.labels(kind).inc()
        return result


__all__ = ["WatchedHandler", "WatchedPictures", "WatchedPlatform", "WatchedStore"]
