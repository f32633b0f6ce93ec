"""What the arguments of commands of leagues are made of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, ValidationError

from bot.commands.model import Arguments, Bare, Command, Part, Spoken

#: The table in which the words about the commands stand.
WORDS = "leagues"
#: A season by its id or name, nothing for the one that is meant here.
Which = Annotated[str, Field(max_length=80)]
#: Results although they are hidden from whoever asks.
Show = Literal["results", ""]
#: A match by its id, what somebody gives as the reason for an act, and a person by name or mention.
Match = Annotated[str, Bare, Field(pattern=r"^\d+\.\d+\.\d+$")]
Reason = Annotated[str, Field(min_length=1, max_length=200), Spoken]
Whom = Annotated[str, Field(min_length=1)]
Anyone = str
#: A word that stands for a number, if maybe for none that a command takes.
_NUMBER = re.compile(r"[-+]?\d.*")
#: A field and its value joined by the wrong sign: `capacity:3`.
_COLON = re.compile(r"([^\W\d]+):([^/].*)")


class NamedArguments(Arguments):
    """Base of arguments that are named: words in front go to the `placed` fields, `name=value` words to the others.

    The last placed field takes all words that are left; so does a named value until the next name. If it is a number, words
    after it name the season, as do words in place of the only one; so do words where none is placed. Names that are no field
    go to the field `options`, where there is one. A subclass declares `season: Which = ""` at its end.
    """

    placed: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def read(cls, line: str) -> Any:
        """Return the arguments from what was typed behind the command's name; raises ValueError."""
        plain, named, more = list[str](), dict[str, list[str]](), list[str]()
        into = plain
        for word in line.split():
            name, equals, value = word.partition("=")
            if equals and name.casefold() in cls.model_fields:
                into = named.setdefault(name.casefold(), [])
                into += [value] if value else []
            elif equals and "options" in cls.model_fields:
                more.append(word)
            elif into is not plain and (colon := _COLON.fullmatch(word)) and not cls._goes_on(named, word):
                if colon[1].casefold() in cls.model_fields or "options" not in cls.model_fields:
                    raise ValueError(word)
                more.append("=".join(colon.groups()))
            else:
                into.append(word)
        if not plain and named:
            plain = cls._words_behind(named)
        found = cls._placed(plain) | {name: cls._lower_fixed(name, " ".join(words)) for name, words in named.items()}
        return cls.model_validate(found | ({"options": " ".join(more)} if more else {}))

    @classmethod
    def _goes_on(cls, named: Mapping[str, list[str]], word: str) -> bool:
        """Return whether a word can belong to the value of the field named last."""
        *_, (name, words) = named.items()
        try:
            cls.model_validate({name: cls._lower_fixed(name, " ".join([*words, word]))})
        except ValidationError as error:
            return not any(one["loc"][:1] == (name,) for one in error.errors())
        return True

    @classmethod
    def _words_behind(cls, named: dict[str, list[str]]) -> list[str]:
        """Take the words for the placed fields off the last named value, if exactly one parting fits: `bid season=cup cp 3`."""
        if not any(cls.model_fields[name].is_required() for name in cls.placed):
            return []
        *_, (last, words) = named.items()
        others = {name: cls._lower_fixed(name, " ".join(value)) for name, value in named.items() if name != last}
        fitting = list[int]()
        for at in range(1, len(words)):
            with suppress(ValueError):
                cls.model_validate(cls._placed(words[at:]) | others | {last: " ".join(words[:at])})
                fitting.append(at)
        if len(fitting) != 1:
            return []
        named[last] = words[: fitting[0]]
        return words[fitting[0] :]

    @classmethod
    def _placed(cls, words: list[str]) -> dict[str, str]:
        if [word.casefold() for word in words] == ["yes"] and "sure" in cls.model_fields:
            return {"sure": "yes"}  # to the question whether somebody is sure
        words, season = cls._without_season(words)
        if words and not cls.placed:
            raise ValueError(words[0])
        parts = " ".join(words).split(maxsplit=len(cls.placed) - 1) if words else []
        found = {name: cls._lower_fixed(name, word) for name, word in zip(cls.placed, parts, strict=False)}
        return found | ({"season": " ".join(season)} if season else {})

    @classmethod
    def _without_season(cls, words: list[str]) -> tuple[list[str], list[str]]:
        """Return the placed words, and those that name the season behind a number: `table 2 spring cup`, `table spring`."""
        if "season" not in cls.model_fields:
            return words, []
        if not cls.placed:
            return ([], words) if words and all(map(cls._may_name_season, words)) else (words, [])
        if cls.model_fields[cls.placed[-1]].annotation is not int:
            return words, []
        last = len(cls.placed) - 1
        if not last and words and not _NUMBER.fullmatch(words[0]):
            return [], words
        return words[: last + 1], words[last + 1 :]

    @classmethod
    def _may_name_season(cls, word: str) -> bool:
        """Return whether a word is no number, and no value or name of another field."""
        fixed = {choice for name in cls.model_fields for choice in cls.choices(name)}
        name = word.casefold().partition(":")[0]
        return not _NUMBER.fullmatch(word) and word.casefold() not in fixed and name not in cls.model_fields

    @classmethod
    def completed(cls, usage: str, line: str) -> str:
        """Return a usage with what was typed in the places of its words: placed words in front, named ones behind their names."""
        needed = [name for name, field in cls.model_fields.items() if field.is_required()]
        root, *places = re.split(r" (?=[A-Z]|\w+\||\w+=)", usage)
        if len(places) != len(needed):
            return usage
        plain = " ".join(word for word in line.split() if "=" not in word)
        typed = cls._placed(plain.split()) | {
            name: place
            for place in re.split(r" (?=\w+=)", f" {line}")
            for name in needed
            if place.startswith(f"{name}=") and place != f"{name}="
        }
        return " ".join([root, *(typed.get(name) or place for name, place in zip(needed, places, strict=True))])

    @classmethod
    def typed(cls, name: str, word: str) -> str:
        """Return a placed word as it stands, any other behind its name."""
        return word if name in cls.placed else f"{name}={word}"

    @classmethod
    def written(cls, values: Mapping[str, Any]) -> str:
        """Return the line of which `read` makes these values."""
        given = {name: str(value) for name, value in values.items() if value not in (None, "")}
        front = [given[name] for name in cls.placed if name in given]
        named = [f"{name}={value}" for name, value in given.items() if name not in (*cls.placed, "options")]
        return " ".join([*front, *([given["options"]] if "options" in given else []), *named])


class OfSeason(NamedArguments):
    """A season, or nothing for the one that is meant here."""

    season: Which = ""


def command(name: str, part: Part, arguments: type[Arguments]) -> Command:
    """Return a command of a part."""
    return Command(name, part, arguments, words_under=WORDS)


def moved(name: str, part: Part, arguments: type[Arguments]) -> Command:
    """Return the older name of a command that the host has now, with the host's words."""
    return Command(name, part, arguments, old=True)


__all__ = [
    "WORDS",
    "Anyone",
    "Match",
    "NamedArguments",
    "OfSeason",
    "Reason",
    "Show",
    "Which",
    "Whom",
    "command",
    "moved",
]
