"""What a command is: name, typed arguments, who may use it; words live in `commands.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from bot.narration.texts import Texts
from bot.notation.refusal import refuse

Who = Literal["anybody", "seat", "decider"]
Part = Literal["lobby", "playing", "looking", "around"]


class Arguments(BaseModel):
    """Base of all argument models; fields are read from the typed line in their order.

    Every field but the last takes one word, the last takes the rest of the line.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def read(cls, line: str) -> Any:
        """The arguments from what was typed behind the command's name; raises ValueError."""
        names = list(cls.model_fields)
        if not names:
            if line.strip():
                raise ValueError(line)
            return cls()
        words = line.split(maxsplit=len(names) - 1)
        return cls.model_validate(dict(zip(names, words, strict=False)))

    @classmethod
    def takes(cls, name: str, word: str) -> bool:
        """True if a field may have this word, the others being left out."""
        try:
            cls.model_validate({name: word})
        except ValidationError:
            return False
        return True

    @classmethod
    def choices(cls, name: str) -> tuple[str, ...]:
        """The fixed words that a field may have, () where it is free."""
        annotation = cls.model_fields[name].annotation
        options = [value for value in get_args(annotation) if isinstance(value, str)]
        return tuple(options)


def _bare(word: Any) -> Any:
    """A word without the marks that stand around ids in what the bot says."""
    return word.strip("`") if isinstance(word, str) else word


Bare = BeforeValidator(_bare)
#: The id of a game, `last` for the one that ended last here, or nothing for the one here.
AnyGame = Annotated[str, Bare, Field(pattern=r"^(last|[a-z0-9][a-z0-9-]{0,39})?$")]
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
        """The arguments from what was typed behind the command's name; raises ValueError."""
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
        """True if a line can be read."""
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

    def parse(self, line: str, words: Texts) -> Any:
        """The typed arguments; refuses with the usage."""
        try:
            return self.arguments.read(line.strip())
        except NoSuchNumber as error:
            key = f"commands.numbers.{self.name}"
            numbers = words.say(key if words.has(key) else "commands.numbers.none")
            raise refuse("no_such_number", text=str(error), numbers=numbers) from None
        except (ValidationError, ValueError):
            raise refuse("bad_argument", usage=self.usage(words)) from None

    def help(self, words: Texts) -> str:
        """One line of help."""
        return words.say(f"commands.help.{self.name}.text")

    def usage(self, words: Texts) -> str:
        """How it is typed, with an example where that helps."""
        return words.say(f"commands.help.{self.name}.usage")
