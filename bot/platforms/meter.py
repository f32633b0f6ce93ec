"""What an adapter tells of itself to whoever counts; by itself it counts nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


class Meter:
    """Told by the adapters; the wiring hands them one that counts."""

    def acknowledged(self, platform: str, seconds: float) -> None:
        """Note that the platform knows since now that something was received, which took so long."""

    def held_back(self, platform: str, seconds: float) -> None:
        """Note that the platform wants us to wait so long before the next request."""

    def lost(self, platform: str) -> None:
        """Note that the connection to the platform was lost for more than a moment, and is made anew."""

    def refused(self, platform: str, kind: str) -> None:
        """Something of this kind that the platform sent could not be read, and was not carried out."""


@dataclass(frozen=True, slots=True)
class AdapterHooks:
    """What an adapter tells the process that it runs in; by itself nobody hears it."""

    #: Called after every command, e.g. to have the outbox looked into at once.
    after: Callable[[], object] = lambda: None
    meter: Meter = field(default_factory=Meter)


__all__ = ["AdapterHooks", "Meter"]
