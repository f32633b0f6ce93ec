"""Commands of specific formats: bids for sides, ladder challenges, teams, volunteers, people to be kept apart."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.leagues import acts, journal
from bot.leagues.entrants import Side
from bot.leagues.journal import Entry
from bot.leagues.season import Season
from bot.narration.user_text import user_text
from bot.service.leagues import people, reachability
from bot.service.leagues.controls import answers
from bot.service.leagues.league_call import LeagueCall
from bot.service.leagues.season_creation import slug
from bot.table.refusal import refuse
from bot.table.reply import Button, Reply
from bot.titles.roots import title_meant

_SIDES = (Side.FIRST, Side.SECOND)


async def bid(asked: LeagueCall) -> list[Reply]:
    """Record the most that the caller would cede for a side; sealed until the auction."""
    season_id, season = await asked.season()
    args, title = asked.args, title_meant(season.rules.title)
    if args.side not in title.seats:
        raise refuse("bad_value", text=args.side, candidates=title.seats)
    match = args.match or _waiting_for_bid(asked, season)
    seed, side = await asked.repository.seed(season_id), _SIDES[title.seats.index(args.side)]

    def decide(season: Season) -> Sequence[Entry]:
        return acts.bid(season, seed, match, asked.me, side, args.amount, asked.at)

    await asked.act(season_id, decide)
    name = title.words(asked.tools.words.language).say(f"names.sides.{args.side}.name")
    return [Reply(text=asked.say("bids.noted", match=match, side=name, amount=args.amount))]


def _waiting_for_bid(asked: LeagueCall, season: Season) -> str:
    """Return the caller's match that awaits bids; refuse unless there is exactly one."""
    slot = season.held_by(asked.me)
    own = [made.match for made in season.open_matches() if made.kind == "bid" and slot in made.slots and not made.ready]
    if len(own) != 1:
        raise refuse(
            "league.which_match" if own else "league.nothing_to_bid", list=", ".join(f"`{one}`" for one in own)
        )
    return own[0]


async def challenge(asked: LeagueCall) -> list[Reply]:
    """Challenge a higher player on a ladder; `yes` and `no` answer a challenge."""
    season_id, season = await asked.season()
    typed = asked.args.person
    if typed.casefold() in ("yes", "no"):
        return [await _answer_challenge(asked, season_id, season, accept=typed.casefold() == "yes")]
    opponent = await people.person_meant(asked.tools, asked.caller, season, typed)
    kept = await asked.tools.store.persons.read_all([opponent])
    if reachability.strangers(asked.person, kept.get(opponent)):
        raise refuse("league.strangers", person=people.called(asked.tools, kept[opponent]))
    await asked.act(season_id, lambda season: acts.challenge_player(season, asked.me, opponent, asked.at))
    known = await asked.names([opponent])
    return [Reply(text=asked.say("challenges.made", person=known[opponent]))]


async def _answer_challenge(asked: LeagueCall, season_id: str, season: Season, *, accept: bool) -> Reply:
    slot = season.held_by(asked.me)
    waiting = next((match for match, one in season.challenges.items() if one.opponent == slot), "")

    def decide(season: Season) -> Sequence[Entry]:
        return acts.answer_challenge(season, waiting, asked.me, asked.at, accept=accept)

    await asked.act(season_id, decide)
    return Reply(text=asked.say("challenges.accepted" if accept else "challenges.refused"))


def challenge_menu(asked: LeagueCall, season_id: str, season: Season) -> list[Button]:
    """Return the buttons that answer a challenge to the caller."""
    slot = season.held_by(asked.me)
    if not any(one.opponent == slot for one in season.challenges.values()):
        return []
    return [*answers(asked.tools, season_id)]


async def team(asked: LeagueCall) -> list[Reply]:
    """Enter or change a team, as one of its players or an organiser."""
    season_id, season = await asked.season()
    args = asked.args
    team_id = f"t-{slug(args.name)}"
    members = [await people.person_meant(asked.tools, asked.caller, season, one) for one in _split_list(args.members)]
    spare = [await people.person_meant(asked.tools, asked.caller, season, one) for one in _split_list(args.alternates)]
    if len({*members, *spare}) < len(members) + len(spare):
        raise refuse("league.twice_in_team")
    before = season.teams.get(team_id)
    own = {*members, *spare} if before is None else {*before.members, *before.alternates}
    if asked.me not in own:
        asked.require(season, "organiser")

    def decide(_season: Season) -> Sequence[Entry]:
        formed = journal.Formed(
            at=asked.at, by=asked.me, team=team_id, name=args.name, members=tuple(members), alternates=tuple(spare)
        )
        return acts.form_team(_season, formed)

    await asked.act(season_id, decide, idle=refuse("league.nothing_new"))
    known = await asked.names([*members, *spare])
    text = asked.say("teams.formed", name=user_text(args.name), list=", ".join(known[one] for one in members))
    more = asked.say("teams.alternates", list=", ".join(known[one] for one in spare)) if spare else ""
    return [Reply(text="\n".join(part for part in (text, more) if part))]


def _split_list(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"[,;]", text) if part.strip()]


async def volunteer(asked: LeagueCall) -> list[Reply]:
    """Volunteer to play anyone without an opponent, after elimination from a knock-out."""
    season_id = await asked.season_id()
    season = await asked.act(
        season_id, lambda season: acts.volunteer(season, asked.me, asked.at), idle=refuse("league.nothing_new")
    )
    return [Reply(text=asked.say("volunteered", name=user_text(season.rules.name)))]


async def apart(asked: LeagueCall) -> list[Reply]:
    """Keep two people from being paired where the format leaves a choice."""
    season_id, season = await asked.season()
    asked.require(season, "organiser")
    one = await people.person_meant(asked.tools, asked.caller, season, asked.args.person)
    other = await people.person_meant(asked.tools, asked.caller, season, asked.args.other)

    def decide(season: Season) -> Sequence[Entry]:
        return acts.keep_apart(season, one, other, asked.me, asked.at)

    await asked.act(season_id, decide, role="organiser", idle=refuse("league.nothing_new"))
    known = await asked.names([one, other])
    return [Reply(text=asked.say("apart", one=known[one], other=known[other]))]


__all__ = ["apart", "bid", "challenge", "challenge_menu", "team", "volunteer"]
