"""Organisers open seasons, give them venues and roles, tell and grant everybody something, and end them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import partial
from typing import Any

from bot.commands.leagues.organise import New
from bot.leagues import acts
from bot.leagues.journal import Entry, Opened, Role
from bot.leagues.promotion import final_tables
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season
from bot.leagues.windows import Calendar, LeagueClock
from bot.narration.foreign import foreign
from bot.narration.places import place
from bot.port import DeliveryError
from bot.service.leagues import choosing, people
from bot.service.leagues.asked import Asked
from bot.service.leagues.controls import line
from bot.service.leagues.desk import SeasonTaken
from bot.service.leagues.rating import Ratings, pool_of
from bot.service.leagues.refusing import refused
from bot.service.leagues.times import LONGEST, moment, span, told
from bot.service.leagues.turns import open_and_begun
from bot.service.people.clock import lasting
from bot.service.seats.lobby import Wish, read_wish
from bot.table.refusal import Refusal, refuse
from bot.table.reply import Button, Menu, Reply
from bot.table.words import alike
from bot.titles import title_offering
from bot.titles.roots import title_meant

_HOUR, _DAY = 3_600, 86_400
#: What `clock=` says: the bank, and what each own action round adds to it.
_CLOCK = re.compile(r"([^+]+)(?:\+(.+))?")
#: Shorter than this a bank cannot be.
_SHORTEST_BANK = _HOUR
_ID = 24


async def new(asked: Asked) -> list[Reply]:
    """A season begins as a draft, with rules that fit its window."""
    if not asked.caller.manages:
        raise refuse("league.not_manager")
    asked.tools.policy.check_place(asked.caller.places)
    season_id = f"s-{slug(asked.args.id.removeprefix('s-') or asked.args.name)}"
    rules = await _rules(asked)
    rules["weaker"] = await _weaker(asked, rules)

    def begin(commitment: str) -> Sequence[Entry]:
        return acts.opened(Opened.model_validate({**rules, "commitment": commitment}))

    try:
        season = await asked.desk.create(season_id, asked.caller.key, begin)
    except SeasonTaken:
        season = await _amended(asked, season_id, rules)
    except NotNow as no:
        if no.code == "window_too_short":
            raise _too_long(no, rules) from None
        raise await refused(asked.tools, None, no, asked.person.zone) from None
    lines = [
        asked.say("made.season", name=foreign(season.rules.name), id=season_id),
        rules_line(asked, season),
        asked.say("made.next_outside" if season.rules.outside else "made.next", id=season_id),
    ]
    return [Reply(text="\n".join(lines))]


async def _amended(asked: Asked, season_id: str, rules: dict[str, Any]) -> Season:
    """A draft of one's own gets other rules; any other season stays as it is."""
    season = await asked.desk.season(season_id)
    if season.stage != "draft" or not asked.may(season, "owner"):
        raise refuse("league.id_taken", text=season_id)

    def decide(season: Season) -> Sequence[Entry]:
        return acts.amended(season, Opened.model_validate({**rules, "commitment": season.rules.commitment}))

    try:
        return await asked.desk.act(season_id, f"{asked.caller.key}/amend", decide)
    except NotNow as no:
        if no.code == "window_too_short":
            raise _too_long(no, rules) from None
        raise await asked.refused(season_id, no) from None


def slug(text: str) -> str:
    """The letters and digits of a name as an id has them."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    found = re.sub(r"[^a-z0-9]+", "-", "".join(one for one in plain if not unicodedata.combining(one))).strip("-")
    if not found:
        raise refuse("league.needs_id")
    return found[:_ID].strip("-")


async def _rules(asked: Asked) -> dict[str, Any]:
    """The rules as somebody typed them, but for the promise of the seed."""
    args, caller = asked.args, asked.caller
    scenario = args.scenario.casefold() or title_meant("").setups.usual
    title = title_offering(scenario)
    if scenario not in title.setups.offered():
        raise refuse("bad_value", text=f"scenario={args.scenario}", candidates=tuple(title_meant("").setups.offered()))
    wish = _wish(scenario, args.options)
    options = {"scenario": scenario, **wish.rules}
    if args.review == "yes" and args.format not in ("swiss", "teams"):
        raise refuse("league.no_review", format=asked.say(f"formats.{args.format}"))
    if args.match == "bid" and (title.setups.bids is None or not title.setups.bids.taken(options)):
        raise refuse("league.no_bids", text=scenario)
    after = await _after(asked)
    return {
        "kind": "opened", "at": asked.at, "by": asked.me, "name": args.name, "format": args.format, "match": args.match,
        "title": title.name, "scenario": scenario, "options": options, "draws": args.draws == "yes",
        "rounds": args.rounds if args.rounds or args.format in ("swiss", "teams") else 1, "boards": args.boards,
        "clock": _clock(args.clock, args.leave), "own_rounds": title.setups.rounds(options), "window": _window(args.window),
        "calendar": _calendar(asked), "beginners": args.beginners == "yes", "most_rating": args.cap or None,
        "draft": True, "home": caller.channel, "server": caller.server, "sealed": args.sealed == "yes",
        "outside": args.outside == "yes", "review": args.review == "yes", **after,
    }  # fmt: skip


def _wish(scenario: str, typed: str) -> Wish:
    """What the games of a season are played with; a misspelt option of the season itself is no option of them."""
    try:
        return read_wish(scenario, typed)
    except Refusal as no:
        if no.reason.code != "unknown_setting":
            raise
        data: dict[str, Any] = dict(no.reason.data)
        own = tuple(name for name in New.model_fields if name not in (*New.placed, "options"))
        games = tuple(name for name in data["candidates"] if name not in own)
        near = "".join(f"“{one}”" for one in alike(data["text"], (*own, *games))[:1])
        raise refuse("league.no_option", text=data["text"], near=near, there_are=", ".join((*own, *games))) from None


async def _after(asked: Asked) -> dict[str, Any]:
    """The final tables of the season that this one follows, from which divisions move up and down."""
    if not asked.args.after:
        return {}
    before_id = await choosing.meant(asked.desk, asked.caller, asked.args.after)
    before = await asked.desk.season(before_id)
    if before.stage != "final":
        raise refuse("league.not_final", text=before.rules.name)
    return {"previous": before_id, "ranking": final_tables(before)}


async def _weaker(asked: Asked, rules: dict[str, Any]) -> int:
    """The side that wins less in what is played, where that is known beyond doubt: 1 the first, -1 the second."""
    opened = Opened.model_validate({**rules, "commitment": "0" * 64})
    table = await Ratings(asked.tools.store, asked.desk).table(pool_of(opened))
    worth, doubt = table.advantages.get(0, (0, 0))
    if abs(worth) <= doubt:
        return 0
    return -1 if worth > 0 else 1


def _window(typed: str) -> int:
    """How long a round may last, in seconds."""
    seconds = span(typed)
    if seconds < _HOUR:
        raise refuse("league.no_span", text=typed)
    return seconds


def _clock(typed: str, leave: str) -> LeagueClock:
    """`5d+8h`: the bank and what each own action round adds to it; and days of leave."""
    usual, found = LeagueClock.model_validate({}), _CLOCK.fullmatch(typed.strip())
    if typed and found is None:
        raise refuse("league.no_clock", text=typed)
    bank, per_round, away = usual.bank, usual.per_round, usual.leave
    if typed and found is not None:
        bank, per_round = span(found[1]), span(found[2]) if found[2] else 0
    if leave:
        away = span(leave)
    if bank < _SHORTEST_BANK:
        raise refuse("league.bank_too_short", text=typed)
    return LeagueClock(bank=bank, per_round=per_round, cap=max(usual.cap, bank), leave=away)


def _calendar(asked: Asked) -> Calendar | None:
    args, zone = asked.args, asked.person.zone
    if not args.closes and not args.draw:
        if args.ends:
            raise refuse("league.ends_without_draw")
        return None
    draw = moment(args.draw or args.closes, asked.at, zone)
    closes = moment(args.closes, asked.at, zone) if args.closes else draw
    ends = moment(args.ends, asked.at, zone) if args.ends else None
    if closes > draw:
        raise refuse("league.closes_after_draw", closes=told(closes, zone), draw=told(draw, zone))
    if ends is not None and ends <= draw:
        raise refuse("league.ends_before_draw", ends=told(ends, zone), draw=told(draw, zone))
    return Calendar(closes=closes, draw=draw, ends=ends)


def _too_long(no: NotNow, rules: dict[str, Any]) -> Refusal:
    """Rules that cannot fit their window, with what would: a longer window, or a shorter clock."""
    clock, own = rules["clock"], rules["own_rounds"]
    data = {"needed": lasting(no.data["needed"]), "given": lasting(no.data["given"]), "own": own}
    data["days"] = -(-no.data["needed"] // _DAY)
    if data["days"] > LONGEST:
        return refuse("league.clock_too_long", most=LONGEST, **data)
    half = rules["window"] // 2 - clock.leave - clock.bank
    if half >= _HOUR * own:
        return refuse("league.window_too_short", clock=f"{_typed(clock.bank)}+{half // own // _HOUR}h", **data)
    half = rules["window"] // 2 - clock.per_round * own - clock.leave
    if half >= _DAY:
        return refuse("league.window_too_short", clock=f"{half // _DAY}d+{_typed(clock.per_round)}", **data)
    return refuse("league.window_far_too_short", **data)


def _typed(seconds: int) -> str:
    return f"{seconds // _DAY}d" if seconds % _DAY == 0 and seconds else f"{seconds // _HOUR}h"


def rules_line(asked: Asked, season: Season) -> str:
    """What a season is played by, in a few lines."""
    rules, zone = season.rules, asked.person.zone
    words = title_meant(rules.title).words(asked.tools.words.language)
    key = f"names.scenarios.{rules.scenario}"
    lines = [
        asked.say(
            "rules.games",
            format=asked.say(f"formats.{rules.format}"),
            scenario=words.say(key) if words.has(key) else rules.scenario,
            match=asked.say(f"matches.{rules.match}"),
        ),
        asked.say("rules.outside", window=lasting(rules.window))
        if rules.outside
        else asked.say(
            "rules.clock",
            bank=lasting(rules.clock.bank),
            per_round=lasting(rules.clock.per_round),
            leave=lasting(rules.clock.leave),
            window=lasting(rules.window),
            longest=lasting(rules.clock.longest(rules.own_rounds)),
        ),
    ]
    if rules.format in ("knockout", "double_knockout"):
        lines.insert(1, asked.say("formats.level"))
    if rules.calendar is not None:
        calendar = rules.calendar
        lines.append(
            asked.say(
                "rules.calendar",
                closes=told(calendar.closes, zone),
                draw=told(calendar.draw, zone),
                begins=told(calendar.check_in_from, zone),
            )
        )
    return "\n".join(lines)


async def open_registration(asked: Asked) -> list[Reply]:
    """A draft opens for registration; its rules stay from then on."""
    season_id = await asked.season_id()
    season = await asked.act(season_id, lambda season: acts.registering(season, asked.me, asked.at), role="organiser")
    join = Button(label=asked.say("buttons.join"), token=line(season_id, "join"), style="primary")
    if season.stage != "open":
        return [Reply(text=asked.say("stages.text", stage=asked.say(f"stages.{season.stage}")))]
    text = asked.say("opened", name=foreign(season.rules.name), rules=rules_line(asked, season))
    return [Reply(text=text, menu=Menu(rows=((join,),)))]


async def venue(asked: Asked) -> list[Reply]:
    """This channel becomes a venue, or is none any more; without a word the venues are listed."""
    season_id, channel = await asked.season_id(), asked.caller.channel
    what = asked.args.what
    if what and (await asked.desk.season(season_id)).rules.outside:
        raise refuse("league.no_venue_outside")
    if what == "here":
        asked.require(await asked.desk.season(season_id), "organiser")
        await _examine(asked)
        asked.tools.policy.check_place(asked.caller.places)
        await asked.act(season_id, lambda season: acts.venued(season, channel, asked.me, asked.at), role="organiser")
    elif what == "remove":
        await asked.act(
            season_id, lambda season: acts.venue_removed(season, channel, asked.me, asked.at), role="organiser"
        )
    season = await asked.desk.season(season_id)
    there = [f"- {place(one)} {asked.say('venues.games', count=season.load(one))}" for one in season.venues]
    none = "venues.outside" if season.rules.outside else "venues.none"
    lines = [asked.say("venues.head" if there else none, name=foreign(season.rules.name)), *there]
    checked = f"leagues.venues.checked.{asked.caller.platform}"
    if what == "here" and asked.caller.examine is not None and asked.tools.words.has(checked):
        lines.append(asked.tools.say(checked))
    return [Reply(text="\n".join(lines))]


async def _examine(asked: Asked) -> None:
    """Refuse a channel in which games could not be played, and say what is missing there."""
    caller, say = asked.caller, asked.tools.say
    found = list[str]()
    if caller.lacks:
        found.append(say("leagues.venues.lacks", list=asked.tools.words.listed(list(caller.lacks))))
    if caller.examine is not None:
        try:
            found += await caller.examine()
        except DeliveryError as error:
            raise refuse("league.venue_unchecked", why=str(error)) from None
    if found:
        raise refuse("league.venue_lacks", why=" ".join(found))


async def role(asked: Asked) -> list[Reply]:
    """A role is given or taken; without a word the roles are listed."""
    season_id, season = await asked.season()
    wanted, act, typed = asked.args.role, asked.args.act, asked.args.person
    if wanted and act and not typed:
        raise refuse("league.who_for_role")
    if wanted and act:
        group = people.group_in(asked.caller.platform, typed)
        person = "" if group else await people.named(asked.tools, asked.caller, season, typed)
        decide = acts.appointed if act == "give" else acts.dismissed

        def decided(season: Season) -> Sequence[Entry]:
            return decide(season, wanted, asked.me, asked.at, person=person, group=group)

        season = await asked.act(season_id, decided, role="owner")
    return [Reply(text=await _roles(asked, season))]


async def _roles(asked: Asked, season: Season) -> str:
    lines = [asked.say("roles.head", name=foreign(season.rules.name))]
    known = await asked.names([one for held in season.roles.values() for one in held])
    everybody: tuple[Role, ...] = ("owner", "organiser", "arbiter")
    for one in everybody:
        named = sorted(known[person] for person in season.roles.get(one, ()))
        groups = [f"`{group}`" for group in sorted(season.groups.get(one, ()))]
        if named or groups:
            lines.append(f"- {asked.say(f'roles.{one}')}: {', '.join([*named, *groups])}")
    return "\n".join(lines)


async def allow(asked: Asked) -> list[Reply]:
    """An owner allows somebody to decide where they have a stake, or ends that; the open log tells both."""
    season_id, season = await asked.season()
    args = asked.args
    asked.require(season, "owner")
    person = await people.named(asked.tools, asked.caller, season, args.person)
    if args.act == "give" and not args.reason:
        raise refuse("league.why_exception")

    def decide(season: Season) -> Sequence[Entry]:
        if args.act == "take":
            return acts.disallowed(season, person, asked.me, asked.at)
        return acts.allowed(season, person, asked.me, asked.at, reason=args.reason, match=args.match)

    season = await asked.act(season_id, decide, role="owner")
    known = await asked.names([person])
    key = "over" if args.act == "take" else "match" if args.match else "all"
    told = {"person": known[person], "match": args.match, "reason": foreign(args.reason)}
    text = asked.say(f"exceptions.{key}", **told)
    # Whether a group of the server gives somebody else a role cannot be known here.
    held = any(season.groups.values()) or any(person in one for one in season.roles.values())
    if args.act != "take" and not held:
        text += f"\n{asked.say('exceptions.no_role', person=known[person])}"
    return [Reply(text=text)]


async def announce(asked: Asked) -> list[Reply]:
    """Everybody is told something."""
    season_id = await asked.season_id()
    text = asked.args.text
    await asked.act(season_id, lambda season: acts.announced(season, text, asked.me, asked.at), role="organiser")
    return [Reply(text=asked.say("announced", text=foreign(text)))]


async def extend(asked: Asked) -> list[Reply]:
    """Everybody gets more time."""
    season_id, seconds = await asked.season_id(), span(asked.args.time)
    if not _HOUR <= seconds <= 90 * _DAY:
        raise refuse("league.no_grant", text=asked.args.time)
    season = await asked.act(
        season_id,
        lambda season: acts.extended(season, seconds, asked.me, asked.at, reason=asked.args.reason),
        role="organiser",
    )
    window = season.window()
    ends = told(window.end, asked.person.zone) if window is not None else "–"
    key = "extended_outside" if season.rules.outside else "extended"
    return [Reply(text=asked.say(key, time=lasting(seconds), ends=ends))]


def _sure(asked: Asked, season_id: str, season: Season) -> Reply:
    """Whether a season is to end at once to which too few have come."""
    count = sum(not one.substitute for one in season.entrants.values())
    end = Button(label=asked.say("buttons.finish"), token=line(season_id, "finish sure=yes"), style="danger")
    stage = asked.say(f"stages.{season.stage}")
    text = asked.say("ended.sure", name=foreign(season.rules.name), stage=stage, count=count)
    return Reply(text=text, menu=Menu(rows=((end,),)))


async def finish(asked: Asked) -> list[Reply]:
    """Everything is played: three days for appeals, and after them the end; each is asked for alike."""
    season_id, season = await asked.season()
    if asked.args.sure != "yes" and season.stage != "final" and not season.round and acts.deserted(season):
        asked.require(season, "organiser")
        return [_sure(asked, season_id, season)]
    seed = await asked.desk.seed(season_id)
    if asked.args.settled == "yes":
        moved = await open_and_begun(asked.tools, season)
        conclude = partial(acts.concluded, by=asked.me, at=asked.at, moved=moved)
        await asked.act(season_id, conclude, role="organiser", part="conclude")

    def decide(season: Season) -> Sequence[Entry]:
        try:
            return acts.finished(season, seed, asked.me, asked.at)
        except NotNow as no:
            if no.code == "matches_open":
                raise NotNow("games_open", **no.data) from None
            if no.code != "not_reviewed":
                raise
            return acts.reviewing(season, asked.me, asked.at)

    season = await asked.act(season_id, decide, role="organiser")
    if season.stage == "final":
        return [Reply(text=asked.say("ended.final", name=foreign(season.rules.name), id=season_id))]
    until = season.final_from() or asked.at
    return [Reply(text=asked.say("ended.review", until=told(until, asked.person.zone)))]


__all__ = ["allow", "announce", "extend", "finish", "line", "new", "open_registration", "role", "rules_line", "venue"]
