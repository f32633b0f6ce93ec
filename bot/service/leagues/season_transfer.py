"""Transfer of a season between servers: its journal is exported with people's accounts, and imported to continue."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime

from bot.leagues import acts, journal
from bot.leagues.exchange import archives
from bot.leagues.exchange.archives import Archive, Mover
from bot.leagues.exchange.malformed import Malformed
from bot.leagues.journal import Entry, Person
from bot.leagues.lots import commitment
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season
from bot.narration.texts import host_text
from bot.service.leagues.act_refusals import ActRefused
from bot.service.leagues.season_repository import SeasonTaken
from bot.storage import Store, person_keys
from bot.storage.persons import Put, StoredPerson
from bot.storage.seasons import Outrun

_SEED = 32


def _people(season: Season) -> set[Person]:
    """Return all people named by a season; teams, which also hold places, are not people."""
    roles = {person for held in season.roles.values() for person in held}
    return {*season.entrants, *season.holders.values(), *roles} - season.teams.keys()


async def written(store: Store, season: Season, lines: list[str]) -> tuple[str, int]:
    """Return the transfer document of a season, and the number of people whose accounts it contains.

    For a finished season it contains names and no accounts, as nobody plays on.
    """
    kept = await store.persons.read_all(_people(season))
    if season.stage == "final":
        return archives.write(lines, {one: Mover(name=own.name) for one, own in kept.items() if own.name}), 0
    people = {one: Mover(name=own.name, accounts=own.accounts) for one, own in kept.items() if own.accounts}
    return archives.write(lines, people), len(people)


async def taken_in(store: Store, season_id: str, found: Archive, key: str, at: float) -> Season:
    """Import a running season into this server.

    Raises:
        Malformed: its people are unknown here and their accounts are missing, or two of them are one person here.
        SeasonTaken: another season has the id.
    """
    season, seed = found.season, secrets.token_bytes(_SEED)
    missing = _people(season) - (await store.persons.read_all(_people(season))).keys()
    if unknown := missing - found.people.keys():
        raise Malformed(
            1, host_text("faults.moving.people_unknown_here_their", number=len(unknown))
        )  # fmt: skip
    entries: list[Entry] = [journal.Moved(at=at, commitment=commitment(seed))]
    season.add(entries[0])
    fresh = {}
    for person in sorted(missing):
        known = [here for account in found.people[person].accounts if (here := await store.persons.known(account))]
        if not known:
            fresh[person] = found.people[person]
            continue
        try:
            more = acts.link_persons(season, known[0], person, at)
        except NotNow as no:
            raise Malformed(
                1,
                host_text(
                    "faults.moving.somebody_else_one_person",
                    name=found.people[person].name,
                    plainly=ActRefused.of(no),
                ),
            ) from None
        for entry in more:
            season.add(entry)
        entries += more
    await welcomed(store, fresh)
    lines = [*found.lines, *(archives.dumped(entry) for entry in entries)]
    if isinstance(await store.seasons.create(season_id, lines, key, secret=seed), Outrun):
        raise SeasonTaken(season_id)
    return season


async def keep_names(store: Store, found: Archive) -> None:
    """Store the names of a finished season's people who are unknown here."""
    known = await store.persons.read_all(found.people)
    await welcomed(
        store,
        {
            one: Mover(name=own.name)
            for one, own in found.people.items()
            if one not in known and one in _people(found.season)
        },
    )


async def welcomed(store: Store, people: Mapping[Person, Mover]) -> None:
    """Store people under their ids in the journal."""
    for person, own in people.items():
        kept = StoredPerson(person=person, name=own.name, accounts=own.accounts, since=datetime.now(UTC))
        puts = [Put(person_keys.account(account), "", person) for account in own.accounts]
        await store.persons.put(*puts, Put(person_keys.person(person), "", kept.dump()))


__all__ = ["keep_names", "taken_in", "welcomed", "written"]
