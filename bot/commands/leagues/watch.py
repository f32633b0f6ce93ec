"""Commands of leagues for spectators: following, predicting, featuring."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from bot.commands.leagues.arguments import Anyone, NamedArguments, Show, Which, command
from bot.commands.model import Bare, Command


class LeagueFollowArgs(NamedArguments):
    """What is followed: nothing for the season, a division's number, a match, a person; how often one is told, and where."""

    placed = ("what",)
    what: Anyone = ""
    every: Literal["turn", "daily", ""] = ""
    where: Literal["dm", "here", ""] = ""
    season: Which = ""


class LeagueUnfollowArgs(NamedArguments):
    """What is followed no longer; nothing for all of the season."""

    placed = ("what",)
    what: Anyone = ""
    season: Which = ""


class LeagueFeaturedArgs(NamedArguments):
    """Whether one's own games may be featured; nothing for the game that is."""

    placed = ("answer",)
    answer: Literal["yes", "no", ""] = ""
    season: Which = ""


class LeaguePredictArgs(NamedArguments):
    """A match, who wins it and how surely; nothing for the table of those who predict."""

    placed = ("match", "side", "percent")
    match: Annotated[str, Bare, Field(pattern=r"^(\d+\.\d+\.\d+)?$")] = ""
    side: Annotated[str, Field(max_length=20)] = ""
    percent: Annotated[int, Field(ge=50, le=99)] = 75
    show: Show = ""
    season: Which = ""


COMMANDS: tuple[Command, ...] = (
    command("follow", "watch", LeagueFollowArgs),
    command("unfollow", "watch", LeagueUnfollowArgs),
    command("predict", "watch", LeaguePredictArgs),
    command("featured", "watch", LeagueFeaturedArgs),
)

__all__ = ["COMMANDS", "LeagueFeaturedArgs", "LeagueFollowArgs", "LeaguePredictArgs", "LeagueUnfollowArgs"]
