"""Everything that is counted and timed, in the form that Prometheus reads.

Labels name commands, platforms, kinds and outcomes: never a user, a channel, a game or a card, so that
the numbers can be shown to whoever looks after the bot without telling them anything about a game.
"""

from __future__ import annotations

import multiprocessing
import os
from pathlib import Path
from typing import Any, cast

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
from bot.operations.census import Census
from bot.platforms.meter import Meter

#: Seconds; the contract is an acknowledgement within 3 s and p99 under 0.3 s.
_QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 2.0, 3.0)
#: Seconds that a picture or a post may take.
_SLOW = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0)
_REDIS = (0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0, 5.0)


# The times at which counters began would double the page and nobody asks for them.
disable_created_metrics()


class Metrics(Meter):
    """The numbers of one process; every instance has a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._count_work()
        self._count_state()
        PlatformCollector(registry=self.registry)
        ProcessCollector(registry=self.registry)
        Info("feldpost_build", "Which Feldpost runs.", registry=self.registry).info({"version": __version__})

    def _count_work(self) -> None:
        """Declare the metrics of what is done."""
        self.commands = self._counter(
            "commands", "Commands and presses by name and outcome: ok, refused, unavailable (no store), damaged, crash.",
            "platform", "command", "outcome",
        )  # fmt: skip
        self.answers = self._histogram("answer_seconds", "From a command's arrival to its answer.", _QUICK, "platform")
        self.completions = self._histogram("completion_seconds", "Suggestions while typing.", _QUICK, "platform")
        self.acknowledgements = self._histogram(
            "acknowledgement_seconds", "From an interaction's arrival until the platform knows it.", _QUICK, "platform"
        )
        self.pictures = self._histogram("picture_seconds", "Drawing a picture, waiting included.", _SLOW, "kind")
        self.picture_failures = self._counter("picture_failures", "Pictures that could not be drawn.", "kind")
        self.deliveries = self._histogram("delivery_seconds", "Delivering a post, if it succeeded.", _SLOW, "platform")
        self.delivery_failures = self._counter(
            "delivery_failures", "Posts that were not taken: later is tried again, final is parked.", "platform", "kind"
        )
        self.decisions = self._counter("decisions", "Decisions and rolls written to the records of games.")
        self.commits = self._counter("commits", "Writes to games: committed, duplicate, stale (tried again).", "result")
        self.waits = self._counter("rate_limits", "Times that a platform told us to wait.", "platform")
        self.waited = self._counter("rate_limit_wait_seconds", "Seconds that we were told to wait.", "platform")
        self.losses = self._counter("connections_lost", "Connections that had to be made anew.", "platform")
        self.refusals = self._counter(
            "inbound_refused",
            "What a platform sent and the bot could not read, by kind of payload.",
            "platform",
            "kind",
        )
        self.redis = self._histogram("redis_seconds", "Round trips to Redis.", _REDIS, "operation")
        self.redis_commands = self._counter(
            "redis_commands", "Commands sent to Redis, those in batches counted singly."
        )
        self.redis_failures = self._counter("redis_failures", "Round trips to Redis that failed.", "operation")

    def _count_state(self) -> None:
        """Declare the metrics of what is there."""
        self.games = self._gauge(
            "games",
            "Games by status: lobby, playing, finished; and games and people whose data were found damaged.",
            "status",
        )
        self.indexes = self._gauge(
            "indexes_damaged",
            "How often an index over all games was found damaged and made anew, until `games --verify` has told so.",
            "index",
        )
        self.waiting = self._gauge("outbox_waiting", "Posts that wait for delivery, of all processes.")
        self.oldest = self._gauge("outbox_oldest_seconds", "Age of the post that waits longest.")
        self.parked = self._gauge("outbox_parked", "Posts that were given up and wait for the operator.")
        self.connected = self._gauge("platform_connected", "1 while a platform is connected.", "platform")
        self.lacking = self._gauge(
            "platform_lacking", "Parts that do not work on a platform that is served; /readyz names them.", "platform"
        )
        self.ready = self._gauge("ready", "1 while the bot takes commands.")
        self.store_up = self._gauge("store_up", "1 while Redis answers.")
        self.store_writable = self._gauge("store_writable", "1 while Redis takes writes.")
        self.lag = self._gauge("loop_lag_seconds", "How late the event loop was when it was looked at last.")
        memory = self._gauge("picture_workers_resident_bytes", "Memory of the processes that draw pictures or think.")
        memory.set_function(_children_memory)
        self.resident = self._gauge(
            "resident_bytes", "Memory of all processes of this bot: itself, pictures, staff, its own server."
        )

    # ------------------------------------------------------------------------------------------ told by others

    def acknowledged(self, platform: str, seconds: float) -> None:
        """Note that an interaction was acknowledged."""
        self.acknowledgements.labels(platform).observe(seconds)

    def held_back(self, platform: str, seconds: float) -> None:
        """Count that a platform told us to wait."""
        self.waits.labels(platform).inc()
        self.waited.labels(platform).inc(seconds)

    def lost(self, platform: str) -> None:
        """Note that a connection has to be made anew."""
        self.losses.labels(platform).inc()

    def refused(self, platform: str, kind: str) -> None:
        """Note that a payload could not be read."""
        self.refusals.labels(platform, kind).inc()

    def round_trip(self, what: str, seconds: float, commands: int, done: bool) -> None:
        """Note that a round trip to Redis is over."""
        self.redis.labels(what).observe(seconds)
        self.redis_commands.inc(commands)
        if not done:
            self.redis_failures.labels(what).inc()

    def counted(self, census: Census) -> None:
        """Set the figures of what the store holds."""
        for status, number in census.games.items():
            self.games.labels(status).set(number)
        for index, times in census.indexes.items():
            self.indexes.labels(index).set(times)
        self.waiting.set(census.waiting)
        self.oldest.set(census.oldest)
        self.parked.set(census.parked)

    def text(self) -> bytes:
        """All of it."""
        return generate_latest(self.registry)

    # ------------------------------------------------------------------------------------------ inside

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"feldpost_{name}", about, labels, registry=self.registry)

    def _gauge(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(f"feldpost_{name}", about, labels, registry=self.registry)

    def _histogram(self, name: str, about: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(f"feldpost_{name}", about, labels, buckets=buckets, registry=self.registry)


def _children_memory() -> float:
    """Resident bytes of our child processes; 0 where the system does not tell."""
    pages = 0
    for child in multiprocessing.active_children():
        try:
            pages += int(Path(f"/proc/{child.pid}/statm").read_text(encoding="ascii").split()[1])
        except (OSError, IndexError, ValueError):
            continue
    return float(pages * cast("Any", os).sysconf("SC_PAGE_SIZE"))


__all__ = ["Metrics"]
