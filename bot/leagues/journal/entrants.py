"""Entries about entrants: entering, checking in, withdrawing and replacing."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from bot.leagues.journal.base import EntryBase, Person
from bot.leagues.windows import Leave, Moment


class Joined(EntryBase):
    """A person enters. `capacity` is the number of simultaneous games; `rating` orders the first draw, 0 for none.

    `version` is that of the accepted rules, `zone` a name of the time zone database.
    """

    kind: Literal["joined"] = "joined"
    person: Person
    capacity: int = Field(1, ge=1, le=30)
    rating: int = Field(0, ge=0)
    substitute: bool = False
    zone: str = Field("UTC", min_length=1, max_length=64)
    leave: tuple[Leave, ...] = ()
    version: int = Field(1, ge=1)


class Formed(EntryBase):
    """A team enters, or changes for the coming rounds: its players in board order, and alternates."""

    kind: Literal["formed"] = "formed"
    team: Person
    name: str = Field(min_length=1, max_length=80)
    members: tuple[Person, ...] = Field(min_length=1, max_length=12)
    alternates: tuple[Person, ...] = Field((), max_length=12)
    rating: int = Field(0, ge=0)

    @model_validator(mode="after")
    def _check_members_distinct(self) -> Self:
        if len({*self.members, *self.alternates}) < len(self.members) + len(self.alternates):
            raise ValueError("somebody stands twice in the team")
        return self


class CheckedIn(EntryBase):
    """A person confirms that they can be drawn."""

    kind: Literal["checked_in"] = "checked_in"
    person: Person


class Unfit(EntryBase):
    """A person is no longer eligible, and waits; `why` are the reasons' codes."""

    kind: Literal["unfit"] = "unfit"
    person: Person
    why: tuple[str, ...]


class Reached(EntryBase):
    """The platforms on which people can play now; those not named yet count as being on all of them."""

    kind: Literal["reached"] = "reached"
    platforms: dict[Person, tuple[str, ...]]


class Left(EntryBase):
    """A person cancels their entry before the draw."""

    kind: Literal["left"] = "left"
    person: Person


class Away(EntryBase):
    """A person takes leave."""

    kind: Literal["away"] = "away"
    person: Person
    leave: Leave


class Apart(EntryBase):
    """Two people who must not be paired with each other."""

    kind: Literal["apart"] = "apart"
    one: Person
    other: Person


class Volunteered(EntryBase):
    """A person eliminated from a knock-out, or not in it, volunteers to play an odd player in a round."""

    kind: Literal["volunteered"] = "volunteered"
    person: Person


class Withdrawn(EntryBase):
    """A person stops playing; `silent` if without a word, by running out of time; `removed` if by an organiser."""

    kind: Literal["withdrawn"] = "withdrawn"
    person: Person
    silent: bool = False
    removed: bool = False


class Offered(EntryBase):
    """A substitute is offered a place, until a given time."""

    kind: Literal["offered"] = "offered"
    person: Person
    substitute: Person
    until: Moment


class Declined(EntryBase):
    """A substitute declines an offered place."""

    kind: Literal["declined"] = "declined"
    person: Person
    substitute: Person


class Replaced(EntryBase):
    """A substitute takes over a place with its points and its open games.

    `turns` are the turns reached in games taken over, by match; a missing one had hardly started.
    """

    kind: Literal["replaced"] = "replaced"
    person: Person
    substitute: Person
    turns: dict[str, int] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _check_two_persons(self) -> Self:
        if self.person == self.substitute:
            raise ValueError("nobody replaces himself")
        return self


class Linked(EntryBase):
    """Two persons turned out to be one: everything `former` entered and played is `person`'s from the beginning."""

    kind: Literal["linked"] = "linked"
    person: Person
    former: Person


class Unlinked(EntryBase):
    """Two persons are separated: what the former had entered before the link, and its results, is theirs again."""

    kind: Literal["unlinked"] = "unlinked"
    person: Person
    former: Person
