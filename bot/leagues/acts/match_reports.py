"""Acts on matches: games and rooms, reports, corrections and rulings."""

from __future__ import annotations

from bot.leagues import journal
from bot.leagues.interest import disinterested
from bot.leagues.journal import Entry, Points
from bot.leagues.matches import Fixed, Leg
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season
from bot.leagues.standings import GIVEN


def create_game(
    season: Season, match: str, game: str, at: float, *, leg: int = 0, venue: str = "", room: str = ""
) -> list[Entry]:
    """Return the entries that assign a game to a match; none if it already has this one."""
    own = leg_of(season, match, leg)
    if own.game == game:
        return []
    if own.game:
        raise NotNow("has_a_game", match=match, game=own.game)
    return [journal.Created(at=at, match=match, game=game, leg=leg, venue=venue, room=room)]


def relocate_game(season: Season, match: str, at: float, *, leg: int = 0, venue: str, room: str) -> list[Entry]:
    """Return the entries that move a game to another room."""
    own = leg_of(season, match, leg)
    if (own.venue, own.room) == (venue, room):
        return []
    return [journal.Relocated(at=at, match=match, leg=leg, venue=venue, room=room)]


def report_result(season: Season, report: journal.Resulted) -> list[Entry]:
    """Record a game's result. A repetition gives no entry, another result needs a correction; ignored after the end.

    Raises:
        NotNow: no such match, another game's report, points that no game gives, or a different result is recorded.
    """
    own = leg_of(season, report.match, report.leg)
    if own.game != report.game:
        raise NotNow("other_game", match=report.match, game=own.game)
    _gives(report.points)
    if own.reported is not None:
        if (own.reported.points, own.reported.margin) == (report.points, report.margin):
            return []
        raise NotNow("result_differs", match=report.match, stands=own.reported.points)
    return [] if season.stage == "final" else [report]


def hand_in_result(season: Season, report: journal.Resulted) -> list[Entry]:
    """Return the entries for the result of a match that was played elsewhere; it has no game here.

    Raises:
        NotNow: the season's games report themselves, the reporter has a stake in it, or as for `report_result`.
    """
    if not season.rules.outside:
        raise NotNow("played_here", match=report.match)
    return disinterested(season, report_result(season, report))


def correct_result(season: Season, correction: journal.Corrected) -> list[Entry]:
    """Correct a reported result. Tables count the corrected one; existing pairings stay.

    Raises:
        NotNow: nothing was reported (`nothing_reported`), points that no game gives, a stake in it, or the season is
            over.
    """
    own = leg_of(season, correction.match, correction.leg)
    _not_over(season)
    _gives(correction.points)
    disinterested(season, [correction])
    if own.reported is None:
        raise NotNow("nothing_reported", match=correction.match)
    told = own.corrected or own.reported
    same = (told.points, told.margin) == (correction.points, correction.margin)
    return [] if same else [correction]


def rule_game(season: Season, ruling: journal.Ruled) -> list[Entry]:
    """Rule on a game as an organiser, whatever the journal has about it, but never with a stake in it.

    Raises:
        NotNow: no such match, points that no ruling gives, the organiser has a stake in it, an appeal is open or was
            decided,
            or the season is over.
    """
    own = leg_of(season, ruling.match, ruling.leg)
    _not_over(season)
    if ruling.points not in GIVEN:
        raise NotNow("no_result", points=ruling.points)
    disinterested(season, [ruling])
    if _same(own, ruling):
        return []
    if own.appeals:
        raise NotNow("appealed_already", match=ruling.match)
    return [ruling]


def _same(own: Leg, ruling: journal.Ruled) -> bool:
    stands = own.ruled
    return stands is not None and (stands.points, stands.reason, stands.how, stands.margin, stands.rated) == (
        ruling.points,
        ruling.reason,
        ruling.how,
        ruling.margin,
        ruling.rated,
    )


def _gives(points: Points) -> None:
    if points not in GIVEN:
        raise NotNow("no_result", points=points)


def _not_over(season: Season) -> None:
    if season.stage == "final":
        raise NotNow("season_over")


def match_of(season: Season, match: str) -> Fixed:
    """Return a match by its id.

    Raises:
        NotNow: `no_match`.
    """
    made = season.matches.get(match)
    if made is None:
        raise NotNow("no_match", match=match)
    return made


def leg_of(season: Season, match: str, leg: int) -> Leg:
    """Return a game of a match.

    Raises:
        NotNow: `no_match`.
    """
    legs = match_of(season, match).legs
    if leg >= len(legs):
        raise NotNow("no_match", match=match)
    return legs[leg]
