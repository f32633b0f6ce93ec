"""Merging of two persons who turn out to be one, within a season."""

from __future__ import annotations

from bot.leagues import journal
from bot.leagues.journal import Entry, Person
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season


def check_link(season: Season, person: Person, former: Person) -> None:
    """Refuse to merge two persons who take part in a season separately.

    Raises:
        NotNow: they are in one section or match, or both are in a season that is not over.
    """
    both = [one for one in (person, former) if one in season.entrants]
    sections = {season.section_of(one) for one in both} - {None}
    slots = {slot for slot, holder in season.holders.items() if holder in (person, former)}
    if len(both) == 2 and len(sections) == 1 and all(season.section_of(one) is not None for one in both):
        raise NotNow("both_in_section", name=season.rules.name, section=sections.pop())
    if any(slots >= {*made.slots} for made in season.matches.values()):
        raise NotNow("both_in_match", name=season.rules.name)
    if len(both) == 2 and season.stage != "final":
        raise NotNow("both_entered", name=season.rules.name)


def link_persons(season: Season, person: Person, former: Person, at: float) -> list[Entry]:
    """Merge two persons; seasons that are over, or do not involve the former one, get no entry.

    Raises:
        NotNow: as `check_link`.
    """
    if season.stage == "final" or not _takes_part(season, former):
        return []
    check_link(season, person, former)
    return [journal.Linked(at=at, by=person, person=person, former=former)]


def unlink_persons(season: Season, person: Person, former: Person, at: float) -> list[Entry]:
    """Separate two linked persons again; a season that never had them merged gets no entry, a finished one does."""
    joint = season.joint.get(former)
    if joint is None or joint.person != person:
        return []
    return [journal.Unlinked(at=at, by=person, person=person, former=former)]


def _takes_part(season: Season, person: Person) -> bool:
    """Return True for a person who has entered, holds a place, or has a role."""
    has_role = any(person in held for held in season.roles.values())
    return person in season.entrants or person in season.holders.values() or has_role
