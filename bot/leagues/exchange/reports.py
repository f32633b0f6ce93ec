"""A section of a season as a TRF tournament, for other programs that pair or keep tables.

In a division, which has one window and no rounds, every game is put into the first round in which both players are
free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from bot.leagues.entrants import Side
from bot.leagues.exchange.trf import Round, Tournament, TrfOutcome, TrfRow
from bot.leagues.journal import DIVISION_FORMATS, Person
from bot.leagues.season import Season
from bot.leagues.standings import DRAW, WIN, How, MatchResult

_PLAYED = {WIN: TrfOutcome.WON, DRAW: TrfOutcome.DRAWN, 0: TrfOutcome.LOST}
_WITHOUT = {WIN: TrfOutcome.WON_BY_FORFEIT, DRAW: TrfOutcome.HALF_BYE, 0: TrfOutcome.LOST_BY_FORFEIT}


def tournament(season: Season, section: int, name: Callable[[Person], str]) -> Tournament:
    """Return a section's counted results by starting rank (section order), without unfinished rounds and games."""
    slots = season.sections[section]
    numbers = {slot: number for number, slot in enumerate(slots, start=1)}
    rounds: dict[Person, dict[int, Round]] = {slot: {} for slot in slots}
    last = 0
    for number, match in _in_rounds(season, section):
        last = max(last, number)
        for slot, one in _entries(match, numbers):
            rounds[slot][number] = one
    missed = Round(TrfOutcome.ZERO_BYE)
    # While unfinished rounds are left out, the table has points that are missing in the rows.
    counts = _is_division(season) or not season.open_matches()
    places = {row.name: row.place for row in season.table(section)} if counts else {}
    rows = tuple(
        TrfRow(
            numbers[slot], _line(name(slot)), _rating(season, slot),
            tuple(rounds[slot].get(number, missed) for number in range(1, last + 1)), place=places.get(slot, 0),
        )
        for slot in slots
    )  # fmt: skip
    return Tournament(_line(season.rules.name), 0 if _is_division(season) else season.rounds, rows)


def _is_division(season: Season) -> bool:
    return season.rules.format in DIVISION_FORMATS


def _line(text: str) -> str:
    return " ".join(text.split())


def _rating(season: Season, slot: Person) -> int:
    entry = season.entrants.get(season.holder_of(slot)) or season.teams.get(slot)
    return entry.rating if entry else 0


def _in_rounds(season: Season, section: int) -> Iterator[tuple[int, MatchResult]]:
    """Yield the counted results, with the round assigned to each."""
    matches = sorted(season.counted(section), key=lambda match: match.round)
    if not _is_division(season):
        open_rounds = {made.round for made in season.open_matches()}
        yield from ((match.round, match) for match in matches if match.round not in open_rounds)
        return
    taken: dict[Person, set[int]] = {}
    for match in matches:
        busy = taken.setdefault(match.first, set()) | taken.setdefault(match.second or "", set())
        number = next(number for number in range(1, len(busy) + 2) if number not in busy)
        for name in (match.first, match.second or ""):
            taken[name].add(number)
        yield number, match


def _entries(match: MatchResult, numbers: dict[Person, int]) -> Iterator[tuple[Person, Round]]:
    if match.second is None:
        half = TrfOutcome.HALF_BYE if match.points[0] == DRAW else TrfOutcome.ZERO_BYE
        yield match.first, Round(TrfOutcome.PAIRING_BYE if match.how is How.BYE else half)
        return
    # If nobody won anything, other programs know that as two forfeits.
    outcomes = _PLAYED if match.how is How.PLAYED and match.points != (0, 0) else _WITHOUT
    two = ((match.first, match.second, Side.FIRST), (match.second, match.first, Side.SECOND))
    for (slot, other, side), points in zip(two, match.points, strict=True):
        if slot in numbers and other in numbers:
            one = Round(outcomes[points], numbers[other], side)
            yield slot, replace(one, opponent=None, side=None) if one.outcome is TrfOutcome.HALF_BYE else one


__all__ = ["tournament"]
