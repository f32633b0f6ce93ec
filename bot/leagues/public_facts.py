"""The public facts about a season's tables and games: the one source of pages, API, CSV, TRF, pictures and commands."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import Literal

from bot.leagues import brackets, tables
from bot.leagues.journal import DIVISION_FORMATS, KNOCKOUT_FORMATS, Person
from bot.leagues.matches import Fixed, Leg
from bot.leagues.results import result_of
from bot.leagues.season import Season, Status
from bot.leagues.standings import How, MatchResult, StandingsRow

State = Literal["waiting", "playing", "over", "annulled"]
"""A game or match without a room yet, with one, with a result, or removed from the table because someone withdrew."""
StatusShown = Status | Literal["out", "played"]
"""A status, plus those for players out of a knock-out, and for a season in which everything is played."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """One line of a table: the slot, its current holder, and its figures.

    `tiebreak` is on the scale of the points: Sonneborn-Berger has halves, Buchholz has none. `best` and `worst` are the
    places within reach, 0 if not requested. Somebody who is `out` was knocked out by results.
    """

    place: int
    slot: Person
    holder: Person
    points: int
    played: int
    won: int
    drawn: int
    lost: int
    tiebreak: float
    margin: int
    best: int
    worst: int
    gone: bool
    out: bool


@dataclass(frozen=True, slots=True)
class GameShown:
    """One game of a match: its players in order of sides, its state, and what counts of it.

    `points` are None unless the state is `over`. `reason` is the text of the last ruling or decision, "" if there is
    none; `code` is the rule's if the season itself ruled.
    """

    game: str
    persons: tuple[Person, Person]
    state: State
    points: tuple[int, int] | None = None
    margin: int = 0
    how: How = How.PLAYED
    reason: str = ""
    code: str = ""

    @property
    def forced(self) -> bool:
        """True for points without a game."""
        return self.points is not None and self.how is not How.PLAYED


def status(season: Season, person: Person, at: float) -> StatusShown | None:
    """Return a person's status in a season; None without an entry."""
    found = season.status(person, at)
    if found not in ("active", "on leave"):
        return found
    if season.stage in ("review", "final"):
        return "played"
    return "out" if season.slot_of(person) in _knocked_out(season) else found


def _knocked_out(season: Season) -> frozenset[Person]:
    """Return the slots that results have eliminated from a knock-out, where more is to be played."""
    if season.rules.format not in KNOCKOUT_FORMATS or not season.round or season.stage in ("review", "final"):
        return frozenset()
    return frozenset(season.sections[0]) - set(brackets.alive(season)) - season.gone.keys()


def rows(season: Season, section: int, *, reach: bool = True) -> tuple[TableRow, ...]:
    """Return the table of a section, best first; with `reach`, including the places still possible for everyone."""
    if section >= len(season.sections):
        return ()
    found = season.table(section)
    within = season.places(section) if reach else {}
    out = _knocked_out(season)
    return tuple(
        TableRow(
            row.place, row.name, season.holder_of(row.name), row.points, row.played, row.won, row.drawn, row.lost,
            tiebreak(season, row), row.margin, *within.get(row.name, (row.place, len(found)) if reach else (0, 0)),
            row.name in season.gone, row.name in out,
        )
        for row in found
    )  # fmt: skip


def tiebreak(season: Season, row: StandingsRow) -> float:
    """Return the second tie-break in its usual notation."""
    return row.second_tiebreak / 2 if season.rules.format in DIVISION_FORMATS else float(row.second_tiebreak)


def games(season: Season, made: Fixed, out: Set[Person] | None = None) -> tuple[GameShown, ...]:
    """Return the games of a match; `out` are those removed from the section's table, computed by default."""
    out = tables.annulled(season, made.section) if out is None else out
    return tuple(_game(season, made, number, leg, out) for number, leg in enumerate(made.legs))


def _game(season: Season, made: Fixed, number: int, leg: Leg, out: Set[Person]) -> GameShown:
    slots = made.sides(number)
    persons = leg.seated or season.holders_of(slots)
    if not made.playoff and not out.isdisjoint(made.slots):
        return GameShown(leg.game, persons, "annulled")
    if (stands := leg.outcome()) is not None:
        reason, code = reason_of(leg)
        return GameShown(leg.game, persons, "over", stands.points, stands.margin, stands.how, reason, code)
    if (walkover := result_of(season, made)) is not None:
        points = walkover.points if slots == made.sides() else walkover.points[::-1]
        return GameShown(leg.game, persons, "over", points, 0, How.WALKOVER)
    return GameShown(leg.game, persons, "playing" if leg.game else "waiting")


def reason_of(leg: Leg) -> tuple[str, str]:
    """Return why a game has its result: the last decision's text, and the rule's code if the season itself decided."""
    for appeal in reversed(leg.appeals):
        if appeal.points is not None:
            return appeal.decisions[-1].reason, ""
    if leg.ruled is not None:
        return leg.ruled.reason, leg.ruled.code
    return (leg.corrected.reason, "") if leg.corrected is not None else ("", "")


def match(season: Season, made: Fixed, out: Set[Person] | None = None) -> tuple[State, MatchResult | None]:
    """Return the state of a match, and what counts of it in the table."""
    out = tables.annulled(season, made.section) if out is None else out
    if not made.playoff and not out.isdisjoint(made.slots):
        return "annulled", None
    result = result_of(season, made)
    if result is not None:
        return "over", result
    return ("playing" if any(leg.game for leg in made.legs) else "waiting"), None


def players(season: Season, made: Fixed) -> tuple[tuple[Person, ...], tuple[Person, ...]]:
    """Return the players of a match, first side first: those seated when its games ended, else the slots' holders."""
    found: tuple[list[Person], list[Person]] = ([], [])
    slots = made.sides()
    for number, leg in enumerate(made.legs):
        persons = leg.seated or season.holders_of(made.sides(number))
        for own, person in zip(made.sides(number), persons, strict=True):
            mine = found[slots.index(own)]
            if person not in mine:
                mine.append(person)
    return tuple(found[0]), tuple(found[1])


__all__ = [
    "GameShown",
    "State",
    "StatusShown",
    "TableRow",
    "games",
    "match",
    "players",
    "reason_of",
    "rows",
    "status",
    "tiebreak",
]
