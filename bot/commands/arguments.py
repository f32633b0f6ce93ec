"""The arguments of the commands that every title shares, each a model of what may be typed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BeforeValidator, Field, StringConstraints, model_validator

from bot.commands.model import AnyGame, Arguments, Bare, OfAnyGame, Spoken
from bot.persons import COMPUTER
from bot.table.typed_text import phrase

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


__all__ = [
    "AnswerArgs",
    "AssessArgs",
    "BiddingArgs",
    "ClockArgs",
    "Computer",
    "ForgetArgs",
    "Free",
    "GameNameArgs",
    "GamesArgs",
    "HelpArgs",
    "JoinArgs",
    "LearnArgs",
    "LinkArgs",
    "LogArgs",
    "MapArgs",
    "MasterArgs",
    "NewArgs",
    "NothingArgs",
    "OptionalOrderArgs",
    "OrderArgs",
    "PuzzleArgs",
    "RelocateArgs",
    "RematchArgs",
    "ReplayArgs",
    "RollbackArgs",
    "RulesArgs",
    "SeedArgs",
    "SettingsArgs",
    "StandingArgs",
    "SubstituteArgs",
    "SurelyArgs",
    "UndoArgs",
    "WarnArgs",
    "WhichGameArgs",
    "YesNoArgs",
    "YesOrNo",
]
