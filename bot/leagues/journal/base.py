"""The base of all journal entries."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from bot.leagues.windows import Moment

Person = Annotated[str, Field(min_length=1, max_length=64)]
"""A person's internal id; in a season of teams also a team's."""
Points = tuple[int, int]
"""Of one game: of its first side and of its second."""
Role = Literal["owner", "organiser", "arbiter"]
Format = Literal["divisions", "double", "swiss", "rolling", "knockout", "double_knockout", "ladder", "teams"]
#: Formats by how they are played: within divisions; in a number of rounds set beforehand; until one is left.
DIVISION_FORMATS: Final[tuple[Format, ...]] = ("divisions", "double")
ROUND_FORMATS: Final[tuple[Format, ...]] = ("swiss", "teams")
KNOCKOUT_FORMATS: Final[tuple[Format, ...]] = ("knockout", "double_knockout")
MatchKind = Literal["assigned", "swap", "bid"]
"""One game with assigned sides; two at once with sides exchanged; one whose sides are bid for."""
Reason = Annotated[str, Field(max_length=500)]
Leg = Annotated[int, Field(ge=0, le=1)]
MatchId = Annotated[str, Field(pattern=r"^[0-9]{1,5}\.[0-9]{1,5}\.[0-9]{1,6}$")]
"""Round, section and number within it, each from 1."""

#: Defaults for the counted margin of one game and the maximum bid: those of the first title.
MOST_MARGIN, MOST_BID = 10, 20


class EntryBase(BaseModel):
    """When something happened, and who did it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    at: Moment
    by: str = Field("", max_length=64)
