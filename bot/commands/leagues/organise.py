"""Commands of leagues for organisers: making a season, drawing, ruling, ending it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from bot.commands.leagues.arguments import Anyone, Match, NamedArguments, OfSeason, Reason, Which, Whom, command
from bot.commands.model import Bare, Command, Spoken


class LeagueImportArgs(NamedArguments):
    """Entries as rows of CSV, a semicolon between two."""

    placed = ("text",)
    text: Annotated[str, Field(min_length=1, max_length=1900)]
    season: Which = ""


class LeagueNewArgs(NamedArguments):
    """What a season is: its name, its format, its games, its times; what is no name here is an option of its games."""

    placed = ("name",)
    name: Annotated[str, Field(min_length=1, max_length=80)]
    format: Literal["divisions", "double", "swiss", "rolling", "knockout", "double_knockout", "ladder", "teams"] = (
        "divisions"
    )
    scenario: Annotated[str, Field(max_length=60)] = ""
    options: Annotated[str, Field(max_length=400)] = ""
    match: Literal["assigned", "swap", "bid"] = "assigned"
    rounds: Annotated[int, Field(ge=0, le=30)] = 0
    boards: Annotated[int, Field(ge=1, le=12)] = 1
    window: Annotated[str, Field(max_length=20)] = "120d"
    clock: Annotated[str, Field(max_length=20)] = ""
    leave: Annotated[str, Field(max_length=20)] = ""
    closes: Annotated[str, Field(max_length=40)] = ""
    draw: Annotated[str, Field(max_length=40)] = ""
    ends: Annotated[str, Field(max_length=40)] = ""
    draws: Literal["yes", "no", ""] = ""
    beginners: Literal["yes", "no", ""] = ""
    cap: Annotated[int, Field(ge=0, le=9999)] = 0
    sealed: Literal["yes", "no", ""] = ""
    outside: Literal["yes", "no", ""] = ""
    review: Literal["yes", "no", ""] = ""
    after: Which = ""
    id: Annotated[str, Field(pattern=r"^(s-)?[a-z0-9-]{0,30}$")] = ""


class LeagueVenueArgs(NamedArguments):
    """`here` makes this channel one of the season's venues, `remove` takes it out; nothing lists them."""

    placed = ("what",)
    what: Literal["here", "remove", ""] = ""
    season: Which = ""


class LeagueDrawArgs(NamedArguments):
    """`preview` shows the next draw, `publish` begins it; `cut` goes on although games are open."""

    placed = ("what",)
    what: Literal["preview", "publish"] = "preview"
    cut: Literal["yes", "no", ""] = ""
    season: Which = ""


class LeagueRuleArgs(NamedArguments):
    """A match, its result as `first`, `second`, `draw` or `none`, and why."""

    placed = ("match", "result", "reason")
    match: Match
    result: Literal["first", "second", "draw", "none"]
    reason: Reason
    game: Annotated[int, Field(ge=1, le=2)] = 1
    season: Which = ""


class LeagueResultArgs(NamedArguments):
    """A match that was played elsewhere, who won, and by how much."""

    placed = ("match", "result")
    match: Match
    result: Literal["first", "second", "draw"]
    margin: Annotated[int, Field(ge=-99, le=99)] = 0
    game: Annotated[int, Field(ge=1, le=2)] = 1
    season: Which = ""


class LeagueApartArgs(NamedArguments):
    """Two who shall not be paired."""

    placed = ("person",)
    person: Whom
    other: Whom
    season: Which = ""


class LeagueDecideArgs(NamedArguments):
    """A match whose result is appealed against, `stands` or the result that is right, and why."""

    placed = ("match", "result", "reason")
    match: Match
    result: Literal["stands", "first", "second", "draw", "none"]
    reason: Reason
    game: Annotated[int, Field(ge=1, le=2)] = 1
    season: Which = ""


class LeagueMoveArgs(NamedArguments):
    """A match whose game comes into this channel."""

    placed = ("match",)
    match: Match
    game: Annotated[int, Field(ge=1, le=2)] = 1
    season: Which = ""


class LeagueExtendArgs(NamedArguments):
    """How much time everybody gets, and why."""

    placed = ("time", "reason")
    time: Annotated[str, Field(max_length=20)]
    reason: Annotated[str, Field(max_length=500), Spoken] = ""
    season: Which = ""


class LeagueWithdrawArgs(NamedArguments):
    """Who is taken out of the season."""

    placed = ("person",)
    person: Whom
    season: Which = ""


class LeagueReplaceArgs(NamedArguments):
    """Who is replaced, and by which substitute; without one the first who waits."""

    placed = ("person",)
    person: Whom
    by: Anyone = ""
    season: Which = ""


class LeagueFinishArgs(NamedArguments):
    """`settled=yes` ends games of divisions on which nothing hangs any more; `sure=yes` a season with too few people."""

    settled: Literal["yes", ""] = ""
    sure: Literal["yes", ""] = ""
    season: Which = ""


class LeagueAnnounceArgs(NamedArguments):
    """What everybody is told."""

    placed = ("text",)
    text: Annotated[str, Field(min_length=1, max_length=1500), Spoken]
    season: Which = ""


class LeagueRoleArgs(NamedArguments):
    """A role, `give` or `take`, and a person or a role of the platform; nothing lists them."""

    placed = ("role", "act", "person")
    role: Literal["owner", "organiser", "arbiter", ""] = ""
    act: Literal["give", "take", ""] = ""
    person: Anyone = ""
    season: Which = ""


class LeagueAllowArgs(NamedArguments):
    """Whom an owner allows an exception, why, and in which match; `act=take` ends it."""

    placed = ("person",)
    person: Whom
    reason: Annotated[str, Field(max_length=300)] = ""
    match: Annotated[str, Bare, Field(pattern=r"^(\d+\.\d+\.\d+)?$")] = ""
    act: Literal["give", "take"] = "give"
    season: Which = ""


COMMANDS: tuple[Command, ...] = (
    command("new", "organise", LeagueNewArgs),
    command("venue", "organise", LeagueVenueArgs),
    command("open", "organise", OfSeason),
    command("draw", "organise", LeagueDrawArgs),
    command("rule", "organise", LeagueRuleArgs),
    command("decide", "organise", LeagueDecideArgs),
    command("correct", "organise", LeagueRuleArgs),
    command("result", "organise", LeagueResultArgs),
    command("extend", "organise", LeagueExtendArgs),
    command("withdraw", "organise", LeagueWithdrawArgs),
    command("replace", "organise", LeagueReplaceArgs),
    command("move", "organise", LeagueMoveArgs),
    command("apart", "organise", LeagueApartArgs),
    command("import", "organise", LeagueImportArgs),
    command("announce", "organise", LeagueAnnounceArgs),
    command("role", "organise", LeagueRoleArgs),
    command("allow", "organise", LeagueAllowArgs),
    command("desk", "organise", OfSeason),
    command("flags", "organise", OfSeason),
    command("finish", "organise", LeagueFinishArgs),
)

__all__ = [
    "COMMANDS",
    "LeagueAllowArgs",
    "LeagueAnnounceArgs",
    "LeagueApartArgs",
    "LeagueDecideArgs",
    "LeagueDrawArgs",
    "LeagueExtendArgs",
    "LeagueFinishArgs",
    "LeagueImportArgs",
    "LeagueMoveArgs",
    "LeagueNewArgs",
    "LeagueReplaceArgs",
    "LeagueResultArgs",
    "LeagueRoleArgs",
    "LeagueRuleArgs",
    "LeagueVenueArgs",
    "LeagueWithdrawArgs",
]
