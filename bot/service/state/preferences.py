"""Personal preferences, the same in all games: pings, quiet hours, snooze, away, palette, language."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Literal

from pydantic import BaseModel, ConfigDict

from bot.service.clock import shown
from bot.storage.errors import StorageError
from bot.storage.models import PlayerSettings, read_part
from bot.storage.person_records import LOCALE, People
from bot.table.refusal import Refusal, refuse
from bot.table.typed_text import alike
from renderer.kit.languages import languages
from renderer.kit.requests import PALETTES

#: The language value that means the platform's.
AS_PLATFORM = "auto"
#: A setting of the channel rather than the person.
CHANNEL_LANGUAGE = "channel_language"
PINGS = ("on", "off", "dm")
SPOILERS = ("on", "off")
_SPAN = re.compile(r"(\d{1,3})\s*(h|d)")
_QUIET = re.compile(
    r"(\d{1,2})(?::?(\d{2}))?\s*-\s*(\d{1,2})(?::?(\d{2}))?(?:\s*(?:utc)?\s*([+-]\d{1,2})(?::?(\d{2}))?)?"
)
#: Longest snooze and absence, in hours.
_LONGEST = 60 * 24


class Preferences(BaseModel):
    """A person's stored preferences besides the three plain settings."""

    model_config = ConfigDict(extra="ignore")

    pings: Literal["on", "off", "dm"] = "on"
    #: Minutes of the day in UTC between which there are no pings; None for none.
    quiet: tuple[int, int] | None = None
    #: Seconds since 1970 until which there are no reminders (snooze), or the table shows the person as away.
    snooze: int = 0
    away: int = 0
    #: Whether results of games without the person's own seat are shown unasked.
    spoilers: bool = True

    @classmethod
    def of(cls, mine: PlayerSettings) -> Preferences:
        """Load the preferences from a person's settings."""
        found = read_part(mine.extra, "preferences", cls)
        return found if mine.pings else found.model_copy(update={"pings": "off"})

    def into(self, mine: PlayerSettings) -> PlayerSettings:
        """Return the settings with these preferences stored in them."""
        extra = {**mine.extra, "preferences": self.model_dump(mode="json")}
        return mine.model_copy(update={"extra": extra, "pings": self.pings != "off"})

    def silent_until(self, now: datetime) -> int:
        """Return until when this person must not be pinged, in seconds since 1970; 0 if pings are allowed now."""
        at = int(now.timestamp())
        until = max(self.snooze, self.away)
        return max(until if until > at else 0, self._quiet_until(now))

    def _quiet_until(self, now: datetime) -> int:
        if self.quiet is None:
            return 0
        begin, end = self.quiet
        minute = now.astimezone(UTC).hour * 60 + now.astimezone(UTC).minute
        inside = begin <= minute < end if begin <= end else minute >= begin or minute < end
        if not inside:
            return 0
        wait = timedelta(minutes=(end - minute) % (24 * 60))
        return int((now.replace(second=0, microsecond=0) + wait).timestamp())


def change(mine: PlayerSettings, name: str, value: str, now: datetime) -> PlayerSettings:
    """Return the settings with one of them changed; refuse unknown names and values."""
    wanted = value.strip().casefold()
    if name not in CHANGES:
        near = [f"“{one}”" for one in alike(name, CHANGES)[:1]]
        raise refuse("unknown_setting", text=name, candidates=tuple(_choice_settings()), near="".join(near))
    return CHANGES[name](mine, wanted, now)


def _no_such(value: str, candidates: tuple[str, ...]) -> Refusal:
    """Return the refusal of an invalid or missing value."""
    return (
        refuse("bad_value", text=value, candidates=candidates) if value else refuse("no_value", candidates=candidates)
    )


def _pings(mine: PlayerSettings, value: str, now: datetime) -> PlayerSettings:
    del now
    if value not in PINGS:
        raise _no_such(value, PINGS)
    changed = Preferences.of(mine).model_copy(update={"pings": value})
    return changed.into(mine)


def _set_quiet_hours(mine: PlayerSettings, value: str, now: datetime) -> PlayerSettings:
    del now
    if value in ("off", "none"):
        return Preferences.of(mine).model_copy(update={"quiet": None}).into(mine)
    found = _QUIET.fullmatch(value)
    if found is None:
        raise _no_such(value, ("22-7", "22:30-7:00 +2", "off"))
    begin, end = (int(found[1]) * 60 + int(found[2] or 0)), (int(found[3]) * 60 + int(found[4] or 0))
    hours = int(found[5] or 0)
    zone = hours * 60 + (int(found[6] or 0) if hours >= 0 else -int(found[6] or 0))
    if begin > 1440 or end > 1440 or begin == end or abs(hours) > 14:
        raise _no_such(value, ("22-7", "22:30-7:00 +2", "off"))
    span = ((begin - zone) % 1440, (end - zone) % 1440)
    return Preferences.of(mine).model_copy(update={"quiet": span}).into(mine)


def _set_end(name: str) -> Callable[[PlayerSettings, str, datetime], PlayerSettings]:
    def put(mine: PlayerSettings, value: str, now: datetime) -> PlayerSettings:
        until = 0
        if value not in ("off", "none", "back"):
            found = _SPAN.fullmatch(value)
            hours = int(found[1]) * (24 if found[2] == "d" else 1) if found else 0
            if hours > _LONGEST:
                raise refuse("too_long", text=value, days=_LONGEST // 24)
            if not hours:
                raise _no_such(value, ("8h", "3d", "off"))
            until = int((now + timedelta(hours=hours)).timestamp())
        return Preferences.of(mine).model_copy(update={name: until}).into(mine)

    return put


def _palette(mine: PlayerSettings, value: str, now: datetime) -> PlayerSettings:
    del now
    if value not in PALETTES:
        raise _no_such(value, PALETTES)
    return mine.model_copy(update={"palette": value})


def _language(mine: PlayerSettings, value: str, now: datetime) -> PlayerSettings:
    del now
    return mine.model_copy(update={"language": language_meant(value) or None})


def language_meant(value: str) -> str:
    """Return the language a value means, "" for the platform's; refuse unknown ones."""
    if value == AS_PLATFORM:
        return ""
    found = {one.casefold(): one for one in languages()}.get(value.casefold())
    if found is None:
        raise _no_such(value, (*languages(), AS_PLATFORM))
    return found


async def language_known(people: People, user: str) -> str:
    """Return a person's language for messages outside a command; "" if they have none, or it cannot be read."""
    if len(languages()) == 1:
        return ""
    with contextlib.suppress(StorageError):
        return language_of(await people.settings(user))
    return ""


def language_of(mine: PlayerSettings, there: str = "") -> str:
    """Return a person's language: the chosen one, else their platform's (`there`, or the last known), else ""."""
    known_before = str(mine.extra.get(LOCALE, ""))
    return next((one for one in (mine.language or "", there, known_before) if one in languages()), "")


def _spoilers(mine: PlayerSettings, value: str, now: datetime) -> PlayerSettings:
    del now
    if value not in SPOILERS:
        raise _no_such(value, SPOILERS)
    return Preferences.of(mine).model_copy(update={"spoilers": value == "on"}).into(mine)


CHANGES: dict[str, Callable[[PlayerSettings, str, datetime], PlayerSettings]] = {
    "pings": _pings, "quiet": _set_quiet_hours, "snooze": _set_end("snooze"), "away": _set_end("away"),
    "palette": _palette, "language": _language, "spoilers": _spoilers,
}  # fmt: skip


def _choice_settings() -> list[str]:
    """Return the names of all settings with a choice."""
    several = len(languages()) > 1
    return [*(name for name in CHANGES if several or name != "language"), *([CHANNEL_LANGUAGE] if several else [])]


def listed(mine: PlayerSettings, now: datetime) -> list[tuple[str, str]]:
    """Return every setting with its value as typed."""
    own, at = Preferences.of(mine), now.timestamp()
    quiet = "off" if own.quiet is None else "–".join(f"{m // 60:02}:{m % 60:02}" for m in own.quiet) + " UTC"
    return [
        ("pings", own.pings),
        ("quiet", quiet),
        ("snooze", shown(own.snooze) if own.snooze > at else "off"),
        ("away", shown(own.away) if own.away > at else "off"),
        ("palette", mine.palette or "standard"),
        *([("language", mine.language or AS_PLATFORM)] if len(languages()) > 1 else []),
        ("spoilers", "on" if own.spoilers else "off"),
    ]


__all__ = [
    "AS_PLATFORM",
    "CHANGES",
    "CHANNEL_LANGUAGE",
    "PINGS",
    "Preferences",
    "change",
    "language_meant",
    "language_of",
    "listed",
]
