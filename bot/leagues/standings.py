"""The table of a section: points, tie-breaks, places, and the places that are still possible.

Two points for a win, one for a draw. Ties are broken, in this order, by the games among those who are tied, where all of them met; by
Sonneborn-Berger in a division and Buchholz with one cut in a Swiss; by the margin, of which a season counts so much a game at most; by wins with the
weaker side. Who is tied after that shares the place: play-off or lot decide, not this file.

Buchholz and rounds without a game as in FIDE's handbook, C.07 article 16: own rounds without a game count as games against somebody
with one's own points; an opponent who stopped playing counts as having drawn the rounds after that; of the rounds that one
stayed away from by choice the least is cut first.
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
"""What the two sides of a game may get; nobody anything after an accepted peace."""


class How(Enum):
    """How a match got its points."""

    PLAYED = "played"
    WALKOVER = "walkover"
    """Points without a game; the loser stayed away."""
    BYE = "bye"
    """Points from the pairing, through nobody's choice."""
    ABSENCE = "absence"
    """A bye that was asked for, half a win at most."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A result that stands: who had which side, points of both, and the first side's margin in points of the title. A bye has no second.

    `match` tells two matches of the same two in one round apart, which may have the same sides where bids gave them.
    """

    round: int
    first: str
    second: str | None
    points: tuple[int, int]
    margin: int = 0
    how: How = How.PLAYED
    match: str = ""


class System(Enum):
    """What the second tie-break is."""

    DIVISION = "division"
    SWISS = "swiss"


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One line of a table; `place` is shared with whoever no tie-break parts from it. Tie-breaks in their order, doubled where halves occur."""

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
    """What one entrant has of one match."""

    round: int
    opponent: str | None
    points: int
    margin: int
    side: Side
    how: How

    @property
    def by_choice(self) -> bool:
        """True for a round that the entrant stayed away from: an absence, or a walkover lost."""
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

    `rounds` are those of the Swiss that are over. `weaker` is the side that wins less in this pool, if that is known. `most_margin`
    is how much of the margin of one game counts.

    Raises:
        ValueError: a match names somebody who is not in the section, or the same match stands there twice.
    """
    lines = _lines(names, matches, most_margin)
    points = {name: sum(line.points for line in lines[name]) for name in names}
    second = {
        name: _berger(lines[name], points) if system is System.DIVISION else _buchholz(name, lines, points, rounds)
        for name in names
    }
    keys: list[Callable[[str], int]] = [second.__getitem__, lambda name: _margin(lines[name])]
    if weaker is not None:
        keys.append(lambda name: _weaker_wins(lines[name], weaker))
    rows: list[StandingsRow] = []
    for group in _groups(names, points.__getitem__):
        for tied in _parted(group, lines, keys):
            place = len(rows) + 1
            rows += [
                _row(place, name, lines[name], second[name], _weaker_wins(lines[name], weaker)) for name in sorted(tied)
            ]
    return tuple(rows)


def possible_places(reach: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """Return the best and the worst place that everybody can still reach, from the fewest and the most points that each can end with.

    A bound: never wrong, and where the points only narrow it only narrows.
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
    """Return the opponents' points without the least."""
    worths: list[tuple[bool, int]] = []
    for line in lines[name]:
        met = line.opponent is not None and line.how is How.PLAYED
        worth = _as_opponent(lines[line.opponent], rounds) if met and line.opponent is not None else points[name]
        worths.append((not line.by_choice, worth))
    missed = rounds - len({line.round for line in lines[name]})
    worths += [(False, points[name])] * max(missed, 0)
    return sum(worth for _, worth in sorted(worths)[1:])


def _as_opponent(lines: Sequence[_Line], rounds: int) -> int:
    """Return an opponent's points; the rounds after the last one that he was there for count as drawn."""
    there = max((line.round for line in lines if not line.by_choice), default=0)
    return sum(line.points for line in lines if line.round <= there) + DRAW * max(rounds - there, 0)


def _margin(lines: Sequence[_Line]) -> int:
    return sum(line.margin for line in lines if line.how is How.PLAYED)


def _weaker_wins(lines: Sequence[_Line], weaker: Side | None) -> int:
    return sum(line.side is weaker and line.points == WIN for line in lines if line.how is How.PLAYED)


# -------------------------------------------------------------------------------------------------- places


def _groups(names: Iterable[str], key: Callable[[str], int]) -> list[list[str]]:
    """Return the names by key, the greatest first."""
    found: dict[int, list[str]] = {}
    for name in names:
        found.setdefault(key(name), []).append(name)
    return [found[worth] for worth in sorted(found, reverse=True)]


def _parted(
    tied: list[str], lines: Mapping[str, Sequence[_Line]], keys: Sequence[Callable[[str], int]]
) -> list[list[str]]:
    """Separate tied players; who is separated begins again with the games among those still tied with them."""
    if len(tied) == 1:
        return [tied]
    among = _among(tied, lines)
    tests: list[Callable[[str], int]] = [*([among.__getitem__] if among else []), *keys]
    for test in tests:
        groups = _groups(tied, test)
        if len(groups) > 1:
            return [part for group in groups for part in _parted(group, lines, keys)]
    return [tied]


def _among(tied: Sequence[str], lines: Mapping[str, Sequence[_Line]]) -> dict[str, int]:
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
        margin=_margin(lines),
        weaker_wins=weaker_wins,
    )
