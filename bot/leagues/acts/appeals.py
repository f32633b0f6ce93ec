"""Appeals: within three days of a result; one uninvolved arbiter decides, then two others, whose decision is final."""

from __future__ import annotations

from bot.leagues import journal
from bot.leagues.acts.match_reports import leg_of, match_of
from bot.leagues.interest import disinterested, free_to_decide
from bot.leagues.journal import Entry, Person, Points
from bot.leagues.matches import Fixed
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season
from bot.leagues.standings import GIVEN, WIN, How


def appeal_result(season: Season, match: str, person: Person, text: str, at: float, *, leg: int = 0) -> list[Entry]:
    """Appeal against the result of one's own game.

    Raises:
        NotNow: not the person's match, no result yet, it is too late (`appeal_too_late`), an appeal is open, the last
            instance has decided (`no_instance_left`), or they won it (`won_already`).
    """
    made, own = match_of(season, match), leg_of(season, match, leg)
    if season.stage == "final":
        raise NotNow("season_over")
    if person not in {season.holder_of(slot) for slot in made.slots} | {*(own.seated or ())}:
        raise NotNow("not_your_match", match=match)
    if own.told is None:
        raise NotNow("no_result_yet", match=match)
    if own.appealing is not None:
        if own.appealing.person == person:
            return []
        raise NotNow("appeal_open", match=match)
    if len(own.appeals) > 1:
        raise NotNow("no_instance_left", match=match)
    if not own.appealable(at):
        raise NotNow("appeal_too_late", match=match)
    if _has_won_all(season, made, leg, person):
        raise NotNow("won_already", match=match)
    return [journal.Appealed(at=at, by=person, match=match, leg=leg, person=person, text=text)]


def _has_won_all(season: Season, made: Fixed, leg: int, person: Person) -> bool:
    """Return True if the current result gives a person the whole game."""
    own, stands = made.legs[leg], made.legs[leg].outcome()
    slots = made.sides(leg)
    holders = tuple(season.holder_of(slot) for slot in slots)
    side = next((pair.index(person) for pair in (own.seated or holders, holders) if person in pair), None)
    return stands is not None and side is not None and stands.points[side] == WIN


def decide_appeal(
    season: Season,
    match: str,
    by: Person,
    points: Points | None,
    reason: str,
    at: float,
    *,
    leg: int = 0,
    how: How | None = None,
) -> list[Entry]:
    """Decide an open appeal as an arbiter; without points the result stays. `how` tells if a move was made.

    In the second instance the two arbiters' agreement counts; if they disagree the first decision stays.

    Raises:
        NotNow: no appeal is open, the arbiter is involved, ruled on it (`own_ruling`) or has already decided.
    """
    own = leg_of(season, match, leg)
    if points is not None and points not in GIVEN:
        raise NotNow("no_result", points=points)
    before = [one for appeal in own.appeals for one in appeal.decisions]
    mine = next((one for one in before if one.by == by), None)
    if mine is not None and (mine.points, mine.reason) == (points, reason):
        return []
    if own.appealing is None:
        raise NotNow("no_appeal", match=match)
    decision = journal.Decided(at=at, by=by, match=match, leg=leg, points=points, reason=reason, how=how)
    disinterested(season, [decision])
    if by in {one.by for one in (own.ruled, own.corrected) if one is not None and one.by}:
        raise NotNow("own_ruling", match=match)
    if mine is not None:
        raise NotNow("decided_already", match=match)
    return [decision]


def deciders(season: Season, match: str, *, leg: int = 0) -> tuple[Person, ...]:
    """Return the named role holders who may decide a game's open appeal: without a stake, ruling or decision in it."""
    own = leg_of(season, match, leg)
    spoken = {one.by for one in (own.ruled, own.corrected) if one is not None}
    spoken |= {one.by for appeal in own.appeals for one in appeal.decisions}
    return tuple(one for one in free_to_decide(season, match) if one not in spoken)
