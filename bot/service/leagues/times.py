"""Parsing and formatting of times and durations in seasons."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.leagues.windows import Leave
from bot.narration import dates
from bot.table.refusal import refuse

_HOUR = 3_600
_DAY = 24 * _HOUR
_UNITS = {"d": _DAY, "h": _HOUR, "w": 7 * _DAY}
_SPAN = re.compile(r"(\d{1,4})\s*([dhw]?)")
_DATE = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2}))?")
_FIXED = "Etc/GMT"
#: The longest duration in a season, in days, and the valid years of its dates, the last excluded.
LONGEST = 1_000
_YEARS = range(2000, 2200)
_OFFSET = re.compile(r"(?:utc|gmt)?([+-]\d{1,2})", re.IGNORECASE)


def span(text: str) -> int:
    """Parse a duration such as `5d`, `36h` or `2w` to seconds; a bare number is days. Refuse other or too long ones."""
    found = _SPAN.fullmatch(text.strip().casefold())
    if found is None:
        raise refuse("league.no_span", text=text)
    seconds = int(found[1]) * _UNITS[found[2] or "d"]
    if seconds > LONGEST * _DAY:
        raise refuse("league.too_long", text=text, most=LONGEST)
    return seconds


def moment(text: str, now: float, zone: str) -> float:
    """Parse a time to seconds since 1970: `2026-12-01`, `2026-12-01 18:00` in the given zone, or `14d` from now."""
    typed = text.strip()
    found = _DATE.fullmatch(typed)
    if found is None:
        if _SPAN.fullmatch(typed.removeprefix("+").casefold()):
            return now + span(typed.removeprefix("+"))
        raise refuse("league.no_date", text=text)
    year, month, day, hour, minute = (int(part or 0) for part in found.groups())
    if year not in _YEARS:
        raise refuse("league.far_date", text=text, since=_YEARS[0], until=_YEARS[-1])
    try:
        return datetime(year, month, day, hour, minute, tzinfo=ZoneInfo(zone)).timestamp()
    except (ValueError, OverflowError):
        raise refuse("league.no_date", text=text) from None


def leave_of(text: str, now: float, zone: str) -> Leave:
    """Parse leave such as `2026-12-24 to 2027-01-02`, last day included, or `5d` from now; clip it to start now."""
    start, dots, end = (part.strip() for part in text.replace("..", " to ").partition(" to "))
    if not dots:
        if _DATE.fullmatch(start):
            begin = moment(start, now, zone)
            return _leave(text, now, begin, begin + _DAY)
        if not _SPAN.fullmatch(start.casefold()):
            raise refuse("league.no_date", text=text)
        return _leave(text, now, now, now + span(start))
    last = moment(end, now, zone)
    return _leave(text, now, moment(start, now, zone), last + (_DAY if ":" not in end else 0))


def _leave(text: str, now: float, start: float, end: float) -> Leave:
    if end <= start:
        raise refuse("league.no_date", text=text)
    # Leave cannot undo time already counted by a clock; leave that is over is refused elsewhere.
    return Leave(start=max(start, now) if end > now else start, end=end)


def zone_of(text: str) -> str:
    """Return a time zone by its name in the time zone database or as hours from UTC such as `+2`; refuse others."""
    typed = text.strip()
    if found := _OFFSET.fullmatch(typed):
        hours = int(found[1])
        # The database's `Etc/GMT` names count in the opposite direction.
        typed = "UTC" if hours == 0 else f"{_FIXED}{-hours:+d}"
    try:
        return ZoneInfo(typed).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise refuse("league.no_zone", text=text) from None


def zone_told(zone: str) -> str:
    """Return a time zone's display name: `Etc/GMT` zones count in the opposite direction."""
    return f"UTC{-int(zone.removeprefix(_FIXED)):+d}" if zone.startswith(_FIXED) else zone


def told(at: float, zone: str = "UTC") -> str:
    """Return a time in UTC, followed by the person's zone if that differs."""
    there = datetime.fromtimestamp(at, UTC)
    own = there.astimezone(ZoneInfo(zone))
    universal = dates.beside(dates.moment(there, year=True), "{0} UTC")
    if own.utcoffset() == there.utcoffset():
        return universal
    return dates.beside(universal, f"{{0}} ({{1}} {zone_told(zone)})", dates.moment(own, plain=True))


def day(at: float, zone: str = "UTC") -> str:
    """Return the date of a time."""
    return dates.date(datetime.fromtimestamp(at, ZoneInfo(zone)))


__all__ = ["day", "leave_of", "moment", "span", "told", "zone_of", "zone_told"]
