"""The record of a person who wants to enter: games finished, losses on time, sanctions, free capacity, rating.

Season games count as recorded in the community's journals; someone who finished none there may have finished another
game here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bot.leagues import reliability
from bot.leagues.eligibility import Record
from bot.leagues.journal import Opened, Person
from bot.leagues.season import Season
from bot.service.leagues.league_call import LeagueCall
from bot.service.leagues.rating import Rated, Ratings, pool_of
from bot.service.leagues.season_repository import SeasonRepository
from bot.storage.models import GameHeader
from bot.storage.persons import StoredPerson
from bot.storage.store import Store


@dataclass(frozen=True, slots=True)
class EntrantRecord:
    """The rating that orders a first draw, 0 for none, and the eligibility record; None if none is required."""

    rating: int = 0
    known: Record | None = None


async def record_of(asked: LeagueCall, season: Season) -> EntrantRecord:
    """Return the caller's record, using the number of simultaneous games just given, if any."""
    given = asked.args.capacity if "capacity" in asked.args.model_fields_set else asked.person.capacity
    person = asked.person.model_copy(update={"capacity": given})
    return (await _entrant_records(asked.repository, season.rules, {person.person: person}))[person.person]


async def records(repository: SeasonRepository, season: Season, persons: Iterable[Person]) -> dict[Person, Record]:
    """Return people's current records for a season, e.g. to recheck before the start; without unknown people."""
    rules, kept = season.rules, await repository.store.persons.read_all([*persons])
    return {
        person: one.known
        for person, one in (await _entrant_records(repository, rules, kept)).items()
        if one.known is not None
    }


async def _entrant_records(
    repository: SeasonRepository, rules: Opened, kept: Mapping[Person, StoredPerson]
) -> dict[Person, EntrantRecord]:
    seasons = [one for one in (await repository.sound()).values() if one.rules.server == rules.server]
    rated = await Ratings(repository.store, repository).of(pool_of(rules), {one.person for one in kept.values()})
    found = {}
    for name, person in kept.items():
        rating = rated[person.person]
        record = reliability.record(
            seasons,
            person.ids,
            repository.at,
            capacity=person.capacity,
            peak=_recent_peak(rating, repository.at),
            provisional=rating.rating.provisional,
        )
        if not record.finished and not rules.beginners and await _finished_one(repository.store, person):
            record = replace(record, finished=1)
        found[name] = EntrantRecord(max(0, rating.rating.shown[0]) if rating.history else 0, record)
    return found


def _recent_peak(rated: Rated, at: float) -> int | None:
    return rated.peak(at - reliability.RECENT) if rated.history else None


async def _finished_one(store: Store, person: StoredPerson) -> bool:
    """Return True if a person has finished a game here, against anyone."""
    for account in person.accounts:
        heads = await store.running.headers(await store.people.games_of(account))
        if any(isinstance(head, GameHeader) and not head.in_progress and head.commitment for head in heads.values()):
            return True
    return False


__all__ = ["EntrantRecord", "record_of", "records"]
