"""League clocks, the calendar and a round's window: a game played by the clock ends before its window does."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from bot.thinking_time import HOUR, Allowance

Moment = Annotated[float, Field(ge=0, lt=253_370_764_800)]
"""A time in seconds since 1970, before the year 9999, so that times derived from it are still valid dates."""

CHECK_IN = 72 * HOUR
"""Seconds before the draw when check-in starts."""
APPEALS = 72 * HOUR
"""Seconds for which a result can be appealed against."""


class _Times(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class LeagueClock(Allowance):
    """Each player's thinking time in a season's game, and the maximum length of its games."""

    def longest(self, own_rounds: int) -> int:
        """Return the maximum length of a game in seconds; `own_rounds` is the maximum of one side's action rounds."""
        return 2 * (self.bank + self.per_round * own_rounds + self.leave)

    def at_once(self, own_rounds: int, window: int, games: int) -> int:
        """Return how many of so many games must be played at once for all to end within the window."""
        in_turn = max(window // max(self.longest(own_rounds), 1), 1)
        return -(-games // in_turn)

    def fits(self, own_rounds: int, window: int) -> bool:
        """Return True if every game ends within a window of so many seconds."""
        return self.longest(own_rounds) <= window


class Calendar(_Times):
    """Registration's end and the draw, in seconds since 1970, and how long before it check-in starts (0: none).

    After `ends` a format without rounds starts no more games; None lets it continue.
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
        """When check-in starts."""
        return self.draw - self.check_in


class Leave(_Times):
    """The start and end of a leave, in seconds since 1970."""

    start: Moment
    end: Moment

    @model_validator(mode="after")
    def _check_order(self) -> Self:
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
        """Return the time when a share of it has passed."""
        return self.start + part * (self.end - self.start)
