"""The commands of leagues, all under a root of their own beside those of the titles, each declared once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from bot.commands.catalogue import Free
from bot.commands.model import Arguments, Bare, Command, Part

#: The word before every command of leagues.
ROOT = "league"
#: The table in which the words about them stand.
WORDS = "leagues"
#: The parts, players' first; those of organisers lie in a group where a platform takes only so many in one.
PARTS: tuple[Part, ...] = ("season", "watch", "organise")

#: A season by its id or name, nothing for the one that is meant here.
Which = Annotated[str, Field(max_length=80)]
#: Results although they are hidden from whoever asks.
Show = Literal["results", ""]
#: A match by its id, what somebody gives as the reason for an act, and a person by name or mention.
Match = Annotated[str, Bare, Field(pattern=r"^\d+\.\d+\.\d+$")]
Reason = Annotated[str, Field(min_length=1, max_length=200)]
Whom = Annotated[str, Field(min_length=1, max_length=100)]


class Named(Arguments):
    """Base of arguments that are named: words in front go to the `placed` fields, `name=value` words to the others.

    The last placed field takes all words that are left; so does a named value until the next name. Names that are no field
    go to the field `options`, where there is one. A subclass declares `season: Which = ""` at its end.
    """

    placed: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def read(cls, line: str) -> Any:
        """The arguments from what was typed behind the command's name; raises ValueError."""
        plain, named, more = list[str](), dict[str, list[str]](), list[str]()
        into = plain
        for word in line.split():
            name, equals, value = word.partition("=")
            if equals and name.casefold() in cls.model_fields:
                into = named.setdefault(name.casefold(), [])
                into += [value] if value else []
            elif equals and "options" in cls.model_fields:
                more.append(word)
            else:
                into.append(word)
        found = cls._placed(plain) | {name: cls._plain(name, " ".join(words)) for name, words in named.items()}
        return cls.model_validate(found | ({"options": " ".join(more)} if more else {}))

    @classmethod
    def _placed(cls, words: list[str]) -> dict[str, str]:
        if words and not cls.placed:
            raise ValueError(words[0])
        parts = " ".join(words).split(maxsplit=len(cls.placed) - 1) if words else []
        return {name: cls._plain(name, word) for name, word in zip(cls.placed, parts, strict=False)}

    @classmethod
    def written(cls, values: Mapping[str, Any]) -> str:
        """The line of which `read` makes these values."""
        given = {name: str(value) for name, value in values.items() if value not in (None, "")}
        front = [given[name] for name in cls.placed if name in given]
        named = [f"{name}={value}" for name, value in given.items() if name not in (*cls.placed, "options")]
        return " ".join([*front, *([given["options"]] if "options" in given else []), *named])


class Help(Arguments):
    """A command of leagues, or nothing for all of them."""

    command: Free = ""


class Nothing(Arguments):
    """No arguments."""


class OfSeason(Named):
    """A season, or nothing for the one that is meant here."""

    season: Which = ""


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
    members: Annotated[str, Field(min_length=1, max_length=600)]
    alternates: Annotated[str, Field(max_length=600)] = ""
    season: Which = ""


class Follow(Named):
    """What is followed: nothing for the season, a division's number, a match, a person; how often one is told, and where."""

    placed = ("what",)
    what: Annotated[str, Field(max_length=100)] = ""
    every: Literal["turn", "daily", ""] = ""
    where: Literal["dm", "here", ""] = ""
    season: Which = ""


class Unfollow(Named):
    """What is followed no longer; nothing for all of the season."""

    placed = ("what",)
    what: Annotated[str, Field(max_length=100)] = ""
    season: Which = ""


class Featured(Named):
    """Whether one's own games may be featured; nothing for the game that is."""

    placed = ("answer",)
    answer: Literal["yes", "no", ""] = ""
    season: Which = ""


class Predict(Named):
    """A match, who wins it and how surely; nothing for the table of those who predict."""

    placed = ("match", "side", "percent")
    match: Annotated[str, Bare, Field(pattern=r"^(\d+\.\d+\.\d+)?$")] = ""
    side: Annotated[str, Field(max_length=20)] = ""
    percent: Annotated[int, Field(ge=50, le=99)] = 75
    show: Show = ""
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
    reason: Annotated[str, Field(max_length=500)] = ""
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
    by: Annotated[str, Field(max_length=100)] = ""
    season: Which = ""


class Finish(Named):
    """`settled=yes` ends games of divisions on which nothing hangs any more."""

    settled: Literal["yes", ""] = ""
    season: Which = ""


class Announce(Named):
    """What everybody is told."""

    placed = ("text",)
    text: Annotated[str, Field(min_length=1, max_length=1500)]
    season: Which = ""


class Role(Named):
    """A role, `give` or `take`, and a person or a role of the platform; nothing lists them."""

    placed = ("role", "act", "person")
    role: Literal["owner", "organiser", "arbiter", ""] = ""
    act: Literal["give", "take", ""] = ""
    person: Annotated[str, Field(max_length=100)] = ""
    season: Which = ""


def _command(name: str, part: Literal["season", "watch", "organise"], arguments: type[Arguments]) -> Command:
    return Command(name, part, arguments, words_under=WORDS)


COMMANDS: tuple[Command, ...] = (
    _command("help", "season", Help),
    _command("list", "season", Nothing),
    _command("join", "season", Join),
    _command("checkin", "season", OfSeason),
    _command("leave", "season", OfSeason),
    _command("me", "season", OfSeason),
    _command("table", "season", Table),
    _command("ratings", "season", Ratings),
    _command("pairings", "season", Pairings),
    _command("away", "season", Away),
    _command("substitute", "season", Offer),
    _command("appeal", "season", Appeal),
    _command("play", "season", Play),
    _command("bid", "season", Bid),
    _command("challenge", "season", Challenge),
    _command("team", "season", Team),
    _command("volunteer", "season", OfSeason),
    _command("log", "season", Page),
    _command("verify", "season", OfSeason),
    _command("export", "season", Export),
    _command("link", "season", Link),
    _command("mydata", "season", Nothing),
    _command("forget", "season", Forget),
    _command("follow", "watch", Follow),
    _command("unfollow", "watch", Unfollow),
    _command("predict", "watch", Predict),
    _command("featured", "watch", Featured),
    _command("new", "organise", New),
    _command("venue", "organise", Venue),
    _command("open", "organise", OfSeason),
    _command("draw", "organise", Draw),
    _command("rule", "organise", Rule),
    _command("decide", "organise", Decide),
    _command("correct", "organise", Rule),
    _command("result", "organise", Result),
    _command("extend", "organise", Extend),
    _command("withdraw", "organise", Withdraw),
    _command("replace", "organise", Replace),
    _command("move", "organise", Move),
    _command("apart", "organise", Apart),
    _command("import", "organise", Import),
    _command("announce", "organise", Announce),
    _command("role", "organise", Role),
    _command("flags", "organise", OfSeason),
    _command("finish", "organise", Finish),
)
BY_NAME = {command.name: command for command in COMMANDS}


def fitting(begun: str) -> list[str]:
    """The names that begin so; the name itself alone where it is one."""
    if begun in BY_NAME:
        return [begun]
    return [command.name for command in COMMANDS if begun and command.name.startswith(begun)]


def spoken(text: str, path: Callable[[Command], str]) -> str:
    """A text whose commands of leagues are written as a platform has them typed."""
    return _NAMED.sub(lambda found: path(BY_NAME[found[1]]), text)


#: A command as texts name it for every platform; not a part of a path or a link.
_NAMED = re.compile(rf"(?<![\w/.:<])/{ROOT} ({'|'.join(sorted(BY_NAME, key=len, reverse=True))})\b")

__all__ = ["BY_NAME", "COMMANDS", "PARTS", "ROOT", "WORDS", "Named", "Which", "fitting", "spoken"]
