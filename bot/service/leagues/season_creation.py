"""Creates seasons: turns typed arguments into valid rules, or refuses them, saying what would work."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from bot.commands.leagues.organise import LeagueNewArgs
from bot.leagues import acts
from bot.leagues.journal import KNOCKOUT_FORMATS, ROUND_FORMATS, Entry, Opened
from bot.leagues.journal.base import MOST_BID
from bot.leagues.promotion import final_tables
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season
from bot.leagues.windows import Calendar, LeagueClock
from bot.narration.user_text import user_text
from bot.service.clock import lasting
from bot.service.leagues import season_choice
from bot.service.leagues.act_refusals import refused
from bot.service.leagues.league_call import LeagueCall
from bot.service.leagues.rating import Ratings, pool_of
from bot.service.leagues.season_repository import SeasonTaken
from bot.service.leagues.times import LONGEST, moment, span, told
from bot.service.seats.new_game import NewGameRequest, read_wish
from bot.table.refusal import Refusal, refuse
from bot.table.reply import Reply
from bot.table.typed_text import alike
from bot.titles import title_offering
from bot.titles.capabilities import margin_counted
from bot.titles.roots import title_meant

_HOUR, _DAY = 3_600, 86_400
#: The `clock=` format: the bank, and the bonus per own action round.
_CLOCK = re.compile(r"([^+]+)(?:\+(.+))?")
#: The shortest allowed bank.
_SHORTEST_BANK = _HOUR
_ID = 24


async def new(asked: LeagueCall) -> list[Reply]:
    """Create a season as a draft, with rules that fit its window."""
    if not asked.caller.manages:
        raise refuse("league.not_manager")
    asked.tools.policy.check_place(asked.caller.places)
    season_id = f"s-{slug(asked.args.id.removeprefix('s-') or asked.args.name)}"
    rules = await _rules(asked)
    rules["weaker"] = await _weaker_side(asked, rules)

    def begin(commitment: str) -> Sequence[Entry]:
        return acts.open_season(Opened.model_validate({**rules, "commitment": commitment}))

    try:
        season = await asked.repository.create(season_id, asked.caller.key, begin)
    except SeasonTaken:
        season = await _amend_rules(asked, season_id, rules)
    except NotNow as no:
        if no.code == "window_too_short":
            raise _too_long(no, rules, asked.tools.words.language) from None
        raise await refused(asked.tools, None, no, asked.person.zone) from None
    await asked.tools.note_language(asked.caller)
    lines = [
        asked.say("made.season", name=user_text(season.rules.name), id=season_id),
        rules_line(asked, season),
        asked.say("made.next_outside" if season.rules.outside else "made.next", id=season_id),
    ]
    return [Reply(text="\n".join(lines))]


async def _amend_rules(asked: LeagueCall, season_id: str, rules: dict[str, Any]) -> Season:
    """Replace the rules of a draft owned by the caller; refuse for any other season."""
    season = await asked.repository.season(season_id)
    if season.stage != "draft" or not asked.may(season, "owner"):
        raise refuse("league.id_taken", text=season_id)

    def decide(season: Season) -> Sequence[Entry]:
        return acts.amend_rules(season, Opened.model_validate({**rules, "commitment": season.rules.commitment}))

    try:
        return await asked.repository.act(season_id, f"{asked.caller.key}/amend", decide)
    except NotNow as no:
        if no.code == "window_too_short":
            raise _too_long(no, rules, asked.tools.words.language) from None
        raise await asked.refused(season_id, no) from None


def slug(text: str) -> str:
    """Return the letters and digits of a name in the form used in ids."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    found = re.sub(r"[^a-z0-9]+", "-", "".join(one for one in plain if not unicodedata.combining(one))).strip("-")
    if not found:
        raise refuse("league.needs_id")
    return found[:_ID].strip("-")


async def _rules(asked: LeagueCall) -> dict[str, Any]:
    """Return the typed rules, without the commitment to the seed."""
    args, caller = asked.args, asked.caller
    scenario = args.scenario.casefold() or title_meant("").setups.usual
    title = title_offering(scenario)
    if scenario not in title.setups.offered():
        raise refuse("bad_value", text=f"scenario={args.scenario}", candidates=tuple(title_meant("").setups.offered()))
    wish = _game_options(scenario, args.options)
    options = {"scenario": scenario, **wish.rules}
    if args.review == "yes" and args.format not in ROUND_FORMATS:
        raise refuse("league.no_review", format=asked.say(f"formats.{args.format}"))
    if args.match == "bid" and (title.setups.bids is None or not title.setups.bids.taken(options)):
        raise refuse("league.no_bids", text=scenario)
    after = await _preceding_tables(asked)
    return {
        "kind": "opened", "at": asked.at, "by": asked.me, "name": args.name, "format": args.format, "match": args.match,
        "title": title.name, "scenario": scenario, "options": options, "draws": args.draws == "yes",
        "rounds": args.rounds if args.rounds or args.format in ROUND_FORMATS else 1, "boards": args.boards,
        "clock": _clock(args.clock, args.leave), "own_rounds": title.setups.rounds(options), "window": _window(args.window),
        "most_margin": margin_counted(title), "most_bid": MOST_BID if title.setups.bids is None else title.setups.bids.most,
        "calendar": _calendar(asked), "beginners": args.beginners == "yes", "most_rating": args.cap or None,
        "draft": True, "home": caller.channel, "server": caller.server, "sealed": args.sealed == "yes",
        "outside": args.outside == "yes", "review": args.review == "yes", **after,
    }  # fmt: skip


def _game_options(scenario: str, typed: str) -> NewGameRequest:
    """Return the options of the season's games; a misspelt option of the season itself is refused as such."""
    try:
        return read_wish(scenario, typed)
    except Refusal as no:
        if no.reason.code != "unknown_setting":
            raise
        data: dict[str, Any] = dict(no.reason.data)
        own = tuple(name for name in LeagueNewArgs.model_fields if name not in (*LeagueNewArgs.placed, "options"))
        games = tuple(name for name in data["candidates"] if name not in own)
        near = "".join(f"“{one}”" for one in alike(data["text"], (*own, *games))[:1])
        raise refuse("league.no_option", text=data["text"], near=near, there_are=", ".join((*own, *games))) from None


async def _preceding_tables(asked: LeagueCall) -> dict[str, Any]:
    """Return the final tables of the preceding season, from which divisions are promoted and relegated."""
    if not asked.args.after:
        return {}
    before_id = await season_choice.meant(asked.repository, asked.caller, asked.args.after)
    before = await asked.repository.season(before_id)
    if before.stage != "final":
        raise refuse("league.not_final", text=before.rules.name)
    return {"previous": before_id, "ranking": final_tables(before)}


async def _weaker_side(asked: LeagueCall, rules: dict[str, Any]) -> int:
    """Return the side that wins less in this game, if statistically certain: 1 the first, -1 the second, else 0."""
    opened = Opened.model_validate({**rules, "commitment": "0" * 64})
    table = await Ratings(asked.tools.store, asked.repository).table(pool_of(opened))
    worth, doubt = table.advantages.get(0, (0, 0))
    if abs(worth) <= doubt:
        return 0
    return -1 if worth > 0 else 1


def _window(typed: str) -> int:
    """Return the length of a round's window in seconds."""
    seconds = span(typed)
    if seconds < _HOUR:
        raise refuse("league.no_span", text=typed)
    return seconds


def _clock(typed: str, leave: str) -> LeagueClock:
    """Parse `5d+8h`, the bank and the bonus per own action round, and days of leave."""
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


def _calendar(asked: LeagueCall) -> Calendar | None:
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


def _too_long(no: NotNow, rules: dict[str, Any], language: str) -> Refusal:
    """Refuse rules that don't fit their window, suggesting a longer window or a shorter clock."""
    clock, own = rules["clock"], rules["own_rounds"]
    data = {"needed": lasting(no.data["needed"]), "given": lasting(no.data["given"]), "own": own}
    data["parts"] = title_meant(rules["title"]).words(language).say("ui.words.own_parts")
    data["days"] = -(-no.data["needed"] // _DAY)
    if data["days"] > LONGEST:
        return refuse("league.clock_too_long", most=LONGEST, **data)
    half = rules["window"] // 2 - clock.leave - clock.bank
    if half >= _HOUR * own:
        return refuse("league.window_too_short", clock=f"{_duration_text(clock.bank)}+{half // own // _HOUR}h", **data)
    half = rules["window"] // 2 - clock.per_round * own - clock.leave
    if half >= _DAY:
        return refuse("league.window_too_short", clock=f"{half // _DAY}d+{_duration_text(clock.per_round)}", **data)
    return refuse("league.window_far_too_short", **data)


def _duration_text(seconds: int) -> str:
    return f"{seconds // _DAY}d" if seconds % _DAY == 0 and seconds else f"{seconds // _HOUR}h"


def rules_line(asked: LeagueCall, season: Season) -> str:
    """Return a season's rules in a few lines."""
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
    if rules.format in KNOCKOUT_FORMATS:
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
        if calendar.ends is not None and rules.format in ("ladder", "rolling"):
            lines.append(asked.say("rules.ends", ends=told(calendar.ends, zone)))
    return "\n".join(lines)


__all__ = ["new", "rules_line", "slug"]
