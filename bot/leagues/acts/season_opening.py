"""Organisers' acts: open a season, manage venues and roles, close registration, announce, extend."""

from __future__ import annotations

from bot.leagues import journal
from bot.leagues.acts.match_reports import match_of
from bot.leagues.formats import FEWEST, entering
from bot.leagues.interest import disinterested
from bot.leagues.journal import Entry, Opened, Person, Role
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season


def open_season(rules: Opened) -> list[Entry]:
    """Start a season with its rules.

    Raises:
        NotNow: its games could outlast the window (`window_too_short`: needed and given, in seconds); its registration
            would
            close before it starts (`calendar_past`); simultaneous games cannot be played for bids
            (`boards_have_sides`); or a team has too few boards (`too_few_boards`).
    """
    if not rules.clock.fits(rules.own_rounds, rules.window):
        raise NotNow("window_too_short", needed=rules.clock.longest(rules.own_rounds), given=rules.window)
    if rules.calendar is not None and rules.calendar.closes <= rules.at:
        raise NotNow("calendar_past", closes=rules.calendar.closes)
    if rules.format == "teams" and rules.boards < 2:
        raise NotNow("too_few_boards", boards=rules.boards)
    if rules.format == "teams" and rules.match != "assigned":
        raise NotNow("boards_have_sides", match=rules.match)
    return [rules]


def amend_rules(season: Season, rules: Opened) -> list[Entry]:
    """Return the entries that change a draft's rules; once registration has opened they are fixed.

    Raises:
        NotNow: `rules_stay`, or what `open_season` refuses.
    """
    if season.stage != "draft":
        raise NotNow("rules_stay")
    return [] if rules.model_copy(update={"at": season.rules.at}) == season.rules else open_season(rules)


def open_registration(season: Season, by: Person, at: float) -> list[Entry]:
    """Return the entries that open a draft for registration."""
    return [journal.Registering(at=at, by=by)] if season.stage == "draft" else []


def close_registration(season: Season, by: Person, at: float) -> list[Entry]:
    """End registration.

    Raises:
        NotNow: too few have entered (`too_few`: how many and how many are needed).
    """
    if season.stage == "draft":
        raise NotNow("not_open")
    if season.stage != "open":
        return []
    count = len(season.teams) if season.rules.format == "teams" else len(entering(season, checked=False))
    fewest = FEWEST[season.rules.format]
    if count < fewest:
        raise NotNow("too_few", count=count, fewest=fewest)
    return [journal.Closed(at=at, by=by)]


def add_venue(season: Season, venue: str, by: Person, at: float, *, name: str = "") -> list[Entry]:
    """Return the entries that make a channel a venue."""
    _alive(season)
    return [] if venue in season.venues else [journal.Venued(at=at, by=by, venue=venue, name=name)]


def remove_venue(season: Season, venue: str, by: Person, at: float) -> list[Entry]:
    """Return the entries that remove a venue, e.g. a deleted channel; `Season.to_relocate` names the games to move."""
    _alive(season)
    if venue not in season.venues:
        raise NotNow("no_venue", venue=venue)
    return [journal.VenueRemoved(at=at, by=by, venue=venue)]


def appoint(season: Season, role: Role, by: Person, at: float, *, person: Person = "", group: str = "") -> list[Entry]:
    """Give a role to a person, or to a group known to the platform."""
    _alive(season)
    if (person in season.roles.get(role, ())) or (group and group in season.groups.get(role, ())):
        return []
    return [journal.Appointed(at=at, by=by, role=role, person=person, group=group)]


def dismiss(season: Season, role: Role, by: Person, at: float, *, person: Person = "", group: str = "") -> list[Entry]:
    """Return the entries that take a role away; the last owner keeps it.

    Raises:
        NotNow: `no_such_role` or `last_owner`.
    """
    _alive(season)
    if person not in season.roles.get(role, ()) and group not in season.groups.get(role, ()):
        raise NotNow("no_such_role", role=role)
    if role == "owner" and person and season.roles["owner"] == {person}:
        raise NotNow("last_owner")
    return [journal.Dismissed(at=at, by=by, role=role, person=person, group=group)]


def allow_exception(
    season: Season, person: Person, by: Person, at: float, *, reason: str, match: str = ""
) -> list[Entry]:
    """Allow a person an exception from the rule that nobody decides where they have a stake.

    Raises:
        NotNow: the season is over, there is no such match, it is that person's own (`exception_in_own_match`), or they
            would
            allow it to themselves (`own_exception`).
    """
    _alive(season)
    if match:
        match_of(season, match)
    known = season.allowed.get(person)
    if known is not None and (known.match, known.reason) == (match, reason):
        return []
    return disinterested(season, [journal.Allowed(at=at, by=by, person=person, match=match, reason=reason)])


def disallow_exception(season: Season, person: Person, by: Person, at: float) -> list[Entry]:
    """Return the entries that end an exception.

    Raises:
        NotNow: the season is over, or there is no such exception (`no_exception`).
    """
    _alive(season)
    if person not in season.allowed:
        raise NotNow("no_exception", person=person)
    return [journal.Disallowed(at=at, by=by, person=person)]


def announce(season: Season, text: str, by: Person, at: float) -> list[Entry]:
    """Record an announcement."""
    return [journal.Announced(at=at, by=by, text=text)]


def extend_windows(
    season: Season, seconds: int, by: Person, at: float, *, reason: str = "", outage: bool = False
) -> list[Entry]:
    """Give everyone more time, on the clocks and in the window.

    Raises:
        NotNow: `not_running`.
    """
    if not season.on:
        raise NotNow("not_running")
    return disinterested(season, [journal.Extended(at=at, by=by, seconds=seconds, reason=reason, outage=outage)])


def _alive(season: Season) -> None:
    if season.stage == "final":
        raise NotNow("season_over")
