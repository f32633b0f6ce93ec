"""The journal of a season: what happened, one entry after the other; everything else is computed from it.

Entries are appended and never rewritten. They name persons by internal ids alone. `at` is in seconds since 1970, `by` the person
who acted, or `""` for the season's own clerk. Every field that came later has a value for the entries that were written before it.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, model_validator

from bot.leagues.standings import How
from bot.leagues.windows import Calendar, LeagueClock, Leave

Person = Annotated[str, Field(min_length=1, max_length=64)]
"""A person's internal id; in a season of teams also a team's."""
Points = tuple[int, int]
"""Of one game: of its first side and of its second."""
Role = Literal["owner", "organiser", "arbiter"]
Format = Literal["divisions", "double", "swiss", "rolling", "knockout", "double_knockout", "ladder", "teams"]
MatchKind = Literal["assigned", "swap", "bid"]
"""One game with the sides of the pairing; two at once with sides exchanged; one whose sides the bids give."""
_Reason = Annotated[str, Field(max_length=500)]
_Leg = Annotated[int, Field(ge=0, le=1)]
MatchId = Annotated[str, Field(pattern=r"^[0-9]{1,5}\.[0-9]{1,5}\.[0-9]{1,6}$")]
"""Round, section and number within it, each from 1."""


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    at: float = Field(ge=0)
    by: str = Field("", max_length=64)


# ------------------------------------------------------------------------------------------------- the season


class Opened(_Entry):
    """The season with the rules that stay. `rounds` are a Swiss's, 0 for as many as its entrants need; `own_rounds` the action rounds of one side at most; `window` in seconds.

    `title`, `scenario` and `options` are those of its games, as a new game takes them. `draft` waits for `Registering`. `previous` and
    `ranking` name the last season and its final tables, from which divisions move up and down. `boards` are those of a team.
    `outside`: its games are played elsewhere and their results handed in. `sealed`: results are shown to those alone who ask for them.
    `weaker` is the side that wins less in the games' pool as it is known at the opening, 1 the first, -1 the second, 0 neither.
    `home` and `server` are the channel and the community in which it was made, as `platform:id`.
    """

    kind: Literal["opened"] = "opened"
    name: str = Field(min_length=1, max_length=80)
    league: str = Field("", max_length=80)
    format: Format
    match: MatchKind = "assigned"
    title: str = Field("", max_length=40)
    scenario: str = Field("", max_length=60)
    options: dict[str, JsonValue] = Field(default_factory=dict)
    draws: bool = False
    rounds: int = Field(1, ge=0, le=30)
    boards: int = Field(1, ge=1, le=12)
    clock: LeagueClock = LeagueClock()
    own_rounds: int = Field(ge=1)
    window: int = Field(ge=3_600)
    calendar: Calendar | None = None
    beginners: bool = False
    most_rating: int | None = Field(None, ge=1)
    version: int = Field(1, ge=1)
    draft: bool = False
    previous: str = Field("", max_length=32)
    ranking: tuple[tuple[Person, ...], ...] = ()
    commitment: str = Field(pattern="^[0-9a-f]{64}$")
    weaker: Literal[-1, 0, 1] = 0
    outside: bool = False
    sealed: bool = False
    home: str = Field("", max_length=120)
    server: str = Field("", max_length=120)


class Registering(_Entry):
    """A draft is done: registration begins, and its rules stay."""

    kind: Literal["registering"] = "registering"


class Closed(_Entry):
    """Nobody enters any more, but as a substitute."""

    kind: Literal["closed"] = "closed"


class Venued(_Entry):
    """A channel in which the season's games have their rooms; `venue` as the platform names it."""

    kind: Literal["venued"] = "venued"
    venue: str = Field(min_length=1, max_length=120)
    name: str = Field("", max_length=100)


class VenueRemoved(_Entry):
    """A venue is no more; its games need rooms elsewhere."""

    kind: Literal["venue_removed"] = "venue_removed"
    venue: str = Field(min_length=1, max_length=120)


class _Right(_Entry):
    role: Role
    person: str = Field("", max_length=64)
    group: str = Field("", max_length=120)

    @model_validator(mode="after")
    def _one(self) -> Self:
        if bool(self.person) is bool(self.group):
            raise ValueError("a role goes to a person or to a group")
        return self


class Appointed(_Right):
    """Somebody, or everybody of a group that the platform knows, gets a role."""

    kind: Literal["appointed"] = "appointed"


class Dismissed(_Right):
    """A role ends."""

    kind: Literal["dismissed"] = "dismissed"


class Announced(_Entry):
    """An organiser tells everybody something."""

    kind: Literal["announced"] = "announced"
    text: str = Field(min_length=1, max_length=1500)


class Extended(_Entry):
    """Everybody gets so many seconds more, on the clocks and in the window; `outage` if the bot or a platform was away."""

    kind: Literal["extended"] = "extended"
    seconds: int = Field(ge=1, le=90 * 86_400)
    reason: _Reason = ""
    outage: bool = False


class Reviewing(_Entry):
    """Everything is played; appeals may still come."""

    kind: Literal["reviewing"] = "reviewing"


class Finished(_Entry):
    """The season is over; the seed of its lots is told."""

    kind: Literal["finished"] = "finished"
    seed: str = Field(pattern="^[0-9a-f]+$")


# ------------------------------------------------------------------------------------------------- entrants


class Joined(_Entry):
    """Somebody enters. `capacity` is how many games at once; `rating` orders the first draw, 0 if there is none.

    `version` is that of the rules that were accepted, `zone` a name of the time zone database.
    """

    kind: Literal["joined"] = "joined"
    person: Person
    capacity: int = Field(1, ge=1, le=30)
    rating: int = Field(0, ge=0)
    substitute: bool = False
    zone: str = Field("UTC", min_length=1, max_length=64)
    leave: tuple[Leave, ...] = ()
    version: int = Field(1, ge=1)


class Formed(_Entry):
    """A team enters, or sets up anew for the rounds to come: its players in the order of the boards, and alternates."""

    kind: Literal["formed"] = "formed"
    team: Person
    name: str = Field(min_length=1, max_length=80)
    members: tuple[Person, ...] = Field(min_length=1, max_length=12)
    alternates: tuple[Person, ...] = Field((), max_length=12)
    rating: int = Field(0, ge=0)

    @model_validator(mode="after")
    def _once(self) -> Self:
        if len({*self.members, *self.alternates}) < len(self.members) + len(self.alternates):
            raise ValueError("somebody stands twice in the team")
        return self


class CheckedIn(_Entry):
    """Somebody says that the draw may count on them."""

    kind: Literal["checked_in"] = "checked_in"
    person: Person


class Unfit(_Entry):
    """Somebody no longer fulfils what the season asks, and waits; `why` are the reasons' codes."""

    kind: Literal["unfit"] = "unfit"
    person: Person
    why: tuple[str, ...]


class Left(_Entry):
    """Somebody takes the entry back before the draw."""

    kind: Literal["left"] = "left"
    person: Person


class Away(_Entry):
    """Somebody takes leave."""

    kind: Literal["away"] = "away"
    person: Person
    leave: Leave


class Apart(_Entry):
    """Two who shall not be paired with each other."""

    kind: Literal["apart"] = "apart"
    one: Person
    other: Person


class Volunteered(_Entry):
    """Somebody who is out of a knock-out, or not in it, offers to play whoever is left over in a round."""

    kind: Literal["volunteered"] = "volunteered"
    person: Person


class Withdrawn(_Entry):
    """Somebody stops playing; `silent` if without a word, by running out of time; `removed` if an organiser decided it."""

    kind: Literal["withdrawn"] = "withdrawn"
    person: Person
    silent: bool = False
    removed: bool = False


class Offered(_Entry):
    """A substitute is offered somebody's place, until a time of its own."""

    kind: Literal["offered"] = "offered"
    person: Person
    substitute: Person
    until: float


class Declined(_Entry):
    """A substitute does not want a place that was offered."""

    kind: Literal["declined"] = "declined"
    person: Person
    substitute: Person


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


# -------------------------------------------------------------------------------------------------- matches


class Fixture(BaseModel):
    """A match of a draw: its id, the number of its section and who has which side.

    `playoff` only parts those who are tied. `tie` names the match of two teams of which this is the game on `board`. The
    `eliminator` plays for nothing and goes no further.
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
    def _two(self) -> Self:
        if self.first == self.second:
            raise ValueError("nobody plays himself")
        return self


class Tie(BaseModel):
    """Two teams that meet; the first has the first side on the first board, the second on the next, and so on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tie: str
    first: Person
    second: Person


class Drawn(_Entry):
    """A round's draw: sections as they stand, matches, who has the bye, whom no pairing reached.

    `half` have half a point for a round that they asked to miss, `absent` none; `late` have come since the last draw and get half
    a point for it. A `preview` counts only once it is published.
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


class Published(_Entry):
    """The draw that was shown begins."""

    kind: Literal["published"] = "published"
    round: int = Field(ge=1)


class Challenged(_Entry):
    """On a ladder somebody challenges somebody higher."""

    kind: Literal["challenged"] = "challenged"
    match: MatchId
    person: Person
    opponent: Person


class Answered(_Entry):
    """A challenge is taken up or refused; `silent` if no answer came in time."""

    kind: Literal["answered"] = "answered"
    match: str
    accepted: bool
    silent: bool = False


class Idled(_Entry):
    """Somebody on a ladder did nothing for so long that it costs a place."""

    kind: Literal["idled"] = "idled"
    person: Person


class Bid(_Entry):
    """Somebody's sealed bid for a side; `sealed` opens with the season's seed and `nonce`."""

    kind: Literal["bid"] = "bid"
    match: str
    person: Person
    nonce: int = Field(ge=0)
    sealed: str = Field(pattern="^[0-9a-f]{32}$", max_length=32)


class Auctioned(_Entry):
    """Sealed bids are opened and played out: who rolled what, who said what, who has which side and what is ceded for it.

    `maxima` and `dice` are in the order of the fixture; `calls` are the bids as they were made; `ceded` VP go from the
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


class Created(_Entry):
    """A match has its game, or that of one leg; `room` is where it is played, within a venue."""

    kind: Literal["created"] = "created"
    match: str
    game: str
    leg: _Leg = 0
    venue: str = Field("", max_length=120)
    room: str = Field("", max_length=120)


class Relocated(_Entry):
    """A game moves to another room."""

    kind: Literal["relocated"] = "relocated"
    match: str
    leg: _Leg = 0
    venue: str = Field("", max_length=120)
    room: str = Field("", max_length=120)


class Resulted(_Entry):
    """A game reports how it ended: points and the first side's margin in VP.

    `reason` is why it ended, as the game says it, and `turn` the one in which it did, 0 where that is not known; `silent` are
    persons who ran out of time without a word.
    """

    kind: Literal["resulted"] = "resulted"
    match: str
    game: str
    points: Points
    margin: int = 0
    leg: _Leg = 0
    reason: str = Field("", max_length=40)
    turn: int = Field(0, ge=0)
    silent: tuple[Person, ...] = ()


class Corrected(_Entry):
    """A reported result was wrong; tables count this one, and pairings that were made stand."""

    kind: Literal["corrected"] = "corrected"
    match: str
    points: Points
    margin: int = 0
    leg: _Leg = 0
    reason: _Reason = Field(min_length=1)


class Ruled(_Entry):
    """A ruling on a game, over whatever was reported; the latest one counts. `points` may be none to both.

    `code` is the rule's where the season's clerk rules; `reason` is in words. `rated` says whether the ratings count it; None
    leaves that to how it was won, see `bot.leagues.rated`.
    """

    kind: Literal["ruled"] = "ruled"
    match: str
    points: Points
    reason: str = Field(min_length=1, max_length=200)
    how: How = How.WALKOVER
    leg: _Leg = 0
    code: str = Field("", max_length=40)
    margin: int = 0
    rated: bool | None = None
    silent: tuple[Person, ...] = ()


class Appealed(_Entry):
    """Somebody does not accept what stands as a game's result; a second time if the first decision is not accepted either."""

    kind: Literal["appealed"] = "appealed"
    match: str
    leg: _Leg = 0
    person: Person
    text: _Reason = Field(min_length=1)


class Decided(_Entry):
    """One arbiter's decision on an appeal; without points what stood stands."""

    kind: Literal["decided"] = "decided"
    match: str
    leg: _Leg = 0
    points: Points | None = None
    reason: _Reason = Field(min_length=1)


Entry = Annotated[
    Opened
    | Registering
    | Closed
    | Venued
    | VenueRemoved
    | Appointed
    | Dismissed
    | Announced
    | Extended
    | Reviewing
    | Finished
    | Joined
    | Formed
    | CheckedIn
    | Unfit
    | Left
    | Away
    | Apart
    | Volunteered
    | Withdrawn
    | Offered
    | Declined
    | Replaced
    | Linked
    | Drawn
    | Published
    | Challenged
    | Answered
    | Idled
    | Bid
    | Auctioned
    | Created
    | Relocated
    | Resulted
    | Corrected
    | Ruled
    | Appealed
    | Decided,
    Field(discriminator="kind"),
]
ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)
"""Reads and writes one entry as JSON."""
