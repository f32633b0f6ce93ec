"""People in seasons: their names, and resolving a typed name to a person."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.leagues.journal import Person
from bot.leagues.season import Season
from bot.narration.user_text import cleaned, user_text
from bot.service.calls import Caller, Tools
from bot.storage.persons import StoredPerson
from bot.table.refusal import refuse
from bot.table.typed_text import alike, fold

#: Platform-assigned ids; people with such an id may never have typed anything here.
_IDS = {"discord": re.compile(r"\d{15,20}"), "slack": re.compile(r"[UW][A-Z0-9]{3,}")}
#: Characters that people put around names; phones type curly quotes.
_QUOTES = "\"'“”„‘’«» "
#: A mention of a person, and of a group, as platforms write them in a line.
_SOMEBODY = re.compile(r"<@!?([A-Za-z0-9]+)(?:\|([^>]*))?>")
_GROUP = re.compile(r"<(?:@&|!subteam\^)([A-Za-z0-9]+)(?:\|[^>]*)?>")


def called(tools: Tools, person: StoredPerson) -> str:
    """Return a person's name for a text."""
    return tools.say("persons.former", number=person.former) if person.forgotten else user_text(person.name) or "–"


async def names(tools: Tools, persons: Iterable[Person]) -> dict[Person, str]:
    """Return people's names; a dash for unknown people."""
    wanted = list(dict.fromkeys(persons))
    read = await tools.store.persons.read_all(wanted)
    return {person: called(tools, read[person]) if person in read else "–" for person in wanted}


def group_in(platform: str, typed: str) -> str:
    """Return the mentioned group of a platform as `platform:role:id`; "" for none."""
    found = _GROUP.fullmatch(typed.strip())
    return f"{platform}:role:{found[1]}" if found else ""


async def person_meant(tools: Tools, caller: Caller, season: Season, typed: str) -> Person:
    """Resolve a person by mention, platform id, or name among the season's people. Refuse if that finds nobody."""
    word = typed.strip()
    account = await _account(tools, caller, word)
    if account is not None:
        return account
    people = dict.fromkeys([*season.entrants, *season.holders.values(), *season.holders])
    read = await tools.store.persons.read_all(people)
    wanted = fold(cleaned(word.strip(_QUOTES).removeprefix("@")))
    by_name = {person: fold(cleaned(one.name)) for person, one in read.items() if not one.forgotten}
    exact = [person for person, name in by_name.items() if name == wanted]
    fitting = exact or [person for person, name in by_name.items() if wanted and name.startswith(wanted)]
    meant = {read[person].person for person in fitting}
    if len(meant) == 1:
        return meant.pop()
    if meant:
        raise refuse(
            "league.which_person",
            text=word,
            list=tools.words.listed(sorted(called(tools, read[one]) for one in meant if one in read), "or"),
        )
    if caller.platform == "slack" and word.startswith("@"):
        raise refuse("league.bare_handle", text=word)
    near = [called(tools, read[person]) for person, name in by_name.items() if name in alike(wanted, by_name.values())]
    raise refuse("league.nobody_called", text=word, near=tools.words.listed([f"“{one}”" for one in near[:3]], "or"))


async def _account(tools: Tools, caller: Caller, word: str) -> Person | None:
    """Return the account that is mentioned, or that has this id on the caller's platform."""
    found = _SOMEBODY.fullmatch(word)
    ident = found[1] if found else word.removeprefix("@")
    # Slack user ids are prefixed with the workspace id.
    own = caller.user.partition(":")[2]
    within = f"{own.partition('.')[0]}." if "." in own else ""
    # The local web page derives ids from names.
    plain = re.sub(r"[^a-z0-9]+", "-", ident.casefold()).strip("-")
    for account in (f"{caller.platform}:{one}" for one in (ident, f"{within}{ident}", plain)):
        if (person := await tools.store.persons.known(account)) is not None:
            return (await tools.store.persons.read(person)).person
    look = _IDS.get(caller.platform)
    if found is None and (look is None or not look.fullmatch(ident)):
        return None
    return await tools.store.persons.of(f"{caller.platform}:{within}{ident}", user_text((found and found[2]) or ""))


__all__ = ["called", "group_in", "names", "person_meant"]
