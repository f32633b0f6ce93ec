"""The commands that every title shares, each declared once, and beside them those of a title."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar

from pydantic import BeforeValidator, Field, StringConstraints, create_model, model_validator

from bot.commands.model import AnyGame, Arguments, Bare, Command, OfAnyGame, Part, Spoken
from bot.persons import COMPUTER
from bot.table.typed_text import phrase

A = TypeVar("A", bound=Arguments)
#: Words of the longest name of a scenario.
_NAME_WORDS = 4

Free = Annotated[str, Field(max_length=1900), Spoken]
#: What people say for the answers to an offer.
_ANSWERS = {"yes": "accept", "no": "reject"}


def _answered(word: Any) -> Any:
    """Return the word for an answer, if one is meant."""
    return _ANSWERS.get(word.casefold(), word) if isinstance(word, str) else word


YesOrNo = BeforeValidator(_answered)


def _computer(word: Any) -> Any:
    """Read any word for the computer as the one that is offered."""
    return COMPUTER[0] if isinstance(word, str) and word.casefold() in COMPUTER else word


Computer = BeforeValidator(_computer)


class NothingArgs(Arguments):
    """No arguments."""


class SurelyArgs(Arguments):
    """Nothing but the word that says that it is meant so, whatever would lapse."""

    anyway: Literal["anyway", ""] = ""


class NewArgs(Arguments):
    """A scenario, then options as name=value; where an option stands first, the usual scenario; nothing asks for the choice."""

    scenario: str
    options: Free = ""
    #: Other names of scenarios as they are typed, each of a word or several.
    aliases: ClassVar[Mapping[str, str]] = {}

    @classmethod
    def read(cls, line: str) -> Any:
        """Return the arguments from what was typed behind the command's name; raises ValueError."""
        if "=" in line.partition(" ")[0]:
            return cls(options=line)  # type: ignore[call-arg]  # the scenario is missing only where a class has one by default
        words = line.split()
        for count in range(min(len(words), _NAME_WORDS), 0, -1):
            if scenario := cls.aliases.get(phrase(" ".join(words[:count]))):
                return cls(scenario=scenario, options=" ".join(words[count:]))
        return super().read(line)


class BiddingArgs(Arguments, ABC):
    """Take a side and how much is ceded for it, in the points of a title, or the answer to a bid; titles have a class of their own."""

    side: str

    @property
    @abstractmethod
    def height(self) -> int:
        """Return how much is ceded."""


class JoinArgs(Arguments):
    """A seat, or both for one person."""

    side: str


class SeedArgs(Arguments):
    """Words for the seed, `sha256` and their hash, or nothing to fix the bot's part."""

    words: Annotated[str, Field(max_length=200)] = ""


class SettingsArgs(Arguments):
    """A setting and its new value; nothing lists them."""

    name: str = ""
    value: Free = ""


class LinkArgs(Arguments):
    """The code that another account of the same person was given, or nothing to be given one; `sure` does what was asked about."""

    code: Annotated[str, Field(max_length=40)] = ""
    word: Literal["sure", ""] = ""


class ForgetArgs(Arguments):
    """`sure` does what was asked about."""

    word: Literal["sure", ""] = ""


class OrderArgs(Arguments):
    """The text of an order."""

    order: Free


class OptionalOrderArgs(Arguments):
    """The text of an order, or nothing."""

    order: Free = ""


class UndoArgs(Arguments):
    """How many orders: a number or `all`."""

    count: Annotated[str, Field(pattern=r"^(0*[1-9]\d{0,2}|all)$")] = "1"


class RollbackArgs(Arguments):
    """An entry number to go back to, or the answer to such a wish."""

    to: Annotated[str, YesOrNo]


class MapArgs(Arguments):
    """A theatre, a space, or nothing for the overview."""

    what: Free = ""


class LogArgs(OfAnyGame):
    """`turn`, a part of a turn by the title's word, or a turn's number; the number of a part; and a game."""

    #: The title's word, under which the number stands; "" where turns have no parts.
    within: ClassVar[str] = ""

    @property
    def number(self) -> str:
        """The number of the part, "" where none is named."""
        return str(getattr(self, self.within)) if self.within else ""


class RulesArgs(Arguments):
    """A paragraph or a word."""

    paragraph: Free = ""


class HelpArgs(Arguments):
    """A command, a theme, a page such as `learn`, or a term."""

    command: Free = ""


class YesNoArgs(Arguments):
    """A confirmation."""

    sure: Literal["yes", ""] = ""


class AnswerArgs(Arguments):
    """The answer to an offer, or nothing to make one; `offer` makes it without a question before."""

    answer: Annotated[Literal["accept", "reject", "offer", ""], YesOrNo] = ""


class StandingArgs(Arguments):
    """A standing order, `revoke NUMBER|all`, or nothing to list them."""

    order: Free = ""


class WarnArgs(Arguments):
    """Spaces and a remark, or `read`."""

    about: Free = ""


class ClockArgs(Arguments):
    """`claim`, `quiet`, a speed, the answer to a wish for one, or nothing."""

    what: Annotated[Literal["claim", "quiet", "off", "slow", "standard", "fast", "accept", "reject", ""], YesOrNo] = ""


class SubstituteArgs(Arguments):
    """`offer`, `keep`, the seat to take, the computer or one of its levels, or the answer to an offer of one."""

    what: Annotated[str, YesOrNo, Computer]


class AssessArgs(OfAnyGame):
    """`why` for the reasons of the computer's last action, a game that is over, or nothing for how the game stands."""

    what: Literal["why", ""] = ""
    game: AnyGame = ""

    @model_validator(mode="after")
    def _one(self) -> Self:
        if self.what and self.game:
            raise ValueError(self.game)
        return self


class LearnArgs(Arguments):
    """The number or name of a lesson, what is wished in one (perhaps in a step that is named), or the letter of an answer; nothing lists them."""

    what: Annotated[str, StringConstraints(to_lower=True, pattern=r"^(\w{1,30}(:\w{1,30})?)?$")] = ""


class PuzzleArgs(Arguments):
    """The name of a puzzle or what is wished of them; behind `daily` whether the channel wants one a day, and at which hour."""

    what: Annotated[
        str,
        StringConstraints(to_lower=True, pattern=r"^((next:)?[\w-]{1,40}|daily (off|on( [\w:]{1,10})?))?$"),
    ] = ""


class GameNameArgs(Arguments):
    """The id of a game, or nothing for the one here."""

    game: Annotated[str, Bare, Field(pattern=r"^([a-z0-9][a-z0-9-]{0,39})?$")] = ""


class WhichGameArgs(OfAnyGame):
    """The id of a game, `last`, or nothing for the one here."""

    game: AnyGame = ""


class GamesArgs(Arguments):
    """`open` for the challenges that wait for somebody, nothing for one's own games."""

    which: Literal["open", ""] = ""


class RelocateArgs(Arguments):
    """The id of the game to be brought here."""

    game: Annotated[str, Bare, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]


class MasterArgs(Arguments):
    """A power of the game master, and what it needs."""

    act: Literal["pause", "resume", "replace", "undo", "end", "log"]
    more: str = ""


class RematchArgs(Arguments):
    """`swap` or `same` sides."""

    sides: Literal["swap", "same"] = "swap"


class ReplayArgs(OfAnyGame):
    """A turn's number, `turn` or `all`; a theatre; and a game."""

    turn: str = "turn"
    where: str
    game: AnyGame = ""


#: The parts of the vocabulary, in the order of a first game.
PARTS: tuple[Part, ...] = ("lobby", "playing", "looking", "around")


def _one_of(words: Iterable[str]) -> Any:
    """Return the type of an argument that is one of these words."""
    return Literal.__getitem__(tuple(words))


def _model(base: type[A], **fields: Any) -> type[A]:
    """Return the arguments with what a title says of some of them, in the same order."""
    made: type[A] = create_model(base.__name__, __base__=base, __doc__=base.__doc__, **fields)
    return made


def _up_to(most: int) -> str:
    """Return the pattern of the numbers from 1 to the most."""
    return f"0*(?:{'|'.join(str(number) for number in range(1, most + 1))})"


def _retold(areas: Sequence[str], length: tuple[int, int], part: str) -> tuple[Command, Command]:
    """Return the log and the replay, by turns and their parts as far as games have any, and by the parts of the map."""
    turns, parts = (_up_to(most) for most in length)
    own = f"{part}|" if part else ""
    numbered: dict[str, Any] = {part: (Annotated[str, Field(pattern=rf"^({parts})?$")], "")} if part else {}
    log = _model(
        LogArgs,
        turn=(Annotated[str, Field(pattern=rf"^({own}turn|all|{turns})$")], part or "turn"),
        **numbered,
        game=(AnyGame, ""),
    )
    log.within = part
    replay = _model(
        ReplayArgs,
        turn=(Annotated[str, Field(pattern=rf"^(turn|all|{turns})$")], "turn"),
        where=(_one_of(areas), areas[0]),
    )
    numbers = (("turns", str(length[0])), ("rounds", str(length[1])))
    words = (("within", own), ("number", f" [{part.upper()}]" if part else ""))
    return (
        Command("log", "looking", log, named=(*numbers, *words)),
        Command("replay", "looking", replay, named=(("areas", "|".join(areas)), *numbers)),
    )


@dataclass(frozen=True, slots=True)
class Brought:
    """What a title brings besides its rules: there is no command of what it does not.

    Attributes:
        levels: of the computer, by name.
        lessons: how many there are.
        puzzles: and of these.
        standing_orders: whether seats may decide in advance.
        places: whether players may point places out to each other.
    """

    levels: Sequence[str] = ()
    lessons: int = 0
    puzzles: int = 0
    standing_orders: bool = True
    places: bool = True


#: What a title with every capability brings.
EVERYTHING = Brought(levels=("any",), lessons=1, puzzles=1)


def _around(seats: tuple[str, str], part: str, brought: Brought) -> tuple[Command, ...]:
    """Return what goes on around a game: taking back, ending, clocks, seats, the computer's advice."""
    levels = brought.levels
    called = ("accept", "reject", *levels) if levels else ()
    words = ("offer", "keep", *seats, *called, *(COMPUTER[:1] if levels else ()))
    substitute = _model(SubstituteArgs, what=(Annotated[_one_of(words), YesOrNo, Computer], ...))
    own = f"{part}|" if part else ""
    powers = Field(pattern=rf"^({'|'.join(seats)}|{own}turn|yes|\d{{1,6}})?$")
    back = Field(pattern=rf"^(\d{{1,6}}|accept|reject|{own}turn)$")
    rollback = _model(RollbackArgs, to=(Annotated[str, YesOrNo, back], ...))
    master = _model(MasterArgs, more=(Annotated[str, powers], ""))
    named_seats = (("seats", "|".join(seats)),)
    named_levels = (*named_seats, ("levels", "".join(f"|{word}" for word in called)))
    return (
        Command("undo", "around", UndoArgs, "seat"),
        Command("rollback", "around", rollback, "seat", named=(("within", own),)),
        Command("resign", "around", YesNoArgs, "seat"),
        Command("draw", "around", AnswerArgs, "seat"),
        Command("export", "around", WhichGameArgs),
        Command("verify", "around", WhichGameArgs),
        *((Command("warn", "around", WarnArgs, "seat", own_words=True),) if brought.places else ()),
        Command("clock", "around", ClockArgs),
        Command("substitute", "around", substitute, named=named_levels),
        *(
            (Command("advise", "around", NothingArgs, "decider"), Command("assess", "around", AssessArgs))
            if levels
            else ()
        ),
        Command("relocate", "around", RelocateArgs, of_channel=False, binds=True),
        Command("master", "around", master, named=(*named_seats, ("within", own))),
        Command("rematch", "around", RematchArgs, "seat", binds=True),
        Command("follow", "around", GameNameArgs, of_channel=False),
        Command("games", "around", GamesArgs, of_channel=False),
        Command("link", "around", LinkArgs, of_channel=False),
        Command("mydata", "around", NothingArgs, of_channel=False),
        Command("forget", "around", ForgetArgs, of_channel=False),
    )


def universal(
    scenarios: Sequence[str],
    usual: str,
    seats: tuple[str, str],
    areas: Sequence[str],
    length: tuple[int, int],
    part: str = "",
    brought: Brought = Brought(),
) -> tuple[Command, ...]:
    """Return the commands that every title has.

    Args:
        scenarios: what `/new` opens in this title.
        usual: the scenario that it opens where options alone are given.
        seats: by side.
        areas: the parts of its map that a replay shows, the usual one first.
        length: how many turns its games may have, and parts their turns.
        part: what a part of a turn is called, "" where turns have none.
        brought: its capabilities, as far as commands hang on them.
    """
    log, replay = _retold(areas, length, part)
    new = _model(NewArgs, scenario=(_one_of(scenarios), usual))
    join = _model(JoinArgs, side=(_one_of((*seats, "both")), ...))
    named_seats = (("seats", "|".join(seats)),)
    return (
        Command("new", "lobby", new, named=(("scenarios", "|".join(scenarios)),), of_channel=False, binds=True),
        Command("join", "lobby", join, named=named_seats),
        Command("leave", "lobby", NothingArgs, "seat"),
        Command("seed", "lobby", SeedArgs, "seat", own_words=True),
        Command("start", "lobby", NothingArgs, "seat"),
        Command("settings", "lobby", SettingsArgs, of_channel=False),
        Command("panel", "playing", NothingArgs, "seat"),
        Command("choose", "playing", OrderArgs, "decider"),
        Command("pass", "playing", NothingArgs, "decider"),
        Command("done", "playing", SurelyArgs, "decider"),
        *((Command("standing", "playing", StandingArgs, "seat"),) if brought.standing_orders else ()),
        Command("map", "looking", MapArgs),
        Command("status", "looking", WhichGameArgs),
        log,
        replay,
        Command("rules", "looking", RulesArgs, of_channel=False),
        Command("help", "looking", HelpArgs, of_channel=False),
        *(
            (Command("learn", "looking", LearnArgs, named=(("lessons", str(brought.lessons)),)),)
            if brought.lessons
            else ()
        ),
        *((Command("puzzle", "looking", PuzzleArgs),) if brought.puzzles else ()),
        *_around(seats, part, brought),
    )


__all__ = [
    "EVERYTHING", "PARTS", "AnswerArgs", "Brought", "ForgetArgs", "Free", "LinkArgs", "NothingArgs", "OptionalOrderArgs", "OrderArgs", "universal",
]  # fmt: skip
