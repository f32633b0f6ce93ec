"""The contents of a TRF: a tournament with its entrants, their rounds, and the scoring."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from bot.leagues.entrants import Side

#: The letters of the sides: white is the first, black the second.
SIDES = {"w": Side.FIRST, "b": Side.SECOND}


#: Letters of a name that a row has room for.
NAME = 33


class TrfOutcome(StrEnum):
    """TRF's letters of a round's result, from the view of the row's entrant."""

    WON = "1"
    DRAWN = "="
    LOST = "0"
    WON_UNRATED = "W"
    """This and the following two: a game that lasted less than one move."""
    DRAWN_UNRATED = "D"
    LOST_UNRATED = "L"
    WON_BY_FORFEIT = "+"
    LOST_BY_FORFEIT = "-"
    PAIRING_BYE = "U"
    FULL_BYE = "F"
    HALF_BYE = "H"
    ZERO_BYE = "Z"
    OPEN = " "
    """A game that is paired but not finished."""


#: The letter of the scoring record for each result.
_COUNTED = {
    TrfOutcome.WON: "W", TrfOutcome.WON_UNRATED: "W", TrfOutcome.WON_BY_FORFEIT: "W", TrfOutcome.FULL_BYE: "W", TrfOutcome.DRAWN: "D",
    TrfOutcome.DRAWN_UNRATED: "D", TrfOutcome.HALF_BYE: "D", TrfOutcome.LOST: "L", TrfOutcome.LOST_UNRATED: "L",
    TrfOutcome.LOST_BY_FORFEIT: "A", TrfOutcome.ZERO_BYE: "A", TrfOutcome.PAIRING_BYE: "P",
}  # fmt: skip
_HALF_POINTS = {"W": 2, "D": 1, "P": 2}
PLAYED = (
    TrfOutcome.WON, TrfOutcome.DRAWN, TrfOutcome.LOST, TrfOutcome.WON_UNRATED, TrfOutcome.DRAWN_UNRATED, TrfOutcome.LOST_UNRATED,
)  # fmt: skip
FORFEITS = (TrfOutcome.WON_BY_FORFEIT, TrfOutcome.LOST_BY_FORFEIT)


@dataclass(frozen=True, slots=True)
class Round:
    """One round of one entrant; `opponent` is a starting rank, None for a bye or absence; forfeits may have no side."""

    outcome: TrfOutcome
    opponent: int | None = None
    side: Side | None = None

    @property
    def played(self) -> bool:
        """True if a game was played: not for forfeits and byes."""
        return self.outcome in PLAYED

    @property
    def half_points(self) -> int:
        """The points of the round in half points, where a win is one point."""
        return _HALF_POINTS.get(_COUNTED.get(self.outcome, ""), 0)


@dataclass(frozen=True, slots=True)
class TrfRow:
    """One entrant: starting rank, name, rating (0 for none), all rounds, its line, and place (0 if unknown)."""

    number: int
    name: str
    rating: int
    rounds: tuple[Round, ...]
    line: int = field(default=0, compare=False)
    place: int = field(default=0, compare=False)

    @property
    def half_points(self) -> int:
        """The score in half points, where a win is one point."""
        return sum(one.half_points for one in self.rounds)


@dataclass(frozen=True, slots=True)
class Scoring:
    """The scoring in tenths of a point: win, draw, loss, absence, pairing bye; and the line that defines it."""

    win: int = 10
    draw: int = 5
    loss: int = 0
    absence: int = 0
    bye: int = 10
    unknown: int = 5
    line: int = field(default=0, compare=False)

    @property
    def usual(self) -> bool:
        """True if a draw is half a win, the bye a full one, and all else nothing, as in a league."""
        return self.win == 2 * self.draw == self.bye > 0 and self.loss == self.absence == 0

    def of(self, one: Round) -> int:
        """Return the points of a round, in tenths; an unfinished game gives none."""
        by_letter = {"W": self.win, "D": self.draw, "L": self.loss, "A": self.absence, "P": self.bye}
        return by_letter.get(_COUNTED.get(one.outcome, ""), 0)

    def total(self, row: TrfRow) -> int:
        """Return an entrant's points, in tenths."""
        return sum(map(self.of, row.rounds))


@dataclass(frozen=True, slots=True)
class Unknown:
    """A record of unknown kind, and its line."""

    code: str
    line: int


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament's name, planned rounds (0 if unknown) and their line, rows, scoring, and the unknown records."""

    name: str
    rounds: int
    rows: tuple[TrfRow, ...]
    scoring: Scoring = Scoring()
    unknown: tuple[Unknown, ...] = field(default=(), compare=False)
    planned_at: int = field(default=0, compare=False)


__all__ = ["FORFEITS", "NAME", "PLAYED", "SIDES", "Round", "Scoring", "Tournament", "TrfOutcome", "TrfRow", "Unknown"]
