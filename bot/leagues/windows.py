"""Clocks of a league, its calendar and the window of a round: a game that is played by the clock ends before its window does."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from bot.thinking_time import HOUR, Allowance

Moment = Annotated[float, Field(ge=0, lt=253_370_764_800)]
"""A time in seconds since 1970, before the year 9999: whatever hangs on it can still be told as a date."""

CHECK_IN = 72 * HOUR
"""How long before the draw check-in begins, in seconds."""
APPEALS = 72 * HOUR
"""How long a result may be appealed against, in seconds."""


class _Times(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class LeagueClock(Allowance):
    """What each player of a season's game may think, and how long its games can take."""

    def longest(self, own_rounds: int) -> int:
        """Return the longest that a game can take, in seconds, if both use all they have; `own_rounds` is what one side plays at most."""
        return 2 * (self.bank + self.per_round * own_rounds + self.leave)

    def at_once(self, own_rounds: int, window: int, games: int) -> int:
        """Return how many of so many games must be played at once for all to end within the window."""
        in_turn = max(window // max(self.longest(own_rounds), 1), 1)
        return -(-games // in_turn)

    def fits(self, own_rounds: int, window: int) -> bool:
        """Return True if every game ends within the window of so many seconds."""
        return self.longest(own_rounds) <= window


class Calendar(_Times):
    """When registration closes and when the draw is, in seconds since 1970, and how long before it check-in begins; 0 asks for none.

    After `ends` a format without rounds begins no further games; None lets it go on.
    """

    closes: Moment
    draw: Moment
    check_in: int = Field(CHECK_IN, ge=0)
    ends: Moment | None = None

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.closes > self.draw:
            raise ValueError("registration closes after the draw")
        if self.ends is not None and self.ends <= self.draw:
            raise ValueError("the season ends before its draw")
        return self

    @property
    def check_in_from(self) -> float:
        """When check-in begins."""
        return self.draw - self.check_in


class Leave(_Times):
    """From when until when somebody is away, in seconds since 1970."""

    start: Moment
    end: Moment

    @model_validator(mode="after")
    def _forward(self) -> Self:
        if self.end <= self.start:
            raise ValueError("leave ends before it begins")
        return self

    def holds(self, at: float) -> bool:
        """Return True at a time within the leave."""
        return self.start <= at < self.end


class Window(_Times):
    """A round's window, in seconds since 1970."""

    start: float
    end: float

    def share(self, part: float) -> float:
        """Return the moment when a share of it is over."""
        return self.start + part * (self.end - self.start)
