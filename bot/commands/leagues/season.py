"""Commands of leagues for everybody: entering, playing, looking."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from bot.commands.arguments import ForgetArgs, Free, LinkArgs
from bot.commands.leagues.arguments import (
    Anyone,
    Match,
    NamedArguments,
    OfSeason,
    Reason,
    Show,
    Which,
    Whom,
    command,
    moved,
)
from bot.commands.model import Arguments, Bare, Command


class LeagueHelpArgs(Arguments):
    """A command of leagues, or nothing for all of them."""

    command: Free = ""


class LeagueNothingArgs(Arguments):
    """No arguments."""


class LeagueJoinArgs(NamedArguments):
    """How many games at once, the time zone, days of leave, and whether as a substitute."""

    capacity: Annotated[int, Field(ge=1, le=30)] = 1
    zone: Annotated[str, Field(max_length=64)] = ""
    away: Annotated[str, Field(max_length=200)] = ""
    substitute: Literal["yes", "no", ""] = ""
    season: Which = ""


class LeagueTableArgs(NamedArguments):
    """A section's number, or nothing for the own one and the first."""

    placed = ("section",)
    section: Annotated[int, Field(ge=1, le=2000)] = 1
    page: Annotated[int, Field(ge=0, le=1000)] = 0
    show: Show = ""
    season: Which = ""


class LeagueRatingsArgs(NamedArguments):
    """A season, or nothing for the one that is meant here."""

    show: Show = ""
    season: Which = ""


class LeaguePairingsArgs(NamedArguments):
    """A round's number, or nothing for the present one."""

    placed = ("round",)
    round: Annotated[int, Field(ge=0, le=400)] = 0
    page: Annotated[int, Field(ge=0, le=1000)] = 0
    show: Show = ""
    season: Which = ""


class LeagueAwayArgs(NamedArguments):
    """From when until when."""

    placed = ("dates",)
    dates: Annotated[str, Field(min_length=1, max_length=100)]
    season: Which = ""


class LeagueLeaveArgs(NamedArguments):
    """`sure=yes` withdraws from a season that is played."""

    sure: Literal["yes", ""] = ""
    season: Which = ""


class LeagueOfferArgs(NamedArguments):
    """`yes` takes the place that is offered, `no` declines; nothing tells what is offered."""

    placed = ("answer",)
    answer: Literal["yes", "no", ""] = ""
    season: Which = ""


class LeagueAppealArgs(NamedArguments):
    """A match and why its result should not stand."""

    placed = ("match", "reason")
    match: Match
    reason: Reason
    game: Annotated[int, Field(ge=1, le=2)] = 1
    season: Which = ""


class LeaguePageArgs(NamedArguments):
    """A page of a long list."""

    placed = ("page",)
    page: Annotated[int, Field(ge=1, le=10_000)] = 1
    show: Show = ""
    season: Which = ""


class LeagueBidArgs(NamedArguments):
    """A side, the most that is ceded for it, and a match; the match may be left out where only one waits."""

    placed = ("side", "amount", "match")
    side: Annotated[str, Field(max_length=20)]
    amount: Annotated[int, Field(ge=0, le=99)]
    match: Annotated[str, Bare, Field(pattern=r"^(\d+\.\d+\.\d+)?$")] = ""
    season: Which = ""


class LeagueChallengeArgs(NamedArguments):
    """Who is challenged; `yes` and `no` answer a challenge."""

    placed = ("person",)
    person: Whom
    season: Which = ""


class LeagueTeamArgs(NamedArguments):
    """A team's name, its players in the order of the boards, and alternates."""

    placed = ("name",)
    name: Annotated[str, Field(min_length=1, max_length=60)]
    members: Whom
    alternates: Anyone = ""
    season: Which = ""


class LeaguePlayArgs(NamedArguments):
    """A match that waits for its game, or nothing for the only one."""

    placed = ("match",)
    match: Annotated[str, Bare, Field(pattern=r"^(\d+\.\d+\.\d+)?$")] = ""
    season: Which = ""


class LeagueExportArgs(NamedArguments):
    """What is given as a file, and of which section."""

    placed = ("what",)
    what: Literal["table", "cross", "pairings", "calendar", "journal", "trf"] = "table"
    section: Annotated[int, Field(ge=1, le=2000)] = 1
    show: Show = ""
    season: Which = ""


COMMANDS: tuple[Command, ...] = (
    command("help", "season", LeagueHelpArgs),
    command("list", "season", LeagueNothingArgs),
    command("join", "season", LeagueJoinArgs),
    command("checkin", "season", OfSeason),
    command("leave", "season", LeagueLeaveArgs),
    command("me", "season", OfSeason),
    command("table", "season", LeagueTableArgs),
    command("ratings", "season", LeagueRatingsArgs),
    command("pairings", "season", LeaguePairingsArgs),
    command("away", "season", LeagueAwayArgs),
    command("substitute", "season", LeagueOfferArgs),
    command("appeal", "season", LeagueAppealArgs),
    command("play", "season", LeaguePlayArgs),
    command("bid", "season", LeagueBidArgs),
    command("challenge", "season", LeagueChallengeArgs),
    command("team", "season", LeagueTeamArgs),
    command("volunteer", "season", OfSeason),
    command("log", "season", LeaguePageArgs),
    command("verify", "season", OfSeason),
    command("export", "season", LeagueExportArgs),
    moved("link", "season", LinkArgs),
    moved("mydata", "season", LeagueNothingArgs),
    moved("forget", "season", ForgetArgs),
)

__all__ = [
    "COMMANDS",
    "LeagueAppealArgs",
    "LeagueAwayArgs",
    "LeagueBidArgs",
    "LeagueChallengeArgs",
    "LeagueExportArgs",
    "LeagueHelpArgs",
    "LeagueJoinArgs",
    "LeagueLeaveArgs",
    "LeagueNothingArgs",
    "LeagueOfferArgs",
    "LeaguePageArgs",
    "LeaguePairingsArgs",
    "LeaguePlayArgs",
    "LeagueRatingsArgs",
    "LeagueTableArgs",
    "LeagueTeamArgs",
]
