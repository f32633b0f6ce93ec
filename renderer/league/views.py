"""Input of league pictures: plain frozen records, one for each kind of picture.

Names are those displayed for people and seasons, in any script. Points are league points: two for a win. Places and
numbers start at one. Moments are seconds since 1970, shown in UTC. Every view has a colour set and a language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from renderer.kit.languages import USUAL
from renderer.kit.requests import Palette

#: Maximum number of rows in one picture.
MOST_ROWS = 16

Kind = Literal["division", "swiss", "knockout", "ladder", "teams"]
Zone = Literal["", "up", "down"]
#: The outcome of a game from one player's view.
Outcome = Literal["won", "drawn", "lost", "none", "playing", "waiting", "bye", "half", "absent", "annulled"]
#: The points shown for an outcome that has any.
SHOWN_POINTS: Final[Mapping[Outcome, str]] = {
    "won": "2", "drawn": "1", "lost": "0", "none": "0", "bye": "2", "half": "1", "absent": "0",
}  # fmt: skip
State = Literal["waiting", "playing", "over", "annulled"]
Side = Literal[0, 1]


@dataclass(frozen=True, slots=True)
class Head:
    """The subject of a picture: season, section (0 for all) of how many, round (0 if none) of how many, page of how many."""

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
    """One row of a table. `best` and `worst` are the places within reach; `gone` if the player has left, `out` if knocked out."""

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
    out: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class Standings:
    """A section's table; `size` is the number of players in it over all pages."""

    head: Head
    size: int
    rows: tuple[Standing, ...]
    palette: Palette = "standard"
    language: str = USUAL


@dataclass(frozen=True, slots=True)
class Meeting:
    """One game in a cross table: its outcome for the row's player, the side (0, 1 or None), and whether it was decided without play."""

    outcome: Outcome
    side: Side | None = None
    opponent: int = 0
    without_play: bool = False


@dataclass(frozen=True, slots=True)
class Crossing:
    """One row of a cross table: the games of every column."""

    number: int
    name: str
    points: int
    cells: tuple[tuple[Meeting, ...], ...]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Everybody against everybody by number, or with `by_round` everybody's rounds; `columns` are the column headings."""

    head: Head
    columns: tuple[int, ...]
    rows: tuple[Crossing, ...]
    sides: tuple[str, str]
    by_round: bool = False
    palette: Palette = "standard"
    language: str = USUAL


@dataclass(frozen=True, slots=True)
class Duel:
    """One match of a bracket: both names, "" if still unknown; `winner` is 0 or 1 once it is over.

    `leads` is the index of the winner's match in the next column, None if that isn't drawn.
    """

    first: str
    second: str
    winner: Literal[0, 1] | None = None
    bye: bool = False
    leads: int | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A round of a bracket by number; `size` is how many players were left, 0 if the round isn't named by that."""

    number: int
    duels: tuple[Duel, ...]
    size: int = 0


@dataclass(frozen=True, slots=True)
class Bracket:
    """Rounds of a knock-out side by side; `lower` is the losers' bracket of a double elimination."""

    head: Head
    columns: tuple[Column, ...]
    lower: bool = False
    palette: Palette = "standard"
    language: str = USUAL


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating at a moment: the displayed figure, its uncertainty, and whether it is provisional."""

    at: float
    shown: int
    off: int
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player's ratings in chronological order."""

    name: str
    points: tuple[Rated, ...]


@dataclass(frozen=True, slots=True)
class RatingGraph:
    """Ratings of up to four players over time, in the pool named by `title`."""

    title: str
    lines: tuple[RatingLine, ...]
    palette: Palette = "standard"
    language: str = USUAL


@dataclass(frozen=True, slots=True)
class Poster:
    """A season as announced, or with its winners once it is over.

    Moments are 0 if not fixed. `bank` and `per_round` are seconds of the clock. `winners` are the first of each
    section.
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
    """A player in a match: rating (0 if there is none), and the record of this season."""

    name: str
    rating: int = 0
    off: int = 0
    place: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class PairingCard:
    """One match: the players by side, its deadline and state. `result` has the points of each side, once it is over."""

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
    """One row of a round's pairings; `second` is "" for a bye."""

    match: str
    first: str
    second: str
    state: State | Literal["bye"]
    result: tuple[int, int] | None = None
    without_play: bool = False


@dataclass(frozen=True, slots=True)
class Pairings:
    """The matches of a round, with sides."""

    head: Head
    rows: tuple[Pairing, ...]
    sides: tuple[str, str]
    palette: Palette = "standard"
    language: str = USUAL


@dataclass(frozen=True, slots=True)
class Course:
    """The evaluated course of a game: the second side's expected share of the points after each action, in percent.

    `turns` are (index of a turn's first action, turn number), with indices from 0. `marks` are the actions that the
    text mentions, in its order. `plans` and `dice` say by how many percentage points the second side was ahead in
    planning and luck. `lows` and `highs` bound each point; they are empty if there are no bounds.
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
    """One row of a prediction ranking: number of games and Brier score (0 is perfect); place 0 for too few to rank."""

    place: int
    name: str
    count: int
    score: float


@dataclass(frozen=True, slots=True)
class Forecasts:
    """The quality of everybody's predictions, best first."""

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
