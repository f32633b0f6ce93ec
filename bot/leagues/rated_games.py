"""The finished games of a season, and which of them are rated.

Rated are games played to a result between their original players: no walkover, no split, no game reported from
elsewhere, none taken over by a substitute from the third turn on. A loss on time is rated only after three turns, and
of several consecutive ones only the first: the others say nothing about playing strength.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from bot.leagues.journal import Person
from bot.leagues.matches import Fixed, GameOutcome, Leg
from bot.leagues.season import Season
from bot.leagues.standings import WIN, How
from bot.ratings import RatedGame

TIME = "time"
"""The reason of a result, and the code of a ruling, for a loss on time."""
_TURNS, _INHERITED = 3, 3
ON_END = 7 * 86_400
"""Seconds within which another loss on time is consecutive, if no other game ended in between."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A finished game, with the persons who had its sides at the end.

    `points` are the first side's share (0, 0.5 or 1), None if nobody got any; `share` is the same, None if it is not
    rated. `late` lost on time, `silent` without a word. `played` is False for a walkover.
    """

    at: float
    match: str
    leg: int
    first: Person
    second: Person
    points: float | None = None
    share: float | None = None
    handicap: int = 0
    late: Person = ""
    silent: tuple[Person, ...] = ()
    played: bool = True

    @property
    def persons(self) -> tuple[Person, Person]:
        """The players."""
        return self.first, self.second

    def by(self, now: Mapping[Person, Person]) -> Ended:
        """Return the game with persons' current ids; those not in the mapping keep theirs."""
        return replace(
            self,
            first=now.get(self.first, self.first),
            second=now.get(self.second, self.second),
            late=now.get(self.late, self.late),
            silent=tuple(now.get(one, one) for one in self.silent),
        )

    @property
    def month(self) -> int:
        """Months since the year 0."""
        when = datetime.fromtimestamp(self.at, UTC)
        return 12 * when.year + when.month - 1


def ended(season: Season) -> Iterator[Ended]:
    """Yield the finished games of a season, match by match, with their current results."""
    for made in season.matches.values():
        for number, leg in enumerate(made.legs):
            outcome = leg.outcome()
            if leg.ended is not None and leg.seated is not None and outcome is not None:
                yield _ended_game(season, made, number, leg, outcome)


def rated(games: Iterable[Ended]) -> list[tuple[Ended, RatedGame]]:
    """Return the rated ones of some games, which are in the order they ended."""
    found, late = [], dict[Person, float]()
    for game in games:
        again = bool(game.late) and game.at - late.get(game.late, -ON_END) < ON_END
        for person in game.persons:
            if person == game.late:
                late[person] = game.at
            else:
                late.pop(person, None)
        if game.share is not None and not again and game.first != game.second:
            found.append((game, RatedGame(game.first, game.second, game.share, game.month, game.handicap)))
    return found


def _ended_game(season: Season, made: Fixed, number: int, leg: Leg, outcome: GameOutcome) -> Ended:
    assert leg.ended is not None
    assert leg.seated is not None
    first, second = leg.seated
    told = leg.ruled or leg.reported
    # If the result was changed on appeal or corrected, nobody has lost on time.
    stands = told is not None and told.points == outcome.points
    by_time = _by_time(leg) and stands and sum(outcome.points) == WIN
    late = (first, second)[outcome.points[0] > 0] if by_time else ""
    # A ruling says itself whether it is rated; a game's report does not.
    early = leg.ruled is None and leg.reported is not None and leg.reported.turn <= _TURNS
    counts = (
        outcome.rated
        and sum(outcome.points) == WIN
        and not season.rules.outside
        and season.taken_over.get(made.match, 0) < _INHERITED
        and not (by_time and early)
    )
    return Ended(
        at=leg.ended,
        match=made.match,
        leg=number,
        first=first,
        second=second,
        points=outcome.points[0] / WIN if sum(outcome.points) == WIN else None,
        share=outcome.points[0] / WIN if counts else None,
        handicap=made.auction.side * made.auction.ceded if made.auction is not None else 0,
        late=late,
        silent=told.silent if told is not None and stands else (),
        played=outcome.how is How.PLAYED,
    )


def _by_time(leg: Leg) -> bool:
    """Return True for a loss on time, according to the ruling by which the game ended, or else the game itself."""
    if leg.ruled is not None:
        return leg.ruled.code == TIME
    return leg.corrected is None and leg.reported is not None and leg.reported.reason == TIME


__all__ = ["ON_END", "TIME", "Ended", "ended", "rated"]
