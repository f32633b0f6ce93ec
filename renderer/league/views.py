"""What pictures of a league show: plain frozen records, one for each kind of picture.

Names are those shown for people and seasons, in any script. Points are those of the league's table: two for a win.
Places and numbers begin at one. Moments are seconds since 1970 and are shown in UTC. Every view names its colour set and the language of its words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from renderer.kit.languages import USUAL

#: Rows of one picture at most.
MOST_ROWS = 16

Kind = Literal["division", "swiss", "knockout", "ladder", "teams"]
Zone = Literal["", "up", "down"]
Palette = Literal["standard", "dark", "red_green", "blue_yellow"]
#: What became of a game, seen by whoever it is told of.
Outcome = Literal["won", "drawn", "lost", "none", "playing", "waiting", "bye", "half", "absent", "annulled"]
State = Literal["waiting", "playing", "over", "annulled"]
Side = Literal[0, 1]


@dataclass(frozen=True, slots=True)
class Head:
    """What a picture is of: season, section of so many (0 for all), round of so many (0 where there are none), page of so many."""

    season: str
    kind: Kind = "division"
    section: int = 1
    sections: int = 1
    round: int = 0
    rounds: int = 0
    page: int = 1
    pages: int = 1
    over: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of a table. `best` and `worst` are the places within reach; `gone` if the place is not held any more."""

    place: int
    name: str
    points: int
    won: int
    drawn: int
    lost: int
    tiebreak: float
    margin: int
    best: int
    worst: int
    zone: Zone = ""
    gone: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class Standings:
    """A section's table; `size` is how many stand in it on all pages together."""

    head: Head
    size: int
    rows: tuple[Standing, ...]
    palette: Palette = "standard"
    language: str = USUAL


@dataclass(frozen=True, slots=True)
class Meeting:
    """One game in a cross table: how it ended for the row's own, with which side (0, 1, None without one), whether without play."""

    outcome: Outcome
    side: Side | None = None
    opponent: int = 0
    without_play: bool = False


@dataclass(frozen=True, slots=True)
class Crossing:
    """One row of a cross table: for every column the games that belong there."""

    number: int
    name: str
    points: int
    cells: tuple[tuple[Meeting, ...], ...]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Everybody against everybody by number, or, `by_round`, everybody's rounds; `columns` are the numbers that head them."""

    head: Head
    columns: tuple[int, ...]
    rows: tuple[Crossing, ...]
    sides: tuple[str, str]
    by_round: bool = False
    palette: Palette = "standard"
    language: str = USUAL


@dataclass(frozen=True, slots=True)
class Duel:
    """One match of a bracket: both names, "" where nobody is known yet; `winner` is 0 or 1 once it is over.

    `leads` is the place, from 0, of the match in the next column in which the winner plays, None while that is not drawn.
    """

    first: str
    second: str
    winner: Literal[0, 1] | None = None
    bye: bool = False
    leads: int | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A round of a bracket by its number; `size` is how many were still in it, 0 where that names no round."""

    number: int
    duels: tuple[Duel, ...]
    size: int = 0


@dataclass(frozen=True, slots=True)
class Bracket:
    """Rounds of a knock-out beside each other; `lower` for those who have lost once, where it takes two losses."""

    head: Head
    columns: tuple[Column, ...]
    lower: bool = False
    palette: Palette = "standard"
    language: str = USUAL


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating at a moment: the figure that is shown, what it may be off by, and whether too little is known of it."""

    at: float
    shown: int
    off: int
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class RatingLine:
    """Somebody's ratings in order of time."""

    name: str
    points: tuple[Rated, ...]


@dataclass(frozen=True, slots=True)
class RatingGraph:
    """Ratings of at most four people over time, in the pool that `title` names."""

    title: str
    lines: tuple[RatingLine, ...]
    palette: Palette = "standard"
    language: str = USUAL


@dataclass(frozen=True, slots=True)
class Poster:
    """A season as it is announced, or with its winners as it is remembered.

    Moments are 0 where none is fixed. `bank` and `per_round` are seconds of the clock. `winners` are the first of each section.
    """

    season: str
    stage: Literal["open", "running", "over"]
    kind: Kind
    game: str
    entrants: int
    substitutes: int = 0
    sections: int = 0
    rounds: int = 0
    closes: float = 0
    begins: float = 0
    ends: float = 0
    bank: int = 0
    per_round: int = 0
    winners: tuple[str, ...] = ()
    palette: Palette = "standard"
    language: str = USUAL


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on one side of a match: rating 0 if there is none, and how the season went for him so far."""

    name: str
    rating: int = 0
    off: int = 0
    place: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class PairingCard:
    """One match: who has which side, until when, and how it stands. `result` is what the first side got, once it is over."""

    head: Head
    match: str
    players: tuple[Player, Player]
    sides: tuple[str, str]
    due: float = 0
    state: Literal["waiting", "playing", "over"] = "waiting"
    result: tuple[int, int] | None = None
    palette: Palette = "standard"
    language: str = USUAL


@dataclass(frozen=True, slots=True)
class Pairing:
    """One row of a round's pairings; the second is "" for a bye."""

    match: str
    first: str
    second: str
    state: State | Literal["bye"]
    result: tuple[int, int] | None = None
    without_play: bool = False


@dataclass(frozen=True, slots=True)
class Pairings:
    """Who plays whom, with which side."""

    head: Head
    rows: tuple[Pairing, ...]
    sides: tuple[str, str]
    palette: Palette = "standard"
    language: str = USUAL


@dataclass(frozen=True, slots=True)
class Course:
    """The course of a game as it was judged: after each action the second side's expected share of the points, in hundredths.

    `turns` are the actions with which turns begin, counted from 0, and the turns' numbers. `marks` are the actions that the text
    mentions, in its order. `plans` and `dice` say by how many hundredths the second side's plans and luck were ahead of the first
    side's. `lows` and `highs` bound each point; they are empty where no bounds are known.
    """

    title: str
    about: str
    sides: tuple[str, str]
    points: tuple[int, ...]
    turns: tuple[tuple[int, int], ...] = ()
    marks: tuple[int, ...] = ()
    plans: int = 0
    dice: int = 0
    palette: Palette = "standard"
    language: str = USUAL
    lows: tuple[int, ...] = ()
    highs: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Forecast:
    """One row of those who predict: of how many games, and Brier's score, 0 being perfect; place 0 for too few to be ranked."""

    place: int
    name: str
    count: int
    score: float


@dataclass(frozen=True, slots=True)
class Forecasts:
    """How good everybody's predictions were, the best first."""

    head: Head
    rows: tuple[Forecast, ...]
    palette: Palette = "standard"
    language: str = USUAL


View = Standings | CrossTable | Bracket | RatingGraph | Poster | PairingCard | Pairings | Course | Forecasts

__all__ = [
    "MOST_ROWS",
    "Bracket",
    "Column",
    "Course",
    "CrossTable",
    "Crossing",
    "Duel",
    "Forecast",
    "Forecasts",
    "Head",
    "Kind",
    "Meeting",
    "Outcome",
    "Pairing",
    "PairingCard",
    "Pairings",
    "Palette",
    "Player",
    "Poster",
    "Rated",
    "RatingGraph",
    "RatingLine",
    "Side",
    "Standing",
    "Standings",
    "State",
    "View",
    "Zone",
]
