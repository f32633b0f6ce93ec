"""What a command is: name, typed arguments, who may use it; words live in `commands.toml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from bot.narration.texts import Texts
from bot.table.refusal import Refusal, perhaps, refuse
from bot.table.typed_text import alike

Who = Literal["anybody", "seat", "decider"]
Part = Literal["lobby", "playing", "looking", "around", "season", "watch", "organise"]


class Arguments(BaseModel):
    """Base of all argument models; fields are read from the typed line in their order.

    Every field but the last takes one word, the last takes the rest of the line.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def read(cls, line: str) -> Any:
        """Return the arguments from what was typed behind the command's name; raises ValueError."""
        names = list(cls.model_fields)
        if not names:
            if line.strip():
                raise ValueError(line)
            return cls()
        words = line.split(maxsplit=len(names) - 1)
        return cls.model_validate({name: cls._plain(name, word) for name, word in zip(names, words, strict=False)})

    @classmethod
    def written(cls, values: Mapping[str, Any]) -> str:
        """Return the line of which `read` makes these values; one left out before one that is given has its default."""
        fields = list(cls.model_fields)
        given = [name for name in fields if values.get(name) not in (None, "")]
        shown = fields[: fields.index(given[-1]) + 1] if given else []
        parts = [
            str(values.get(name) if values.get(name) not in (None, "") else cls.model_fields[name].default or "")
            for name in shown
        ]
        return " ".join(part for part in parts if part)

    @classmethod
    def _plain(cls, name: str, word: str) -> str:
        """Return a word in small letters, if it is one of those that a field may have."""
        small = word.casefold()
        return small if small in cls.choices(name) else word

    @classmethod
    def typed(cls, name: str, word: str) -> str:
        """How a field is typed with this word; "" where a word's place alone says what it is."""
        del name, word
        return ""

    @classmethod
    def takes(cls, name: str, word: str) -> bool:
        """Return True if a field may have this word, the others being left out."""
        try:
            cls.model_validate({name: word})
        except ValidationError:
            return False
        return True

    @classmethod
    def choices(cls, name: str) -> tuple[str, ...]:
        """Return the fixed words that a field may have, () where it is free."""
        annotation = cls.model_fields[name].annotation
        options = [value for value in get_args(annotation) if isinstance(value, str)]
        return tuple(options)


@dataclass(frozen=True, slots=True)
class _Misfit:
    """The first word that did not fit, "" where one is missing; which field it was for, and what pydantic calls the fault."""

    word: str = ""
    field: str = ""
    kind: str = ""
    bound: int = 0

    @classmethod
    def of(cls, error: Exception) -> _Misfit:
        """Return what is wrong with a line that could not be read."""
        if not isinstance(error, ValidationError):
            return cls(str(error))
        wrong = next((one for one in error.errors() if one["type"] != "missing"), None)
        if wrong is None or not wrong["loc"]:  # words that do not go together: none of them is at fault alone
            return cls()
        _, name = _BOUNDS.get(wrong["type"], ("", ""))
        bound = int(wrong["ctx"][name]) if name else 0
        return cls(str(wrong["input"]), str(wrong["loc"][0]), wrong["type"], bound)


def _bare(word: Any) -> Any:
    """Return a word without the marks that stand around ids in what the bot says."""
    return word.strip("`") if isinstance(word, str) else word


def _spoken(words: Any) -> Any:
    """Return what somebody wrote, with the names of people whom a platform mentions by id and name."""
    return _MENTIONED.sub(r"@\1", words) if isinstance(words, str) else words


#: A mention with what was typed behind a bar, as Slack passes it on.
_MENTIONED = re.compile(r"<[@!][^<>|]+\|@?([^<>|]+)>")
Bare = BeforeValidator(_bare)
#: Of words that are for people to read: no id of an account stands in them. Put it behind the bounds of the field: in front of them
#: pydantic calls what is too long `too_long`, as of a list, instead of `string_too_long`.
Spoken = BeforeValidator(_spoken)
#: The id of a game, `last` for the one that ended last here, or nothing for the one here.
AnyGame = Annotated[str, Bare, Field(pattern=r"^(last|[a-z0-9][a-z0-9-]{0,39})?$")]
#: Words that are typed as they stand, in the usage of a command; what stands for others is in capital letters.
_FIXED = re.compile(r"(?<![/\w])[a-z_]{2,}")
#: What a word may be beyond: the code of the refusal, and where pydantic names the bound.
_BOUNDS = {
    "greater_than_equal": ("number_too_low", "ge"),
    "less_than_equal": ("number_too_high", "le"),
    "string_too_long": ("text_too_long", "max_length"),
}
#: Letters of a usage that a refusal repeats; of a longer one it repeats what is needed, without what may be left out.
_BRIEF, _OPTIONAL = 120, re.compile(r"\s*\[[^\]]*\]")
#: Words that are suggested for one that does not fit.
_SUGGESTED = 3
#: More figures than this are no number that somebody counts by, but may be the id of a game.
_FIGURES = 4


class NoSuchNumber(ValueError):
    """A number that no field takes as one."""


class OfAnyGame(Arguments):
    """Base of commands that read a game; each word goes to the first field that takes it, the game's last of all.

    So the game may be named anywhere: `log last 3`, `log 3 last`. A subclass declares `game: AnyGame = ""` at its end.
    """

    @classmethod
    def read(cls, line: str) -> Any:
        """Return the arguments from what was typed behind the command's name; raises ValueError."""
        found: dict[str, str] = {}
        for word in line.casefold().split():
            name = next((name for name in cls.model_fields if name not in found and cls.takes(name, word)), None)
            if name is None:
                raise ValueError(word)
            if name == "game" and word.isdecimal() and len(word) <= _FIGURES:
                raise NoSuchNumber(word)
            found[name] = word
        return cls.model_validate(found)

    @classmethod
    def fits(cls, line: str) -> bool:
        """Return True if a line can be read."""
        try:
            cls.read(line)
        except ValueError:
            return False
        return True


@dataclass(frozen=True, slots=True)
class Command:
    """One command, the same on every platform."""

    name: str
    part: Part
    arguments: type[Arguments]
    who: Who = "anybody"
    #: Words of the title that its usage names: field and value.
    named: tuple[tuple[str, str], ...] = ()
    #: The table in which the words about it stand.
    words_under: str = "commands"
    #: It takes people's own words, in which a digit or a slash means nothing.
    own_words: bool = False
    #: It means the game of the channel; others are carried out whatever is played there.
    of_channel: bool = True
    #: It brings a game to the channel, in which the bot must then be able to post.
    binds: bool = False
    #: An older name of a command that is elsewhere now: it works where it is typed or a button says it, and no list offers it.
    old: bool = False

    @property
    def alone(self) -> bool:
        """True if it may be typed without anything behind it."""
        return not any(field.is_required() for field in self.arguments.model_fields.values())

    def parse(self, line: str, words: Texts) -> Any:
        """Return the typed arguments; refuses with the usage."""
        try:
            return self.arguments.read(line.strip())
        except NoSuchNumber as error:
            key = f"commands.numbers.{self.name}"
            numbers = words.say(key if words.has(key) else "commands.numbers.none", **dict(self.named))
            raise refuse("no_such_number", text=str(error), numbers=numbers) from None
        except (ValidationError, ValueError) as error:
            raise self._wrong(line.strip(), error, words) from None

    def _wrong(self, line: str, error: Exception, words: Texts) -> Refusal:
        """Which word does not fit, with the one that may be meant; or that something is missing, or too much."""
        usage, misfit = self._brief_usage(words), _Misfit.of(error)
        if line and not self.arguments.model_fields:
            return refuse("typed_alone", name=self.usage(words).removeprefix("/"), text=line)
        known = misfit.field and misfit.kind != "string_too_short"
        if typed := self.arguments.typed(misfit.field, misfit.word) if known else "":
            return self._wrong_option(typed, misfit, words)
        if not misfit.word:
            return refuse("bad_argument", usage=usage)
        if misfit.kind in _BOUNDS:
            return refuse(_BOUNDS[misfit.kind][0], text=misfit.word, bound=misfit.bound, usage=usage)
        close = self.near(misfit.word, words)
        near = words.listed([f"“{found}”" for found in close], "or")
        return perhaps(refuse("bad_word", text=misfit.word, usage=usage, near=near), misfit.word, close)

    def _wrong_option(self, typed: str, misfit: _Misfit, words: Texts) -> Refusal:
        """Return a word that does not fit a field which is known: what the field takes."""
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
        """How it is typed; of a command with many options what it needs, and where the others are told."""
        usage = self.usage(words)
        key = f"{self.words_under}.brief"
        if len(usage) <= _BRIEF or not words.has(key):
            return usage
        return words.say(key, usage=_OPTIONAL.sub("", usage), command=self.name)

    def near(self, word: str, words: Texts) -> list[str]:
        """Return the fixed words of the command that one may be meant for, the likest first; `capacity:3` means `capacity=3`."""
        name, sign, value = word.casefold().partition(":")
        if sign and value and name in self.arguments.model_fields and f"{name}=" in self.usage(words):
            return [f"{name}={value}"]
        return alike(word.casefold(), _FIXED.findall(self.usage(words)))[:_SUGGESTED]

    def help(self, words: Texts) -> str:
        """One line of help."""
        return words.say(f"{self.words_under}.help.{self.name}.text")

    def usage(self, words: Texts) -> str:
        """How it is typed, with an example where that helps."""
        return words.say(f"{self.words_under}.help.{self.name}.usage", **dict(self.named))
