"""Import of other programs' files, all or nothing: a journal as a season, a list of entries."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from functools import partial

from bot.leagues import acts, journal
from bot.leagues.exchange import archives, sheets
from bot.leagues.exchange.malformed import Malformed
from bot.leagues.interest import disinterested
from bot.leagues.journal import Entry, Person
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season
from bot.narration.texts import host_text
from bot.service.leagues import season_transfer
from bot.service.leagues.act_refusals import ActRefused
from bot.service.leagues.season_repository import SeasonRepository, SeasonTaken
from bot.service.leagues.times import zone_of
from bot.storage import Store
from bot.storage.seasons import Outrun
from bot.table.refusal import Refusal


async def season(store: Store, season_id: str, text: str, at: float) -> Season:
    """Import a journal as a new season; a running one continues here, see `moving`.

    Raises:
        Malformed: a line cannot be read, or the ids of a running season are unknown here.
        SeasonTaken: another season has the id.
        ValueError: that is not a season id.
    """
    found = archives.read(text)
    key = f"import:{hashlib.sha256(text.encode()).hexdigest()}"
    if found.season.stage != "final":
        taken = await season_transfer.taken_in(store, season_id, found, key, at)
        await store.seasons.set_done(season_id, taken.length)
        return taken
    made = await store.seasons.create(season_id, found.lines, key, secret=bytes.fromhex(found.season.seed))
    if isinstance(made, Outrun):
        raise SeasonTaken(season_id)
    await season_transfer.keep_names(store, found)
    await store.seasons.set_done(season_id, len(found.lines))  # none of it is announced again
    return found.season


async def entries(
    store: Store,
    repository: SeasonRepository,
    season_id: str,
    text: str,
    *,
    by: Person = "",
    key: str = "",
    ids: Collection[Person] = (),
) -> int:
    """Enter players from CSV rows while registration is open; return how many. `ids` are all ids of the importer.

    Raises:
        Malformed: a line cannot be read, or names someone who cannot enter.
    """
    rows, persons = sheets.entries(text), store.persons
    # Known people keep the name from their platform, not the list's; and a refused list creates nobody.
    known = [await persons.known(row.account) for row in rows]
    fresh = [found or f"row-{number}" for number, found in enumerate(known)]
    _entries_of_rows(await repository.season(season_id), rows, fresh, by, repository.at)
    people = [found or await persons.of(row.account, row.name) for found, row in zip(known, rows, strict=True)]

    def decide(season: Season) -> Sequence[Entry]:
        return disinterested(season, _entries_of_rows(season, rows, people, by, repository.at), ids)

    await repository.act(season_id, key or f"import:{hashlib.sha256(text.encode()).hexdigest()}", decide)
    return len(rows)


def _entries_of_rows(
    season: Season, rows: Sequence[sheets.EntryRow], persons: Sequence[Person], by: Person, at: float
) -> list[Entry]:
    """Return the entries for these rows; raise Malformed if someone cannot enter."""
    found: list[Entry] = []
    met: dict[Person, int] = {}
    for number, (row, person) in enumerate(zip(rows, persons, strict=True), start=2):
        entry = journal.Joined(
            at=at, by=by, person=person, capacity=row.capacity, rating=row.rating, substitute=row.substitute,
            zone=_zone(number, row.zone), version=season.rules.version,
        )  # fmt: skip
        if person in met:
            raise Malformed(number, host_text("faults.importing.same_person_line", name=row.name, met=met[person]))
        met[person] = number
        try:
            found += acts.join_season(season, entry)
        except NotNow as no:
            raise Malformed(number, _entry_refusal(no, row.name)) from None
    return found


def _zone(number: int, text: str) -> str:
    """Return a row's time zone by its name in the time zone database."""
    try:
        return zone_of(text)
    except Refusal:
        raise Malformed(number, host_text("faults.importing.no_zone", text=f"{text[:20]!r}")) from None


def _entry_refusal(no: NotNow, name: str) -> str:
    """Return why a person cannot enter, as text."""
    if no.code in _BRIEFLY:
        return _BRIEFLY[no.code](name=name)
    return host_text("faults.importing.cannot_enter", name=name, plainly=ActRefused.of(no))


#: Short texts for why a person cannot enter, for errors in a file's line.
_BRIEFLY = {
    "entered_already": partial(host_text, "faults.importing.entered_already"),
    "not_open": partial(host_text, "faults.importing.not_open"),
    "registration_closed": partial(host_text, "faults.importing.registration_closed"),
    "season_over": partial(host_text, "faults.importing.season_over"),
}


__all__ = ["entries", "season"]
