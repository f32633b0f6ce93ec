"""The journal of a season: what happened, one entry after the other; everything else is computed from it.

Entries are appended and never rewritten. They name persons by internal ids alone. `at` is in seconds since 1970, `by` the person
who acted, or `""` for the season's own clerk.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, model_validator

from bot.leagues.standings import How
from bot.leagues.windows import LeagueClock

Person = Annotated[str, Field(min_length=1, max_length=64)]
Points = tuple[int, int]


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    at: float = Field(ge=0)
    by: str = Field("", max_length=64)


class Opened(_Entry):
    """The season with the rules that stay. `rounds` are a Swiss's; `own_rounds` the action rounds of one side at most; `window` in seconds.

    `outside`: its games are played elsewhere and their results handed in. `sealed`: results are shown to those alone who ask for them.
    """

    kind: Literal["opened"] = "opened"
    name: str = Field(min_length=1, max_length=80)
    format: Literal["divisions", "double", "swiss"]
    options: dict[str, JsonValue] = Field(default_factory=dict)
    rounds: int = Field(1, ge=1, le=30)
    clock: LeagueClock = LeagueClock()
    own_rounds: int = Field(ge=1)
    window: int = Field(ge=3_600)
    commitment: str = Field(pattern="^[0-9a-f]{64}$")
    outside: bool = False
    sealed: bool = False


class Joined(_Entry):
    """Somebody enters. `capacity` is how many games at once; `rating` orders the first draw, 0 if there is none."""

    kind: Literal["joined"] = "joined"
    person: Person
    capacity: int = Field(1, ge=1, le=30)
    rating: int = Field(0, ge=0)
    substitute: bool = False


class Left(_Entry):
    """Somebody takes the entry back before the draw."""

    kind: Literal["left"] = "left"
    person: Person


class Closed(_Entry):
    """Nobody enters any more, but as a substitute."""

    kind: Literal["closed"] = "closed"


class Fixture(BaseModel):
    """A match of a draw: its id, the number of its section and who has which side."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    match: str
    section: int
    first: Person
    second: Person


class Drawn(_Entry):
    """A round's draw: sections as they stand, matches, who has the bye, whom no pairing reached."""

    kind: Literal["drawn"] = "drawn"
    round: int = Field(ge=1)
    sections: tuple[tuple[Person, ...], ...]
    matches: tuple[Fixture, ...]
    bye: Person | None = None
    left: tuple[Person, ...] = ()


class Created(_Entry):
    """A match has its game."""

    kind: Literal["created"] = "created"
    match: str
    game: str


class Resulted(_Entry):
    """A game reports how it ended: points and the first side's margin in VP.

    `reason` is why it ended, as the game says it, and `turn` the one in which it did, 0 where that is not known.
    """

    kind: Literal["resulted"] = "resulted"
    match: str
    game: str
    points: Points
    margin: int = 0
    reason: str = Field("", max_length=40)
    turn: int = Field(0, ge=0)


class Ruled(_Entry):
    """A ruling on a match, over whatever was reported; the latest one counts. `points` may be none to both.

    `rated` says whether the ratings count it; None leaves that to how it was won, see `bot.leagues.rated`.
    """

    kind: Literal["ruled"] = "ruled"
    match: str
    points: Points
    reason: str = Field(min_length=1, max_length=200)
    how: How = How.WALKOVER
    rated: bool | None = None


class Withdrawn(_Entry):
    """Somebody stops playing; `silent` if without a word, by running out of time."""

    kind: Literal["withdrawn"] = "withdrawn"
    person: Person
    silent: bool = False


class Replaced(_Entry):
    """A substitute takes somebody's place with its points and its open games.

    `turns` are the turns in which games stood that were taken over, by match; one that is missing had hardly begun.
    """

    kind: Literal["replaced"] = "replaced"
    person: Person
    substitute: Person
    turns: dict[str, int] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _two(self) -> Self:
        if self.person == self.substitute:
            raise ValueError("nobody replaces himself")
        return self


class Linked(_Entry):
    """Two persons turned out to be one: whatever `former` entered and played is `person`'s from the beginning."""

    kind: Literal["linked"] = "linked"
    person: Person
    former: Person


class Finished(_Entry):
    """The season is over; the seed of its lots is told."""

    kind: Literal["finished"] = "finished"
    seed: str = Field(pattern="^[0-9a-f]+$")


Entry = Annotated[
    Opened | Joined | Left | Closed | Drawn | Created | Resulted | Ruled | Withdrawn | Replaced | Linked | Finished,
    Field(discriminator="kind"),
]
ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)
"""Reads and writes one entry as JSON."""
