"""Entries about draws, challenges and bids, and about matches and their results."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from bot.leagues.journal.base import EntryBase, Leg, MatchId, Person, Points, Reason
from bot.leagues.standings import How


class Fixture(BaseModel):
    """A match of a draw: its id, the number of its section and who has which side.

    `playoff` only breaks a tie. `tie` names the match of two teams of which this is the game on `board`. The
    `eliminator` plays for nothing and does not advance.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    match: MatchId
    section: int = Field(ge=0)
    first: Person
    second: Person
    playoff: bool = False
    tie: str = ""
    board: int = 0
    eliminator: str = ""

    @model_validator(mode="after")
    def _check_two_slots(self) -> Self:
        if self.first == self.second:
            raise ValueError("nobody plays himself")
        return self


class Tie(BaseModel):
    """A match between two teams; the first has the first side on the first board, the second on the next, and so on.

    A `playoff` only breaks a tie.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    tie: str
    first: Person
    second: Person
    playoff: bool = False


class Drawn(EntryBase):
    """A round's draw: the sections, the matches, the bye, and those who could not be paired.

    `half` get half a point for a round they asked to miss, `absent` none; `late` joined after the last draw and get
    half a point for it. A `preview` counts only once it is published. `outside` was paired by another program, not from
    a seed.
    """

    kind: Literal["drawn"] = "drawn"
    round: int = Field(ge=1)
    sections: tuple[tuple[Person, ...], ...]
    matches: tuple[Fixture, ...]
    ties: tuple[Tie, ...] = ()
    bye: Person | None = None
    byes: tuple[Person, ...] = ()
    left: tuple[Person, ...] = ()
    half: tuple[Person, ...] = ()
    absent: tuple[Person, ...] = ()
    late: tuple[Person, ...] = ()
    preview: bool = False
    outside: bool = False


class Published(EntryBase):
    """The previewed draw is published."""

    kind: Literal["published"] = "published"
    round: int = Field(ge=1)


class Challenged(EntryBase):
    """On a ladder a player challenges a higher one."""

    kind: Literal["challenged"] = "challenged"
    match: MatchId
    person: Person
    opponent: Person


class Answered(EntryBase):
    """A challenge is accepted or refused; `silent` if no answer came in time."""

    kind: Literal["answered"] = "answered"
    match: str
    accepted: bool
    silent: bool = False


class Idled(EntryBase):
    """A player on a ladder loses a place through inactivity."""

    kind: Literal["idled"] = "idled"
    person: Person


class Bid(EntryBase):
    """A sealed bid for a side; `sealed` opens with the season's seed and `nonce`."""

    kind: Literal["bid"] = "bid"
    match: str
    person: Person
    nonce: int = Field(ge=0)
    sealed: str = Field(pattern="^[0-9a-f]{32}$", max_length=32)


class Auctioned(EntryBase):
    """Sealed bids are opened and played out: the dice, the calls, the sides and the points ceded.

    `maxima` and `dice` are in the order of the fixture; `calls` are the bids in order; `ceded` points go from the
    holder of `side` to the other.
    """

    kind: Literal["auctioned"] = "auctioned"
    match: str
    maxima: tuple[tuple[int, int], tuple[int, int]]
    dice: tuple[tuple[int, int], ...]
    calls: tuple[tuple[Person, int], ...]
    first: Person
    second: Person
    side: Literal[1, -1]
    ceded: int = Field(ge=0)


class Created(EntryBase):
    """A match, or one leg of it, has its game; `room` is where it is played, within a venue."""

    kind: Literal["created"] = "created"
    match: str
    game: str
    leg: Leg = 0
    venue: str = ""
    room: str = ""


class Relocated(EntryBase):
    """A game moves to another room."""

    kind: Literal["relocated"] = "relocated"
    match: str
    leg: Leg = 0
    venue: str = ""
    room: str = ""


class Resulted(EntryBase):
    """A game reports its result: points and the first side's margin in points of the title.

    `reason` is why it ended, as reported by the game, and `turn` when, 0 if unknown; `silent` are persons who ran out
    of time without a word.
    """

    kind: Literal["resulted"] = "resulted"
    match: str
    game: str
    points: Points
    margin: int = 0
    leg: Leg = 0
    reason: str = Field("", max_length=40)
    turn: int = Field(0, ge=0)
    silent: tuple[Person, ...] = ()


class Corrected(EntryBase):
    """A reported result was wrong; tables count this one, and existing pairings stay."""

    kind: Literal["corrected"] = "corrected"
    match: str
    points: Points
    margin: int = 0
    leg: Leg = 0
    reason: Reason = Field(min_length=1)


class Ruled(EntryBase):
    """A ruling on a game, overriding any report; the latest one counts. `points` may be none for both.

    `code` is the rule's if the season's clerk rules; `reason` is in words. `rated` says whether the ratings count it;
    None derives that from how it was won, see `bot.leagues.rated_games`.
    """

    kind: Literal["ruled"] = "ruled"
    match: str
    points: Points
    reason: str = Field(min_length=1, max_length=200)
    how: How = How.WALKOVER
    leg: Leg = 0
    code: str = Field("", max_length=40)
    margin: int = 0
    rated: bool | None = None
    silent: tuple[Person, ...] = ()


class Appealed(EntryBase):
    """A person appeals against a game's result; a second time if they don't accept the first decision."""

    kind: Literal["appealed"] = "appealed"
    match: str
    leg: Leg = 0
    person: Person
    text: Reason = Field(min_length=1)


class Decided(EntryBase):
    """One arbiter's decision on an appeal; without points the previous result stays.

    `how` says whether a move had been made; in older entries without it, a draw counts as played and a win as a
    walkover.
    """

    kind: Literal["decided"] = "decided"
    match: str
    leg: Leg = 0
    points: Points | None = None
    reason: Reason = Field(min_length=1)
    how: How | None = None
