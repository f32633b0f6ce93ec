"""Entries about the season as a whole: its rules, venues, roles, announcements and extensions."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, JsonValue, model_validator

from bot.leagues.journal.base import MOST_BID, MOST_MARGIN, EntryBase, Format, MatchKind, Person, Reason, Role
from bot.leagues.windows import Calendar, LeagueClock


class Opened(EntryBase):
    """The season with its fixed rules.

    `rounds` are a Swiss's, 0 for as many as its entrants need; `own_rounds` the maximum action rounds of one side;
    `window` in seconds. `title`, `scenario` and `options` are those of its games, in the same form as for a new game.
    `draft` waits for `Registering`. `previous` and `ranking` name the last season and its final tables, from which
    divisions are promoted and relegated. `boards` are those of a team. `review`: pairings of further rounds are shown
    to the organisers, who publish them, instead of starting automatically. `outside`: its games are played elsewhere
    and their results reported. `sealed`: results are shown only on request. `weaker` is the side that wins less in the
    games' pool as known at the opening, 1 the first, -1 the second, 0 neither. `most_margin` is how much of one game's
    margin counts in a table, `most_bid` how much may be ceded for a side, both in points of the title; journals contain
    them only if they differ from the first title's. `home` and `server` are the channel and the community in which it
    was made, as `platform:id`.
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
    review: bool = False
    most_margin: int = Field(MOST_MARGIN, ge=1, le=100_000, exclude_if=lambda most: most == MOST_MARGIN)
    most_bid: int = Field(MOST_BID, ge=0, le=255, exclude_if=lambda most: most == MOST_BID)
    home: str = ""
    server: str = ""


class Registering(EntryBase):
    """A draft is complete: registration opens, and its rules are fixed."""

    kind: Literal["registering"] = "registering"


class Closed(EntryBase):
    """Registration ends; only substitutes can still enter."""

    kind: Literal["closed"] = "closed"


class Venued(EntryBase):
    """A channel that provides rooms for the season's games; `venue` as named by the platform."""

    kind: Literal["venued"] = "venued"
    venue: str = Field(min_length=1)
    name: str = Field("", max_length=100)


class VenueRemoved(EntryBase):
    """A venue is removed; its games need rooms elsewhere."""

    kind: Literal["venue_removed"] = "venue_removed"
    venue: str = Field(min_length=1)


class _Right(EntryBase):
    role: Role
    person: str = Field("", max_length=64)
    group: str = ""

    @model_validator(mode="after")
    def _one(self) -> Self:
        if bool(self.person) is bool(self.group):
            raise ValueError("a role goes to a person or to a group")
        return self


class Appointed(_Right):
    """A person, or everyone in a group known to the platform, gets a role."""

    kind: Literal["appointed"] = "appointed"


class Dismissed(_Right):
    """A role is taken away."""

    kind: Literal["dismissed"] = "dismissed"


class Allowed(EntryBase):
    """An owner allows a person an exception: they may decide despite a stake, in one match or, without one, in all."""

    kind: Literal["allowed"] = "allowed"
    person: Person
    match: str = Field("", max_length=20)
    reason: Reason = Field(min_length=1)


class Disallowed(EntryBase):
    """A person's exception ends."""

    kind: Literal["disallowed"] = "disallowed"
    person: Person


class Announced(EntryBase):
    """An organiser makes an announcement."""

    kind: Literal["announced"] = "announced"
    text: str = Field(min_length=1, max_length=1500)


class Extended(EntryBase):
    """Everyone gets more time (seconds) on clocks and in the window; `outage` if the bot or a platform was offline."""

    kind: Literal["extended"] = "extended"
    seconds: int = Field(ge=1, le=90 * 86_400)
    reason: Reason = ""
    outage: bool = False


class Moved(EntryBase):
    """The season moves to another server: later draws use a new seed, committed to here; venues are set up anew."""

    kind: Literal["moved"] = "moved"
    commitment: str = Field(pattern="^[0-9a-f]{64}$")


class Reviewing(EntryBase):
    """Everything is played; appeals are still possible."""

    kind: Literal["reviewing"] = "reviewing"


class Finished(EntryBase):
    """The season is over; the seed of its draws is revealed."""

    kind: Literal["finished"] = "finished"
    seed: str = Field(pattern="^[0-9a-f]+$")
