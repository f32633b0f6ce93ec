"""The end of a season: three days for appeals, then its tables are final and its seed is revealed."""

from __future__ import annotations

from collections.abc import Set

from bot.leagues import brackets, journal, promotion
from bot.leagues.adjudication import how_ended
from bot.leagues.formats import FEWEST, entering, rolling_swiss
from bot.leagues.interest import disinterested
from bot.leagues.journal import DIVISION_FORMATS, KNOCKOUT_FORMATS, ROUND_FORMATS, Entry
from bot.leagues.lots import commitment
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season
from bot.leagues.standings import DRAW

_ANNULLED = "annulled"


def begin_review(season: Season, by: str, at: float) -> list[Entry]:
    """Start the three days for appeals once everything is played.

    Raises:
        NotNow: nothing was drawn, a draw is only previewed, rounds are left, or matches are open.
    """
    if season.stage in ("review", "final"):
        return []
    if not season.round:
        raise NotNow("not_drawn")
    _require_all_played(season, at)
    return [journal.Reviewing(at=at, by=by)]


def finish_season(season: Season, seed: bytes, by: str, at: float) -> list[Entry]:
    """Return the entries that end the season and reveal its seed; a deserted or too small season ends immediately.

    Raises:
        NotNow: it is not in review (what `begin_review` raises, then `not_reviewed`), the time for appeals is running
            (`review_open`: until when), one is undecided, or the seed does not match the commitment.
    """
    if season.stage == "final":
        return []
    if commitment(seed) != season.rules.commitment:
        raise NotNow("wrong_seed")
    if not is_deserted(season):
        _require_review(season, at)
    return [journal.Finished(at=at, by=by, seed=seed.hex())]


def conclude_season(season: Season, by: str, at: float, moved: Set[tuple[str, int]] = frozenset()) -> list[Entry]:
    """End games that no longer matter without a winner and unrated: no result could move anyone across a line.

    Args:
        season: the season of the games.
        by: the person who does it.
        at: when.
        moved: the games, by match and leg, in which a move was made; they count as played.

    Raises:
        NotNow: no section has got that far (`still_matters`).
    """
    if season.stage != "running" or season.rules.format not in DIVISION_FORMATS:
        raise NotNow("still_matters")
    settled = {section for section in range(len(season.sections)) if promotion.settled(season, section)}
    found: list[Entry] = [
        journal.Ruled(
            at=at,
            by=by,
            match=made.match,
            leg=leg,
            points=(DRAW, DRAW),
            reason=_ANNULLED,
            code=_ANNULLED,
            how=how_ended((made.match, leg) in moved),
            rated=False,
        )
        for made in season.open_matches()
        if made.section in settled and not made.playoff
        for leg, one in enumerate(made.legs)
        if not one.settled
    ]
    if not found:
        raise NotNow("still_matters")
    return disinterested(season, found)


def _require_review(season: Season, at: float) -> None:
    until = season.final_from()
    if until is None:
        begin_review(season, "", at)
        raise NotNow("not_reviewed")
    if pending := season.appeals():
        raise NotNow("appeals_open", matches=tuple(made.match for made, _, _ in pending))
    if at < until:
        raise NotNow("review_open", until=until)


def is_deserted(season: Season) -> bool:
    """Return True if nobody is left, or too few ever entered."""
    if season.round:
        return not season.playing() and not season.appeals()
    if season.rules.format == "teams":
        return len(season.teams) < FEWEST[season.rules.format]
    return len(entering(season, checked=False)) < FEWEST[season.rules.format]


def _require_all_played(season: Season, at: float) -> None:
    if still := season.open_matches():
        raise NotNow("matches_open", matches=tuple(made.match for made in still))
    if left := rounds_left(season, at):
        if season.preview is not None:
            raise NotNow("draw_shown")
        raise NotNow("rounds_left", rounds=left)


def rounds_left(season: Season, at: float) -> int:
    """Return the number of rounds left to draw, as far as known; 0 if nobody could play one."""
    if season.rules.format in ROUND_FORMATS:
        return max(season.rounds - season.round, 0) if len(season.playing()) > 1 else 0
    if season.rules.format in KNOCKOUT_FORMATS:
        return int(len(brackets.alive(season)) > 1 or bool(brackets.undecided(season)))
    if season.rules.format == "rolling" and not rolling_swiss.ended(season, at):
        return int(rolling_swiss.pairable(season, at))
    return 0
