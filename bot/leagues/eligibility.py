"""Who may enter: what a season asks of a person's record, and what running out of time without a word costs."""

from __future__ import annotations

from dataclasses import dataclass

from bot.leagues.journal import Opened

MOST_TIMEOUTS = 1
"""Timeouts of ninety days that are never too many."""
_ONE_IN = 10


@dataclass(frozen=True, slots=True)
class Record:
    """What is known of a person.

    Games `finished` ever, `recent` ones of ninety days and how many of them were `timeouts`, rounds of a `sanction` left, how many
    further games fit (`free`), the highest rating of ninety days (`peak`) and whether it is provisional. An opponent's early
    resignation is a finished game.
    """

    finished: int = 0
    recent: int = 0
    timeouts: int = 0
    sanction: int = 0
    free: int = 1
    peak: int | None = None
    provisional: bool = True


def missing(rules: Opened, record: Record) -> tuple[str, ...]:
    """Return codes of what a person lacks for a season; none if nothing.

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
    """How many rounds somebody sits out: the length of the last sanction, and what is left of it."""

    length: int = 0
    left: int = 0

    def after_timeout(self, rounds: int) -> Sanction:
        """Return the rounds to sit out after one more silent timeout: one, then twice as many, two seasons at most."""
        length = min(max(1, 2 * self.length), 2 * max(rounds, 1))
        return Sanction(length, length)

    def after_game(self) -> Sanction:
        """Return the rounds to sit out after a finished game: half of them."""
        return Sanction(self.length // 2, self.left // 2)

    def after_round(self) -> Sanction:
        """Return the sanction that is left after a round was sat out."""
        return Sanction(self.length, max(self.left - 1, 0))
