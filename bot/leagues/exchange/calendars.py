"""iCalendar export: rounds and deadlines for any calendar, as in RFC 5545.

Times are written in UTC, so no time zone is included; lines end with CR LF and are folded at 75 bytes without splitting
a character.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

_WIDEST = 75
"""Maximum bytes of a line without its end."""


@dataclass(frozen=True, slots=True)
class Event:
    """A calendar event, in seconds since 1970; without an end it is a deadline.

    `uid` is permanent, so that the event is updated in place; `changed` is the number of updates, since calendars keep
    the highest.
    """

    uid: str
    start: float
    summary: str
    end: float | None = None
    description: str = ""
    url: str = ""
    changed: int = 0


def write(name: str, events: Iterable[Event], at: float) -> str:
    """Return a whole calendar as of a given time."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Feldpost//League//EN", "CALSCALE:GREGORIAN", "METHOD:PUBLISH"]
    lines.append(f"X-WR-CALNAME:{escaped(name)}")
    for event in events:
        lines += _event(event, at)
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in folded(line))


def _event(event: Event, at: float) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{escaped(event.uid)}"
    yield f"DTSTAMP:{moment(at)}"
    yield f"SEQUENCE:{event.changed}"
    yield f"DTSTART:{moment(event.start)}"
    # An event without an end takes no time: a deadline.
    if event.end is not None and event.end > event.start:
        yield f"DTEND:{moment(event.end)}"
    yield f"SUMMARY:{escaped(event.summary)}"
    if event.description:
        yield f"DESCRIPTION:{escaped(event.description)}"
    if event.url:
        yield f"URL:{_cleaned_url(event.url)}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def moment(at: float) -> str:
    """Return a time in UTC."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    """Return a text as a value: special characters escaped, line breaks encoded, other control characters removed."""
    told = text.replace("\r\n", "\n").replace("\r", "\n").replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return "".join(
        letter for letter in told.replace("\n", "\\n") if letter == "\t" or (letter >= " " and letter != "\x7f")
    )


def _cleaned_url(url: str) -> str:
    return "".join(letter for letter in url if letter > " " and letter != "\x7f")


def folded(line: str) -> Iterator[str]:
    """Yield a line in parts of at most 75 bytes, each except the first after a space."""
    part, room = "", _WIDEST
    for letter in line:
        size = len(letter.encode())
        if size > room:
            yield part
            part, room = " ", _WIDEST - 1
        part += letter
        room -= size
    yield part


__all__ = ["Event", "escaped", "folded", "moment", "write"]
