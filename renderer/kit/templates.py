"""Sentence templates with the grammar of their language: plurals, lists and numbers by CLDR rules.

A template uses `str.format` syntax. A field can select its text by a number, with CLDR plural categories
(https://cldr.unicode.org/index/cldr-spec/plural-rules): `{days:one # day|other # days}`. `#` is the number; `=0 no
points` is selected by that exact number; branches can contain fields. Any other format spec (`{x:>3}`) works as in
`str.format`.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from string import Formatter
from typing import Any, NamedTuple

from babel.core import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.numbers import format_decimal

_log = logging.getLogger(__name__)
_CATEGORIES = ("zero", "one", "two", "few", "many", "other")
#: One branch of a plural: its category or exact number, and its text.
CATEGORY = re.compile(rf"(=\d+|{'|'.join(_CATEGORIES)})(?: (.*))?", re.DOTALL)
_FIELD = re.compile(r"[a-z_][a-z_0-9]*")
#: Our English is British: "A, B and C", "29 Nov 2026".
_REGIONS = {"en": "en-GB"}
_STYLES = {"and": "standard", "or": "or"}


class TemplateError(ValueError):
    """Raised for a template that can never be filled in: an author's mistake."""


class _Plural(NamedTuple):
    """The branches of one field, by exact number ("=0") or category."""

    field: str
    branches: dict[str, tuple[str | _Plural, ...]]

    def chosen(self, data: Mapping[str, Any], locale: Locale) -> str:
        number = number_of(data.get(self.field))
        if number is None:
            return _flat(self.branches["other"], data, locale)
        exact = self.branches.get(f"={number}")
        branch = exact if exact is not None else self.branches.get(locale.plural_form(number))
        return _flat(branch if branch is not None else self.branches["other"], data, locale)


class _Fields(dict[str, Any]):
    """Fields of a sentence; a missing one is logged and shown as a dash rather than breaking the sentence."""

    __slots__ = ("key",)
    key: str

    def __missing__(self, name: str) -> str:
        tell_once(self.key, name)
        return "–"


@lru_cache(maxsize=1_024)
def tell_once(key: str, name: str) -> None:
    """Log once that a text lacks one of its fields."""
    _log.warning("the text %s lacks the field %s", key, name)


class Template:
    """One compiled text."""

    __slots__ = ("_parts", "text")

    def __init__(self, text: str) -> None:
        """Compile a text; raises TemplateError if it is malformed."""
        self.text = text
        try:
            parts = tuple(_parts(text, None))
        except ValueError as error:
            raise TemplateError(str(error)) from error
        #: None if plain `str.format` is enough.
        self._parts = parts if any(isinstance(part, _Plural) for part in parts) else None

    def filled(self, key: str, data: Mapping[str, Any], locale: Locale) -> str:
        """Return the text with its fields filled in; `key` identifies it in the log if a field is missing."""
        plain = self.text if self._parts is None else _flat(self._parts, data, locale)
        fields = _Fields({name: figure(value, locale) for name, value in data.items()})
        fields.key = key
        return plain.format_map(fields)

    def fields(self) -> set[str]:
        """Return the names of its fields, including those inside plural branches."""
        return set(_fields(self.text))

    def categories(self) -> set[str]:
        """Return the plural categories that it has branches for."""
        return set(_used(self._parts or ()))


@lru_cache(maxsize=16_384)
def template(text: str) -> Template:
    """Return a compiled text (cached); raises TemplateError."""
    return Template(text)


@cache
def locale_of(language: str) -> Locale:
    """Return the locale of a tag ("en", "pt-BR"); falls back to the base language, then to English, if the CLDR lacks it."""
    for tag in (_REGIONS.get(language, language), language.split("-", maxsplit=1)[0], "en"):
        try:
            return Locale.parse(_REGIONS.get(tag, tag), sep="-")
        except (UnknownLocaleError, ValueError):
            continue
    raise LookupError(language)  # pragma: no cover - English is there


def number_of(value: Any) -> int | float | None:
    """Return the number in a field, including one formatted with a sign; None if it isn't a number."""
    if isinstance(value, int | float):
        return None if isinstance(value, bool) else value
    if not isinstance(value, str):
        return None
    text = value.replace("−", "-")
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return None


def figure(value: Any, locale: Locale) -> Any:
    """Format a number for the language, with a true minus sign for negative integers; other values are unchanged."""
    if type(value) is float and locale.language != "en":
        return format_decimal(value, locale=locale, group_separator=False)
    return f"−{-value}" if type(value) is int and value < 0 else value


def plural(table: Mapping[str, Any], count: Any, locale: Locale) -> Any:
    """Return the entry of a table of plural forms (`one`, `other` etc.) for a number."""
    number = number_of(count)
    return table["other"] if number is None else table.get(locale.plural_form(number), table["other"])


def listed(items: list[str], word: str, locale: Locale) -> str:
    """Join items into a list within a sentence with "and" or "or": "A, B and C"."""
    return format_list(items, style=_STYLES[word], locale=locale) if items else ""  # type: ignore[arg-type]


def faults(tables: Mapping[str, Any], language: str) -> Iterator[tuple[str, str]]:
    """Yield the faults in a language's templates, as (key, message)."""
    forms = {*locale_of(language).plural_form.tags, "other"}
    for key, value in _texts(tables, ""):
        try:
            made = template(value)
        except TemplateError as error:
            yield key, str(error)
            continue
        odd = {one for one in made.categories() if not one.startswith("=")} - forms
        if odd:
            yield key, f"{language} has no plural {', '.join(sorted(odd))}, only {', '.join(sorted(forms))}"
        yield from (
            (key, f"{name!r} is no name of a field") for name in sorted(made.fields()) if not _FIELD.fullmatch(name)
        )


def _texts(tables: Mapping[str, Any], under: str) -> Iterator[tuple[str, str]]:
    for name, value in tables.items():
        if isinstance(value, Mapping):
            yield from _texts(value, f"{under}{name}.")
        elif isinstance(value, str):
            yield f"{under}{name}", value


def _flat(parts: tuple[str | _Plural, ...], data: Mapping[str, Any], locale: Locale) -> str:
    """Return the `str.format` template that applies for the data's numbers."""
    return "".join([part if isinstance(part, str) else part.chosen(data, locale) for part in parts])


def _parts(text: str, number: str | None) -> Iterator[str | _Plural]:
    """Split a text into `str.format` templates and plurals; `number` is the field that `#` stands for."""
    for literal, field, spec, conversion in Formatter().parse(text):
        if literal:
            escaped = literal.replace("{", "{{").replace("}", "}}")
            yield escaped.replace("#", f"{{{number}}}") if number is not None else escaped
        if field is None:
            continue
        if spec and chooses(spec):
            yield _Plural(field, dict(_branches(field, spec)))
        else:
            yield f"{{{field}{f'!{conversion}' if conversion else ''}{f':{spec}' if spec else ''}}}"


def chooses(spec: str) -> bool:
    """Return whether a format spec selects text by a number."""
    return "|" in spec or CATEGORY.fullmatch(spec) is not None


def _branches(field: str, spec: str) -> Iterator[tuple[str, tuple[str | _Plural, ...]]]:
    found = set()
    for branch in branches(spec):
        match = CATEGORY.fullmatch(branch)
        if match is None:
            raise TemplateError(
                f"“{branch}” of the field {field} begins with no plural category ({', '.join(_CATEGORIES)}) or =NUMBER"
            )
        if match[1] in found:
            raise TemplateError(f"the field {field} has {match[1]} twice")
        found.add(match[1])
        yield match[1], tuple(_parts(match[2] or "", field))
    if "other" not in found:
        raise TemplateError(f"the plural of the field {field} lacks other")


def branches(spec: str) -> Iterator[str]:
    """Yield the branches of a plural, separated by `|` outside nested fields."""
    depth = start = 0
    for at, char in enumerate(spec):
        depth += (char == "{") - (char == "}")
        if char == "|" and not depth:
            yield spec[start:at]
            start = at + 1
    yield spec[start:]


def _fields(text: str) -> Iterator[str]:
    for _, field, spec, _ in Formatter().parse(text):
        if field is None:
            continue
        yield re.split(r"[.\[]", field)[0]
        if spec and chooses(spec):
            for branch in branches(spec):
                yield from _fields(branch)
        elif spec:
            yield from _fields(spec)


def _used(parts: tuple[str | _Plural, ...]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, _Plural):
            for name, branch in part.branches.items():
                yield name
                yield from _used(branch)


__all__ = [
    "CATEGORY",
    "Template",
    "TemplateError",
    "branches",
    "chooses",
    "faults",
    "figure",
    "listed",
    "locale_of",
    "number_of",
    "plural",
    "tell_once",
    "template",
]
