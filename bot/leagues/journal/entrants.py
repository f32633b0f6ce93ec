"""Entries of who enters, checks in, goes and comes for somebody else."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from bot.leagues.journal.base import EntryBase, Person
from bot.leagues.windows import Leave, Moment


class Joined(EntryBase):
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


class Formed(EntryBase):
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


class CheckedIn(EntryBase):
    """Somebody says that the draw may count on them."""

    kind: Literal["checked_in"] = "checked_in"
    person: Person


class Unfit(EntryBase):
    """Somebody no longer fulfils what the season asks, and waits; `why` are the reasons' codes."""

    kind: Literal["unfit"] = "unfit"
    person: Person
    why: tuple[str, ...]


class Reached(EntryBase):
    """On which platforms people can be met now; whoever is not named, or never was, is taken to be on all."""

    kind: Literal["reached"] = "reached"
    platforms: dict[Person, tuple[str, ...]]


class Left(EntryBase):
    """Somebody takes the entry back before the draw."""

    kind: Literal["left"] = "left"
    person: Person


class Away(EntryBase):
    """Somebody takes leave."""

    kind: Literal["away"] = "away"
    person: Person
    leave: Leave


class Apart(EntryBase):
    """Two who shall not be paired with each other."""

    kind: Literal["apart"] = "apart"
    one: Person
    other: Person


class Volunteered(EntryBase):
    """Somebody who is out of a knock-out, or not in it, offers to play whoever is left over in a round."""

    kind: Literal["volunteered"] = "volunteered"
    person: Person


class Withdrawn(EntryBase):
    """Somebody stops playing; `silent` if without a word, by running out of time; `removed` if an organiser decided it."""

    kind: Literal["withdrawn"] = "withdrawn"
    person: Person
    silent: bool = False
    removed: bool = False


class Offered(EntryBase):
    """A substitute is offered somebody's place, until a time of its own."""

    kind: Literal["offered"] = "offered"
    person: Person
    substitute: Person
    until: Moment


class Declined(EntryBase):
    """A substitute does not want a place that was offered."""

    kind: Literal["declined"] = "declined"
    person: Person
    substitute: Person


class Replaced(EntryBase):
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


class Linked(EntryBase):
    """Two persons turned out to be one: whatever `former` entered and played is `person`'s from the beginning."""

    kind: Literal["linked"] = "linked"
    person: Person
    former: Person


class Unlinked(EntryBase):
    """Two persons are two again: what the former had entered before they were linked, and what came of it, is the former's."""

    kind: Literal["unlinked"] = "unlinked"
    person: Person
    former: Person
