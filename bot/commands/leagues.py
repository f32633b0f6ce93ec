"""The commands of leagues, all under a root of their own beside those of the titles, each declared once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from bot.commands.catalogue import Free
from bot.commands.model import Arguments, Command, Part

#: The word before every command of leagues.
ROOT = "league"
#: The table in which the words about them stand.
WORDS = "leagues"
#: The parts, players' first; those of organisers lie in a group where a platform takes only so many in one.
PARTS: tuple[Part, ...] = ("season", "organise")

#: A season by its id or name, nothing for the one that is meant here.
Which = Annotated[str, Field(max_length=80)]


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


def _command(name: str, part: Literal["season", "organise"], arguments: type[Arguments]) -> Command:
    return Command(name, part, arguments, words_under=WORDS)


COMMANDS: tuple[Command, ...] = (_command("help", "season", Help),)
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
