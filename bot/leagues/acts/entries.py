"""Entrants' acts before and during the season: entering, check-in, leave, teams, cancelling the entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.leagues import brackets, journal
from bot.leagues.acts.withdrawals import withdraw_player
from bot.leagues.eligibility import Record, missing
from bot.leagues.interest import disinterested
from bot.leagues.journal import KNOCKOUT_FORMATS, Entry, Person
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season
from bot.leagues.windows import Leave


def join_season(season: Season, entry: journal.Joined, record: Record | None = None) -> list[Entry]:
    """Enter a person: as a player, or after the draw as a substitute unless the format allows late entry.

    `record` is the person's record; None skips the eligibility check.

    Raises:
        NotNow: the season is not open to entries or over, the person enters twice or has withdrawn (`out_of_it`),
            accepted other rules (`other_rules`: the current version), or is not eligible (`not_eligible`: the reason
            codes).
    """
    if season.stage == "draft":
        raise NotNow("not_open")
    if season.stage in ("review", "final"):
        raise NotNow("season_over")
    if entry.person in season.went:
        raise NotNow("out_of_it")
    if season.entrants.get(entry.person) is not None:
        raise NotNow("entered_already", person=entry.person)
    if entry.version != season.rules.version:
        raise NotNow("other_rules", version=season.rules.version)
    if not entry.substitute and not _open_at(season, entry.at):
        raise NotNow("registration_closed")
    if record is not None and (why := missing(season.rules, record)):
        raise NotNow("not_eligible", why=why, capacity=entry.capacity + 1 - record.free)
    return [entry]


def _open_at(season: Season, at: float) -> bool:
    if season.stage != "open":
        return season.late_entry_open
    return season.rules.calendar is None or at < season.rules.calendar.closes


def form_team(season: Season, team: journal.Formed) -> list[Entry]:
    """Return the entries that register or change a team; its players have all entered themselves.

    Raises:
        NotNow: the season has no teams, the team is too small, or a player has not entered or plays for another team.
    """
    if season.rules.format != "teams":
        raise NotNow("no_teams")
    known = season.teams.get(team.team)
    if season.stage in ("draft", "review", "final") or (known is None and season.stage != "open"):
        raise NotNow("registration_closed")
    if len(team.members) < season.rules.boards:
        raise NotNow("too_few_members", count=len(team.members), fewest=season.rules.boards)
    for person in (*team.members, *team.alternates):
        if person not in season.entrants:
            raise NotNow("not_entered", person=person)
        if season.team_of(person) not in (None, team.team):
            raise NotNow("in_another_team", person=person)
    same = known is not None and known.model_copy(update={"at": team.at, "by": team.by}) == team
    return [] if same else disinterested(season, [team])


def check_in(season: Season, person: Person, at: float) -> list[Entry]:
    """Check a person in for the draw.

    Raises:
        NotNow: no entry, no check-in in this season, not yet, or the draw was made.
    """
    calendar = season.rules.calendar
    if person not in season.entrants:
        raise NotNow("not_entered", person=person)
    if calendar is None or not calendar.check_in:
        raise NotNow("no_check_in")
    if person in season.checked:
        return []
    if at < calendar.check_in_from:
        raise NotNow("check_in_not_yet", begins=calendar.check_in_from)
    if season.round and not season.late_entry_open:
        raise NotNow("drawn_already")
    return [journal.CheckedIn(at=at, by=person, person=person)]


def recheck_entrants(season: Season, records: Mapping[Person, Record], at: float) -> list[Entry]:
    """Recheck entrants a day before the draw; those who are no longer eligible are put on the waiting list."""
    if season.round:
        return []
    found: list[Entry] = []
    for person, entry in season.entrants.items():
        record = records.get(person)
        if record is None or entry.substitute or person in season.unfit:
            continue
        if why := missing(season.rules, record):
            found.append(journal.Unfit(at=at, person=person, why=tuple(why)))
    return found


def take_leave(season: Season, person: Person, leave: Leave, at: float) -> list[Entry]:
    """Record a person's leave.

    Raises:
        NotNow: no entry, the season is over, or the leave is past.
    """
    if person not in season.entrants:
        raise NotNow("not_entered", person=person)
    if season.stage in ("review", "final"):
        raise NotNow("season_over")
    if leave.end <= at:
        raise NotNow("leave_past", end=leave.end)
    fresh = _new_part(leave, season.leaves.get(person, ()))
    return [] if fresh is None else [journal.Away(at=at, by=person, person=person, leave=fresh)]


def _new_part(leave: Leave, known: Sequence[Leave]) -> Leave | None:
    """Return the part of a leave not known yet, so that no day is taken twice; None if all of it is."""
    start, end = leave.start, leave.end
    for one in sorted(known, key=lambda one: one.start):
        if one.start <= start < one.end:
            start = one.end
        if start < one.start < end <= one.end:
            end = one.start
    return Leave(start=start, end=end) if start < end else None


def leave_season(season: Season, person: Person, at: float, *, by: Person = "") -> list[Entry]:
    """Cancel an entry before the draw, or withdraw after it; `by` is an organiser who removes the person."""
    if person not in season.entrants and person not in season.teams:
        raise NotNow("not_entered", person=person)
    if season.stage == "final":
        raise NotNow("season_over")
    if season.section_of(person) is not None:
        return withdraw_player(season, person, at, by=by or person, removed=by not in ("", person))
    if person in season.holders:
        return []
    return disinterested(season, [journal.Left(at=at, by=by or person, person=person)])


def keep_apart(season: Season, one: Person, other: Person, by: Person, at: float) -> list[Entry]:
    """Keep two people from being paired with each other where the format leaves a choice."""
    if one == other:
        raise NotNow("same_person", person=one)
    if frozenset((one, other)) in season.apart:
        return []
    return disinterested(season, [journal.Apart(at=at, by=by, one=one, other=other)])


def volunteer(season: Season, person: Person, at: float) -> list[Entry]:
    """Volunteer to play anyone without an opponent, after elimination from a knock-out.

    Raises:
        NotNow: the season is not a knock-out, the person never entered it, or is still in it.
    """
    if season.rules.format not in KNOCKOUT_FORMATS:
        raise NotNow("no_knockout")
    if person not in season.entrants:
        raise NotNow("not_entered", person=person)
    if not season.round or season.slot_of(person) in brackets.alive(season):
        raise NotNow("still_in")
    if person in season.volunteers:
        return []
    return [journal.Volunteered(at=at, by=person, person=person)]
