"""The table of a section: points, tie-breaks, places, and the places still possible.

Two points for a win, one for a draw. Ties are broken, in this order, by the games among those tied, if all of them met;
by Sonneborn-Berger in a division and Buchholz with one cut in a Swiss; by the margin, of which a season counts a
maximum per game; by wins with the weaker side. Those still tied share the place: play-off or lot decide, not this file.

Buchholz and rounds without a game as in FIDE's handbook, C.07 article 16: own rounds without a game count as games
against an opponent with one's own points; an opponent who stopped playing counts as having drawn the later rounds; of
the rounds missed by choice the lowest is cut first.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from bot.leagues.entrants import Side
from bot.leagues.journal.base import MOST_MARGIN

WIN, DRAW = 2, 1
GIVEN = ((WIN, 0), (0, WIN), (DRAW, DRAW), (0, 0))
"""The possible points of the two sides of a game; none for either after an accepted peace."""


class How(Enum):
    """How a match got its points."""

    PLAYED = "played"
    WALKOVER = "walkover"
    """Points without a game; the loser did not appear."""
    BYE = "bye"
    """Points from the pairing, by nobody's choice."""
    ABSENCE = "absence"
    """A requested bye, half a win at most."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A valid result: the sides, both points, and the first side's margin in points of the title; no second for a bye.

    `match` distinguishes two matches of the same two in one round, which may have the same sides if those were bid for.
    """

    round: int
    first: str
    second: str | None
    points: tuple[int, int]
    margin: int = 0
    how: How = How.PLAYED
    match: str = ""


class System(Enum):
    """The kind of the second tie-break."""

    DIVISION = "division"
    SWISS = "swiss"


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One line of a table; `place` may be shared. Tie-breaks are in their order, doubled where halves occur."""

    place: int
    name: str
    points: int
    played: int
    won: int
    drawn: int
    lost: int
    second_tiebreak: int
    margin: int
    weaker_wins: int


@dataclass(frozen=True, slots=True)
class _Line:
    """One entrant's part of one match."""

    round: int
    opponent: str | None
    points: int
    margin: int
    side: Side
    how: How

    @property
    def by_choice(self) -> bool:
        """True for a round that the entrant missed by choice: an absence, or a walkover lost."""
        return self.how is How.ABSENCE or (self.how is How.WALKOVER and self.points == 0)


def table(
    names: Sequence[str],
    matches: Iterable[MatchResult],
    system: System,
    *,
    rounds: int = 0,
    weaker: Side | None = None,
    most_margin: int = MOST_MARGIN,
) -> tuple[StandingsRow, ...]:
    """Return the table of the matches so far, best first; within a shared place by name.

    `rounds` are the finished ones of a Swiss. `weaker` is the side that wins less in this pool, if known. `most_margin`
    is how much of one game's margin counts.

    Raises:
        ValueError: a match names someone who is not in the section, or occurs twice.
    """
    lines = _lines(names, matches, most_margin)
    points = {name: sum(line.points for line in lines[name]) for name in names}
    second = {
        name: _berger(lines[name], points) if system is System.DIVISION else _buchholz(name, lines, points, rounds)
        for name in names
    }
    keys: list[Callable[[str], int]] = [second.__getitem__, lambda name: _total_margin(lines[name])]
    if weaker is not None:
        keys.append(lambda name: _weaker_wins(lines[name], weaker))
    rows: list[StandingsRow] = []
    for group in _groups(names, points.__getitem__):
        for tied in _break_ties(group, lines, keys):
            place = len(rows) + 1
            rows += [
                _row(place, name, lines[name], second[name], _weaker_wins(lines[name], weaker)) for name in sorted(tied)
            ]
    return tuple(rows)


def possible_places(reach: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """Return the best and worst place possible for each player, given the fewest and most points they can finish with.

    This is a bound: never wrong, and only ever narrowing as the points do.
    """
    fewest = sorted(least for least, _ in reach.values())
    greatest = sorted(most for _, most in reach.values())
    return {
        name: (1 + len(fewest) - bisect_right(fewest, most), len(greatest) - bisect_left(greatest, least))
        for name, (least, most) in reach.items()
    }


# ------------------------------------------------------------------------------------------- breaking ties


def _lines(names: Sequence[str], matches: Iterable[MatchResult], most_margin: int) -> dict[str, list[_Line]]:
    lines: dict[str, list[_Line]] = {name: [] for name in names}
    seen: set[tuple[int, str, str | None, str]] = set()
    for match in sorted(matches, key=lambda match: match.round):
        key = (match.round, match.first, match.second, match.match)
        if key in seen:
            raise ValueError(f"round {match.round} has {match.first} against {match.second or 'nobody'} twice")
        seen.add(key)
        for name in filter(None, (match.first, match.second)):
            if name not in lines:
                raise ValueError(f"{name} has a match in round {match.round} but is not in this section")
        own, theirs = match.points
        margin = max(-most_margin, min(most_margin, match.margin))
        lines[match.first].append(_Line(match.round, match.second, own, margin, Side.FIRST, match.how))
        if match.second is not None:
            lines[match.second].append(_Line(match.round, match.first, theirs, -margin, Side.SECOND, match.how))
    return lines


def _berger(lines: Sequence[_Line], points: Mapping[str, int]) -> int:
    """Return the points of beaten opponents and half of those of drawn ones, doubled."""
    return sum(line.points * points[line.opponent] for line in lines if line.opponent is not None)


def _buchholz(name: str, lines: Mapping[str, Sequence[_Line]], points: Mapping[str, int], rounds: int) -> int:
    """Return the sum of the opponents' points without the lowest."""
    worths: list[tuple[bool, int]] = []
    for line in lines[name]:
        met = line.opponent is not None and line.how is How.PLAYED
        worth = _as_opponent(lines[line.opponent], rounds) if met and line.opponent is not None else points[name]
        worths.append((not line.by_choice, worth))
    missed = rounds - len({line.round for line in lines[name]})
    worths += [(False, points[name])] * max(missed, 0)
    return sum(worth for _, worth in sorted(worths)[1:])


def _as_opponent(lines: Sequence[_Line], rounds: int) -> int:
    """Return an opponent's points; rounds after the last one they were present for count as drawn."""
    there = max((line.round for line in lines if not line.by_choice), default=0)
    return sum(line.points for line in lines if line.round <= there) + DRAW * max(rounds - there, 0)


def _total_margin(lines: Sequence[_Line]) -> int:
    return sum(line.margin for line in lines if line.how is How.PLAYED)


def _weaker_wins(lines: Sequence[_Line], weaker: Side | None) -> int:
    return sum(line.side is weaker and line.points == WIN for line in lines if line.how is How.PLAYED)


# -------------------------------------------------------------------------------------------------- places


def _groups(names: Iterable[str], key: Callable[[str], int]) -> list[list[str]]:
    """Return the names grouped by key, the greatest first."""
    found: dict[int, list[str]] = {}
    for name in names:
        found.setdefault(key(name), []).append(name)
    return [found[worth] for worth in sorted(found, reverse=True)]


def _break_ties(
    tied: list[str], lines: Mapping[str, Sequence[_Line]], keys: Sequence[Callable[[str], int]]
) -> list[list[str]]:
    """Separate tied players; each separated group starts again with the games among its members."""
    if len(tied) == 1:
        return [tied]
    among = _head_to_head(tied, lines)
    tests: list[Callable[[str], int]] = [*([among.__getitem__] if among else []), *keys]
    for test in tests:
        groups = _groups(tied, test)
        if len(groups) > 1:
            return [part for group in groups for part in _break_ties(group, lines, keys)]
    return [tied]


def _head_to_head(tied: Sequence[str], lines: Mapping[str, Sequence[_Line]]) -> dict[str, int]:
    """Return points from the games among tied players; empty unless all of them met."""
    inside = set(tied)
    found: dict[str, int] = {}
    for name in tied:
        games = [line for line in lines[name] if line.opponent in inside and line.how is How.PLAYED]
        if {line.opponent for line in games} != inside - {name}:
            return {}
        found[name] = sum(line.points for line in games)
    return found


def _row(place: int, name: str, lines: Sequence[_Line], second: int, weaker_wins: int) -> StandingsRow:
    games = [line.points for line in lines if line.opponent is not None]
    return StandingsRow(
        place=place,
        name=name,
        points=sum(line.points for line in lines),
        played=len(games),
        won=games.count(WIN),
        drawn=games.count(DRAW),
        lost=games.count(0),
        second_tiebreak=second,
        margin=_total_margin(lines),
        weaker_wins=weaker_wins,
    )
