"""Results for those alone who want them: of sealed seasons nobody is told one unasked, and some people are told none at all."""

from __future__ import annotations

from bot.leagues.journal import Person
from bot.leagues.season import Season
from bot.service.calls import Tools
from bot.service.state.preferences import Preferences
from bot.storage.persons import StoredPerson

#: The value of the field `show` that asks for results.
SHOWN = "results"


async def unwanted(tools: Tools, kept: StoredPerson) -> bool:
    """Return True for somebody who wants to see no results before asking for them, with any of the own accounts."""
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
    """Return True if results of a season are shown to somebody only behind a press."""
    return season.rules.sealed or await unwanted(tools, kept)


async def person_hides(tools: Tools, season: Season, person: Person) -> bool:
    """Return whether a person hides results, by id."""
    return season.rules.sealed or await unwanted(tools, await tools.store.persons.read(person))


__all__ = ["SHOWN", "hidden_from", "person_hides", "unwanted"]
