"""Spoiler settings: results of sealed seasons are shown only on request, and people can hide all results."""

from __future__ import annotations

from bot.leagues.journal import Person
from bot.leagues.season import Season
from bot.service.calls import Tools
from bot.service.state.preferences import Preferences
from bot.storage.persons import StoredPerson

#: The value of the `show` field that requests results.
SHOWN = "results"


async def unwanted(tools: Tools, kept: StoredPerson) -> bool:
    """Return True if a person hides results on any of their accounts."""
    people, accounts = tools.store.people, list(kept.accounts)
    if not accounts:
        return False
    found = await people.settings_of(accounts)
    for account, own in found.items():
        with people.reading(account, "preferences"):
            if not Preferences.of(own).spoilers:
                return True
    return False


async def hidden_from(tools: Tools, season: Season, kept: StoredPerson) -> bool:
    """Return True if a season's results are shown to a person only after a button press."""
    return season.rules.sealed or await unwanted(tools, kept)


async def person_hides(tools: Tools, season: Season, person: Person) -> bool:
    """Return whether results of a season are hidden from a person, by id."""
    return season.rules.sealed or await unwanted(tools, await tools.store.persons.read(person))


__all__ = ["SHOWN", "hidden_from", "person_hides", "unwanted"]
