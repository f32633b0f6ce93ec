"""Report when running processes leave out shards of Discord's gateway, or connect overlapping ranges.

Each process writes its own range to the store repeatedly. An entry that isn't renewed belongs to a process that has
ended.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable

from bot.platforms.platform_status import PlatformStatus
from bot.service.periodic_task import PeriodicTask
from bot.sharding import Shards, unevenness
from bot.storage import keys
from bot.storage.connection import Connection

_log = logging.getLogger(__name__)

#: Seconds between checks, until an entry expires, and that processes may take to start one after the other.
_EVERY, _STALE, GRACE = 15.0, 50.0, 60.0
#: Key of this part in the platform's status.
PART = "shards"
_ALL = "all"


class ShardCoverage(PeriodicTask):
    """Compares the shards of all processes.

    Args:
        connection: store connection.
        shards: the shards this process connects, None for all.
        standing: platform status; shows what is wrong.
        now: clock, in Unix seconds.
    """

    def __init__(
        self, connection: Connection, shards: Shards | None, standing: PlatformStatus, now: Callable[[], float]
    ) -> None:
        super().__init__(_log, "the shards of other processes", _EVERY, linger=2.0)
        self._connection = connection
        self._shards = shards
        self._standing = standing
        self._now = now
        self._name = uuid.uuid4().hex
        self._begun = now()

    def start(self) -> None:
        """Start checking, and log the shards of this process."""
        self._begun = self._now()
        if self._shards is not None:
            others = f"; other processes must connect shards {self._shards.others}" if self._shards.others else ""
            _log.info("this process connects shards %s of Discord%s", self._shards, others)
        super().start()

    async def look(self) -> int:
        """Write our range and compare all of them; returns whether something is wrong.

        Raises:
            StorageError: the store does not answer.
        """
        told = f"{int(self._now())} {self._text()}"
        await self._connection.call("HSET", _key(), self._name, told)
        ranges, ended = self._read(await self._connection.call("HGETALL", _key()))
        if ended:
            await self._connection.call("HDEL", _key(), *ended)
        wrong = unevenness(ranges)
        if wrong and self._now() - self._begun < GRACE:
            return 0
        before = self._standing.lacking.get(PART, "")
        if wrong and wrong != before:
            self._standing.lacking[PART] = wrong
            _log.warning("%s", wrong)
        elif before and not wrong:
            del self._standing.lacking[PART]
            _log.warning("the processes connect all shards of Discord again, each once")
        return int(bool(wrong))

    async def stop(self) -> None:
        """Stop, and remove our entry so that other processes know at once."""
        await super().stop()
        await self._connection.call("HDEL", _key(), self._name)

    def _text(self) -> str:
        return _ALL if self._shards is None else f"{self._shards.first}-{self._shards.last}/{self._shards.count}"

    def _read(self, raw: dict[bytes, bytes]) -> tuple[list[Shards | None], list[bytes]]:
        """Return the ranges of running processes, and the names of entries that have expired or are unreadable."""
        ranges = [self._shards]
        ended: list[bytes] = []
        for name, note in raw.items():
            if name == self._name.encode():
                continue
            at, _, text = note.decode(errors="replace").partition(" ")
            try:
                if not at.isdecimal() or abs(self._now() - int(at)) > _STALE:
                    raise ValueError(at)
                ranges.append(None if text == _ALL else Shards.parse(text))
            except ValueError:
                ended.append(name)
        return ranges, ended


def _key() -> str:
    return keys.of_platform("discord", "shards")


__all__ = ["GRACE", "PART", "ShardCoverage"]
