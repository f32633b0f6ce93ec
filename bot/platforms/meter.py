"""Callbacks by which adapters report metrics; the defaults do nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


class Meter:
    """Called by the adapters; the wiring passes an implementation that counts."""

    def acknowledged(self, platform: str, seconds: float) -> None:
        """Report that an interaction was acknowledged, and after how many seconds."""

    def held_back(self, platform: str, seconds: float) -> None:
        """Report that the platform asked us to wait this long before the next request."""

    def lost(self, platform: str) -> None:
        """Report that the connection to the platform was lost for more than a moment."""

    def refused(self, platform: str, kind: str) -> None:
        """Report that a payload of this kind could not be read."""


@dataclass(frozen=True, slots=True)
class AdapterHooks:
    """Callbacks from an adapter to its process; the defaults do nothing."""

    #: Called after every command, e.g. to check the outbox at once.
    after: Callable[[], object] = lambda: None
    meter: Meter = field(default_factory=Meter)


__all__ = ["AdapterHooks", "Meter"]
