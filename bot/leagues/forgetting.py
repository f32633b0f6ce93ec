"""Removal of a person's texts and names from a journal. Nothing depends on them: tables, draws and ratings stay."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from annotated_types import MaxLen

from bot.leagues import journal
from bot.leagues.journal import Entry, Person

TAKEN_OUT = "-"
"""Replaces removed text."""


def without_words(entry: Entry, person: Person) -> Entry:
    """Return the entry without text written by the person; the same object if there is none."""
    if entry.by != person:
        return entry
    match entry:
        case journal.Announced() | journal.Appealed():
            return entry.model_copy(update={"text": TAKEN_OUT})
        case journal.Ruled() | journal.Corrected() | journal.Decided() | journal.Extended():
            return entry.model_copy(update={"reason": TAKEN_OUT})
        case journal.Formed():
            return entry.model_copy(update={"name": TAKEN_OUT})
        case _:
            return entry


def without_names(entry: Entry, names: Iterable[str], instead: str) -> Entry:
    """Return the entry with a person's names replaced in free text, as is or in capitals; unchanged if none occur.

    In lower case a name may be an ordinary word, and stays.
    """
    forms = {form for name in names for form in (name, name.upper())}
    called = "|".join(re.escape(name) for name in sorted(forms, key=len, reverse=True))
    sought = re.compile(rf"(?<!\w)(?:{called})(?!\w)") if called else None
    fresh: dict[str, str] = {}
    for field, most in _free_text_fields(entry):
        written = getattr(entry, field, "")
        if sought is not None and isinstance(written, str) and sought.search(written):
            fresh[field] = sought.sub(lambda _: instead, written)[:most]
    if not fresh:
        return entry
    return entry.model_copy(update=fresh)


def _free_text_fields(entry: Entry) -> Iterator[tuple[str, int]]:
    """Yield the free-text fields of an entry, and the maximum length of each."""
    for field in ("text", "reason", *(["name"] if isinstance(entry, journal.Formed) else [])):
        if (info := type(entry).model_fields.get(field)) is not None:
            bounds = [one.max_length for one in info.metadata if isinstance(one, MaxLen)]
            yield field, min(bounds, default=len(str(getattr(entry, field))))


__all__ = ["TAKEN_OUT", "without_names", "without_words"]
