"""A season's rounds and deadlines as calendar events, public or for one person."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.leagues.exchange.calendars import Event
from bot.leagues.journal import DIVISION_FORMATS, Person
from bot.leagues.season import Season
from bot.narration.texts import Texts
from bot.service.leagues.views import SeasonSource


def events(told: SeasonSource, words: Texts, key: str, person: Person = "") -> list[Event]:
    """Return past and future events in order; with `person`, also the deadlines of their open matches.

    Public events are registration, check-in, draw, rounds, their deadlines and appeals. `key` identifies the season in
    the event ids, which are stable, so that a calendar fetched again moves extended events.
    """
    found = [
        *_events_before_start(told.season, words, key),
        *_rounds(told.season, words, key),
        *_events_after_end(told.season, words, key),
    ]
    if person:
        found += _own_deadlines(told, words, key, person)
    return sorted(found, key=lambda event: (event.start, event.uid))


def _event(season: Season, words: Texts, uid: str, start: float, text: str, **data: object) -> Event:
    summary = words.say(f"exchange.calendar.{text}", season=season.rules.name, **data)
    return Event(f"{uid}@league", start, summary, changed=len(season.extended))


def _events_before_start(season: Season, words: Texts, key: str) -> Iterator[Event]:
    calendar = season.rules.calendar
    if calendar is None:
        return
    yield _event(season, words, f"{key}-closes", calendar.closes, "closes")
    if calendar.check_in:
        yield _event(season, words, f"{key}-check-in", calendar.check_in_from, "check_in")
    yield _event(season, words, f"{key}-draw", calendar.draw, "draw")


def _rounds(season: Season, words: Texts, key: str) -> Iterator[Event]:
    """Yield each round from its draw to the end of its window, and that end as a deadline."""
    several = season.rules.format not in DIVISION_FORMATS
    for number in sorted(season.begun):
        window = season.window(number)
        if window is None:
            continue
        begins, ends = ("round", "due") if several else ("window", "window_due")
        end = min(window.end, _early_end(season, number) or window.end)
        whole = _event(season, words, f"{key}-round-{number}", window.start, begins, round=number)
        yield replace(whole, end=end)
        yield _event(season, words, f"{key}-due-{number}", end, ends, round=number)


def _early_end(season: Season, number: int) -> float:
    """Return when a round ended before its window: with the next round or the season; 0 if it didn't."""
    still = any(made.round == number for made in season.open_matches())
    following = 0.0 if still else season.begun.get(number + 1, 0.0)
    return min((at for at in (following, season.ended) if at), default=0.0)


def _events_after_end(season: Season, words: Texts, key: str) -> Iterator[Event]:
    calendar = season.rules.calendar
    if calendar is not None and calendar.ends is not None:
        yield _event(season, words, f"{key}-ends", calendar.ends, "ends")
    until = season.final_from()
    if until is not None:
        yield _event(season, words, f"{key}-appeals", until, "appeals")


def _own_deadlines(told: SeasonSource, words: Texts, key: str, person: Person) -> Iterator[Event]:
    """Yield the deadlines of a person's open matches."""
    season = told.season
    slot = season.held_by(person)
    for made in season.open_matches():
        if slot not in made.slots:
            continue
        first, second = (told.name(one) for one in made.sides())
        event = _event(
            season, words, f"{key}-{made.match}", season.match_window(made).end, "match_due", first=first, second=second
        )
        sides = {"first": first, "second": second, "first_side": told.sides[0], "second_side": told.sides[1]}
        detail = words.say("exchange.calendar.match", match=made.match, **sides)
        yield replace(event, description=detail)


__all__ = ["events"]
