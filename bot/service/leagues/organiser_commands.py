"""Organiser commands: open registration, manage venues and roles, announce, extend, and end a season."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.leagues import acts
from bot.leagues.journal import Entry, Role
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season
from bot.narration.channel_mentions import place
from bot.narration.user_text import user_text
from bot.port import DeliveryError
from bot.service.clock import lasting
from bot.service.leagues import people
from bot.service.leagues.controls import line
from bot.service.leagues.game_progress import open_and_begun
from bot.service.leagues.league_call import LeagueCall
from bot.service.leagues.season_creation import rules_line
from bot.service.leagues.times import span, told
from bot.table.refusal import refuse
from bot.table.reply import Button, Menu, Reply

_HOUR, _DAY = 3_600, 86_400


async def open_registration(asked: LeagueCall) -> list[Reply]:
    """Open a draft for registration; its rules are fixed from then on."""
    season_id = await asked.season_id()
    season = await asked.act(
        season_id, lambda season: acts.open_registration(season, asked.me, asked.at), role="organiser"
    )
    join = Button(label=asked.say("buttons.join"), token=line(season_id, "join"), style="primary")
    if season.stage != "open":
        return [Reply(text=asked.say("stages.text", stage=asked.say(f"stages.{season.stage}")))]
    text = asked.say("opened", name=user_text(season.rules.name), rules=rules_line(asked, season))
    return [Reply(text=text, menu=Menu(rows=((join,),)))]


async def venue(asked: LeagueCall) -> list[Reply]:
    """Make this channel a venue, or remove it; without an argument, list the venues."""
    season_id, channel = await asked.season_id(), asked.caller.channel
    what = asked.args.what
    if what and (await asked.repository.season(season_id)).rules.outside:
        raise refuse("league.no_venue_outside")
    if what == "here":
        asked.require(await asked.repository.season(season_id), "organiser")
        await _examine(asked)
        asked.tools.policy.check_place(asked.caller.places)
        await asked.act(season_id, lambda season: acts.add_venue(season, channel, asked.me, asked.at), role="organiser")
    elif what == "remove":
        await asked.act(
            season_id, lambda season: acts.remove_venue(season, channel, asked.me, asked.at), role="organiser"
        )
    season = await asked.repository.season(season_id)
    there = [f"- {place(one)} {asked.say('venues.games', count=season.load(one))}" for one in season.venues]
    none = "venues.outside" if season.rules.outside else "venues.none"
    lines = [asked.say("venues.head" if there else none, name=user_text(season.rules.name)), *there]
    checked = f"leagues.venues.checked.{asked.caller.platform}"
    if what == "here" and asked.caller.examine is not None and asked.tools.words.has(checked):
        lines.append(asked.tools.say(checked))
    return [Reply(text="\n".join(lines))]


async def _examine(asked: LeagueCall) -> None:
    """Refuse a channel in which games could not be played, saying what is missing."""
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


async def role(asked: LeagueCall) -> list[Reply]:
    """Give or take a role; without an argument, list the roles."""
    season_id, season = await asked.season()
    wanted, act, typed = asked.args.role, asked.args.act, asked.args.person
    if wanted and act and not typed:
        raise refuse("league.who_for_role")
    if wanted and act:
        group = people.group_in(asked.caller.platform, typed)
        person = "" if group else await people.person_meant(asked.tools, asked.caller, season, typed)
        decide = acts.appoint if act == "give" else acts.dismiss

        def decided(season: Season) -> Sequence[Entry]:
            return decide(season, wanted, asked.me, asked.at, person=person, group=group)

        season = await asked.act(season_id, decided, role="owner")
    return [Reply(text=await _roles(asked, season))]


async def _roles(asked: LeagueCall, season: Season) -> str:
    lines = [asked.say("roles.head", name=user_text(season.rules.name))]
    known = await asked.names([one for held in season.roles.values() for one in held])
    everybody: tuple[Role, ...] = ("owner", "organiser", "arbiter")
    for one in everybody:
        named = sorted(known[person] for person in season.roles.get(one, ()))
        groups = [f"`{group}`" for group in sorted(season.groups.get(one, ()))]
        if named or groups:
            lines.append(f"- {asked.say(f'roles.{one}')}: {', '.join([*named, *groups])}")
    return "\n".join(lines)


async def allow(asked: LeagueCall) -> list[Reply]:
    """Let an owner allow someone to decide despite a stake, or revoke that; the public log shows both."""
    season_id, season = await asked.season()
    args = asked.args
    asked.require(season, "owner")
    person = await people.person_meant(asked.tools, asked.caller, season, args.person)
    if args.act == "give" and not args.reason:
        raise refuse("league.why_exception")

    def decide(season: Season) -> Sequence[Entry]:
        if args.act == "take":
            return acts.disallow_exception(season, person, asked.me, asked.at)
        return acts.allow_exception(season, person, asked.me, asked.at, reason=args.reason, match=args.match)

    season = await asked.act(season_id, decide, role="owner", idle=refuse("league.nothing_new"))
    known = await asked.names([person])
    key = "over" if args.act == "take" else "match" if args.match else "all"
    told = {"person": known[person], "match": args.match, "reason": user_text(args.reason)}
    text = asked.say(f"exceptions.{key}", **told)
    # Groups of the server may give others a role; that is unknown here.
    held = any(season.groups.values()) or any(person in one for one in season.roles.values())
    if args.act != "take" and not held:
        text += f"\n{asked.say('exceptions.no_role', person=known[person])}"
    return [Reply(text=text)]


async def announce(asked: LeagueCall) -> list[Reply]:
    """Post a message in all channels of the season."""
    season_id = await asked.season_id()
    text = asked.args.text
    await asked.act(season_id, lambda season: acts.announce(season, text, asked.me, asked.at), role="organiser")
    return [Reply(text=asked.say("announced", text=user_text(text)))]


async def extend(asked: LeagueCall) -> list[Reply]:
    """Give everyone more time."""
    season_id, seconds = await asked.season_id(), span(asked.args.time)
    if not _HOUR <= seconds <= 90 * _DAY:
        raise refuse("league.no_grant", text=asked.args.time)
    season = await asked.act(
        season_id,
        lambda season: acts.extend_windows(season, seconds, asked.me, asked.at, reason=asked.args.reason),
        role="organiser",
    )
    window = season.window()
    ends = told(window.end, asked.person.zone) if window is not None else "–"
    key = "extended_outside" if season.rules.outside else "extended"
    return [Reply(text=asked.say(key, time=lasting(seconds), ends=ends))]


def _ask_before_ending(asked: LeagueCall, season_id: str, season: Season) -> Reply:
    """Ask for confirmation before ending a season with too few players."""
    count = sum(not one.substitute for one in season.entrants.values())
    end = Button(label=asked.say("buttons.finish"), token=line(season_id, "finish sure=yes"), style="danger")
    stage = asked.say(f"stages.{season.stage}")
    text = asked.say("ended.sure", name=user_text(season.rules.name), stage=stage, count=count)
    return Reply(text=text, menu=Menu(rows=((end,),)))


async def finish(asked: LeagueCall) -> list[Reply]:
    """Start the three days for appeals once everything is played; end the season after them."""
    season_id, season = await asked.season()
    if asked.args.sure != "yes" and season.stage != "final" and not season.round and acts.is_deserted(season):
        asked.require(season, "organiser")
        return [_ask_before_ending(asked, season_id, season)]
    seed = await asked.repository.seed(season_id)
    if asked.args.settled == "yes":
        moved = await open_and_begun(asked.tools, season)
        conclude = partial(acts.conclude_season, by=asked.me, at=asked.at, moved=moved)
        await asked.act(season_id, conclude, role="organiser", part="conclude")

    def decide(season: Season) -> Sequence[Entry]:
        try:
            return acts.finish_season(season, seed, asked.me, asked.at)
        except NotNow as no:
            if no.code == "matches_open":
                raise NotNow("games_open", **no.data) from None
            if no.code != "not_reviewed":
                raise
            return acts.begin_review(season, asked.me, asked.at)

    season = await asked.act(season_id, decide, role="organiser")
    if season.stage == "final":
        return [Reply(text=asked.say("ended.final", name=user_text(season.rules.name), id=season_id))]
    until = season.final_from() or asked.at
    return [Reply(text=asked.say("ended.review", until=told(until, asked.person.zone)))]


__all__ = ["allow", "announce", "extend", "finish", "open_registration", "role", "venue"]
