"""Commands for entrants: join, check in, take leave, withdraw, accept an offered place."""

from __future__ import annotations

from collections.abc import Sequence

from bot.leagues import acts, journal
from bot.leagues.divisions import LARGEST
from bot.leagues.journal import DIVISION_FORMATS, Entry
from bot.leagues.season import Season
from bot.leagues.windows import Leave
from bot.narration.user_text import user_text
from bot.service.clock import lasting
from bot.service.leagues import reachability
from bot.service.leagues.controls import line
from bot.service.leagues.game_progress import turns
from bot.service.leagues.league_call import LeagueCall
from bot.service.leagues.records import record_of
from bot.service.leagues.times import leave_of, told, zone_of, zone_told
from bot.table.refusal import refuse
from bot.table.reply import Button, Menu, Reply


async def join(asked: LeagueCall) -> list[Reply]:
    """Enter a season, with the number of simultaneous games, the time zone and days away."""
    args, season_id = asked.args, await asked.season_id()
    zone = zone_of(args.zone) if args.zone else asked.person.zone
    given = "capacity" in args.model_fields_set
    capacity = args.capacity if given else asked.person.capacity
    leave = tuple(leave_of(one, asked.at, zone) for one in args.away.split(",") if one.strip())
    before = await asked.repository.season(season_id)
    record = await record_of(asked, before)

    def decide(season: Season) -> Sequence[Entry]:
        entry = journal.Joined(
            at=asked.at,
            by=asked.me,
            person=asked.me,
            capacity=capacity,
            rating=record.rating,
            substitute=args.substitute == "yes",
            zone=zone,
            leave=leave,
            version=season.rules.version,
        )
        return acts.join_season(season, entry, record.known)

    season = await asked.act(season_id, decide)
    await asked.tools.store.persons.change(
        asked.me, lambda one: one.model_copy(update={"zone": zone, "capacity": capacity})
    )
    lines = _joined_text(asked, season, capacity, zone, leave)
    return [Reply(text="\n".join(lines), menu=_own_menu(asked, season_id))]


def _joined_text(asked: LeagueCall, season: Season, capacity: int, zone: str, leave: Sequence[Leave]) -> list[str]:
    """Return the confirmation of joining: how the player plays, when they are away, and what is left to do."""
    substitute = asked.args.substitute == "yes"
    name = user_text(season.rules.name)
    lines = [asked.say("joined.substitute" if substitute else "joined.player", name=name)]
    # All games of a division place run at once if its window requires it.
    least = _at_once(season)
    how = "outside" if season.rules.outside else "at_once" if least > capacity else "how"
    data = {"count": capacity, "most": least, "zone": zone_told(zone), "version": season.rules.version}
    lines.append(asked.say(f"joined.{how}", **data))
    lines += [asked.say("joined.away", start=told(one.start, zone), end=told(one.end, zone)) for one in leave]
    if elsewhere := reachability.unmet(asked, season):
        lines.append(elsewhere)
    if (check := _check_in(asked, season, zone)) and not substitute:
        lines.append(check)
    return lines


def _check_in(asked: LeagueCall, season: Season, zone: str) -> str:
    """Return when check-in is; "" if none is needed."""
    calendar = season.rules.calendar
    if calendar is None or not calendar.check_in or asked.at >= calendar.check_in_from:
        return ""
    return asked.say("joined.check_in", begins=told(calendar.check_in_from, zone), draw=told(calendar.draw, zone))


def _at_once(season: Season) -> int:
    """Return how many simultaneous games a division needs to finish within its window; 0 if only capacity counts."""
    rules = season.rules
    if rules.format not in DIVISION_FORMATS:
        return 0
    games = (LARGEST - 1) * (2 if rules.format == "double" else 1)
    return rules.clock.at_once(rules.own_rounds, rules.window, games)


def _own_menu(asked: LeagueCall, season_id: str) -> Menu:
    names = ("me", "table")
    return Menu(rows=(tuple(Button(label=asked.say(f"buttons.{one}"), token=line(season_id, one)) for one in names),))


async def check_in(asked: LeagueCall) -> list[Reply]:
    """Check in for the draw."""
    season_id = await asked.season_id()
    season = await asked.act(season_id, lambda season: acts.check_in(season, asked.me, asked.at))
    calendar = season.rules.calendar
    assert calendar is not None
    text = asked.say("checked_in", name=user_text(season.rules.name), draw=told(calendar.draw, asked.person.zone))
    return [Reply(text=text, menu=_own_menu(asked, season_id))]


async def leave(asked: LeagueCall) -> list[Reply]:
    """Cancel an entry before the draw, or withdraw after it."""
    season_id, season = await asked.season()
    playing = season.section_of(asked.me) is not None
    if playing and asked.args.sure != "yes" and season.on and season.slot_of(asked.me) not in season.gone:
        return [_ask_before_withdrawing(asked, season_id, season)]
    season = await asked.act(season_id, lambda season: acts.leave_season(season, asked.me, asked.at))
    key = "entry" if not playing else "withdrawn" if acts.refillable(season) else "withdrawn_lost"
    return [Reply(text=asked.say(f"left.{key}", name=user_text(season.rules.name)))]


def _ask_before_withdrawing(asked: LeagueCall, season_id: str, season: Season) -> Reply:
    """Ask for confirmation of a withdrawal from a running season, saying what happens to the games."""
    slot = season.slot_of(asked.me)
    count = sum(slot in made.slots for made in season.open_matches())
    stay = Button(label=asked.say("buttons.me"), token=line(season_id, "me"))
    go = Button(label=asked.say("buttons.withdraw"), token=line(season_id, "leave sure=yes"), style="danger")
    key = "left.sure_idle" if not count else "left.sure" if acts.refillable(season) else "left.sure_lost"
    return Reply(text=asked.say(key, name=user_text(season.rules.name), count=count), menu=Menu(rows=((go, stay),)))


async def away(asked: LeagueCall) -> list[Reply]:
    """Take leave."""
    season_id, zone = await asked.season_id(), asked.person.zone
    span = leave_of(asked.args.dates, asked.at, zone)
    season = await asked.act(season_id, lambda season: acts.take_leave(season, asked.me, span, asked.at))
    # If some of the days were already leave, report the rest.
    span = next((one for one in reversed(season.leaves[asked.me]) if one.end == span.end), span)
    key = "away.noted_outside" if season.rules.outside else "away.noted"
    text = asked.say(
        key, start=told(span.start, zone), end=told(span.end, zone), leave=lasting(season.rules.clock.leave)
    )
    return [Reply(text=text)]


async def substitute(asked: LeagueCall) -> list[Reply]:
    """Accept or decline an offered place; show it if no answer is given."""
    season_id, season = await asked.season()
    if asked.args.answer == "yes":
        before = season.section_of(asked.me)
        if before is not None and season.slot_of(asked.me) in asked.person.ids:
            raise refuse("league.entered_already", season=user_text(season.rules.name))
        offer = next(iter(offers(season, asked.me, asked.at)), None)
        reached = await turns(asked.tools, season, season.slot_of(offer.person)) if offer is not None else {}
        season = await asked.act(season_id, lambda season: acts.accept_offer(season, asked.me, asked.at, turns=reached))
        section = season.section_of(asked.me)
        assert section is not None or before is not None
        key = "substitutes.taken_division" if len(season.sections) > 1 else "substitutes.taken"
        text = asked.say(key, section=(section or 0) + 1)
        return [Reply(text=text, menu=_own_menu(asked, season_id))]
    if asked.args.answer == "no":
        await asked.act(season_id, lambda season: acts.decline_offers(season, asked.me, asked.at))
        return [Reply(text=asked.say("substitutes.declined"))]
    return [await _reply_with_offers(asked, season_id, season)]


async def _reply_with_offers(asked: LeagueCall, season_id: str, season: Season) -> Reply:
    standing = offers(season, asked.me, asked.at)
    if not standing:
        if asked.me not in season.waiting():
            raise refuse("league.no_offer", season=user_text(season.rules.name))
        return Reply(text=asked.say("substitutes.waiting", name=user_text(season.rules.name)))
    known = await asked.names([one.person for one in standing])
    lines = [
        asked.say("substitutes.offered", person=known[one.person], until=told(one.until, asked.person.zone))
        for one in standing
    ]
    return Reply(text="\n".join(lines), menu=offer_menu(asked, season_id))


def offers(season: Season, person: str, at: float) -> list[journal.Offered]:
    """Return the places currently offered to a substitute."""
    return [
        offer
        for (slot, to), offer in season.offers.items()
        if to == person and at < offer.until and (slot, to) not in season.declined and slot in season.gone
    ]


def offer_menu(asked: LeagueCall, season_id: str) -> Menu:
    """Return the buttons that answer an offer."""
    yes = Button(label=asked.say("buttons.take"), token=line(season_id, "substitute yes"), style="primary")
    return Menu(rows=((yes, Button(label=asked.say("buttons.decline"), token=line(season_id, "substitute no"))),))


__all__ = ["Leave", "away", "check_in", "join", "leave", "offer_menu", "offers", "substitute"]
