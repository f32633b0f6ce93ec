"""Automatic acts of a season over time: bids, offers, rounds, the end of registration; each step can be repeated."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from bot.leagues import acts, journal
from bot.leagues.acts import NotNow
from bot.leagues.acts.bidding import BIDDING
from bot.leagues.acts.bidding import due as bids_due
from bot.leagues.acts.season_end import rounds_left
from bot.leagues.acts.withdrawals import open_offer, vacant
from bot.leagues.journal import KNOCKOUT_FORMATS, ROUND_FORMATS, Entry, Person
from bot.leagues.season import Season
from bot.service.leagues import announcements, consequences, reachability, windows
from bot.service.leagues.clerk_context import ClerkContext
from bot.service.leagues.drawing import draw
from bot.service.leagues.records import records

log = logging.getLogger(__name__)

#: Seconds between rounds of a rolling Swiss, and for which a withdrawn player's place is at least kept open.
DAY = 86_400
_ROUNDS = (*ROUND_FORMATS, *KNOCKOUT_FORMATS)


async def do(context: ClerkContext, season_id: str) -> None:
    """Do everything due in a season now, except its games and windows."""
    season = await context.repository.season(season_id)
    now = context.repository.at
    calendar = season.rules.calendar
    if season.stage == "open" and calendar is not None and calendar.closes <= now:
        await _act(context, season_id, "closed", lambda one: acts.close_registration(one, "", now))
    if calendar is not None and not season.round and calendar.draw - DAY <= now:
        await _recheck_eligibility(context, season_id, now)
    if (
        calendar is not None
        and calendar.check_in
        and not season.round
        and calendar.check_in_from <= now < calendar.draw
    ):
        await _called_in(context, season_id)
    if season.preview is not None:
        await _remind_of_draw(context, season_id)
    if not season.on:
        return
    if bids_due(season, now):
        seed = await context.repository.seed(season_id)
        for made in bids_due(season, now):
            await _close_auction(context, season_id, made.match, seed, now)
    if vacant(season) and season.waiting():
        await reachability.placed(context.tools.store, context.repository, season_id)
        season = await context.repository.season(season_id)
    for name, act in (
        ("dropped", lambda one: acts.drop_silent(one, now)),
        ("offered", lambda one: acts.offer_places(one, now)),
        ("lapsed", lambda one: acts.lapse_challenges(one, now)),
        ("idled", lambda one: acts.note_idle(one, now)),
    ):
        await _act(context, season_id, f"{name}:{season.length}", act)
    if deserted := _slots_to_offer(season, now):
        await consequences.end_deserted(context, season_id, deserted)
    await _next_round(context, season_id)


async def _called_in(context: ClerkContext, season_id: str) -> None:
    """Announce the start of check-in once."""
    key = "clerk:check-in"
    if await context.repository.answered(season_id, key) is None:
        await announcements.call_in(context, season_id)
        await context.repository.note(season_id, key)


async def _recheck_eligibility(context: ClerkContext, season_id: str, now: float) -> None:
    """Recheck eligibility once, a day before the draw; entrants who no longer qualify are put on the waiting list."""
    key = "clerk:rechecked"
    if await context.repository.answered(season_id, key) is not None:
        return
    season = await context.repository.season(season_id)
    known = await records(context.repository, season, [*season.entrants])
    await _act(context, season_id, "unfit", lambda one: acts.recheck_entrants(one, known, now))
    await context.repository.note(season_id, key)


async def _remind_of_draw(context: ClerkContext, season_id: str) -> None:
    """Remind the organisers once of a draw left unpublished for a day, unless a window is still being played."""
    season = await context.repository.season(season_id)
    shown, window, now = season.preview, season.window(), context.repository.at
    if shown is None or now < shown.at + DAY or (season.open_matches() and window is not None and now < window.end):
        return
    key = f"clerk:forgotten:{shown.round}"
    if await context.repository.answered(season_id, key) is None:
        await announcements.remind(context, season_id, shown)
        await context.repository.note(season_id, key)


def next_time(season: Season, now: float) -> float | None:
    """Return when something is next due, in seconds since 1970; None if nothing is."""
    times = [at for at in (windows.next_time(season, now),) if at is not None]
    calendar = season.rules.calendar
    if season.stage == "open" and calendar is not None:
        times.append(calendar.closes)
    if calendar is not None and not season.round:
        times += [calendar.draw - DAY, *([calendar.check_in_from] if calendar.check_in else [])]
    if season.preview is not None:
        times.append(season.preview.at + DAY)
    if season.on:
        times += [made.since + BIDDING for made in season.open_matches() if not made.ready]
        times += [offer.until for offer in season.offers.values()]
        times += [at + DAY for slot in season.gone if (at := _gone_at(season, slot)) is not None]
        if season.challenges or season.rules.format == "ladder":
            times.append(now + DAY / 24)
        if season.rules.format == "rolling":
            times.append(_next_day(season))
    return min((at for at in times if at > now), default=None)


async def _act(context: ClerkContext, season_id: str, name: str, act: Callable[[Season], Sequence[Entry]]) -> None:
    """Apply an automatic act; skip it if it is not possible now."""
    try:
        await context.repository.act(season_id, f"clerk:{name}", act)
    except NotNow as refused:
        log.info("season %s does not do %s now: %s", season_id, name, refused)


async def _close_auction(context: ClerkContext, season_id: str, match: str, seed: bytes, now: float) -> None:
    await _act(context, season_id, f"auctioned:{match}", lambda one: acts.close_bidding(one, seed, match, now))


def _gone_at(season: Season, slot: Person) -> float | None:
    """Return when the holder of a slot withdrew."""
    for entry, _ in reversed(season.rungs):
        if isinstance(entry, journal.Withdrawn) and season.slot_of(entry.person) == slot:
            return entry.at
    return None


def _slots_to_offer(season: Season, now: float) -> list[Person]:
    """Return the slots whose holders withdrew at least a day ago and for which no offer is open."""
    waiting = {slot for slot, person in season.offers if open_offer(season, slot, person, now)}
    gone = [slot for slot in season.gone if slot not in waiting]
    return [slot for slot in gone if (_gone_at(season, slot) or 0) + DAY <= now]


async def _next_round(context: ClerkContext, season_id: str) -> None:
    """Draw the next round once the current one is played or its window is over."""
    season = await context.repository.season(season_id)
    now, window = context.repository.at, season.window()
    if season.stage != "running" or window is None:
        return
    over = window.end <= now
    if season.rules.format == "rolling":
        if not rounds_left(season, now) or _next_day(season) > now:
            return
        key = f"clerk:day:{int(now // DAY)}"
    elif season.rules.format in _ROUNDS:
        if not rounds_left(season, now) or (season.open_matches() and not over):
            return
        key = f"clerk:round:{season.round + 1}"
    else:
        return
    await reachability.noted(context.tools.store, context.repository, season_id)
    held = season.rules.review and season.rules.format in ROUND_FORMATS
    key = f"{key}:held" if held else key
    try:
        season = await draw(context.repository, context.workshop, season_id, key, cut=over, preview=held)
    except NotNow as refused:
        log.info("season %s draws no round now: %s", season_id, refused)
        return
    if held and season.preview is not None:
        await announcements.hold(context, season_id, season.preview)


def _next_day(season: Season) -> float:
    """Return when a rolling Swiss next pairs."""
    return season.begun.get(season.round, 0.0) + DAY


__all__ = ["do", "next_time"]
