"""Files of a season: export of tables, calendar, journal and report; import of entries and whole journals."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping

from bot.leagues.exchange import archives, calendars, reports, trf
from bot.leagues.exchange.malformed import Malformed
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season
from bot.narration.user_text import user_text
from bot.service.leagues import file_imports, views
from bot.service.leagues import sheets as tables
from bot.service.leagues.calendars import events
from bot.service.leagues.league_call import LeagueCall
from bot.table.refusal import refuse
from bot.table.reply import Attachment, Reply

#: How a line of a pairing program's report begins.
_OF_A_REPORT = re.compile(r"\s*(###|\d{3}|XX[A-Z])(\s|$)", re.IGNORECASE)
Write = Callable[[LeagueCall, str, Season, int], Awaitable[str]]


async def export(asked: LeagueCall) -> list[Reply]:
    """Export a season: a table, cross table or pairings as CSV, the calendar, the journal, or the pairing report."""
    season_id, season = await asked.season()
    args = asked.args
    number = args.section - 1
    if args.what not in ("journal", "calendar") and number >= max(len(season.sections), 1):
        raise refuse("league.no_section", text=str(args.section), count=len(season.sections))
    if args.what not in ("journal", "calendar") and not season.sections:
        raise refuse("league.no_such_export", season=user_text(season.rules.name))
    ending, mime, write = _KINDS[args.what]
    text = await write(asked, season_id, season, number)
    name = f"{season_id}-{args.what}" + (f"-{args.section}" if len(season.sections) > 1 else "") + f".{ending}"
    told = asked.say("exchange.given", what=asked.say(f"exchange.{args.what}"), name=user_text(season.rules.name))
    return [Reply(text=told, attachment=Attachment(name=name, mime=mime, text=text))]


async def _table(asked: LeagueCall, _: str, season: Season, number: int) -> str:
    return tables.standings(views.standings(await views.told(asked.tools, season), number))


async def _cross(asked: LeagueCall, _: str, season: Season, number: int) -> str:
    return tables.cross_table(views.cross_table(await views.told(asked.tools, season), number))


async def _pairings(asked: LeagueCall, _: str, season: Season, number: int) -> str:
    return tables.pairings(
        views.pairings(await views.told(asked.tools, season), number), tables.rulings(season, asked.tools.words)
    )


async def _calendar(asked: LeagueCall, season_id: str, season: Season, _: int) -> str:
    own = asked.me if asked.me in season.entrants else ""
    found = events(await views.told(asked.tools, season), asked.tools.words, season_id, own)
    return calendars.write(season.rules.name, found, asked.at)


async def _journal(asked: LeagueCall, season_id: str, _: Season, _number: int) -> str:
    return archives.write([archives.dumped(entry) for entry in await asked.repository.journal(season_id)])


async def _trf(asked: LeagueCall, _: str, season: Season, number: int) -> str:
    told = await views.told(asked.tools, season)
    return trf.write(reports.tournament(season, number, told.name))


#: Each export with its extension, MIME type and writer.
_KINDS: Mapping[str, tuple[str, str, Write]] = {
    "table": ("csv", "text/csv", _table), "cross": ("csv", "text/csv", _cross), "pairings": ("csv", "text/csv", _pairings),
    "calendar": ("ics", "text/calendar", _calendar), "journal": ("json", "application/json", _journal),
    "trf": ("trf", "text/plain", _trf),
}  # fmt: skip


# --------------------------------------------------------------------------------------------------------- import


async def take_in(asked: LeagueCall) -> list[Reply]:
    """Enter players from CSV rows, all or none."""
    season_id, season = await asked.season()
    asked.require(season, "organiser")
    if _OF_A_REPORT.match(asked.args.text):
        raise refuse("league.report_for_operator", season=season_id)
    if season.stage != "open":
        stage = asked.say(f"stages.{season.stage}")
        raise refuse("league.entries_too_late", season=user_text(season.rules.name), stage=stage)
    # A typed line has no line breaks.
    text = asked.args.text.replace(";", "\n")
    try:
        count = await file_imports.entries(
            asked.tools.store, asked.repository, season_id, text, by=asked.me, key=asked.caller.key, ids=asked.ids
        )
    except NotNow as no:
        raise await asked.refused(season_id, no) from None
    except Malformed as error:
        raise refuse("league.malformed", line=error.line, why=user_text(error.why)) from None
    return [Reply(text=asked.say("exchange.entered", count=count, name=user_text(season.rules.name)))]


__all__ = ["export", "take_in"]
