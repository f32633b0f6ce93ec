"""Dates, moments and durations, in the language of the sentence they are part of."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import cache, partial
from typing import Self

from babel.dates import format_skeleton, get_datetime_format
from babel.units import format_unit

from bot.narration import pseudo
from bot.narration.texts import Said, Texts
from renderer.kit.languages import USUAL
from renderer.kit.templates import locale_of

_DAY, _HOUR, _MINUTE = 86_400, 3_600, 60


#: Moments worded in this task in languages other than English, with their Unix seconds, the newest last.
_WORDED: ContextVar[dict[str, int] | None] = ContextVar("WORDED", default=None)
#: How many of them are kept.
_KEPT = 100


class Dated(Said):
    """A date or duration: an English string that can be rendered in other languages."""

    say_in: Callable[[str], str]
    #: The moment in Unix seconds, to the minute; None for a day, a duration, or a moment without its time zone.
    at: int | None

    def __new__(cls, english: str, say: Callable[[str], str] = str, at: int | None = None) -> Self:
        """Create it from the English text, a renderer for other languages, and the moment."""
        self = super().__new__(cls, english)
        self.say_in, self.at = say, at
        return self

    def told_in(self, words: Texts) -> str:
        """Return it in the language of `words`."""
        if words.language == USUAL:
            return str(self)
        said = self.said(words.language)
        said = pseudo.marked(pseudo.accented(said)) if words.language == pseudo.LANGUAGE else said
        if self.at is not None:
            _note(said, self.at)
        return said

    def said(self, language: str) -> str:
        """Return it in the language of a tag."""
        return self.say_in(language)


def _note(said: str, at: int) -> None:
    kept = _WORDED.get()
    if kept is None:
        _WORDED.set(kept := {})
    kept.pop(said, None)
    kept[said] = at
    while len(kept) > _KEPT:
        del kept[next(iter(kept))]


def moments_in(text: str) -> tuple[tuple[str, int], ...]:
    """Return the moments worded in this task that occur in a text, longest first, each with its Unix seconds."""
    found = {said: at for said, at in (_WORDED.get() or {}).items() if said in text}
    return tuple(sorted(found.items(), key=lambda one: (-len(one[0]), one)))


def in_utc(seconds: float) -> str:
    """Format a moment in UTC: `21 Nov, 14:05 UTC`."""
    at = moment(datetime.fromtimestamp(seconds, UTC))
    return Dated(f"{at} UTC", partial(_beside, "{0} UTC", (at,)), int(seconds))


def beside(text: str, pattern: str, *others: str) -> str:
    """Combine dates with text that is the same in every language: `{0} UTC`."""
    parts = (text, *others)
    return Dated(pattern.format(*parts), partial(_beside, pattern, parts))


def moment(at: datetime, *, year: bool = False, plain: bool = False) -> str:
    """Format a day and time without zone: `21 Nov, 14:05`; `plain` omits the comma; with year `21 Nov 2026 14:05`."""
    english = (
        f"{at.day} {at:%b %Y %H:%M}" if year else f"{at.day} {at:%b %H:%M}" if plain else f"{at.day} {at:%b, %H:%M}"
    )
    return Dated(english, partial(_moment, "yMMMd" if year else "MMMd", at))


def date(at: datetime) -> str:
    """Format a day: `21 Nov 2026`."""
    return Dated(f"{at.day} {at:%b %Y}", partial(_skeleton, "yMMMd", at))


def span(seconds: int) -> str:
    """Format a duration in its two largest units: `2 d 4 h`, `35 min`."""
    days, rest = divmod(max(0, seconds), _DAY)
    hours, rest = divmod(rest, _HOUR)
    parts = [("day", days), ("hour", hours)] if days else [("hour", hours), ("minute", rest // _MINUTE)]
    parts = [part for part in parts if part[1]] or [("minute", 0)]
    english = " ".join(f"{count} {_SHORT[unit]}" for unit, count in parts)
    return Dated(english, partial(_span, tuple(parts)))


_SHORT = {"day": "d", "hour": "h", "minute": "min"}


def _beside(pattern: str, parts: tuple[str, ...], language: str) -> str:
    return pattern.format(*(part.said(language) if isinstance(part, Dated) else part for part in parts))


def _span(parts: tuple[tuple[str, int], ...], language: str) -> str:
    return " ".join(_unit(unit, count, language) for unit, count in parts)


def _moment(day: str, at: datetime, language: str) -> str:
    """Format a day and time in the order of the language."""
    both = str(get_datetime_format("medium", locale=locale_of(language))).replace("'", "")
    return both.format(_skeleton("Hm", at, language), _skeleton(day, at, language))


def _skeleton(skeleton: str, at: datetime, language: str) -> str:
    return format_skeleton(skeleton, at, locale=locale_of(language))


@cache
def _unit(unit: str, count: int, language: str) -> str:
    return format_unit(count, f"duration-{unit}", length="short", locale=locale_of(language))


__all__ = ["Dated", "beside", "date", "in_utc", "moment", "moments_in", "span"]
