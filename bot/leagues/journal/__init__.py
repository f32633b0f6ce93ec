"""The journal of a season: what happened, one entry after another; everything else is computed from it.

Entries are appended and never rewritten. They name persons only by internal ids. `at` is in seconds since 1970, `by`
the acting person, or `""` for the season's clerk. Every later field has a default for entries written before it.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, TypeAdapter

from bot.leagues.journal.base import (
    DIVISION_FORMATS,
    KNOCKOUT_FORMATS,
    ROUND_FORMATS,
    Format,
    MatchId,
    MatchKind,
    Person,
    Points,
    Role,
)
from bot.leagues.journal.entrants import (
    Apart,
    Away,
    CheckedIn,
    Declined,
    Formed,
    Joined,
    Left,
    Linked,
    Offered,
    Reached,
    Replaced,
    Unfit,
    Unlinked,
    Volunteered,
    Withdrawn,
)
from bot.leagues.journal.matches import (
    Answered,
    Appealed,
    Auctioned,
    Bid,
    Challenged,
    Corrected,
    Created,
    Decided,
    Drawn,
    Fixture,
    Idled,
    Published,
    Relocated,
    Resulted,
    Ruled,
    Tie,
)
from bot.leagues.journal.seasons import (
    Allowed,
    Announced,
    Appointed,
    Closed,
    Disallowed,
    Dismissed,
    Extended,
    Finished,
    Moved,
    Opened,
    Registering,
    Reviewing,
    Venued,
    VenueRemoved,
)

Entry = Annotated[
    Opened
    | Registering
    | Closed
    | Venued
    | VenueRemoved
    | Appointed
    | Dismissed
    | Allowed
    | Disallowed
    | Announced
    | Extended
    | Moved
    | Reviewing
    | Finished
    | Joined
    | Formed
    | CheckedIn
    | Unfit
    | Reached
    | Left
    | Away
    | Apart
    | Volunteered
    | Withdrawn
    | Offered
    | Declined
    | Replaced
    | Linked
    | Unlinked
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
"""Parses and serialises one entry as JSON."""

__all__ = [
    "DIVISION_FORMATS",
    "ENTRY",
    "KNOCKOUT_FORMATS",
    "ROUND_FORMATS",
    "Allowed",
    "Announced",
    "Answered",
    "Apart",
    "Appealed",
    "Appointed",
    "Auctioned",
    "Away",
    "Bid",
    "Challenged",
    "CheckedIn",
    "Closed",
    "Corrected",
    "Created",
    "Decided",
    "Declined",
    "Disallowed",
    "Dismissed",
    "Drawn",
    "Entry",
    "Extended",
    "Finished",
    "Fixture",
    "Format",
    "Formed",
    "Idled",
    "Joined",
    "Left",
    "Linked",
    "MatchId",
    "MatchKind",
    "Moved",
    "Offered",
    "Opened",
    "Person",
    "Points",
    "Published",
    "Reached",
    "Registering",
    "Relocated",
    "Replaced",
    "Resulted",
    "Reviewing",
    "Role",
    "Ruled",
    "Tie",
    "Unfit",
    "Unlinked",
    "VenueRemoved",
    "Venued",
    "Volunteered",
    "Withdrawn",
]
