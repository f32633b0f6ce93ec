"""All metrics, in Prometheus format; `metrics.toml` of the texts describes each.

Labels name commands, platforms, kinds and outcomes: never a user, a channel, a game or a card, so that operators can
see the numbers without learning anything about a game.
"""

from __future__ import annotations

import multiprocessing

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from bot import __version__
from bot.narration.texts import host_text
from bot.operations.census import Census
from bot.operations.memory import resident_of
from bot.platforms.meter import Meter

#: Seconds; the target is an acknowledgement within 3 s and p99 under 0.3 s.
_QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 2.0, 3.0)
#: Seconds for pictures and posts.
_SLOW = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0)
_REDIS = (0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0, 5.0)


# The creation times of counters would double the page, and nobody needs them.
disable_created_metrics()


class Metrics(Meter):
    """The metrics of one process; every instance has its own registry."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._count_work()
        self._count_state()
        PlatformCollector(registry=self.registry)
        ProcessCollector(registry=self.registry)
        Info("feldpost_build", host_text("metrics.build"), registry=self.registry).info({"version": __version__})

    def _count_work(self) -> None:
        """Declare the metrics of work done."""
        self.commands = self._counter("commands", "platform", "command", "outcome")
        self.answers = self._histogram("answer_seconds", _QUICK, "platform")
        self.completions = self._histogram("completion_seconds", _QUICK, "platform")
        self.acknowledgements = self._histogram("acknowledgement_seconds", _QUICK, "platform")
        self.pictures = self._histogram("picture_seconds", _SLOW, "kind")
        self.picture_failures = self._counter("picture_failures", "kind")
        self.deliveries = self._histogram("delivery_seconds", _SLOW, "platform")
        self.delivery_failures = self._counter("delivery_failures", "platform", "kind")
        self.decisions = self._counter("decisions")
        self.commits = self._counter("commits", "result")
        self.waits = self._counter("rate_limits", "platform")
        self.waited = self._counter("rate_limit_wait_seconds", "platform")
        self.losses = self._counter("connections_lost", "platform")
        self.refusals = self._counter("inbound_refused", "platform", "kind")
        self.redis = self._histogram("redis_seconds", _REDIS, "operation")
        self.redis_commands = self._counter("redis_commands")
        self.redis_failures = self._counter("redis_failures", "operation")

    def _count_state(self) -> None:
        """Declare the metrics of current state."""
        self.games = self._gauge("games", "status")
        self.indexes = self._gauge("indexes_damaged", "index")
        self.waiting = self._gauge("outbox_waiting")
        self.oldest = self._gauge("outbox_oldest_seconds")
        self.parked = self._gauge("outbox_parked")
        self.connected = self._gauge("platform_connected", "platform")
        self.lacking = self._gauge("platform_lacking", "platform")
        self.ready = self._gauge("ready")
        self.store_up = self._gauge("store_up")
        self.store_writable = self._gauge("store_writable")
        self.lag = self._gauge("loop_lag_seconds")
        memory = self._gauge("picture_workers_resident_bytes")
        memory.set_function(_children_memory)
        self.resident = self._gauge("resident_bytes")

    # ------------------------------------------------------------------------------------------ called by other parts

    def acknowledged(self, platform: str, seconds: float) -> None:
        """Record that an interaction was acknowledged."""
        self.acknowledgements.labels(platform).observe(seconds)

    def held_back(self, platform: str, seconds: float) -> None:
        """Record that a platform made us wait."""
        self.waits.labels(platform).inc()
        self.waited.labels(platform).inc(seconds)

    def lost(self, platform: str) -> None:
        """Record that a connection was lost and has to be re-established."""
        self.losses.labels(platform).inc()

    def refused(self, platform: str, kind: str) -> None:
        """Record that a payload could not be read."""
        self.refusals.labels(platform, kind).inc()

    def round_trip(self, what: str, seconds: float, commands: int, done: bool) -> None:
        """Record a finished round trip to Redis."""
        self.redis.labels(what).observe(seconds)
        self.redis_commands.inc(commands)
        if not done:
            self.redis_failures.labels(what).inc()

    def counted(self, census: Census) -> None:
        """Set the gauges of the store's contents."""
        for status, number in census.games.items():
            self.games.labels(status).set(number)
        for index, times in census.indexes.items():
            self.indexes.labels(index).set(times)
        self.waiting.set(census.waiting)
        self.oldest.set(census.oldest)
        self.parked.set(census.parked)

    def text(self) -> bytes:
        """Return all metrics in Prometheus format."""
        return generate_latest(self.registry)

    # ------------------------------------------------------------------------------------------ inside

    def _counter(self, name: str, *labels: str) -> Counter:
        return Counter(f"feldpost_{name}", host_text(f"metrics.{name}"), labels, registry=self.registry)

    def _gauge(self, name: str, *labels: str) -> Gauge:
        return Gauge(f"feldpost_{name}", host_text(f"metrics.{name}"), labels, registry=self.registry)

    def _histogram(self, name: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(
            f"feldpost_{name}", host_text(f"metrics.{name}"), labels, buckets=buckets, registry=self.registry
        )


def _children_memory() -> float:
    """Return the resident bytes of our worker processes; 0 if unknown."""
    return float(sum(resident_of(child.pid) for child in multiprocessing.active_children() if child.pid is not None))


__all__ = ["Metrics"]
