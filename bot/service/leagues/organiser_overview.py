"""Overview of a season's pending work for organisers: appeals, roomless matches, low clocks, automatic next steps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from bot.leagues import acts, brackets
from bot.leagues.acts.bidding import BIDDING
from bot.leagues.acts.ladder_challenges import ANSWER
from bot.leagues.acts.season_end import rounds_left
from bot.leagues.formats.rolling_swiss import ended
from bot.leagues.journal import KNOCKOUT_FORMATS, ROUND_FORMATS
from bot.leagues.matches import Fixed, Leg
from bot.leagues.season import Season
from bot.narration.user_text import user_text
from bot.service.clock import lasting
from bot.service.leagues.clerk_context import seat_on
from bot.service.leagues.controls import line
from bot.service.leagues.duties import DAY
from bot.service.leagues.league_call import LeagueCall
from bot.service.leagues.match_lines import wait_of
from bot.service.leagues.times import told
from bot.service.leagues.waiting_matches import was_refused
from bot.table.reply import Button, Menu, Reply

#: Lines per kind, running games whose clocks are read, and seconds of a bank below which a game is listed.
_LINES, _GAMES, _LOW = 10, 150, 86_400
#: Players of a final.
_FINALISTS = 2


async def overview(asked: LeagueCall) -> list[Reply]:
    """Show a season's pending work to its organisers only.

    Raises:
        Refusal: the caller is not an organiser.
    """
    season_id, season = await asked.season()
    asked.require(season, "organiser")
    stage = asked.say(f"stages.{season.stage}")
    lines = [asked.say("desk.head", name=user_text(season.rules.name), stage=stage)]
    parts = {"appeals": await _appeals(asked, season)}
    if not season.rules.outside:  # games played elsewhere have no rooms or clocks here
        parts |= {"rooms": await _roomless(asked, season_id, season), "clocks": await _clocks(asked, season)}
    if not season.round:
        parts.clear()  # before the first draw there are no games or appeals
    parts["next"] = _next_steps(asked, season)
    for name, found in parts.items():
        lines.append(asked.say(f"desk.{name}.{'head' if found else 'none'}"))
        lines += found[:_LINES]
        if len(found) > _LINES:
            lines.append(asked.say("more", count=len(found) - _LINES))
    names = ["pairings", "log", *(["preview"] if season.preview is not None else [])]
    row = tuple(
        Button(label=asked.say(f"buttons.{one}"), token=line(season_id, "draw preview" if one == "preview" else one))
        for one in names
    )
    return [Reply(text="\n".join(lines), menu=Menu(rows=(row,)))]


# ------------------------------------------------------------------------------------------------- appeals


async def _appeals(asked: LeagueCall, season: Season) -> list[str]:
    """Return the open appeals, each with those who may decide it."""
    found = season.appeals()
    able = {(made.match, leg): acts.deciders(season, made.match, leg=leg) for made, leg, _ in found}
    people = {one.person for _, _, one in found} | {person for some in able.values() for person in some}
    known = await asked.names([*people])
    groups = sorted({group for role in ("arbiter", "organiser", "owner") for group in season.groups.get(role, ())})
    lines = []
    for made, leg, appeal in found:
        names = [*sorted(known[one] for one in able[made.match, leg]), *(f"`{group}`" for group in groups)]
        key = "line" if names else "line_nobody"
        missing = appeal.needs - len(appeal.decisions)
        match, at = asked.match_named(season, made.match, leg), told(appeal.at, asked.person.zone)
        lines.append(
            asked.say(
                f"desk.appeals.{key}", match=match, person=known[appeal.person], at=at,
                instance=leg_instance(made.legs[leg]), count=missing, list=asked.tools.words.listed(names, "or"),
            )
        )  # fmt: skip
    return lines


def leg_instance(leg: Leg) -> int:
    """Return the instance of the open appeal, from 1."""
    return len(leg.appeals)


# --------------------------------------------------------------------------------------------------- rooms


async def _roomless(asked: LeagueCall, season_id: str, season: Season) -> list[str]:
    """Return the matches without a game, and what they wait for."""
    if season.rules.outside or not season.on:
        return []
    waiting = [(made, leg) for made in season.open_matches() for leg in made.missing()]
    known = await asked.names([season.holder_of(slot) for made, _ in waiting for slot in made.slots])
    lines = []
    for made, leg in waiting:
        first, second = (known[season.holder_of(slot)] for slot in made.slots)
        until = told(made.since + BIDDING, asked.person.zone)
        why = asked.say(f"desk.rooms.{await _waiting_reason(asked, season_id, season, made, leg)}", until=until)
        lines.append(asked.say("desk.rooms.line", match=made.match, first=first, second=second, why=why))
    return lines


async def _waiting_reason(asked: LeagueCall, season_id: str, season: Season, made: Fixed, leg: int) -> str:
    """Return the text key of what a match without a game waits for."""
    if not made.ready:
        return "bids"
    if not season.venues:
        return "no_venue"
    if season.strangers(*made.slots):
        return "strangers"
    if await was_refused(asked.repository, season_id, made.match, leg):
        return "refused"
    if not await _has_common_venue(asked, season, made):
        return "apart"
    return "turn" if made not in season.to_create() else "room"


async def _has_common_venue(asked: LeagueCall, season: Season, made: Fixed) -> bool:
    """Return True if a venue is on a platform where both players are known."""
    kept = (await asked.tools.store.persons.read_all([season.holder_of(slot) for slot in made.slots])).values()
    platforms = {venue.partition(":")[0] for venue in season.venues}
    return any(all(seat_on(platform, one) is not None for one in kept) for platform in platforms)


# -------------------------------------------------------------------------------------------------- clocks


async def _clocks(asked: LeagueCall, season: Season) -> list[str]:
    """Return the running games whose player to move has little time left, the least first."""
    running = ((made, leg) for made in season.open_matches() for leg in made.legs if leg.game and not leg.settled)
    found = []
    for made, leg in islice(running, _GAMES):
        wait = await wait_of(asked, leg)
        if wait is not None and wait.banks[wait.side] <= _LOW:
            slot = made.sides(made.legs.index(leg))[wait.side]
            found.append((wait.banks[wait.side], wait.waited, made.match, season.holder_of(slot)))
    known = await asked.names([person for *_, person in found])
    return [
        asked.say(
            "desk.clocks.line" if bank else "desk.clocks.empty",
            match=match, person=known[person], left=lasting(bank), waited=lasting(waited),
        )
        for bank, waited, match, person in sorted(found)
    ]  # fmt: skip


# ---------------------------------------------------------------------------------------------- what is next


def _next_steps(asked: LeagueCall, season: Season) -> list[str]:
    """Return the season's automatic next steps in order of time, then what depends on events."""
    zone, at = asked.person.zone, asked.at
    timed = [(when, text) for when, text in _timed_steps(asked, season) if when > at]
    lines = [asked.say("desk.next.at", at=told(when, zone), what=text) for when, text in sorted(timed)]
    return [*lines, *_untimed_steps(asked, season)]


def _timed_steps(asked: LeagueCall, season: Season) -> Sequence[tuple[float, str]]:
    def say(key: str, **data: object) -> str:
        return asked.say(f"desk.next.{key}", **data)

    found: list[tuple[float, str]] = []
    calendar, window = season.rules.calendar, season.window()
    if calendar is not None and season.stage == "open":
        found.append((calendar.closes, say("closes")))
    if calendar is not None and not season.round:
        found += [(calendar.check_in_from, say("check_in"))] if calendar.check_in else []
        found.append((calendar.draw, say("draw")))
    if window is not None and season.open_matches() and season.rules.format not in ("ladder", "rolling"):
        found.append((window.end, say("window", count=len(season.open_matches()))))
    bids = [made.since + BIDDING for made in season.open_matches() if not made.ready]
    found += [(at, say("bids", count=bids.count(at))) for at in sorted({*bids})]
    found += [(one.at + ANSWER, say("challenge", match=one.match)) for one in season.challenges.values()]
    if season.rules.format == "rolling" and season.on and not ended(season, asked.at):
        found.append((season.begun.get(season.round, 0.0) + DAY, say("day")))
    if (until := season.final_from()) is not None and season.stage == "review":
        found.append((until, say("finish")))
    return found


def _untimed_steps(asked: LeagueCall, season: Season) -> list[str]:
    """Return the next steps that depend on events rather than time."""
    if season.stage in ("draft", "open", "closed") and not season.round:
        return [asked.say(f"desk.next.{'open' if season.stage == 'draft' else 'first'}")]
    if season.preview is not None:
        return [asked.say("desk.next.preview", round=season.preview.round)]
    if season.stage != "running":
        return []
    if season.rules.format in (*ROUND_FORMATS, *KNOCKOUT_FORMATS) and rounds_left(season, asked.at):
        key = "held" if season.rules.review else "round"
        if season.rules.format == "knockout" and season.open_matches() and len(brackets.alive(season)) == _FINALISTS:
            key = "final"
        return [asked.say(f"desk.next.{key}", round=season.round + 1)]
    return [] if season.open_matches() else [asked.say("desk.next.played")]


__all__ = ["overview"]
