"""Status of a platform as its adapter reports it to the process."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.settings import SettingsError
from bot.signals import Signal


@dataclass
class PlatformStatus:
    """What keeps a platform from serving.

    `trouble` is one sentence while the adapter tries on, `refused` the reason for which it does so no
    more; both are empty while all is well. `lacking` has one sentence for each part that does not work although the
    platform is served. `refusals` tells when a platform refuses us for good.
    """

    trouble: str = ""
    refused: SettingsError | None = None
    lacking: dict[str, str] = field(default_factory=dict)
    refusals: Signal[[]] = field(default_factory=Signal)

    def refuse(self, error: SettingsError) -> None:
        """Note that the platform refuses us, and trying again cannot help."""
        self.refused, self.trouble = error, str(error)
        self.refusals()


__all__ = ["PlatformStatus"]
