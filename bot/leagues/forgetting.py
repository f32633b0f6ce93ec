"""What a journal keeps in a person's own words, taken out of it. Nothing else hangs on it: tables, draws and ratings stay."""

from __future__ import annotations

from bot.leagues import journal
from bot.leagues.journal import Entry, Person

TAKEN_OUT = "-"
"""What stands for words that were taken out."""


def without_words(entry: Entry, person: Person) -> Entry:
    """The entry without what the person wrote; the very same where there is nothing."""
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


__all__ = ["TAKEN_OUT", "without_words"]
