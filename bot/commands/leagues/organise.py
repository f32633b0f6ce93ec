"""Commands of leagues for organisers: making a season, drawing, ruling, ending it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from bot.commands.leagues.arguments import Anyone, Match, Named, OfSeason, Reason, Which, Whom, command
from bot.commands.model import Bare, Command, Spoken


class Import(Named):
    """Entries as rows of CSV, a semicolon between two."""

    placed = ("text",)
    text: Annotated[str, Field(min_length=1, max_length=1900)]
    season: Which = ""


class New(Named):
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


class Venue(Named):
    """`here` makes this channel one of the season's venues, `remove` takes it out; nothing lists them."""

    placed = ("what",)
    what: Literal["here", "remove", ""] = ""
    season: Which = ""


class Draw(Named):
    """`preview` shows the next draw, `publish` begins it; `cut` goes on although games are open."""

    placed = ("what",)
    what: Literal["preview", "publish"] = "preview"
    cut: Literal["yes", "no", ""] = ""
    season: Which = ""


class Rule(Named):
    """A match, its result as `first`, `second`, `draw` or `none`, and why."""

    placed = ("match", "result", "reason")
    match: Match
    result: Literal["first", "second", "draw", "none"]
    reason: Reason
    game: Annotated[int, Field(ge=1, le=2)] = 1
    season: Which = ""


class Result(Named):
    """A match that was played elsewhere, who won, and by how much."""

    placed = ("match", "result")
    match: Match
    result: Literal["first", "second", "draw"]
    margin: Annotated[int, Field(ge=-99, le=99)] = 0
    game: Annotated[int, Field(ge=1, le=2)] = 1
    season: Which = ""


class Apart(Named):
    """Two who shall not be paired."""

    placed = ("person",)
    person: Whom
    other: Whom
    season: Which = ""


class Decide(Named):
    """A match whose result is appealed against, `stands` or the result that is right, and why."""

    placed = ("match", "result", "reason")
    match: Match
    result: Literal["stands", "first", "second", "draw", "none"]
    reason: Reason
    game: Annotated[int, Field(ge=1, le=2)] = 1
    season: Which = ""


class Move(Named):
    """A match whose game comes into this channel."""

    placed = ("match",)
    match: Match
    game: Annotated[int, Field(ge=1, le=2)] = 1
    season: Which = ""


class Extend(Named):
    """How much time everybody gets, and why."""

    placed = ("time", "reason")
    time: Annotated[str, Field(max_length=20)]
    reason: Annotated[str, Field(max_length=500), Spoken] = ""
    season: Which = ""


class Withdraw(Named):
    """Who is taken out of the season."""

    placed = ("person",)
    person: Whom
    season: Which = ""


class Replace(Named):
    """Who is replaced, and by which substitute; without one the first who waits."""

    placed = ("person",)
    person: Whom
    by: Anyone = ""
    season: Which = ""


class Finish(Named):
    """`settled=yes` ends games of divisions on which nothing hangs any more; `sure=yes` a season with too few people."""

    settled: Literal["yes", ""] = ""
    sure: Literal["yes", ""] = ""
    season: Which = ""


class Announce(Named):
    """What everybody is told."""

    placed = ("text",)
    text: Annotated[str, Field(min_length=1, max_length=1500), Spoken]
    season: Which = ""


class Role(Named):
    """A role, `give` or `take`, and a person or a role of the platform; nothing lists them."""

    placed = ("role", "act", "person")
    role: Literal["owner", "organiser", "arbiter", ""] = ""
    act: Literal["give", "take", ""] = ""
    person: Anyone = ""
    season: Which = ""


class Allow(Named):
    """Whom an owner allows an exception, why, and in which match; `act=take` ends it."""

    placed = ("person",)
    person: Whom
    reason: Annotated[str, Field(max_length=300)] = ""
    match: Annotated[str, Bare, Field(pattern=r"^(\d+\.\d+\.\d+)?$")] = ""
    act: Literal["give", "take"] = "give"
    season: Which = ""


COMMANDS: tuple[Command, ...] = (
    command("new", "organise", New),
    command("venue", "organise", Venue),
    command("open", "organise", OfSeason),
    command("draw", "organise", Draw),
    command("rule", "organise", Rule),
    command("decide", "organise", Decide),
    command("correct", "organise", Rule),
    command("result", "organise", Result),
    command("extend", "organise", Extend),
    command("withdraw", "organise", Withdraw),
    command("replace", "organise", Replace),
    command("move", "organise", Move),
    command("apart", "organise", Apart),
    command("import", "organise", Import),
    command("announce", "organise", Announce),
    command("role", "organise", Role),
    command("allow", "organise", Allow),
    command("desk", "organise", OfSeason),
    command("flags", "organise", OfSeason),
    command("finish", "organise", Finish),
)

__all__ = [
    "COMMANDS",
    "Allow",
    "Announce",
    "Apart",
    "Decide",
    "Draw",
    "Extend",
    "Finish",
    "Import",
    "Move",
    "New",
    "Replace",
    "Result",
    "Role",
    "Rule",
    "Venue",
    "Withdraw",
]
