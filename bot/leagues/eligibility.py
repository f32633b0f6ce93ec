"""Eligibility: a season's requirements on a person's record, and the sanction for silent timeouts."""

from __future__ import annotations

from dataclasses import dataclass

from bot.leagues.journal import Opened

MOST_TIMEOUTS = 1
"""Number of timeouts in ninety days that is never too many."""
_ONE_IN = 10


@dataclass(frozen=True, slots=True)
class Record:
    """A person's record.

    Games `finished` ever, `recent` ones in ninety days and how many of them were `timeouts`, rounds of a `sanction`
    left, how many more simultaneous games fit (`free`), the highest rating in ninety days (`peak`) and whether it is
    provisional. An opponent's early resignation is a finished game.
    """

    finished: int = 0
    recent: int = 0
    timeouts: int = 0
    sanction: int = 0
    free: int = 1
    peak: int | None = None
    provisional: bool = True


def missing(rules: Opened, record: Record) -> tuple[str, ...]:
    """Return the codes of what a person lacks for a season; none if nothing.

    `no_finished_game`, `too_many_timeouts`, `sanction`, `no_capacity`, `rating_too_high`, `rating_provisional`.
    """
    capped = rules.most_rating is not None
    lacks = {
        "no_finished_game": not rules.beginners and record.finished < 1,
        "too_many_timeouts": record.timeouts > MOST_TIMEOUTS and record.timeouts * _ONE_IN >= record.recent,
        "sanction": record.sanction > 0,
        "no_capacity": record.free < 1,
        "rating_too_high": capped and (record.peak or 0) > (rules.most_rating or 0),
        "rating_provisional": capped and (record.provisional or record.peak is None),
    }
    return tuple(code for code, lacking in lacks.items() if lacking)


@dataclass(frozen=True, slots=True)
class Sanction:
    """Rounds a person must sit out: the length of the last sanction, and how many are left."""

    length: int = 0
    left: int = 0

    def after_timeout(self, rounds: int) -> Sanction:
        """Return the sanction after one more silent timeout: one round, then twice as many, two seasons at most."""
        length = min(max(1, 2 * self.length), 2 * max(rounds, 1))
        return Sanction(length, length)

    def after_game(self) -> Sanction:
        """Return the sanction after a finished game: half of it."""
        return Sanction(self.length // 2, self.left // 2)

    def after_round(self) -> Sanction:
        """Return the sanction after a round was sat out."""
        return Sanction(self.length, max(self.left - 1, 0))
