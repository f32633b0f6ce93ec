"""Conflicts of interest: nobody acts for a season where they have a stake in the outcome.

One function judges every act by the entries it would append. A stake is permanent: whoever once held a place in a
section, under any id, decides nothing in it. An owner can allow an exception, recorded in the journal; nothing lifts
the bar for a match or a place that was one's own. Entries already in a journal are not judged again.

| entry                                     | who has a stake                                                    |
|-------------------------------------------|--------------------------------------------------------------------|
| a ruling, correction, result or decision  | anyone ever in the match's section; permanently, ever in the match |
| a player is removed, or replaced          | the same, by place; anyone waiting; permanently, the substitute    |
| an entry is cancelled for someone         | anyone who has entered                                             |
| two are kept apart, or an entry is rated  | anyone who has entered or ever held a place; permanently, the two  |
| the next round while games are open, time | anyone ever in a section whose games are open                      |
| another's team is changed                 | anyone ever in its section                                         |
| an exception                              | permanently, its beneficiary                                       |

Organisers' other acts decide nothing about anyone: venues and rooms, roles, news, a draw that follows from its seed,
review and end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from bot.leagues import journal
from bot.leagues.journal import ROUND_FORMATS, Entry, Person, Role
from bot.leagues.refusals import NotNow
from bot.leagues.rights import including
from bot.leagues.season import Season

#: Entries people make for themselves, and acts that decide nothing about anyone.
HARMLESS = (
    journal.Opened, journal.Registering, journal.Closed, journal.Venued, journal.VenueRemoved, journal.Appointed, journal.Dismissed,
    journal.Disallowed, journal.Announced, journal.Moved, journal.Reviewing, journal.Finished, journal.CheckedIn, journal.Unfit,
    journal.Reached, journal.Away, journal.Volunteered, journal.Offered, journal.Declined, journal.Linked, journal.Unlinked,
    journal.Challenged, journal.Answered, journal.Idled, journal.Bid, journal.Auctioned, journal.Created, journal.Relocated,
    journal.Appealed,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Matter:
    """What an act decides about: the stakeholders and their section, those directly concerned, and the role."""

    stake: frozenset[Person] = frozenset()
    section: int | None = None
    own: frozenset[Person] = frozenset()
    match: str = ""
    role: Role = "organiser"


def disinterested(season: Season, entries: Sequence[Entry], ids: Collection[Person] = ()) -> list[Entry]:
    """Refuse an act of a person with a stake in it, else return its entries; the season's clerk has no stake.

    `ids` are all ids of the acting person, e.g. from before accounts were linked.

    Raises:
        NotNow: `own_part` (their own match or place), `own_section` (its number from 1), `own_field` (they have
            entered), each
            with the required role and who else in the season has it without a stake; `own_exception`;
            `exception_in_own_match`.
    """
    for entry in entries:
        if not entry.by or (matter := _subjects_of(entry, season)) is None:
            continue
        me = _known_as(season, (entry.by, *ids))
        if _for_themselves(season, entry, me):
            continue
        if isinstance(entry, journal.Allowed):
            if me & matter.own:
                raise NotNow("own_exception")
            played = _of_match(season, entry.match, "arbiter")
            if played is not None and _known_as(season, (entry.person,)) & played.own:
                raise NotNow("exception_in_own_match", person=entry.person, match=entry.match)
            continue
        if (why := _bar(season, matter, me)) is not None:
            told: dict[str, Any] = {"role": matter.role, "others": _holders_without_stake(season, matter)}
            told |= {} if matter.section is None or why != "own_section" else {"section": matter.section + 1}
            raise NotNow(why, **told)
    return [*entries]


def _known_as(season: Season, ids: Iterable[Person]) -> frozenset[Person]:
    """Return all ids of a person, as far as the season knows that they are the same."""
    found, waiting = set[Person](), list(ids)
    while waiting:
        if (one := waiting.pop()) not in found:
            found.add(one)
            waiting += season.kin.get(one, ())
    return frozenset(found)


def _bar(season: Season, matter: Matter, me: frozenset[Person]) -> str | None:
    """Return why a person may not decide about this; None if they may."""
    if me & matter.own:
        return "own_part"
    if not me & matter.stake:
        return None
    granted = (season.allowed[one] for one in me if one in season.allowed)
    if any(one.match in ("", matter.match) for one in granted):
        return None
    return "own_field" if matter.section is None else "own_section"


def _holders_without_stake(season: Season, matter: Matter) -> tuple[Person, ...]:
    """Return the named holders of the role without a stake."""
    named = {person for role in including(matter.role) for person in season.roles.get(role, ())}
    return tuple(sorted(one for one in named if _bar(season, matter, _known_as(season, (one,))) is None))


def _for_themselves(season: Season, entry: Entry, me: frozenset[Person]) -> bool:
    """Return True for what people may do about their own entry: withdraw, take an offered place, change their team."""
    match entry:
        case journal.Withdrawn() | journal.Left():
            return entry.person in me
        case journal.Replaced():
            slot = season.slot_of(entry.person)
            return (
                entry.substitute in me and slot in season.gone and season.offer_stands(slot, entry.substitute, entry.at)
            )
        case journal.Formed():
            return not me.isdisjoint(season.sat.get(entry.team, ()))
    return False


def free_to_decide(season: Season, match: str) -> tuple[Person, ...]:
    """Return the named role holders who may decide about a match, having no stake in it or an exception."""
    matter = _of_match(season, match, "arbiter")
    return _holders_without_stake(season, matter) if matter is not None else ()


@singledispatch
def _subjects_of(entry: object, season: Season) -> Matter | None:
    """Return what an entry decides about; None if about nobody."""
    del season
    if not isinstance(entry, HARMLESS):
        raise TypeError(f"nobody has said who has a stake in an entry of the kind {type(entry).__name__}")
    return None


@_subjects_of.register
def _(entry: journal.Ruled | journal.Decided | journal.Resulted, season: Season) -> Matter | None:
    return _of_match(season, entry.match, "arbiter")


@_subjects_of.register
def _(entry: journal.Corrected, season: Season) -> Matter | None:
    return _of_match(season, entry.match, "organiser")


@_subjects_of.register
def _(entry: journal.Withdrawn, season: Season) -> Matter:
    return _of_place(season, entry.person, also=season.waiting())


@_subjects_of.register
def _(entry: journal.Replaced, season: Season) -> Matter:
    return _of_place(season, entry.person, own=(entry.substitute,))


@_subjects_of.register
def _(entry: journal.Left, season: Season) -> Matter:
    return Matter(frozenset(season.entrants))


@_subjects_of.register
def _(entry: journal.Apart, season: Season) -> Matter:
    return Matter(_field(season), own=frozenset((entry.one, entry.other)))


@_subjects_of.register
def _(entry: journal.Joined, season: Season) -> Matter | None:
    return Matter(_field(season)) if entry.rating and entry.by != entry.person else None


@_subjects_of.register
def _(entry: journal.Drawn | journal.Published, season: Season) -> Matter | None:
    cut = season.rules.format in ROUND_FORMATS and season.round > 0
    return _of_open_games(season) if cut else None


@_subjects_of.register
def _(entry: journal.Extended, season: Season) -> Matter | None:
    return _of_open_games(season)


@_subjects_of.register
def _(entry: journal.Formed, season: Season) -> Matter | None:
    return _of_place(season, entry.team) if entry.team in season.sat else None


@_subjects_of.register
def _(entry: journal.Allowed, season: Season) -> Matter:
    return Matter(own=frozenset((entry.person,)))


def _of_match(season: Season, match: str, role: Role) -> Matter | None:
    made = season.matches.get(match)
    if made is None:
        return None
    own = frozenset(person for slot in made.slots for person in season.sat.get(slot, (slot,)))
    return Matter(frozenset(season.sat_in(made.section)), made.section, own, match, role)


def _of_place(season: Season, person: Person, *, own: Iterable[Person] = (), also: Iterable[Person] = ()) -> Matter:
    """Return the matter of a place, given its holder or a team."""
    slot = season.slot_of(person)
    team = person if person in season.teams else season.team_of(person)
    section = next((number for number, there in season.stood.items() if {slot, team} & there), None)
    sat = season.sat_in(section) if section is not None else season.entrants.keys()
    return Matter(frozenset((*sat, *also)), section, frozenset((*season.sat.get(slot, ()), *own)))


def _of_open_games(season: Season) -> Matter | None:
    sections = {made.section for made in season.open_matches()}
    sat = {person for number in sections for person in season.sat_in(number)}
    return Matter(frozenset(sat), min(sections)) if sections else None


def _field(season: Season) -> frozenset[Person]:
    """Return everyone who has entered or ever held a place."""
    return frozenset((*season.entrants, *(person for sat in season.sat.values() for person in sat)))


__all__ = ["HARMLESS", "Matter", "disinterested", "free_to_decide"]
