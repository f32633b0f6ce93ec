"""What each player of a game may think, where somebody else than the players has set it: a bank that fills with every action round."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

HOUR = 3_600
DAY = 24 * HOUR


class Allowance(BaseModel):
    """A bank, what every own action round adds to it, its cap, and leave; all in seconds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    bank: int = Field(5 * DAY, ge=HOUR)
    per_round: int = Field(8 * HOUR, ge=0)
    cap: int = Field(7 * DAY, ge=HOUR)
    leave: int = Field(14 * DAY, ge=0)


__all__ = ["DAY", "HOUR", "Allowance"]
