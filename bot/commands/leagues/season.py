"""Commands of leagues for everybody: entering, playing, looking."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from bot.commands.catalogue import Free
from bot.commands.leagues.arguments import Anyone, Match, Named, OfSeason, Reason, Show, Which, Whom, command
from bot.commands.model import Arguments, Bare, Command


class Help(Arguments):
    """A command of leagues, or nothing for all of them."""

    command: Free = ""


class Nothing(Arguments):
    """No arguments."""


class Join(Named):
    """How many games at once, the time zone, days of leave, and whether as a substitute."""

    capacity: Annotated[int, Field(ge=1, le=30)] = 1
    zone: Annotated[str, Field(max_length=64)] = ""
    away: Annotated[str, Field(max_length=200)] = ""
    substitute: Literal["yes", "no", ""] = ""
    season: Which = ""


class Table(Named):
    """A section's number, or nothing for the own one and the first."""

    placed = ("section",)
    section: Annotated[int, Field(ge=1, le=2000)] = 1
    page: Annotated[int, Field(ge=0, le=1000)] = 0
    show: Show = ""
    season: Which = ""


class Ratings(Named):
    """A season, or nothing for the one that is meant here."""

    show: Show = ""
    season: Which = ""


class Pairings(Named):
    """A round's number, or nothing for the present one."""

    placed = ("round",)
    round: Annotated[int, Field(ge=0, le=400)] = 0
    page: Annotated[int, Field(ge=0, le=1000)] = 0
    show: Show = ""
    season: Which = ""


class Away(Named):
    """From when until when."""

    placed = ("dates",)
    dates: Annotated[str, Field(min_length=1, max_length=100)]
    season: Which = ""


class Leave(Named):
    """`sure=yes` withdraws from a season that is played."""

    sure: Literal["yes", ""] = ""
    season: Which = ""


class Offer(Named):
    """`yes` takes the place that is offered, `no` declines; nothing tells what is offered."""

    placed = ("answer",)
    answer: Literal["yes", "no", ""] = ""
    season: Which = ""


class Appeal(Named):
    """A match and why its result should not stand."""

    placed = ("match", "reason")
    match: Match
    reason: Reason
    game: Annotated[int, Field(ge=1, le=2)] = 1
    season: Which = ""


class Page(Named):
    """A page of a long list."""

    placed = ("page",)
    page: Annotated[int, Field(ge=1, le=10_000)] = 1
    show: Show = ""
    season: Which = ""


class Link(Arguments):
    """The code that another account of the same person was given, or nothing to be given one; `sure` does what was asked about."""

    code: Annotated[str, Field(max_length=40)] = ""
    word: Literal["sure", ""] = ""


class Bid(Named):
    """A side, the most that is ceded for it, and a match; the match may be left out where only one waits."""

    placed = ("side", "amount", "match")
    side: Annotated[str, Field(max_length=20)]
    amount: Annotated[int, Field(ge=0, le=99)]
    match: Annotated[str, Bare, Field(pattern=r"^(\d+\.\d+\.\d+)?$")] = ""
    season: Which = ""


class Challenge(Named):
    """Who is challenged; `yes` and `no` answer a challenge."""

    placed = ("person",)
    person: Whom
    season: Which = ""


class Team(Named):
    """A team's name, its players in the order of the boards, and alternates."""

    placed = ("name",)
    name: Annotated[str, Field(min_length=1, max_length=60)]
    members: Whom
    alternates: Anyone = ""
    season: Which = ""


class Forget(Arguments):
    """`sure` does what was asked about."""

    word: Literal["sure", ""] = ""


class Play(Named):
    """A match that waits for its game, or nothing for the only one."""

    placed = ("match",)
    match: Annotated[str, Bare, Field(pattern=r"^(\d+\.\d+\.\d+)?$")] = ""
    season: Which = ""


class Export(Named):
    """What is given as a file, and of which section."""

    placed = ("what",)
    what: Literal["table", "cross", "pairings", "calendar", "journal", "trf"] = "table"
    section: Annotated[int, Field(ge=1, le=2000)] = 1
    show: Show = ""
    season: Which = ""


COMMANDS: tuple[Command, ...] = (
    command("help", "season", Help),
    command("list", "season", Nothing),
    command("join", "season", Join),
    command("checkin", "season", OfSeason),
    command("leave", "season", Leave),
    command("me", "season", OfSeason),
    command("table", "season", Table),
    command("ratings", "season", Ratings),
    command("pairings", "season", Pairings),
    command("away", "season", Away),
    command("substitute", "season", Offer),
    command("appeal", "season", Appeal),
    command("play", "season", Play),
    command("bid", "season", Bid),
    command("challenge", "season", Challenge),
    command("team", "season", Team),
    command("volunteer", "season", OfSeason),
    command("log", "season", Page),
    command("verify", "season", OfSeason),
    command("export", "season", Export),
    command("link", "season", Link),
    command("mydata", "season", Nothing),
    command("forget", "season", Forget),
)

__all__ = [
    "COMMANDS",
    "Appeal",
    "Away",
    "Bid",
    "Challenge",
    "Export",
    "Forget",
    "Help",
    "Join",
    "Leave",
    "Link",
    "Nothing",
    "Offer",
    "Page",
    "Pairings",
    "Play",
    "Ratings",
    "Table",
    "Team",
]
