"""Count hand-overs: whom the game starts to wait for, and whether a ping actually notifies them.

A player who is absent when the game comes to them (no action of theirs in the last two minutes) must be pinged once in
that wait; a player who is present must be pinged once if they then stay away for two minutes, and not at all if they
act. Nothing here asks the bot: it knows who decides, when people acted, and what the platform's server received.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from bot.service.clock import PRESENT

#: Seconds between two players by correspondence: neither is present when the game comes to them.
APART = PRESENT + 60


class Hands:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.at = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Return the current time."""
        return self.at

    def move(self, seconds: float) -> None:
        """Advance the time."""
        self.at += timedelta(seconds=seconds)


@dataclass
class Tellings:
    """Counters over several games; `begin` starts each of them."""

    told: int = 0
    untold: int = 0
    told_twice: int = 0
    #: Pings of a player who was present, or whom the game did not wait for.
    needless: int = 0
    _side: int | None = None
    _since: float = 0.0
    _pings: int = 0
    _acted: list[float] = field(default_factory=lambda: [0.0, 0.0])
    #: The player being waited for has acted in this wait, so they know of it.
    _knows: bool = True

    def begin(self, side: int | None) -> None:
        """Start another game, which already waits for this side; that wait is not counted."""
        self._side, self._pings, self._knows, self._acted = side, 0, True, [0.0, 0.0]

    def waits(self, side: int | None, actor: int, now: float) -> None:
        """Record that a command of `actor` left the game waiting for a side."""
        self._acted[actor] = now
        if side == self._side:
            self._knows = self._knows or side == actor
            return
        self._settle(now)
        self._side, self._since, self._pings = side, now, 0
        self._knows = side == actor or side is None

    def pinged(self, sides: Iterable[int]) -> None:
        """Record that a message pinged these sides."""
        for side in sides:
            if side == self._side and not self._knows:
                self._pings += 1
            else:
                self.needless += 1

    def end(self, now: float) -> None:
        """Record that the game is over."""
        self._settle(now)
        self._side = None

    def acts(self, side: int, now: float) -> None:
        """Record an action; if the player had to be notified, that must have happened by now."""
        if side == self._side and not self._knows:
            self._settle(now)
            self._knows = True

    def _settle(self, now: float) -> None:
        if self._side is None or self._knows:
            return
        away = max(self._since, self._acted[self._side] + PRESENT)
        self.told += self._pings == 1
        self.told_twice += self._pings > 1
        self.untold += not self._pings and (now > away or self._since >= self._acted[self._side] + PRESENT)

    def figures(self) -> dict[str, float]:
        """Return the counts by name."""
        return {
            "handovers_told": float(self.told),
            "handovers_untold": float(self.untold),
            "handovers_told_twice": float(self.told_twice),
            "needless_pings": float(self.needless),
        }


__all__ = ["APART", "Hands", "Tellings"]
