"""Files of other programs taken into the store, wholly or not at all: a journal as a season, a list of entries, a report of results."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from bot.leagues import acts, journal
from bot.leagues.entrants import Side
from bot.leagues.exchange import archives, sheets, trf
from bot.leagues.exchange.malformed import Malformed
from bot.leagues.journal import Entry, Person, Points
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season
from bot.leagues.standings import DRAW, WIN
from bot.service.leagues.desk import Desk, SeasonTaken
from bot.service.leagues.times import zone_of
from bot.storage import Store
from bot.storage.seasons import Outrun
from bot.table.refusal import Refusal

_POINTS: Mapping[trf.Outcome, Points] = {
    trf.Outcome.WON: (WIN, 0), trf.Outcome.DRAWN: (DRAW, DRAW), trf.Outcome.LOST: (0, WIN),
}  # fmt: skip


async def season(store: Store, season_id: str, text: str) -> Season:
    """A journal as a season of its own; only of one that is over, for another's seed is told by nobody.

    Raises:
        Malformed: a line cannot be read, or the season goes on.
        SeasonTaken: another season has the id.
        ValueError: that is no season's id.
    """
    found = archives.read(text)
    if found.season.stage != "final":
        raise Malformed(
            1, f"the season is {found.season.stage}, and only one that is over can be taken in from its journal"
        )
    key = f"import:{hashlib.sha256(text.encode()).hexdigest()}"
    made = await store.seasons.create(season_id, found.lines, key, secret=bytes.fromhex(found.season.seed))
    if isinstance(made, Outrun):
        raise SeasonTaken(season_id)
    return found.season


async def entries(store: Store, desk: Desk, season_id: str, text: str, *, by: Person = "", key: str = "") -> int:
    """Entrants from rows of CSV, while registration is open; returns how many.

    Raises:
        Malformed: a line cannot be read, or names somebody who cannot enter.
    """
    rows, persons = sheets.entries(text), store.persons
    # Whoever is known is called what a platform calls them, not what a list says; and nobody is made by one that is refused.
    known = [await persons.known(row.account) for row in rows]
    fresh = [found or f"row-{number}" for number, found in enumerate(known)]
    _joined(await desk.season(season_id), rows, fresh, by, desk.at)
    people = [found or await persons.of(row.account, row.name) for found, row in zip(known, rows, strict=True)]

    def decide(season: Season) -> Sequence[Entry]:
        return _joined(season, rows, people, by, desk.at)

    await desk.act(season_id, key or f"import:{hashlib.sha256(text.encode()).hexdigest()}", decide)
    return len(rows)


def _joined(
    season: Season, rows: Sequence[sheets.EntryRow], persons: Sequence[Person], by: Person, at: float
) -> list[Entry]:
    """The entries of these rows; raises Malformed where somebody cannot enter."""
    found: list[Entry] = []
    met: dict[Person, int] = {}
    for number, (row, person) in enumerate(zip(rows, persons, strict=True), start=2):
        entry = journal.Joined(
            at=at, by=by, person=person, capacity=row.capacity, rating=row.rating, substitute=row.substitute,
            zone=_zone(number, row.zone), version=season.rules.version,
        )  # fmt: skip
        if person in met:
            raise Malformed(number, f"{row.name} is the same person as in line {met[person]}")
        met[person] = number
        try:
            found += acts.joined(season, entry)
        except NotNow as no:
            raise Malformed(number, _WHY.get(no.code, no.code).format(name=row.name)) from None
    return found


def _zone(number: int, text: str) -> str:
    """A row's time zone by its name in the time zone database."""
    try:
        return zone_of(text)
    except Refusal:
        raise Malformed(number, f"zone should be one such as Europe/Berlin or +2, not {text[:20]!r}") from None


_WHY = {
    "entered_already": "{name} has entered already", "not_open": "the season is a draft still",
    "registration_closed": "registration is over", "season_over": "the season is over",
}  # fmt: skip


async def results(store: Store, desk: Desk, season_id: str, text: str) -> int:
    """Results of matches that were played elsewhere, from a report of a pairing program whose entrants bear the names of ours; returns how many are new.

    Raises:
        Malformed: a line cannot be read, names nobody of the season, or contradicts what was handed in.
    """
    report = trf.read(text)
    lines = {int(line[4:8]): number for number, line in enumerate(text.splitlines(), start=1) if line.startswith("001")}
    stands = await desk.season(season_id)
    people = await store.persons.read_all({*stands.holders.values()})
    slots = {" ".join(people[who].name.split()): slot for slot, who in stands.holders.items() if who in people}
    counted = 0

    def decide(season: Season) -> Sequence[Entry]:
        nonlocal counted
        found: list[Entry] = []
        for row in report.rows:
            if row.name not in slots:
                raise Malformed(lines[row.number], f"nobody in the season is called {row.name}")
            for one in row.rounds:
                if one.side is Side.FIRST and one.played and one.opponent is not None:
                    other = next(named.name for named in report.rows if named.number == one.opponent)
                    if other not in slots:
                        raise Malformed(lines[one.opponent], f"nobody in the season is called {other}")
                    pair = (slots[row.name], slots[other])
                    found += _handed_in(season, desk.at, pair, _POINTS[one.outcome], lines[row.number])
        counted = len(found)
        return found

    key = f"import:{hashlib.sha256(text.encode()).hexdigest()}:{stands.length}"
    await desk.act(season_id, key, decide)
    return counted


def _handed_in(season: Season, at: float, pair: tuple[Person, Person], points: Points, line: int) -> list[Entry]:
    made = next((made for made in season.matches.values() if made.slots == pair), None)
    if made is None:
        raise Malformed(line, "these two have no match with these sides in the season")
    try:
        return acts.handed_in(season, journal.Resulted(at=at, match=made.match, game="", points=points))
    except NotNow as no:
        why = {"played_here": "its games are played here", "result_differs": f"match {made.match} has ended otherwise"}
        raise Malformed(line, why.get(no.code, no.code)) from None


__all__ = ["entries", "results", "season"]
