"""Renaming of a person in all of a season's data by person, and the way back; slots keep their names."""

from __future__ import annotations

from dataclasses import replace

from bot.leagues.journal import Person
from bot.leagues.state import JoinedPersons, SeasonState


def joined(season: SeasonState, former: Person, person: Person) -> None:
    """Transfer everything the former person entered, said and holds to the person."""
    season.joint[former] = JoinedPersons(
        person,
        former in season.entrants or former in season.holders.values(),
        frozenset(role for role, held in season.roles.items() if former in held),
        frozenset(role for role, held in season.roles.items() if person in held),
        frozenset(one for pair in season.apart if former in pair for one in pair - {former}),
        season.platforms.get(former),
    )
    for held in season.roles.values():
        if former in held:
            held.remove(former)
            held.add(person)
    if former in season.platforms:
        season.platforms[person] = season.platforms.pop(former) | season.platforms.get(person, frozenset())
    season.apart = {frozenset(person if one == former else one for one in pair) for pair in season.apart}
    _note_one_person(season, former, person)
    _transfer_entries(season, former, person)


def parted(season: SeasonState, former: Person, person: Person) -> None:
    """Give the former person back what they had when linked, with its results; the rest stays the person's."""
    before = season.joint.pop(former, None)
    season.parted[former] += 1
    if before is None:
        return
    for role in before.roles:
        held = season.roles.get(role, set())
        if person in held:
            held.add(former)
            if role not in before.own:
                held.remove(person)
    season.apart = {
        frozenset(former if one == person else one for one in pair)
        if person in pair and pair - {person} <= before.apart
        else pair
        for pair in season.apart
    }
    season.platforms.pop(person, None)  # recorded anew before it matters
    if before.platforms is not None:
        season.platforms[former] = before.platforms
    for one in (person, former):
        season.allowed.pop(one, None)
    _note_one_person(season, person, former)
    if before.entered:
        _transfer_entries(season, person, former)
        # What the person had from others linked to it belonged to the former.
        own = {one: replace(held, entered=False) for one, held in season.joint.items() if held.person == person}
        season.joint.update(own)


def _transfer_entries(season: SeasonState, former: Person, person: Person) -> None:
    """Transfer the former person's entries and places; the order of substitutes stays."""

    def now(name: Person) -> Person:
        return person if name == former else name

    entered = list(season.entrants.items())
    season.entrants.clear()
    for name, entry in entered:
        season.entrants[now(name)] = entry.model_copy(update={"person": now(name)})
    for slot, holder in season.holders.items():
        season.holders[slot] = now(holder)
    for team, one in season.teams.items():
        names = {"members": tuple(map(now, one.members)), "alternates": tuple(map(now, one.alternates))}
        season.teams[team] = one.model_copy(update=names)
    for persons in (season.checked, season.went, season.removed):
        if former in persons:
            persons.remove(former)
            persons.add(person)
    season.unfit = {now(name): entry for name, entry in season.unfit.items()}
    if former in season.leaves:
        season.leaves.setdefault(person, []).extend(season.leaves.pop(former))
    season.volunteers[:] = dict.fromkeys(map(now, season.volunteers))
    season.offers = {(slot, now(name)): offer for (slot, name), offer in season.offers.items()}
    season.declined = {(slot, now(name)) for slot, name in season.declined}
    season.allowed = {now(name): entry for name, entry in season.allowed.items()}
    for made in season.matches.values():
        for leg in made.legs:
            if leg.seated is not None:
                leg.seated = (now(leg.seated[0]), now(leg.seated[1]))


def _note_one_person(season: SeasonState, former: Person, person: Person) -> None:
    """Note for conflicts of interest that both are one person, wherever either has played."""
    for persons in season.sat.values():
        if former in persons:
            persons.add(person)
    season.kin.setdefault(person, set()).add(former)
    season.kin.setdefault(former, set()).add(person)
