"""Thinking time set for the players by an organiser: a bank that grows with every action round."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

HOUR = 3_600
DAY = 24 * HOUR


class Allowance(BaseModel):
    """A player's time: the bank, the increment per own action round, the cap, and leave; all in seconds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    bank: int = Field(5 * DAY, ge=HOUR)
    per_round: int = Field(8 * HOUR, ge=0)
    cap: int = Field(7 * DAY, ge=HOUR)
    leave: int = Field(14 * DAY, ge=0)


__all__ = ["DAY", "HOUR", "Allowance"]
