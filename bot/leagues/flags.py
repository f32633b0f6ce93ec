"""Flags for organisers. Nothing follows from a flag automatically: nobody is barred or ruled against because of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from bot.leagues import journal, promotion
from bot.leagues.journal import DIVISION_FORMATS, Entry, Person
from bot.leagues.season import Season
from bot.leagues.standings import WIN

Code = Literal["early_resignation", "traded_wins", "nothing_at_stake", "rating_drop"]
_EARLY = 2
"""A resignation within this many turns is early."""
_RESIGNATION = "resignation"
_DROP = 100
_BEFORE = 30 * 86_400
"""Points of rating lost within this many seconds before entering a season with a rating cap."""


@dataclass(frozen=True, slots=True)
class Flag:
    """A flag: its code, and the matches and persons concerned."""

    code: Code
    matches: tuple[str, ...]
    persons: tuple[Person, ...]


def flags(entries: Sequence[Entry]) -> list[Flag]:
    """Return a season's flags in the order of its journal, followed by those for traded wins.

    Raises:
        ValueError: the journal does not start with its opening.
    """
    season = Season.told(entries[:1])
    found: list[Flag] = []
    for entry in entries[1:]:
        if isinstance(entry, journal.Resulted) and entry.match in season.matches:
            found += _of_result(season, entry)
        season.add(entry)
    return [*found, *_flag_traded_wins(season)]


def _of_result(season: Season, report: journal.Resulted) -> Iterator[Flag]:
    made = season.matches[report.match]
    if WIN not in report.points:
        return
    slots = made.sides(report.leg)
    won, lost = slots if report.points[0] == WIN else slots[::-1]
    persons = (season.holder_of(lost), season.holder_of(won))
    if report.reason == _RESIGNATION and 0 < report.turn <= _EARLY:
        yield Flag("early_resignation", (made.match,), persons)
    regular = season.rules.format in DIVISION_FORMATS and not made.playoff and not made.settled
    if regular and _at_stake(season, made.section, won) and not _at_stake(season, made.section, lost):
        yield Flag("nothing_at_stake", (made.match,), persons)


def _at_stake(season: Season, section: int, slot: Person) -> bool:
    """Return True while a player may still finish on either side of a line."""
    best, worst = season.places(section)[slot]
    return any(best <= edge < worst for edge in promotion.edges(season, section))


def _flag_traded_wins(season: Season) -> Iterator[Flag]:
    """Yield a flag for each pair of players who each won once against the other by an early resignation."""
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
    """Flag a person who lost much rating before entering a season under its cap; `history` are times and figures."""
    told = sorted(history)
    before = [figure for at, figure in told if at <= joined]
    lately = [figure for at, figure in told if joined - _BEFORE <= at <= joined]
    if not lately or before[-1] > cap or max(lately) - before[-1] < _DROP:
        return []
    return [Flag("rating_drop", (), (person,))]


__all__ = ["Code", "Flag", "flags", "rating_drop"]
