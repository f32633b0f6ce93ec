"""Rulings that follow from rules: what becomes of a game that ran out of time, of its window, or that nobody began. Nothing here is random."""

from __future__ import annotations

from dataclasses import dataclass

from bot.leagues import journal
from bot.leagues.journal import Points
from bot.leagues.rated_games import ON_END
from bot.leagues.season import Season
from bot.leagues.standings import DRAW, WIN, How

_HOUR = 3_600
GRACE = 24 * _HOUR
"""After a bank is empty, in seconds; the opponent may claim earlier."""
FIRST_ACTION = 7 * 24 * _HOUR
SLOWER_BY = 72 * _HOUR
"""How much longer one side must have thought to lose where the window ends, in seconds, and what share of all the thinking."""
_SLOWER_PERCENT = 60
_LAST_TURNS = 3
"""So many turns before the end the victory level of the moment decides."""
_RATED_AFTER = 3
"""Turns after which a loss by time is rated."""
OUTAGE = 6 * _HOUR
"""Shorter absences of the bot or a platform move no clock, in seconds."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a running game and its clocks say at a time; pairs are of the first and the second side.

    `began` and `ends` are the game's begin and its window's end, `thought` the seconds that each has used, `turn` the one that is
    played, from 1, of `turns`. `awaited` is who has to act, `acted` who ever did. `emptied` is when a bank ran out that is still
    empty; `claimed` if the opponent asks for the win. `level` is what the present score gives, with bid and
    adjustments of the end, `margin` the first side's points beyond it. `mass` if a player lost another game by time shortly before.
    """

    at: float
    began: float
    ends: float
    thought: tuple[float, float]
    turn: int
    turns: int
    awaited: tuple[bool, bool]
    acted: tuple[bool, bool]
    level: Points
    margin: int = 0
    emptied: tuple[float | None, float | None] = (None, None)
    claimed: bool = False
    mass: tuple[bool, bool] = (False, False)


@dataclass(frozen=True, slots=True)
class Adjudication:
    """A ruling: its rule's code, the points, how they came about, whether they are rated, and which side ran out of time (0 or 1)."""

    code: str
    points: Points
    how: How
    rated: bool
    margin: int = 0
    late: int | None = None


def adjudicated(facts: Facts) -> Adjudication | None:
    """Return what the rules say of a game now; None if it goes on.

    Codes: `no_first_move`, `time`, and at the end of the window `slower`, `present_vp`, `split`.
    """
    return _unbegun(facts) or _out_of_time(facts) or (_window_over(facts) if facts.at >= facts.ends else None)


def _unbegun(facts: Facts) -> Adjudication | None:
    """Return a walkover against the side that has not acted for a week since the start; nobody wins if both have not.

    It is one even where the other side has moved: the loser never came.
    """
    idle = tuple(awaited and not acted for awaited, acted in zip(facts.awaited, facts.acted, strict=True))
    if not any(idle) or facts.at < facts.began + FIRST_ACTION:
        return None
    points = (0 if idle[0] else WIN, 0 if idle[1] else WIN)
    return Adjudication("no_first_move", points, How.WALKOVER, False, late=None if all(idle) else idle.index(True))


def _out_of_time(facts: Facts) -> Adjudication | None:
    """Return the side whose bank has been empty for a day, or less if the opponent claims; of two the one that ran out first."""
    patience = 0 if facts.claimed else GRACE
    empty = [
        (since, side)
        for side, since in enumerate(facts.emptied)
        if since is not None and facts.acted[side] and facts.at >= since + patience
    ]
    if not empty:
        return None
    side = min(empty)[1]
    rated = facts.turn > _RATED_AFTER and not facts.mass[side]
    return Adjudication("time", _lost(side), How.PLAYED, rated, late=side)


def _window_over(facts: Facts) -> Adjudication:
    own, theirs = facts.thought
    how = how_ended(any(facts.acted))
    slower = 0 if own > theirs else 1
    if abs(own - theirs) >= SLOWER_BY and 100 * max(own, theirs) >= _SLOWER_PERCENT * (own + theirs):
        rated = how is How.PLAYED and facts.turn > _RATED_AFTER
        return Adjudication("slower", _lost(slower), how, rated)
    if facts.turn > facts.turns - _LAST_TURNS:
        return Adjudication("present_vp", facts.level, how, how is How.PLAYED, facts.margin if how is How.PLAYED else 0)
    return Adjudication("split", (DRAW, DRAW), how, False)


def _lost(side: int) -> Points:
    return (0, WIN) if side == 0 else (WIN, 0)


def entry(
    season: Season, verdict: Adjudication, match: str, at: float, *, leg: int = 0, silent: bool = False
) -> journal.Ruled:
    """Return the verdict as the season's clerk writes it; `silent` if whoever ran out of time did so without a word."""
    late: tuple[str, ...] = ()
    if silent and verdict.late is not None:
        slot = season.matches[match].sides(leg)[verdict.late]
        late = (season.holders[slot],)
    return journal.Ruled(
        at=at,
        match=match,
        leg=leg,
        points=verdict.points,
        reason=verdict.code,
        code=verdict.code,
        how=verdict.how,
        margin=verdict.margin,
        rated=verdict.rated,
        silent=late,
    )


def how_ended(moved: bool) -> How:
    """Return how a game counts that was ended from outside, whoever gets its points: as played if a move was made in it."""
    return How.PLAYED if moved else How.WALKOVER


def reported(
    code: str, points: Points, turn: int, margin: int = 0, *, mass: bool = False, moved: bool = True
) -> Adjudication | None:
    """Return the verdict by which a game ended.

    Args:
        code: the reason that the game reports.
        points: of both sides.
        turn: in which it ended, from 1.
        margin: the first side's points beyond the level.
        mass: whether the loser lost another game by time shortly before.
        moved: whether anybody made a move in it.

    Returns:
        None if the code is no verdict.
    """
    loser = points.index(0) if 0 in points and WIN in points else None
    how, late = how_ended(moved), moved and turn > _RATED_AFTER
    match code:
        case "no_first_move":
            return Adjudication(code, points, How.WALKOVER, False, late=loser)
        case "time":
            return Adjudication(code, points, how, late and not mass, late=loser)
        case "slower":
            return Adjudication(code, points, how, late)
        case "present_vp":
            return Adjudication(code, points, how, moved, margin if moved else 0)
        case "split":
            return Adjudication(code, points, how, False)
    return None


def mass(season: Season, slot: str, at: float) -> bool:
    """Return True if the slot's holder lost another game by time within the last week: of several at once only the first is rated."""
    for made in season.matches.values():
        for number, leg in enumerate(made.legs):
            told = leg.ruled or leg.reported
            if told is None or slot not in made.slots or at - told.at >= ON_END:
                continue
            code = told.code if isinstance(told, journal.Ruled) else told.reason
            if code == "time" and told.points[made.sides(number).index(slot)] == 0:
                return True
    return False


def moved_by(absent: float) -> int:
    """Return by how many seconds all clocks move after an absence of the bot or of a platform."""
    return int(absent) if absent > OUTAGE else 0


__all__ = [
    "FIRST_ACTION",
    "GRACE",
    "OUTAGE",
    "Adjudication",
    "Facts",
    "adjudicated",
    "entry",
    "how_ended",
    "mass",
    "moved_by",
    "reported",
]
