"""Texts for players: the host's, in `host/text/LANGUAGE` (renderer/kit/languages.py), overlaid with a title's.

Texts missing in a language are in English.

A key is the path of tables in its file, joined by dots, e.g. `reasons.no_ops`. A value is a template
(renderer/kit/templates.py), or a table of them with `one`, `other` and the language's further plural categories, chosen
by the field `count`.
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
    """The code asks for a text that isn't in the files: a programming error."""


class Said(str):
    """A text that remembers its parts, so that it can be rendered again in another language."""

    __slots__ = ("__dict__",)

    def told_in(self, words: Texts) -> str:
        """Return it in the language of `words`."""
        raise NotImplementedError("a text says itself what it is made of")


class HostText(Said):
    """A host text rendered for the operator; to show it to someone else, use `Texts.told`.

    An error thus carries key and data wherever it is raised, and is worded where it is shown.
    """

    key: str
    data: dict[str, Any]

    def told_in(self, words: Texts) -> str:
        """Return it in the language of `words`."""
        return words.say(self.key, **self.data)

    def with_values(self, change: Callable[[str], str]) -> str:
        """Return the same text with its string values changed."""
        return host_text(
            self.key, **{name: change(one) if isinstance(one, str) else one for name, one in self.data.items()}
        )

    def __str__(self) -> str:
        """Return self, so that `str(error)` keeps key and data."""
        return self


class Texts:
    """All texts of one language."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._locale = templates.locale_of(language)
        self._tables: dict[str, Any] = _read("host", language)

    def laid_over(self, own: Mapping[str, Any]) -> Texts:
        """Return these texts overlaid with those of a title, table by table."""
        made = copy(self)
        vars(made)["_tables"] = _merge_tables(self._tables, own)
        return made

    def find(self, key: str) -> Any:
        """Return the raw value of a key, None if there is none."""
        value: Any = self._tables
        for part in key.split("."):
            if not isinstance(value, dict) or part not in value:
                return None
            value = value[part]
        return value

    def table(self, key: str) -> dict[str, Any]:
        """Return a whole table; raises MissingText if there is none."""
        value = self.find(key)
        if not isinstance(value, dict):
            raise MissingText(key)
        return value

    def has(self, key: str) -> bool:
        """Return True if `say` has a text for this key."""
        return self.find(key) is not None

    def say(self, key: str, /, **data: Any) -> str:
        """Return the text of a key with its fields filled in; raises MissingText if there is none."""
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
        """Return a `Said` text in this language, any other unchanged."""
        return text.told_in(self) if isinstance(text, Said) else text

    def listed(self, items: list[str], word: str = "and") -> str:
        """Join items into a list with "and" or "or": "A, B and C"."""
        items = [self.told(one) for one in items]
        if self.language == pseudo.LANGUAGE:  # the CLDR has no patterns for it
            return pseudo.joined(items, lambda marks: templates.listed(marks, word, self._locale))
        return templates.listed(items, word, self._locale)

    def faults(self) -> Iterator[str]:
        """Yield the faults of these templates, a sentence each with file and key; a title's without the host's."""
        ours = None if self is texts(self.language) else texts(self.language)
        for key, what in templates.faults(self._tables, self.language):
            if ours is None or self.find(key) != ours.find(key):
                file, _, within = key.partition(".")
                yield f"text/{self.language}/{file}.toml, {within}: {what}"


def _read(layer: str, language: str) -> dict[str, Any]:
    """Load the files of the host or a title in a language, by name, overlaid on the English ones."""
    tables = {
        file.name.removesuffix(".toml"): tomllib.loads(file.read_text(encoding="utf-8"))
        for file in languages.files(layer, language)
    }
    return tables if language == languages.USUAL else languages.merged(_read(layer, languages.USUAL), tables)


def lacking(language: str, *titles: str) -> list[str]:
    """Return the keys of host and title texts that exist only in English, each with its file."""
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
    """Yield all texts with their keys; a table of plurals counts as one."""
    for name, value in tables.items():
        if isinstance(value, Mapping) and "other" not in value:
            yield from _leaves(value, f"{under}{name}.")
        else:
            yield f"{under}{name}", value


def _merge_tables(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Merge two tables; `above` takes precedence."""
    made = dict(below)
    for name, value in above.items():
        under = made.get(name)
        made[name] = _merge_tables(under, value) if isinstance(under, dict) and isinstance(value, Mapping) else value
    return made


def texts(language: str = languages.USUAL) -> Texts:
    """Return the host's texts in a language, cached."""
    return _texts(language)


_texts = cache(Texts)


class Pattern(str):
    """A text whose fields are filled in by `format`, which handles plurals like `Texts.say`."""

    __slots__ = ("key", "language")
    key: str
    language: str

    @classmethod
    def of(cls, text: str, key: str, language: str) -> str:
        """Create it from the text of a key; returns a plain string if there are no fields, since it is sent unchanged."""
        if "{" not in text:
            return text
        made = cls(text)
        made.key, made.language = key, language
        return made

    def format(self, *_: object, **data: object) -> str:
        """Return the text with its fields filled in."""
        return templates.template(str(self)).filled(self.key, data, templates.locale_of(self.language))


_operator = [languages.USUAL]

#: Language of the current answer or post in this task; "" if unset.
SPEAKING: ContextVar[str] = ContextVar("SPEAKING", default="")


@contextlib.contextmanager
def speaking(language: str) -> Iterator[None]:
    """Set the language of a platform's own texts within the block, to that of the post or answer they accompany."""
    token = SPEAKING.set(language)
    try:
        yield
    finally:
        SPEAKING.reset(token)


def spoken_texts() -> Texts:
    """Return the host's texts in the language of the current answer or post."""
    return texts(SPEAKING.get() or _operator[0])


def operator_texts() -> Texts:
    """Return the host's texts in the operator's language."""
    return texts(_operator[0])


def host_text(key: str, /, **data: Any) -> str:
    """Return a host text for the operator, or for errors raised before the user's language is known; see `HostText`."""
    made = HostText(operator_texts().say(key, **data))
    made.key, made.data = key, data
    return made


def speak_to_operator(language: str) -> None:
    """Set the language of the command line and the log."""
    _operator[0] = language


@cache
def texts_of(title: str, language: str = "en") -> Texts:
    """Return the texts for games of a title in a language, including its own under `assets/TITLE/text`."""
    return texts(language).laid_over(_read(title, language))
