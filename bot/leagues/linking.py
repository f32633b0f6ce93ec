"""A person's new name in everything that a season keeps by persons; slots keep theirs."""

from __future__ import annotations

from bot.leagues.journal import Person
from bot.leagues.state import State


def renamed(season: State, former: Person, person: Person) -> None:
    """Whatever the former entered, said and holds is the person's; the order in which substitutes are asked stays."""

    def now(name: Person) -> Person:
        return person if name == former else name

    entered = list(season.entrants.items())
    season.entrants.clear()
    for name, joined in entered:
        season.entrants[now(name)] = joined.model_copy(update={"person": now(name)})
    for slot, holder in season.holders.items():
        season.holders[slot] = now(holder)
    for team, one in season.teams.items():
        names = {"members": tuple(map(now, one.members)), "alternates": tuple(map(now, one.alternates))}
        season.teams[team] = one.model_copy(update=names)
    for persons in (season.checked, season.went, season.removed, *season.roles.values()):
        if former in persons:
            persons.remove(former)
            persons.add(person)
    season.unfit = {now(name): entry for name, entry in season.unfit.items()}
    if former in season.platforms:
        season.platforms[person] = season.platforms.pop(former) | season.platforms.get(person, frozenset())
    season.leaves.setdefault(person, []).extend(season.leaves.pop(former, []))
    season.apart = {frozenset(map(now, pair)) for pair in season.apart}
    season.volunteers[:] = dict.fromkeys(map(now, season.volunteers))
    season.offers = {(slot, now(name)): offer for (slot, name), offer in season.offers.items()}
    season.declined = {(slot, now(name)) for slot, name in season.declined}
    _remembered(season, former, person)
    season.allowed = {now(name): entry for name, entry in season.allowed.items()}
    for made in season.matches.values():
        for leg in made.legs:
            if leg.seated is not None:
                leg.seated = (now(leg.seated[0]), now(leg.seated[1]))


def _remembered(season: State, former: Person, person: Person) -> None:
    """Where the former has sat the person has as well, and both are one for ever to whoever asks for a stake."""
    for persons in season.sat.values():
        if former in persons:
            persons.add(person)
    season.kin.setdefault(person, set()).add(former)
    season.kin.setdefault(former, set()).add(person)
