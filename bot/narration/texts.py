"""Player-facing words: those of the host in `host/text/LANGUAGE` (renderer/kit/languages.py), with those of a title laid over them.

A language that lacks a text says it in English.

A key is the path of tables in its file, joined by dots, e.g. `reasons.no_ops`. A value is a template
(renderer/kit/templates.py), or a table of them with `one`, `other` and what else the language has, chosen by the field `count`.
"""

from __future__ import annotations

import contextlib
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from copy import copy
from functools import cache
from typing import Any

from bot.narration import pseudo
from renderer.kit import languages, templates


class MissingText(KeyError):
    """A text that the code asks for is not in the files: an author's mistake."""


class Said(str):
    """A text that knows what it was made of: put into a sentence of another language it is said in that one."""

    __slots__ = ("__dict__",)

    def told_in(self, words: Texts) -> str:
        """Return it in the language of some words."""
        raise NotImplementedError("a text says itself what it is made of")


class HostText(Said):
    """A text of the host, worded for the operator. Whoever shows it to somebody else says it with `Texts.told`.

    So an error carries key and data, wherever it is raised, and is worded where it is shown.
    """

    key: str
    data: dict[str, Any]

    def told_in(self, words: Texts) -> str:
        """Return it in the language of some words."""
        return words.say(self.key, **self.data)

    def with_values(self, change: Callable[[str], str]) -> str:
        """Return the same with what is put in changed."""
        return host_text(
            self.key, **{name: change(one) if isinstance(one, str) else one for name, one in self.data.items()}
        )

    def __str__(self) -> str:
        """Keep key and data: `str(error)` is what the error was raised with."""
        return self


class Texts:
    """All words of one language."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._locale = templates.locale_of(language)
        self._tables: dict[str, Any] = _read("host", language)

    def laid_over(self, own: Mapping[str, Any]) -> Texts:
        """Return these words with those of a title laid over them, table by table."""
        made = copy(self)
        vars(made)["_tables"] = _merged(self._tables, own)
        return made

    def find(self, key: str) -> Any:
        """Return the raw value under a key, None if there is none."""
        value: Any = self._tables
        for part in key.split("."):
            if not isinstance(value, dict) or part not in value:
                return None
            value = value[part]
        return value

    def table(self, key: str) -> dict[str, Any]:
        """Return a whole table of texts; raises MissingText if there is none."""
        value = self.find(key)
        if not isinstance(value, dict):
            raise MissingText(key)
        return value

    def has(self, key: str) -> bool:
        """Return True if `say` can say it."""
        return self.find(key) is not None

    def say(self, key: str, /, **data: Any) -> str:
        """Return the text under a key with the data put in; raises MissingText if there is none."""
        value = self.find(key)
        if isinstance(value, dict) and "other" in value:
            value = templates.plural(value, data.get("count"), self._locale)
        if not isinstance(value, str):
            raise MissingText(key)
        for name, one in data.items():
            if isinstance(one, Said):
                data[name] = one.told_in(self)
        return templates.template(value).filled(key, data, self._locale)

    def told(self, text: str) -> str:
        """Return a text in this language if it knows what it was made of, else as it is."""
        return text.told_in(self) if isinstance(text, Said) else text

    def listed(self, items: list[str], word: str = "and") -> str:
        """Items as a list in a sentence, joined by "and" or "or": "A, B and C"."""
        items = [self.told(one) for one in items]
        if self.language == pseudo.LANGUAGE:  # of which the CLDR has no patterns
            return pseudo.joined(items, lambda marks: templates.listed(marks, word, self._locale))
        return templates.listed(items, word, self._locale)

    def faults(self) -> Iterator[str]:
        """Yield what is wrong with these templates, one sentence each, naming file and key; nothing of the host's in those of a title."""
        ours = None if self is texts(self.language) else texts(self.language)
        for key, what in templates.faults(self._tables, self.language):
            if ours is None or self.find(key) != ours.find(key):
                file, _, within = key.partition(".")
                yield f"text/{self.language}/{file}.toml, {within}: {what}"


def _read(layer: str, language: str) -> dict[str, Any]:
    """Return the files of the host or of a title in a language, by name, over those in English."""
    tables = {
        file.name.removesuffix(".toml"): tomllib.loads(file.read_text(encoding="utf-8"))
        for file in languages.files(layer, language)
    }
    return tables if language == languages.USUAL else languages.merged(_read(layer, languages.USUAL), tables)


def lacking(language: str, *titles: str) -> list[str]:
    """Return the keys of texts of the host and of titles that are in English alone, each with its file."""
    found: list[str] = []
    for layer in ("host", *titles):
        theirs = {
            file.name.removesuffix(".toml"): tomllib.loads(file.read_text(encoding="utf-8"))
            for file in languages.files(layer, language)
        }
        ours, there = (dict(_leaves(tables)) for tables in (_read(layer, languages.USUAL), theirs))
        found += [f"{layer}/text/{language}/{key.replace('.', '.toml ', 1)}" for key in ours if key not in there]
    return found


def _leaves(tables: Mapping[str, Any], under: str = "") -> Iterator[tuple[str, Any]]:
    """All texts with their keys; a table of plurals is one."""
    for name, value in tables.items():
        if isinstance(value, Mapping) and "other" not in value:
            yield from _leaves(value, f"{under}{name}.")
        else:
            yield f"{under}{name}", value


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Two tables as one, in which what is above counts."""
    made = dict(below)
    for name, value in above.items():
        under = made.get(name)
        made[name] = _merged(under, value) if isinstance(under, dict) and isinstance(value, Mapping) else value
    return made


def texts(language: str = languages.USUAL) -> Texts:
    """Return the words of the host in a language, read once."""
    return _texts(language)


_texts = cache(Texts)


class Pattern(str):
    """A text with its fields still to be put in, by `format`, which chooses words by numbers as `Texts.say` does."""

    __slots__ = ("key", "language")
    key: str
    language: str

    @classmethod
    def of(cls, text: str, key: str, language: str) -> str:
        """Return a text of a key in a language; a plain one where it has no fields, since it is sent as it is."""
        if "{" not in text:
            return text
        made = cls(text)
        made.key, made.language = key, language
        return made

    def format(self, *_: object, **data: object) -> str:
        """Return it with its fields put in."""
        return templates.template(str(self)).filled(self.key, data, templates.locale_of(self.language))


_operator = [languages.USUAL]

#: The language of what is being answered or posted in this task; "" where nobody has said.
SPEAKING: ContextVar[str] = ContextVar("SPEAKING", default="")


@contextlib.contextmanager
def speaking(language: str) -> Iterator[None]:
    """Have what a platform says by itself speak a language, that of the post or answer that it comes with."""
    token = SPEAKING.set(language)
    try:
        yield
    finally:
        SPEAKING.reset(token)


def spoken_texts() -> Texts:
    """Return the words of the host in the language of what is being answered or posted in this task."""
    return texts(SPEAKING.get() or _operator[0])


def operator_texts() -> Texts:
    """Return the words of the host in the operator's language."""
    return texts(_operator[0])


def host_text(key: str, /, **data: Any) -> str:
    """Return a text of the host for the operator, and for what fails before anybody's language is known; see `HostText`."""
    made = HostText(operator_texts().say(key, **data))
    made.key, made.data = key, data
    return made


def speak_to_operator(language: str) -> None:
    """Say what the operator reads, the command line and the log, in a language."""
    _operator[0] = language


@cache
def texts_of(title: str, language: str = "en") -> Texts:
    """Return the words in a language that are said in games of a title, which has its own under `assets/TITLE/text`."""
    return texts(language).laid_over(_read(title, language))
