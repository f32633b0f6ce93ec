"""Status of a platform as its adapter reports it to the process."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.settings import SettingsError
from bot.signals import Signal


@dataclass
class PlatformStatus:
    """Why a platform is not serving, if it isn't.

    `trouble` is a sentence while the adapter keeps retrying, `refused` the error after which it has stopped; both are
    empty while all is well. `lacking` has a sentence for each part that doesn't work although the platform is served.
    `refusals` is emitted when a platform refuses us permanently.
    """

    trouble: str = ""
    refused: SettingsError | None = None
    lacking: dict[str, str] = field(default_factory=dict)
    refusals: Signal[[]] = field(default_factory=Signal)

    def refuse(self, error: SettingsError) -> None:
        """Record that the platform refuses us permanently."""
        self.refused, self.trouble = error, str(error)
        self.refusals()


__all__ = ["PlatformStatus"]
