"""All commands of the bot, each declared once."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from bot.commands.model import AnyGame, Arguments, Bare, Command, OfAnyGame

#: The numbers of turns.
TURNS = "0?[1-9]|1[0-9]|20"
Free = Annotated[str, Field(max_length=1900)]
#: What people say for the answers to an offer.
_ANSWERS = {"yes": "accept", "no": "reject"}


def _answered(word: Any) -> Any:
    """The word for an answer, if one is meant."""
    return _ANSWERS.get(word.casefold(), word) if isinstance(word, str) else word


YesOrNo = BeforeValidator(_answered)


class Nothing(Arguments):
    """No arguments."""


class New(Arguments):
    """A scenario, then options as name=value."""

    scenario: Literal["introductory", "limited_war", "campaign", "historical", "summer_1916"] = "campaign"
    options: Free = ""


class Join(Arguments):
    """A side, or both for one person."""

    side: Literal["ap", "cp", "both"]


class Bid(Arguments):
    """A side and the VP ceded for it, or the answer to a bid."""

    side: Literal["ap", "cp", "accept"]
    vp: Annotated[int, Field(ge=0, le=20)] = 0


class Seed(Arguments):
    """Words for the seed, `sha256` and their hash, or nothing to fix the bot's part."""

    words: Annotated[str, Field(max_length=200)] = ""


class Settings(Arguments):
    """A setting and its new value; nothing lists them."""

    name: str = ""
    value: Free = ""


class Order(Arguments):
    """The text of an order."""

    order: Free


class OptionalOrder(Arguments):
    """The text of an order, or nothing."""

    order: Free = ""


class CardName(Arguments):
    """`info` or `play` and a card, or just a card."""

    card: Free


class Undo(Arguments):
    """How many orders: a number or `all`."""

    count: Annotated[str, Field(pattern=r"^(0*[1-9]\d{0,2}|all)$")] = "1"


class Rollback(Arguments):
    """An entry number to go back to, or the answer to such a wish."""

    to: Annotated[str, YesOrNo, Field(pattern=r"^(\d{1,6}|accept|reject|round|turn)$")]


class Map(Arguments):
    """A theatre, a space, or nothing for the overview."""

    what: Free = ""


class Supply(Arguments):
    """A side."""

    side: Literal["ap", "cp", ""] = ""


class Deck(Arguments):
    """A side, and which of its open piles."""

    side: Literal["ap", "cp", ""] = ""
    pile: Literal["discard", "removed", ""] = ""


class Units(Arguments):
    """A space or a nation."""

    where: Free


class Log(OfAnyGame):
    """`turn`, `round` or a turn's number; a round; and a game."""

    turn: Annotated[str, Field(pattern=rf"^(turn|round|all|{TURNS})$")] = "round"
    round: Annotated[str, Field(pattern=r"^([1-9]|10)?$")] = ""
    game: AnyGame = ""


class Rules(Arguments):
    """A paragraph or a word."""

    paragraph: Free = ""


class Help(Arguments):
    """A command, a theme, a page such as `learn`, or a term."""

    command: Free = ""


class YesNo(Arguments):
    """A confirmation."""

    sure: Literal["yes", ""] = ""


class Answer(Arguments):
    """The answer to an offer, or nothing to make one."""

    answer: Annotated[Literal["accept", "reject", ""], YesOrNo] = ""


class Standing(Arguments):
    """A standing order, `revoke NUMBER|all`, or nothing to list them."""

    order: Free = ""


class Warn(Arguments):
    """Spaces and a remark, or `read`."""

    about: Free = ""


class Clock(Arguments):
    """`claim`, `quiet`, a speed, the answer to a wish for one, or nothing."""

    what: Annotated[Literal["claim", "quiet", "off", "slow", "standard", "fast", "accept", "reject", ""], YesOrNo] = ""


class Substitute(Arguments):
    """`offer`, `keep`, or the seat to be taken."""

    what: Literal["offer", "keep", "ap", "cp"]


class GameName(Arguments):
    """The id of a game, or nothing for the one here."""

    game: Annotated[str, Bare, Field(pattern=r"^([a-z0-9][a-z0-9-]{0,39})?$")] = ""


class WhichGame(OfAnyGame):
    """The id of a game, `last`, or nothing for the one here."""

    game: AnyGame = ""


class Games(Arguments):
    """`open` for the challenges that wait for somebody, nothing for one's own games."""

    which: Literal["open", ""] = ""


class Relocate(Arguments):
    """The id of the game to be brought here."""

    game: Annotated[str, Bare, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]


class Master(Arguments):
    """A power of the game master, and what it needs."""

    act: Literal["pause", "resume", "replace", "undo", "end", "log"]
    more: Annotated[str, Field(pattern=r"^(ap|cp|round|turn|yes|\d{1,6})?$")] = ""


class Rematch(Arguments):
    """`swap` or `same` sides."""

    sides: Literal["swap", "same"] = "swap"


class Replay(OfAnyGame):
    """A turn's number, `turn` or `all`; a theatre; and a game."""

    turn: Annotated[str, Field(pattern=rf"^(turn|all|{TURNS})$")] = "turn"
    where: Literal["overview", "west", "east", "italy", "balkans", "near_east"] = "overview"
    game: AnyGame = ""


COMMANDS: tuple[Command, ...] = (
    Command("new", "lobby", New),
    Command("join", "lobby", Join),
    Command("leave", "lobby", Nothing, "seat"),
    Command("bid", "lobby", Bid),
    Command("seed", "lobby", Seed, "seat"),
    Command("start", "lobby", Nothing, "seat"),
    Command("settings", "lobby", Settings),
    Command("panel", "playing", Nothing, "seat"),
    Command("play", "playing", Order, "decider"),
    Command("activate", "playing", Order, "decider"),
    Command("move", "playing", Order, "decider"),
    Command("attack", "playing", Order, "decider"),
    Command("sr", "playing", Order, "decider"),
    Command("rp", "playing", Order, "decider"),
    Command("entrench", "playing", Order, "decider"),
    Command("lose", "playing", Order, "decider"),
    Command("retreat", "playing", OptionalOrder, "decider"),
    Command("advance", "playing", Order, "decider"),
    Command("choose", "playing", Order, "decider"),
    Command("peace", "playing", Answer, "decider"),
    Command("pass", "playing", Nothing, "decider"),
    Command("done", "playing", Nothing, "decider"),
    Command("standing", "playing", Standing, "seat"),
    Command("map", "looking", Map),
    Command("hand", "looking", Nothing, "seat"),
    Command("card", "looking", CardName),
    Command("deck", "looking", Deck),
    Command("status", "looking", WhichGame),
    Command("score", "looking", Nothing),
    Command("units", "looking", Units),
    Command("odds", "looking", Order),
    Command("supply", "looking", Supply),
    Command("log", "looking", Log),
    Command("replay", "looking", Replay),
    Command("rules", "looking", Rules),
    Command("help", "looking", Help),
    Command("undo", "around", Undo, "seat"),
    Command("rollback", "around", Rollback, "seat"),
    Command("resign", "around", YesNo, "seat"),
    Command("draw", "around", Answer, "seat"),
    Command("export", "around", WhichGame),
    Command("verify", "around", WhichGame),
    Command("warn", "around", Warn, "seat"),
    Command("clock", "around", Clock),
    Command("substitute", "around", Substitute),
    Command("relocate", "around", Relocate),
    Command("master", "around", Master),
    Command("rematch", "around", Rematch, "seat"),
    Command("follow", "around", GameName),
    Command("games", "around", Games),
)

BY_NAME = {command.name: command for command in COMMANDS}

#: Commands whose text goes to `bot.titles.pog.notation.typed` as it stands.
ORDER_NAMES = frozenset(
    {
        "play",
        "activate",
        "move",
        "attack",
        "sr",
        "rp",
        "entrench",
        "lose",
        "retreat",
        "advance",
        "choose",
        "pass",
        "done",
    }
)
