"""Time control: how long a side may think, and when it is notified and reminded.

| clock    | free for each wait | bank of a side | first reminder after |
|----------|--------------------|----------------|----------------------|
| off      | no limit           | none           | 24 h                 |
| slow     | 36 h               | 3 days         | 24 h                 |
| standard | 12 h               | 3 days         | 8 h                  |
| fast     | 4 h                | 1 day          | 2 h                  |

A wait shorter than the free time costs nothing; any longer time is taken from the side's bank. Each further reminder
waits twice as long as the one before, and the fifth is the last. When a bank is empty, the other side may claim the
game; nothing ends automatically.

In a league game the season sets the clock: there is no free time, each part of the game that a side finishes, as
counted by its title, adds to the bank up to a cap, leave stops it, and a day after the bank is empty the game is lost
without a claim. A player who has not acted at all for a week loses the game as unplayed, even with time in the bank.

A player is notified once when the game starts to wait for them: immediately, or, if they acted in this game in the
last two minutes, once those have passed without another act.

All state is stored in the game's settings, so a restart changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from bot.narration import dates
from bot.storage.models import GameSettings
from bot.thinking_time import DAY, HOUR, Allowance

#: Maximum number of reminders per wait.
MOST_REMINDERS = 5
#: Seconds after their last act for which a player counts as present.
PRESENT = 120
#: Seconds after the bank runs out at which a league game is lost without a claim, and seconds without any act after
#: which it is lost as unplayed.
LOST_AFTER, UNPLAYED_AFTER = DAY, 7 * DAY

Speed = Literal["off", "slow", "standard", "fast"]


@dataclass(frozen=True, slots=True)
class ClockSpeed:
    """The settings of one speed, in seconds."""

    free: int
    bank: int
    remind: int


PACES: dict[str, ClockSpeed] = {
    "off": ClockSpeed(0, 0, 24 * HOUR),
    "slow": ClockSpeed(36 * HOUR, 3 * DAY, 24 * HOUR),
    "standard": ClockSpeed(12 * HOUR, 3 * DAY, 8 * HOUR),
    "fast": ClockSpeed(4 * HOUR, DAY, 2 * HOUR),
}


Span = tuple[int, int]


class Clock(BaseModel):
    """The clock of one game; times are whole seconds since 1970."""

    model_config = ConfigDict(extra="ignore")

    speed: Speed | Literal["league"] = "off"
    #: League games only: the season's settings; per side the leave left, the periods of leave, how much of the game has
    #: been credited as finished (in the title's count), and the seconds thought in completed waits.
    league: Allowance | None = None
    leave: list[int] = Field(default_factory=lambda: [0, 0])
    away: tuple[list[Span], list[Span]] = ([], [])
    credited: list[int] = Field(default_factory=lambda: [0, 0])
    thought: list[int] = Field(default_factory=lambda: [0, 0])
    #: How many of the season's grants of extra time have been applied.
    granted: int = 0
    #: Seconds left in each side's bank.
    bank: list[int] = Field(default_factory=lambda: [0, 0])
    #: The side that is waited for, and since when.
    side: int | None = None
    since: int = 0
    #: Reminders sent in this wait, and when the next one is due (0: none).
    reminded: int = 0
    due: int = 0
    #: When the game master paused the clock; 0 while it runs.
    paused: int = 0
    #: The end of the bank has been announced.
    fallen: bool = False
    #: When the holder of each seat last acted in this game.
    acted: list[int] = Field(default_factory=lambda: [0, 0])
    #: When the holder of each seat must be notified that the game waits for them (0: no notification due).
    tell: list[int] = Field(default_factory=lambda: [0, 0])
    #: When the computer's next duty in the game is due; 0 if it has none.
    duty: float = 0.0
    #: The player waited for knows about it: they have acted since, were notified, or want no notification.
    known: bool = True

    @classmethod
    def of(cls, settings: GameSettings) -> Clock:
        """Load the clock from a game's settings."""
        return settings.part("clock", cls)

    def into(self, settings: GameSettings) -> GameSettings:
        """Return the settings with this clock stored in them."""
        return settings.model_copy(update={"clock": self.model_dump(mode="json")})

    @property
    def pace(self) -> ClockSpeed:
        """The settings of this clock's speed."""
        if self.speed == "league":
            return ClockSpeed(0, self.league.bank if self.league else 0, 8 * HOUR)
        return PACES[self.speed]

    @classmethod
    def of_league(cls, allowance: Allowance) -> Clock:
        """Return the clock of a season's games before they start."""
        own = Allowance(
            bank=allowance.bank, per_round=allowance.per_round, cap=allowance.cap, leave=allowance.leave
        )  # a season's clock has more fields
        return cls(speed="league", league=own, leave=[own.leave, own.leave])

    def begin(self, rounds: Sequence[int]) -> None:
        """Start counting: what was finished before the first position is not credited."""
        self.credited = list(rounds)

    def credit(self, rounds: Sequence[int]) -> None:
        """In a league game, add to the banks for the action rounds the sides have finished; each counts once."""
        if self.league is None:
            return
        for side, count in enumerate(rounds):
            more = (count - self.credited[side]) * self.league.per_round
            if more > 0:
                self.bank[side] = max(self.bank[side], min(self.league.cap, self.bank[side] + more))
            self.credited[side] = max(self.credited[side], count)

    def grant(self, seconds: int) -> None:
        """Give both sides more time, even above the cap; a side that has run out can play on."""
        self.bank = [left + seconds for left in self.bank]
        self.fallen = False

    def take_leave(self, side: int, begin: int, end: int) -> bool:
        """Stop the clock for a side for a period; return False if it has too little leave or already has this one."""
        if (begin, end) in self.away[side] or end - begin > self.leave[side] or end <= begin:
            return False
        self.leave[side] -= end - begin
        self.away[side].append((begin, end))
        self.away[side].sort()
        self.fallen = False
        return True

    def shift(self, seconds: int, now: datetime) -> None:
        """Exclude from the current wait a period, now over, in which nobody could play."""
        if self.since and not self.paused:
            self.since = min(int(now.timestamp()), self.since + seconds)
            self.due, self.fallen = self.due + seconds if self.due else 0, False

    def lost(self, now: datetime) -> str:
        """Return why the side waited for has lost a league game without a claim ("time", "no_first_move"), or ""."""
        at = self.lost_at
        if not at or now.timestamp() < at:
            return ""
        return self.reason

    @property
    def reason(self) -> str:
        """Why the side waited for would lose: "no_first_move" if it never acted in a league game, else "time"."""
        never = self.league is not None and self.side is not None and not self.acted[self.side]
        return "no_first_move" if never else "time"

    @property
    def lost_at(self) -> int:
        """The time at which a league game is lost without a claim; 0 for never."""
        if self.speed != "league" or self.side is None or self.paused:
            return 0
        if not self.acted[self.side]:
            return self._time_thought(UNPLAYED_AFTER)
        return self.deadline() + LOST_AFTER

    def _time_thought(self, seconds: int) -> int:
        """Return when the side waited for will have thought for that many seconds, not counting leave."""
        end = self.since + seconds
        for begin, over in self.away[self.side or 0]:
            if over > self.since and begin < end:
                end += over - max(begin, self.since)
        return end

    def start(self, side: int | None, now: datetime) -> None:
        """Start the game's clock with full banks."""
        self.refill(side, now)
        if side is not None:
            self.pass_to(side, now)

    def refill(self, side: int | None, now: datetime) -> None:
        """Refill the banks and restart the wait for a side."""
        self.bank = [self.pace.bank, self.pace.bank]
        self.wait(side, now)

    def handed_over(self, side: int | None, now: datetime) -> None:
        """Note which side is waited for after a command; if it changed, charge the old wait and start a new one."""
        if side == self.side and self.since:
            return
        self.pay(now)
        self.wait(side, now)
        if side is None:
            self.tell, self.known = [0, 0], True
        else:
            self.pass_to(side, now)

    def act(self, sides: Iterable[int], now: datetime) -> None:
        """Note that the holder of these sides has acted: they are present and know that the game waits for them."""
        for side in sides:
            self.acted[side], self.tell[side] = int(now.timestamp()), 0
            self.known = self.known or side == self.side

    def pass_to(self, side: int, now: datetime) -> None:
        """Start a side's clock; its holder has not been notified yet."""
        self.known = False
        self.ask(side, now)

    def ask(self, side: int, now: datetime) -> None:
        """Note that the game now waits for a side and that its holder has not been notified."""
        self.tell[side] = int(now.timestamp())

    def present_until(self, side: int) -> int:
        """Return until when the holder of a seat counts as present, in seconds since 1970."""
        return self.acted[side] + PRESENT

    def pay(self, now: datetime) -> None:
        """Charge the bank for the part of the current wait that exceeds the free time."""
        if self.side is not None and self.since:
            self.bank[self.side] = max(0, self.left(now))
            self.thought[self.side] += self.waited(now)

    def wait(self, side: int | None, now: datetime) -> None:
        """Start waiting for a side."""
        at = int(now.timestamp())
        self.side, self.since, self.reminded, self.fallen = side, at, 0, False
        self.paused = at if self.paused else 0
        self.due = at + self.pace.remind if side is not None else 0

    def waited(self, now: datetime) -> int:
        """Return the seconds of the current wait, excluding pauses and leave."""
        end = self.paused or int(now.timestamp())
        away = self.away[self.side] if self.side is not None else []
        off = sum(max(0, min(end, over) - max(begin, self.since)) for begin, over in away)
        return max(0, end - self.since - off)

    def left(self, now: datetime) -> int:
        """Return the seconds left in the bank of the side waited for."""
        if self.side is None:
            return 0
        return self.bank[self.side] - max(0, self.waited(now) - self.pace.free)

    def out_of_time(self, now: datetime) -> bool:
        """Return True if the side waited for has used up its bank."""
        return self.speed != "off" and self.side is not None and not self.paused and self.left(now) <= 0

    def deadline(self) -> int:
        """Return when the bank of the side waited for will be empty; 0 for never."""
        if self.speed == "off" or self.side is None or self.paused:
            return 0
        return self._time_thought(self.pace.free + self.bank[self.side])

    def reminded_now(self, now: datetime) -> None:
        """Note that a reminder was sent and schedule the next one after twice the interval, counted from now."""
        self.reminded += 1
        gap = self.pace.remind * 2**self.reminded
        self.due = int(now.timestamp()) + gap if self.reminded < MOST_REMINDERS else 0

    def postpone(self, until: int) -> None:
        """Postpone the next reminder."""
        self.due = until

    def silence(self) -> None:
        """Send no more reminders in this wait."""
        self.due = 0

    def pause(self, now: datetime) -> None:
        """Stop the clock; no claim is possible meanwhile, and an empty bank is announced again on resume."""
        self.paused, self.fallen = int(now.timestamp()), False

    def resume(self, now: datetime) -> None:
        """Resume the clock; the pause does not count."""
        at = int(now.timestamp())
        self.since += at - self.paused
        self.due = max(self.due, at + self.pace.remind) if self.due else 0
        self.paused = 0

    def next_look(self) -> float:
        """Return when the ticker must next look at the game, in seconds since 1970; 0 for never."""
        if self.side is None:
            return self.duty
        times = [at for at in (*self.tell, self.duty) if at]
        if not self.paused:
            times += [self.due] if self.due else []
            if (end := self.deadline()) and not self.fallen:
                times.append(end)
            if lost := self.lost_at:
                times.append(lost)
        return float(min(times)) if times else 0.0


def shown(seconds: float) -> str:
    """Format a point in time for everyone: `21 Nov, 14:05 UTC`."""
    return dates.in_utc(seconds)


def lasting(seconds: int) -> str:
    """Format a duration in its two largest units: `2 d 4 h`, `35 min`."""
    return dates.span(seconds)


__all__ = [
    "DAY",
    "HOUR",
    "LOST_AFTER",
    "MOST_REMINDERS",
    "PACES",
    "PRESENT",
    "UNPLAYED_AFTER",
    "Clock",
    "ClockSpeed",
    "lasting",
    "shown",
]
