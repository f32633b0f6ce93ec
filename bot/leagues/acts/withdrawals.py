"""Withdrawals and replacements: withdrawing, offers to substitutes, taking over a place."""

from __future__ import annotations

from collections.abc import Mapping

from bot.leagues import journal
from bot.leagues.interest import disinterested
from bot.leagues.journal import KNOCKOUT_FORMATS, Entry, Person
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season

OFFER = 24 * 3_600
"""Seconds for which an offer to a substitute is open."""
AT_ONCE = 3
"""Number of substitutes who are offered the same place at once."""
_SILENT = 2
"""Number of games lost on time without a word that count as a withdrawal."""


def withdraw_player(
    season: Season, person: Person, at: float, *, by: Person = "", silent: bool = False, removed: bool = False
) -> list[Entry]:
    """Withdraw a person; no entry if they have already withdrawn."""
    if season.section_of(person) is None:
        raise NotNow("not_entered", person=person)
    if season.stage in ("review", "final"):
        raise NotNow("season_over")
    if season.slot_of(person) in season.gone:
        return []
    gone = journal.Withdrawn(at=at, by=by, person=person, silent=silent, removed=removed)
    return disinterested(season, [gone])


def drop_silent(season: Season, at: float) -> list[Entry]:
    """Withdraw everyone who lost on time twice without a word."""
    if not season.on:
        return []
    slots = [slot for slot, count in season.late.items() if count >= _SILENT and slot not in season.gone]
    return [journal.Withdrawn(at=at, person=season.holders[slot], silent=True) for slot in slots]


def refillable(season: Season) -> bool:
    """Return True if a vacant place is offered to substitutes: not on a ladder, in teams, or in a knock-out."""
    return season.rules.format not in ("ladder", "teams", *KNOCKOUT_FORMATS)


def vacant(season: Season) -> list[Person]:
    """Return the slots whose holders withdrew and that have games or rounds left to play."""
    if not season.on or not refillable(season):
        return []
    open_slots = {slot for made in season.matches.values() if not made.settled for slot in made.slots}
    rounds_left = season.rules.format == "swiss" and season.round < season.rounds
    return [slot for slot in season.gone if slot in open_slots or rounds_left]


def offer_places(season: Season, at: float) -> list[Entry]:
    """Offer vacant places to several substitutes at once, each for a day; nobody is offered the same place twice."""
    found: list[Entry] = []
    for slot in vacant(season):
        made = {substitute for where, substitute in season.offers if where == slot}
        standing = [substitute for substitute in made if open_offer(season, slot, substitute, at)]
        fresh = [person for person in season.waiting() if person not in made and not season.beyond(slot, person)]
        fresh.sort(key=lambda person: _unplayable(season, slot, person))
        for substitute in fresh[: max(AT_ONCE - len(standing), 0)]:
            person = season.holders[slot]
            found.append(journal.Offered(at=at, person=person, substitute=substitute, until=at + OFFER))
    return found


def _unplayable(season: Season, slot: Person, person: Person) -> int:
    """Return how many of a slot's open matches a person could not start for lack of a common platform."""
    own = (made for made in season.matches.values() if slot in made.slots and not made.settled)
    return sum(season.strangers(person, other) for made in own for other in made.slots if other != slot)


def open_offer(season: Season, slot: Person, substitute: Person, at: float) -> bool:
    """Return True while an offer is open."""
    return season.offer_stands(slot, substitute, at)


def decline_offers(season: Season, substitute: Person, at: float) -> list[Entry]:
    """Return the entries by which a substitute declines all places offered."""
    slots = [slot for slot, person in season.offers if person == substitute and open_offer(season, slot, person, at)]
    holders = [season.holders[slot] for slot in slots if slot in season.gone]
    return [journal.Declined(at=at, by=substitute, person=person, substitute=substitute) for person in holders]


def accept_offer(
    season: Season, substitute: Person, at: float, *, turns: Mapping[str, int] | None = None
) -> list[Entry]:
    """Return the entries by which a substitute takes the first offered place that is still vacant.

    Raises:
        NotNow: nothing was offered (`no_offer`), or the offers have expired or been taken (`offer_over`).
    """
    if season.section_of(substitute) is not None:
        return []
    own = [slot for slot, person in season.offers if person == substitute]
    if not own:
        raise NotNow("no_offer")
    slots = [slot for slot in own if slot in vacant(season) and open_offer(season, slot, substitute, at)]
    if not slots:
        raise NotNow("offer_over")
    return replace_player(season, season.holders[slots[0]], substitute, at, by=substitute, turns=turns)


def replace_player(
    season: Season,
    person: Person,
    substitute: Person,
    at: float,
    *,
    by: Person = "",
    turns: Mapping[str, int] | None = None,
) -> list[Entry]:
    """Return the entries by which a substitute takes over a slot; `turns` are the turns reached in its games, by match.

    Raises:
        NotNow: the person holds no slot, or the substitute is not waiting as one; in a team season another team's
            player; in
            a knock-out a withdrawn player is out, and the opponent advances (`out_already`); a running game has its
            room on a platform where the substitute cannot be reached (`room_beyond`); the deciding person has a stake
            in it.
    """
    if season.stage in ("review", "final"):
        raise NotNow("season_over")
    if season.rules.format in KNOCKOUT_FORMATS and season.slot_of(person) in season.gone:
        raise NotNow("out_already", person=person)
    if season.section_of(person) is None:
        if season.section_of(substitute) is not None and person in season.holders:
            return []
        raise NotNow("not_entered", person=person)
    if substitute not in season.waiting() or season.team_of(substitute) != season.team_of(person):
        raise NotNow("no_substitute", person=substitute)
    if beyond := season.beyond(season.slot_of(person), substitute):
        raise NotNow("room_beyond", person=person, substitute=substitute, matches=beyond)
    came = journal.Replaced(at=at, by=by, person=person, substitute=substitute, turns=dict(turns or {}))
    return disinterested(season, [came])
