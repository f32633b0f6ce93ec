"""The draw and its publication."""

from __future__ import annotations

from collections.abc import Callable

from bot.leagues import brackets, journal
from bot.leagues.formats import (
    FEWEST,
    division_draw,
    entering,
    knockout,
    ladder,
    playoffs,
    rolling_swiss,
    swiss,
    team_draw,
)
from bot.leagues.interest import disinterested
from bot.leagues.journal import DIVISION_FORMATS, KNOCKOUT_FORMATS, ROUND_FORMATS, Drawn, Entry, Format, Person
from bot.leagues.lots import commitment
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season

_MADE: dict[Format, Callable[[Season, bytes, float], Drawn | None]] = {
    "divisions": division_draw.drawn,
    "double": division_draw.drawn,
    "swiss": swiss.drawn,
    "rolling": rolling_swiss.drawn,
    "knockout": knockout.drawn,
    "double_knockout": knockout.drawn,
    "ladder": ladder.drawn,
    "teams": team_draw.drawn,
}
_IN_ROUNDS: tuple[Format, ...] = (*ROUND_FORMATS, *KNOCKOUT_FORMATS)


def draw(
    season: Season, seed: bytes, by: Person, at: float, *, cut: bool = False, preview: bool = False
) -> list[Entry]:
    """Return the next draw: of the sections, or of the next round. The same season and seed give the same draw.

    `cut` continues while games of the round are open; their results count when they arrive, and the pairing stays. A
    `preview` counts once it is published, and can be redrawn until then; an identical one gives no entry. A day of a
    rolling Swiss on which nobody can be paired gives no entry.

    Raises:
        NotNow: registration is open, people may still check in, the seed does not match the commitment, games are open,
            there are too few people, or no round is left.
    """
    made = compute_draw(season, seed, by, at, cut=cut, preview=preview)
    return [] if made is None or (preview and _is_previewed(season, made)) else disinterested(season, [made])


def _is_previewed(season: Season, made: Drawn) -> bool:
    """Return True if an identical preview exists, regardless of who requested it."""
    stands = season.preview
    return (
        stands is not None and not season.stale and made.model_copy(update={"at": stands.at, "by": stands.by}) == stands
    )


def compute_draw(
    season: Season, seed: bytes, by: Person, at: float, *, cut: bool = False, preview: bool = False
) -> Drawn | None:
    """Return the next draw that results from season and seed, even if it is already previewed; raises as `draw`."""
    if season.stage in ("draft", "open"):
        raise NotNow("registration_open")
    if season.stage in ("review", "final"):
        raise NotNow("season_over")
    if commitment(seed) != season.rules.commitment:
        raise NotNow("wrong_seed")
    _ready(season, at)
    if season.rules.format in _IN_ROUNDS:
        _next_round(season, cut=cut)
    made = _playoff(season, at) if _all_drawn(season) else _MADE[season.rules.format](season, seed, at)
    return None if made is None else made.model_copy(update={"by": by, "preview": preview})


def _ready(season: Season, at: float) -> None:
    """Refuse the first draw until check-in is over or complete and there are enough people."""
    if season.round:
        return
    calendar, coming = season.rules.calendar, entering(season)
    everybody = len(coming) == len(entering(season, checked=False))
    if calendar is not None and calendar.check_in and at < calendar.draw and not everybody:
        raise NotNow("check_in_open", until=calendar.draw)
    count = len(season.teams) if season.rules.format == "teams" else len(coming)
    if count < FEWEST[season.rules.format]:
        raise NotNow("too_few", count=count, fewest=FEWEST[season.rules.format])


def _next_round(season: Season, *, cut: bool) -> None:
    knocking = season.rules.format in KNOCKOUT_FORMATS
    if not season.round:
        return
    still = season.open_matches()
    if still and (knocking or not cut or _all_drawn(season)):
        # Nothing can continue without these.
        code = "games_open" if knocking or _all_drawn(season) else "matches_open"
        raise NotNow(code, matches=tuple(made.match for made in still))
    if knocking and len(brackets.alive(season)) < 2 and not brackets.undecided(season):
        raise NotNow("no_round_left", rounds=season.round)
    if len(season.playing()) < 2:
        raise NotNow("nobody_left")


def _all_drawn(season: Season) -> bool:
    """Return True if all regular rounds are drawn, for a format with a fixed number of rounds."""
    if season.rules.format in DIVISION_FORMATS:
        return season.round > 0
    return season.rules.format in ROUND_FORMATS and season.round >= season.rounds


def _playoff(season: Season, at: float) -> Drawn:
    """Return the play-off that is due once all regular rounds are over."""
    made = None if season.open_matches() else playoffs.drawn(season, at)
    if made is not None:
        return made
    if season.rules.format in ROUND_FORMATS:
        raise NotNow("no_round_left", rounds=season.rounds)
    raise NotNow("drawn_already")


def import_draw(season: Season, made: Drawn) -> list[Entry]:
    """Import a round paired by another program, for a Swiss played elsewhere; the first ends registration.

    Raises:
        NotNow: its games are played here (`played_here`), it is not a Swiss (`not_swiss`), it is a draft (`not_open`)
            or over, there are fewer than two people, or all rounds that its rules plan are drawn (`no_round_left`).
    """
    if not season.rules.outside:
        raise NotNow("played_here", match="")
    if season.rules.format != "swiss":
        raise NotNow("not_swiss")
    if season.stage == "draft":
        raise NotNow("not_open")
    if season.stage in ("review", "final"):
        raise NotNow("season_over")
    if len(made.sections[0]) < FEWEST["swiss"]:
        raise NotNow("too_few", count=len(made.sections[0]), fewest=FEWEST["swiss"])
    if season.rules.rounds and made.round > season.rules.rounds:
        raise NotNow("no_round_left", rounds=season.rules.rounds)
    return [journal.Closed(at=made.at), made] if season.stage == "open" else [made]


def publish_draw(season: Season, by: Person, at: float) -> list[Entry]:
    """Publish the previewed draw.

    Raises:
        NotNow: there is no preview (`no_preview`), or its basis has changed since (`preview_stale`): draw again.
    """
    if season.preview is None:
        if season.round and season.stage == "running":
            return []
        raise NotNow("no_preview")
    if season.stale:
        raise NotNow("preview_stale")
    return disinterested(season, [journal.Published(at=at, by=by, round=season.preview.round)])
