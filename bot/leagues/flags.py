"""What organisers may want to look at. Nothing follows from a flag by itself: nobody is barred or ruled against for one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from bot.leagues import journal, promotion
from bot.leagues.journal import Entry, Person
from bot.leagues.season import Season
from bot.leagues.standings import WIN

Code = Literal["early_resignation", "traded_wins", "nothing_at_stake", "rating_drop"]
_EARLY = 2
"""A resignation within so many turns is early."""
_RESIGNATION = "resignation"
_DROP = 100
_BEFORE = 30 * 86_400
"""So many points of rating lost within so many seconds before entering a season with a cap."""


@dataclass(frozen=True, slots=True)
class Flag:
    """Something to look at: its code, the matches and the persons whom it names."""

    code: Code
    matches: tuple[str, ...]
    persons: tuple[Person, ...]


def flags(entries: Sequence[Entry]) -> list[Flag]:
    """Return the flags of a season as its journal stands, in the order of the journal but for wins that were traded, which come last.

    Raises:
        ValueError: the journal does not begin with its opening.
    """
    season = Season.told(entries[:1])
    found: list[Flag] = []
    for entry in entries[1:]:
        if isinstance(entry, journal.Resulted) and entry.match in season.matches:
            found += _of_result(season, entry)
        season.add(entry)
    return [*found, *_traded(season)]


def _of_result(season: Season, report: journal.Resulted) -> Iterator[Flag]:
    made = season.matches[report.match]
    if WIN not in report.points:
        return
    slots = made.sides(report.leg)
    won, lost = slots if report.points[0] == WIN else slots[::-1]
    persons = (season.holders.get(lost, lost), season.holders.get(won, won))
    if report.reason == _RESIGNATION and 0 < report.turn <= _EARLY:
        yield Flag("early_resignation", (made.match,), persons)
    regular = season.rules.format in ("divisions", "double") and not made.playoff and not made.settled
    if regular and _at_stake(season, made.section, won) and not _at_stake(season, made.section, lost):
        yield Flag("nothing_at_stake", (made.match,), persons)


def _at_stake(season: Season, section: int, slot: Person) -> bool:
    """Return True while somebody may still end on either side of a line."""
    best, worst = season.places(section)[slot]
    return any(best <= edge < worst for edge in promotion.edges(season, section))


def _traded(season: Season) -> Iterator[Flag]:
    """Return pairs who each won once against the other by an early resignation."""
    early: dict[frozenset[Person], dict[Person, str]] = {}
    for made in season.matches.values():
        for leg in made.legs:
            report = leg.reported
            if report is None or leg.seated is None or WIN not in report.points or report.reason != _RESIGNATION:
                continue
            if 0 < report.turn <= _EARLY:
                won = leg.seated[report.points.index(WIN)]
                early.setdefault(frozenset(leg.seated), {}).setdefault(won, made.match)
    for winners in early.values():
        if len(winners) > 1:
            yield Flag("traded_wins", tuple(dict.fromkeys(winners.values())), tuple(winners))


def rating_drop(person: Person, history: Iterable[tuple[float, int]], joined: float, cap: int) -> list[Flag]:
    """Return who lost a lot of rating shortly before entering a season under its cap; `history` are times and figures."""
    told = sorted(history)
    before = [figure for at, figure in told if at <= joined]
    lately = [figure for at, figure in told if joined - _BEFORE <= at <= joined]
    if not lately or before[-1] > cap or max(lately) - before[-1] < _DROP:
        return []
    return [Flag("rating_drop", (), (person,))]


__all__ = ["Code", "Flag", "flags", "rating_drop"]
