"""Argument models of the commands that all titles share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BeforeValidator, Field, StringConstraints, model_validator

from bot.commands.model import AnyGame, Arguments, Bare, OfAnyGame, Spoken
from bot.persons import COMPUTER
from bot.table.typed_text import phrase

#: Words in the longest scenario name.
_NAME_WORDS = 4


Free = Annotated[str, Field(max_length=1900), Spoken]


#: Other ways to answer an offer.
_ANSWERS = {"yes": "accept", "no": "reject"}


def _answer_of(word: Any) -> Any:
    """Map "yes" and "no" to the answers of an offer."""
    return _ANSWERS.get(word.casefold(), word) if isinstance(word, str) else word


YesOrNo = BeforeValidator(_answer_of)


#: Words that confirm orders, and here leave the question to be asked: `I'd resign anyway` is also talk.
_UNSURE = frozenset({"anyway", "sure"})


def _confirmation_of(word: Any) -> Any:
    """Map the words of confirmation that orders take to none, so that the command asks."""
    return "" if isinstance(word, str) and word.casefold() in _UNSURE else word


def _computer_word(word: Any) -> Any:
    """Map any word for the computer to the one that is offered."""
    return COMPUTER[0] if isinstance(word, str) and word.casefold() in COMPUTER else word


Computer = BeforeValidator(_computer_word)


class NothingArgs(Arguments):
    """No arguments."""


class SurelyArgs(Arguments):
    """The word that confirms the command although something would lapse, or nothing."""

    anyway: Literal["anyway", ""] = ""


class NewArgs(Arguments):
    """A scenario, then options as name=value. An option first means the usual scenario; nothing at all asks which one."""

    scenario: str
    options: Free = ""
    #: Other typed names of scenarios, each one or more words.
    aliases: ClassVar[Mapping[str, str]] = {}

    @classmethod
    def read(cls, line: str) -> Any:
        """Parse the text after the command's name; raises ValueError."""
        if "=" in line.partition(" ")[0]:
            return cls(options=line)  # type: ignore[call-arg]  # every subclass gives `scenario` a default
        words = line.split()
        for count in range(min(len(words), _NAME_WORDS), 0, -1):
            if scenario := cls.aliases.get(phrase(" ".join(words[:count]))):
                return cls(scenario=scenario, options=" ".join(words[count:]))
        return super().read(line)


class BiddingArgs(Arguments, ABC):
    """A side and how many of the title's points are ceded for it, or the answer to a bid; titles subclass this."""

    side: str

    @property
    @abstractmethod
    def height(self) -> int:
        """Return the number of points ceded."""


class JoinArgs(Arguments):
    """A seat, or both seats for one person."""

    side: str


class SeedArgs(Arguments):
    """Words for the seed, `sha256` and their hash, or nothing to fix the bot's part of the seed."""

    words: Annotated[str, Field(max_length=200)] = ""


class SettingsArgs(Arguments):
    """A setting and its new value; nothing lists the settings."""

    name: str = ""
    value: Free = ""


class LinkArgs(Arguments):
    """The code given to another account of the same person, or nothing to get one; `sure` confirms."""

    code: Annotated[str, Field(max_length=40)] = ""
    word: Literal["sure", ""] = ""


class ForgetArgs(Arguments):
    """`sure` confirms the deletion."""

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
    """An entry number to go back to, or the answer to a rollback request."""

    to: Annotated[str, YesOrNo]


class MapArgs(Arguments):
    """A theatre, a space, or nothing for the overview."""

    what: Free = ""


class LogArgs(OfAnyGame):
    """`turn`, a part of a turn by the title's word, or a turn's number; the number of a part; and a game."""

    #: The title's word for a part of a turn, also the name of its field; "" where turns have no parts.
    within: ClassVar[str] = ""

    @property
    def number(self) -> str:
        """The number of the part, "" if none is given."""
        return str(getattr(self, self.within)) if self.within else ""


class RulesArgs(Arguments):
    """A paragraph number or a search word."""

    paragraph: Free = ""


class HelpArgs(Arguments):
    """A command, a topic, a page such as `learn`, or a term."""

    command: Free = ""


class YesNoArgs(Arguments):
    """A confirmation."""

    sure: Annotated[Literal["yes", ""], BeforeValidator(_confirmation_of)] = ""


class AnswerArgs(Arguments):
    """The answer to an offer, or nothing to make one; `offer` makes it without asking for confirmation."""

    answer: Annotated[Literal["accept", "reject", "offer", ""], YesOrNo] = ""


class StandingArgs(Arguments):
    """A standing order, `revoke NUMBER|all`, or nothing to list them."""

    order: Free = ""


class WarnArgs(Arguments):
    """Spaces and a remark, or `read`."""

    about: Free = ""


class ClockArgs(Arguments):
    """`claim`, `quiet`, a speed, the answer to a proposed speed, or nothing."""

    what: Annotated[Literal["claim", "quiet", "off", "slow", "standard", "fast", "accept", "reject", ""], YesOrNo] = ""


class SubstituteArgs(Arguments):
    """`offer`, `keep`, the seat to take, the computer or one of its levels, or the answer to a substitution offer."""

    what: Annotated[str, YesOrNo, Computer]


class AssessArgs(OfAnyGame):
    """`why` for the reasons of the computer's last action, a finished game, or nothing for the state of this game."""

    what: Literal["why", ""] = ""
    game: AnyGame = ""

    @model_validator(mode="after")
    def _not_both(self) -> Self:
        if self.what and self.game:
            raise ValueError(self.game)
        return self


class LearnArgs(Arguments):
    """A lesson's number or name, an action in one (optionally with its step), or an answer's letter; nothing lists them."""

    what: Annotated[str, StringConstraints(to_lower=True, pattern=r"^(\w{1,30}(:\w{1,30})?)?$")] = ""


class PuzzleArgs(Arguments):
    """A puzzle's name or an action; after `daily`, whether the channel wants one a day and at which hour."""

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
    """`open` for the open challenges, nothing for one's own games."""

    which: Literal["open", ""] = ""


class RelocateArgs(Arguments):
    """The id of the game to bring to this channel."""

    game: Annotated[str, Bare, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]


class MasterArgs(Arguments):
    """A game master's action and its argument."""

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
