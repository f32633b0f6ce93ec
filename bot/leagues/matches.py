"""A match of a season and its games: players, reports, rulings, appeals and decisions, and the resulting outcome."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.leagues import journal
from bot.leagues.journal import MatchKind, Person, Points
from bot.leagues.standings import DRAW, WIN, How, MatchResult
from bot.leagues.windows import APPEALS

_INSTANCES = 2


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """The outcome of a game: points and margin of its first side, how it came about, and whether it is rated."""

    points: Points
    margin: int
    how: How
    rated: bool


@dataclass(slots=True)
class Appeal:
    """One instance of an appeal and its decisions; the first takes one arbiter, the second two others."""

    person: Person
    text: str
    at: float
    needs: int
    decisions: list[journal.Decided] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """True once enough arbiters have decided."""
        return len(self.decisions) >= self.needs

    @property
    def points(self) -> Points | None:
        """The points that all deciding arbiters agree on; None if the previous result stays."""
        first = self.decisions[0].points if self.over else None
        return first if all(one.points == first for one in self.decisions) else None


@dataclass(slots=True)
class Leg:
    """One game of a match. `seated` are the persons with its sides when it ended, or when one withdrew before that."""

    game: str = ""
    venue: str = ""
    room: str = ""
    reported: journal.Resulted | None = None
    corrected: journal.Corrected | None = None
    ruled: journal.Ruled | None = None
    appeals: list[Appeal] = field(default_factory=list)
    seated: tuple[Person, Person] | None = None
    ended: float | None = None

    @property
    def settled(self) -> bool:
        """True if there is a result."""
        return self.ended is not None

    @property
    def appealing(self) -> Appeal | None:
        """The appeal that awaits a decision."""
        return self.appeals[-1] if self.appeals and not self.appeals[-1].over else None

    @property
    def told(self) -> float | None:
        """When the current result was last set; it can be appealed against for three days."""
        decided = [one.at for appeal in self.appeals for one in appeal.decisions]
        times = [entry.at for entry in (self.reported, self.corrected, self.ruled) if entry is not None]
        return max([*times, *decided], default=None)

    @property
    def instance_left(self) -> bool:
        """True unless the last instance has been used."""
        return len(self.appeals) < _INSTANCES

    def appealable(self, at: float) -> bool:
        """Return True if an appeal is in time and an instance is left."""
        return self.told is not None and self.appealing is None and self.instance_left and at <= self.told + APPEALS

    def outcome(self, instances: int | None = None) -> GameOutcome | None:
        """Return what counts: the last appeal decision (of so many or all instances), ruling, correction or report."""
        stands, told = self._before_appeals(), self.corrected or self.reported
        for appeal in self.appeals[:instances]:
            if (points := appeal.points) is None:
                continue
            if told is not None and told.points == points:
                stands = GameOutcome(points, told.margin, How.PLAYED, True)
            else:
                how = appeal.decisions[-1].how
                usual = How.PLAYED if points == (DRAW, DRAW) else How.WALKOVER
                stands = GameOutcome(points, 0, how or usual, False)
        return stands

    def _before_appeals(self) -> GameOutcome | None:
        told = self.corrected or self.reported
        if (ruling := self.ruled) is not None:
            played = ruling.how is How.PLAYED and ruling.points != (0, 0)
            return GameOutcome(
                ruling.points, ruling.margin, ruling.how, played if ruling.rated is None else ruling.rated
            )
        return GameOutcome(told.points, told.margin, How.PLAYED, True) if told is not None else None


@dataclass(slots=True)
class Fixed:
    """A match of the draw: slots, round and section, its start, and its games."""

    match: str
    round: int
    section: int
    first: Person
    second: Person
    kind: MatchKind = "assigned"
    since: float = 0
    playoff: bool = False
    tie: str = ""
    eliminator: Person = ""
    bids: dict[Person, journal.Bid] = field(default_factory=dict)
    auction: journal.Auctioned | None = None
    legs: list[Leg] = field(default_factory=lambda: [Leg()])

    @property
    def game(self) -> str:
        """The game of a match with only one."""
        return self.legs[0].game

    @property
    def reported(self) -> journal.Resulted | None:
        """The report of a match with only one game."""
        return self.legs[0].reported

    @property
    def ruled(self) -> journal.Ruled | None:
        """The ruling on a match with only one game."""
        return self.legs[0].ruled

    @property
    def settled(self) -> bool:
        """True if every game has a result."""
        for leg in self.legs:  # noqa: SIM110 - a generator takes twice as long, and this is called very often
            if leg.ended is None:
                return False
        return True

    @property
    def slots(self) -> tuple[Person, Person]:
        """The players, by slot."""
        return self.first, self.second

    @property
    def ready(self) -> bool:
        """True unless bids still have to determine the sides."""
        return self.kind != "bid" or self.auction is not None

    def missing(self) -> Iterator[int]:
        """Yield the legs that need a game."""
        return (number for number, leg in enumerate(self.legs) if not leg.game and leg.ended is None)

    def sides(self, leg: int = 0) -> tuple[Person, Person]:
        """Return the slots of a game's first and second side."""
        if self.auction is not None:
            return self.auction.first, self.auction.second
        return (self.second, self.first) if leg else (self.first, self.second)

    def result(self) -> MatchResult | None:
        """Return what counts in the table; of two games together, a win for whoever has more in total."""
        found = [leg.outcome() for leg in self.legs]
        outcomes = [one for one in found if one is not None]
        if not outcomes or len(outcomes) < len(self.legs):
            return None
        first, second = self.sides()
        if len(outcomes) == 1:
            (one,) = outcomes
            return MatchResult(self.round, first, second, one.points, one.margin, one.how, self.match)
        out, back = outcomes
        own, theirs = out.points[0] + back.points[1], out.points[1] + back.points[0]
        points = (own, theirs) if own == theirs == 0 else _points_for_difference(own - theirs)
        how = How.PLAYED if How.PLAYED in (out.how, back.how) else How.WALKOVER
        return MatchResult(self.round, first, second, points, out.margin - back.margin, how, self.match)


def _points_for_difference(difference: int) -> Points:
    if difference == 0:
        return DRAW, DRAW
    return (WIN, 0) if difference > 0 else (0, WIN)


def match_number(match: str) -> tuple[int, ...]:
    """Return a match's id as numbers, for sorting in natural order."""
    return tuple(int(part) for part in match.split("."))


__all__ = ["Appeal", "Fixed", "GameOutcome", "Leg", "match_number"]
