"""Rulings by rule, for a game out of time or out of its window, or never started. Nothing here is random."""

from __future__ import annotations

from dataclasses import dataclass

from bot.leagues import journal
from bot.leagues.journal import Points
from bot.leagues.rated_games import ON_END
from bot.leagues.season import Season
from bot.leagues.standings import DRAW, WIN, How

_HOUR = 3_600
GRACE = 24 * _HOUR
"""Seconds after a bank is empty; the opponent may claim earlier."""
FIRST_ACTION = 7 * 24 * _HOUR
SLOWER_BY = 72 * _HOUR
"""Seconds that a side must have thought longer to lose at the window's end, and its share of all thinking time."""
_SLOWER_PERCENT = 60
_LAST_TURNS = 3
"""Number of last turns in which the current victory level decides."""
_RATED_AFTER = 3
"""Turns after which a loss on time is rated."""
OUTAGE = 6 * _HOUR
"""Outages of the bot or a platform shorter than this move no clock, in seconds."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The state of a running game and its clocks at a time; pairs are of the first and the second side.

    `began` and `ends` are the game's start and its window's end, `thought` the seconds each side has used, `turn` the
    current turn, from 1, of `turns`. `awaited` says which side must act, `acted` which ever did. `emptied` is when a
    bank ran out that is still empty; `claimed` if the opponent claims the win. `level` is what the current score gives,
    including bid and final adjustments, `margin` the first side's points beyond it. `mass` if a player lost another
    game on time shortly before.
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
    """A ruling: its rule's code, the points, how they came about, whether rated, and the side out of time (0 or 1)."""

    code: str
    points: Points
    how: How
    rated: bool
    margin: int = 0
    late: int | None = None


def adjudicated(facts: Facts) -> Adjudication | None:
    """Return the ruling by the rules for a game now; None if it continues.

    Codes: `no_first_move`, `time`, and at the end of the window `slower`, `present_vp`, `split`.
    """
    return _unbegun(facts) or _out_of_time(facts) or (_window_over(facts) if facts.at >= facts.ends else None)


def _unbegun(facts: Facts) -> Adjudication | None:
    """Return a walkover against the side that has not acted in the first week; nobody wins if neither has.

    It is a walkover even if the other side has moved: the loser never appeared.
    """
    idle = tuple(awaited and not acted for awaited, acted in zip(facts.awaited, facts.acted, strict=True))
    if not any(idle) or facts.at < facts.began + FIRST_ACTION:
        return None
    points = (0 if idle[0] else WIN, 0 if idle[1] else WIN)
    return Adjudication("no_first_move", points, How.WALKOVER, False, late=None if all(idle) else idle.index(True))


def _out_of_time(facts: Facts) -> Adjudication | None:
    """Return the loss of the side whose bank has been empty for a day (or less if claimed); of two, the earlier one."""
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
    return Adjudication("time", _points_for_loss(side), How.PLAYED, rated, late=side)


def _window_over(facts: Facts) -> Adjudication:
    own, theirs = facts.thought
    how = how_ended(any(facts.acted))
    slower = 0 if own > theirs else 1
    if abs(own - theirs) >= SLOWER_BY and 100 * max(own, theirs) >= _SLOWER_PERCENT * (own + theirs):
        rated = how is How.PLAYED and facts.turn > _RATED_AFTER
        return Adjudication("slower", _points_for_loss(slower), how, rated)
    if facts.turn > facts.turns - _LAST_TURNS:
        return Adjudication("present_vp", facts.level, how, how is How.PLAYED, facts.margin if how is How.PLAYED else 0)
    return Adjudication("split", (DRAW, DRAW), how, False)


def _points_for_loss(side: int) -> Points:
    return (0, WIN) if side == 0 else (WIN, 0)


def entry(
    season: Season, verdict: Adjudication, match: str, at: float, *, leg: int = 0, silent: bool = False
) -> journal.Ruled:
    """Return the ruling as a journal entry of the clerk; `silent` if the side out of time never said a word."""
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
    """Return how a game ended from outside counts, whoever gets its points: as played if a move was made in it."""
    return How.PLAYED if moved else How.WALKOVER


def reported(
    code: str, points: Points, turn: int, margin: int = 0, *, mass: bool = False, moved: bool = True
) -> Adjudication | None:
    """Return the ruling by which a game ended.

    Args:
        code: the reason reported by the game.
        points: of both sides.
        turn: in which it ended, from 1.
        margin: the first side's points beyond the level.
        mass: whether the loser lost another game on time shortly before.
        moved: whether a move was made in it.

    Returns:
        None if the code is not a ruling's.
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
    """Return True if the slot's holder lost another game on time in the last week: of several only one is rated."""
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
    """Return the seconds by which all clocks move after an outage of the bot or a platform."""
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
