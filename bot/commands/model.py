"""Command definitions: name, typed arguments and who may use them; the texts are in `commands.toml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from typing_extensions import override

from bot.narration.texts import Texts
from bot.table.refusal import Refusal, perhaps, refuse
from bot.table.typed_text import alike

Who = Literal["anybody", "seat", "decider"]
Part = Literal["lobby", "playing", "looking", "around", "season", "watch", "organise"]


class Arguments(BaseModel):
    """Base of all argument models; fields are read from the typed line in order.

    Every field except the last takes one word; the last takes the rest of the line.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def read(cls, line: str) -> Any:
        """Parse the text after the command's name; raises ValueError."""
        names = list(cls.model_fields)
        if not names:
            if line.strip():
                raise ValueError(line)
            return cls()
        words = line.split(maxsplit=len(names) - 1)
        return cls.model_validate(
            {name: cls._lower_fixed(name, word) for name, word in zip(names, words, strict=False)}
        )

    @classmethod
    def written(cls, values: Mapping[str, Any]) -> str:
        """Format values as a line for `read`; gaps before a given value are filled with the field's default."""
        fields = list(cls.model_fields)
        given = [name for name in fields if values.get(name) not in (None, "")]
        shown = fields[: fields.index(given[-1]) + 1] if given else []
        parts = [
            str(values.get(name) if values.get(name) not in (None, "") else cls.model_fields[name].default or "")
            for name in shown
        ]
        return " ".join(part for part in parts if part)

    @classmethod
    def _lower_fixed(cls, name: str, word: str) -> str:
        """Return a word in lower case if it is one of the field's fixed words."""
        small = word.casefold()
        return small if small in cls.choices(name) else word

    @classmethod
    def typed(cls, name: str, word: str) -> str:
        """Return how a word is typed for this field, e.g. `name=word`; "" for positional fields."""
        del name, word
        return ""

    @classmethod
    def completed(cls, usage: str, line: str) -> str:
        """Return a usage with what was typed in the places of its words, as far as their places are known."""
        del line
        return usage

    @classmethod
    def takes(cls, name: str, word: str) -> bool:
        """Return True if a field accepts this word, with all other fields left out."""
        try:
            cls.model_validate({name: word})
        except ValidationError:
            return False
        return True

    @classmethod
    def choices(cls, name: str) -> tuple[str, ...]:
        """Return the fixed words of a field, () if it is free text."""
        annotation = cls.model_fields[name].annotation
        options = [value for value in get_args(annotation) if isinstance(value, str)]
        return tuple(options)


@dataclass(frozen=True, slots=True)
class _Misfit:
    """The first invalid word ("" if one is missing), its field, and pydantic's error type and bound."""

    word: str = ""
    field: str = ""
    kind: str = ""
    bound: int = 0

    @classmethod
    def of(cls, error: Exception) -> _Misfit:
        """Return what is wrong with a line that could not be parsed."""
        if not isinstance(error, ValidationError):
            return cls(str(error))
        wrong = next((one for one in error.errors() if one["type"] != "missing"), None)
        if wrong is None or not wrong["loc"]:  # a combination of valid words is invalid: no single one is to blame
            return cls()
        _, name = _BOUNDS.get(wrong["type"], ("", ""))
        bound = int(wrong["ctx"][name]) if name else 0
        return cls(str(wrong["input"]), str(wrong["loc"][0]), wrong["type"], bound)


def _lacking(error: Exception) -> list[str]:
    """Return the fields that a line lacks, [] where something else is wrong with it."""
    wrong = error.errors() if isinstance(error, ValidationError) else []
    lacking = all(one["type"] in ("missing", "string_too_short") and one["loc"] for one in wrong)
    return [str(one["loc"][0]) for one in wrong] if lacking else []


def _without_backticks(word: Any) -> Any:
    """Strip the backticks that the bot puts around ids."""
    return word.strip("`") if isinstance(word, str) else word


def _with_names(words: Any) -> Any:
    """Replace mentions of people in typed text with their names."""
    return _MENTIONED.sub(r"@\1", words) if isinstance(words, str) else words


#: A mention with a label after a bar, as Slack sends it.
_MENTIONED = re.compile(r"<[@!][^<>|]+\|@?([^<>|]+)>")
Bare = BeforeValidator(_without_backticks)
#: For text that people read: replaces account ids. Put it after the field's bounds: before them, pydantic reports
#: `too_long`, as for a list, instead of `string_too_long`.
Spoken = BeforeValidator(_with_names)
#: A game's id, `last` for the game that ended last here, or nothing for the one here.
AnyGame = Annotated[str, Bare, Field(pattern=r"^(last|[a-z0-9][a-z0-9-]{0,39})?$")]
#: Literal words in a command's usage; placeholders are in capital letters.
_FIXED = re.compile(r"(?<![/\w])[a-z_]{2,}")
#: Errors for values out of bounds: refusal code, and pydantic's name of the bound.
_BOUNDS = {
    "greater_than_equal": ("number_too_low", "ge"),
    "less_than_equal": ("number_too_high", "le"),
    "string_too_long": ("text_too_long", "max_length"),
}
#: Longest usage that a refusal quotes in full; from a longer one the optional parts are left out.
_BRIEF, _OPTIONAL = 120, re.compile(r"\s*\[[^\]]*\]")
#: How many alternatives are suggested for an invalid word.
_SUGGESTED = 3
#: A number with more digits is no count, but may be the id of a game.
_MOST_DIGITS = 4


class NoSuchNumber(ValueError):
    """A number that fits no field of the command."""


class AnyOrderArgs(Arguments):
    """Words in any order: each goes to the first field that accepts it (`/deck removed`, `/deck ap removed`)."""

    @classmethod
    @override
    def read(cls, line: str) -> Any:
        """Parse the text after the command's name; raises ValueError."""
        found: dict[str, str] = {}
        for word in line.casefold().split():
            name = cls._field_of(word, found)
            if name is None:
                return super().read(line)
            found[name] = word
        return cls.model_validate(found)

    @classmethod
    def _field_of(cls, word: str, found: Mapping[str, str]) -> str | None:
        """Return the first field that accepts a word and is still free, None where there is none."""
        return next((name for name in cls.model_fields if name not in found and cls.takes(name, word)), None)


class OfAnyGame(AnyOrderArgs):
    """Base of commands that read any game: `log last 3`, `log 3 last`.

    A subclass declares `game: AnyGame = ""` as its last field.
    """

    @classmethod
    @override
    def _field_of(cls, word: str, found: Mapping[str, str]) -> str:
        """Return the field of a word; raises ValueError where none accepts it, NoSuchNumber for a number that is no game."""
        name = super()._field_of(word, found)
        if name is None:
            raise ValueError(word)
        if name == "game" and word.isdecimal() and len(word) <= _MOST_DIGITS:
            raise NoSuchNumber(word)
        return name

    @classmethod
    def fits(cls, line: str) -> bool:
        """Return True if a line can be parsed."""
        try:
            cls.read(line)
        except ValueError:
            return False
        return True


@dataclass(frozen=True, slots=True)
class Command:
    """A command, the same on every platform."""

    name: str
    part: Part
    arguments: type[Arguments]
    who: Who = "anybody"
    #: Values that its usage fills in from the title: field and value.
    named: tuple[tuple[str, str], ...] = ()
    #: The text table with its help.
    words_under: str = "commands"
    #: It takes free text, in which digits and slashes have no meaning.
    own_words: bool = False
    #: It applies to the game of the channel; other commands work whatever is played there.
    of_channel: bool = True
    #: It brings a game to the channel, where the bot must then be able to post.
    binds: bool = False
    #: A former name of a command: it still works when typed or pressed, but is never listed.
    old: bool = False

    @property
    def alone(self) -> bool:
        """True if it can be typed without arguments."""
        return not any(field.is_required() for field in self.arguments.model_fields.values())

    def parse(self, line: str, words: Texts) -> Any:
        """Parse the arguments; raises a Refusal that shows the usage."""
        try:
            return self.arguments.read(line.strip())
        except NoSuchNumber as error:
            key = f"commands.numbers.{self.name}"
            numbers = words.say(key if words.has(key) else "commands.numbers.none", **dict(self.named))
            raise refuse("no_such_number", text=str(error), numbers=numbers) from None
        except (ValidationError, ValueError) as error:
            raise self._refusal(line.strip(), error, words) from None

    def _refusal(self, line: str, error: Exception, words: Texts) -> Refusal:
        """Build the refusal: the invalid word with likely alternatives, or that something is missing or superfluous."""
        usage, misfit = self._brief_usage(words), _Misfit.of(error)
        if line and not self.arguments.model_fields:
            return refuse("typed_alone", name=self.usage(words).removeprefix("/"), text=line)
        known = misfit.field and misfit.kind != "string_too_short"
        if typed := self.arguments.typed(misfit.field, misfit.word) if known else "":
            return self._option_refusal(typed, misfit, words)
        if missing := self._missing(error, words):
            return refuse(
                "argument_missing", what=words.listed(missing, "and"), usage=self._usage_filled_in(line, words)
            )
        if not misfit.word:
            return refuse("bad_argument", usage=usage)
        if misfit.kind in _BOUNDS:
            return refuse(_BOUNDS[misfit.kind][0], text=misfit.word, bound=misfit.bound, usage=usage)
        close = self.near(misfit.word, words)
        near = words.listed([f"“{found}”" for found in close], "or")
        return perhaps(refuse("bad_word", text=misfit.word, usage=usage, near=near), misfit.word, close)

    def _missing(self, error: Exception, words: Texts) -> list[str]:
        """Return what is missing, in words; [] where other words do not fit, or where the command does not name its arguments."""
        found = _lacking(error)
        keys = [f"{self.words_under}.missing.{name}" for name in found]
        return [words.say(key) for key in keys] if all(map(words.has, keys)) else []

    def _usage_filled_in(self, line: str, words: Texts) -> str:
        """Return what is needed with what was typed in its place: `/league decide 1.2.3 stands REASON`."""
        return self.arguments.completed(_OPTIONAL.sub("", self.usage(words)), line)

    def _option_refusal(self, typed: str, misfit: _Misfit, words: Texts) -> Refusal:
        """Build the refusal of a word whose field is known: what the field accepts."""
        if misfit.kind in _BOUNDS:
            return refuse(_BOUNDS[misfit.kind][0], text=typed, bound=misfit.bound, usage=self._brief_usage(words))
        if misfit.kind.startswith("int_"):
            return refuse("no_number", text=typed)
        choices = tuple(choice for choice in self.arguments.choices(misfit.field) if choice)
        if choices:
            near = "".join(f"“{one}”" for one in alike(misfit.word.casefold(), choices)[:1] if misfit.word)
            return refuse("bad_choice", text=typed, candidates=choices, near=near)
        return refuse("bad_shape", text=typed, shape=words.say(f"{self.words_under}.shapes.{misfit.field}"))

    def _brief_usage(self, words: Texts) -> str:
        """Return the usage; for commands with many options only the required part and where to find the rest."""
        usage = self.usage(words)
        key = f"{self.words_under}.brief"
        if len(usage) <= _BRIEF or not words.has(key):
            return usage
        return words.say(key, usage=_OPTIONAL.sub("", usage), command=self.name)

    def near(self, word: str, words: Texts) -> list[str]:
        """Return the fixed words similar to a word, best first; `capacity:3` suggests `capacity=3`."""
        name, sign, value = word.casefold().partition(":")
        if sign and value and name in self.arguments.model_fields and f"{name}=" in self.usage(words):
            return [f"{name}={value}"]
        return alike(word.casefold(), _FIXED.findall(self.usage(words)))[:_SUGGESTED]

    def help(self, words: Texts) -> str:
        """Return one line of help."""
        return words.say(f"{self.words_under}.help.{self.name}.text")

    def usage(self, words: Texts) -> str:
        """Return the usage, with an example where that helps."""
        return words.say(f"{self.words_under}.help.{self.name}.usage", **dict(self.named))
