"""Clocks of a league and the window of a round: a game that is played by the clock ends before its window does."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

_DAY = 86_400


class LeagueClock(BaseModel):
    """What each player may think: a bank, what every own action round adds to it, its cap, and leave; all in seconds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    bank: int = Field(5 * _DAY, ge=3_600)
    per_round: int = Field(8 * 3_600, ge=0)
    cap: int = Field(7 * _DAY, ge=3_600)
    leave: int = Field(14 * _DAY, ge=0)

    def longest(self, own_rounds: int) -> int:
        """The longest that a game can take, in seconds, if both use all they have; `own_rounds` is what one side plays at most."""
        return 2 * (self.bank + self.per_round * own_rounds + self.leave)

    def fits(self, own_rounds: int, window: int) -> bool:
        """True if every game ends within the window of so many seconds."""
        return self.longest(own_rounds) <= window
