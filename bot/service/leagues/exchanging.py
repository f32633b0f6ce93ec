"""Files of a season: its tables, calendar, journal and report out; entries and whole journals in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from bot.leagues import acts, journal
from bot.leagues.exchange import archives, calendars, reports, sheets, trf
from bot.leagues.exchange.malformed import Malformed
from bot.leagues.journal import Entry
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season
from bot.narration.foreign import foreign
from bot.service.leagues import sheets as tables
from bot.service.leagues import views
from bot.service.leagues.asked import Asked
from bot.service.leagues.calendars import events
from bot.table.refusal import Refusal, refuse
from bot.table.reply import Attachment, Reply

Write = Callable[[Asked, str, Season, int], Awaitable[str]]


async def export(asked: Asked) -> list[Reply]:
    """A file of a season: a table, the cross table or the pairings as CSV, the calendar, the journal, or the report of pairing programs."""
    season_id, season = await asked.season()
    args = asked.args
    number = args.section - 1
    if args.what not in ("journal", "calendar") and number >= max(len(season.sections), 1):
        raise refuse("league.no_section", text=str(args.section), count=len(season.sections))
    if args.what not in ("journal", "calendar") and not season.sections:
        raise refuse("league.no_such_export", season=foreign(season.rules.name))
    ending, mime, write = _KINDS[args.what]
    text = await write(asked, season_id, season, number)
    name = f"{season_id}-{args.what}" + (f"-{args.section}" if len(season.sections) > 1 else "") + f".{ending}"
    told = asked.say("exchange.given", what=asked.say(f"exchange.{args.what}"), name=foreign(season.rules.name))
    return [Reply(text=told, attachment=Attachment(name=name, mime=mime, text=text))]


async def _table(asked: Asked, _: str, season: Season, number: int) -> str:
    return tables.standings(views.standings(await views.told(asked.tools, season), number))


async def _cross(asked: Asked, _: str, season: Season, number: int) -> str:
    return tables.cross_table(views.cross_table(await views.told(asked.tools, season), number))


async def _pairings(asked: Asked, _: str, season: Season, number: int) -> str:
    return tables.pairings(views.pairings(await views.told(asked.tools, season), number))


async def _calendar(asked: Asked, season_id: str, season: Season, _: int) -> str:
    own = asked.me if asked.me in season.entrants else ""
    found = events(await views.told(asked.tools, season), asked.tools.words, season_id, own)
    return calendars.write(season.rules.name, found, asked.at)


async def _journal(asked: Asked, season_id: str, _: Season, _number: int) -> str:
    return archives.write([archives.dumped(entry) for entry in await asked.desk.journal(season_id)])


async def _trf(asked: Asked, _: str, season: Season, number: int) -> str:
    told = await views.told(asked.tools, season)
    return trf.write(reports.tournament(season, number, told.name))


#: Each file with its ending and kind.
_KINDS: Mapping[str, tuple[str, str, Write]] = {
    "table": ("csv", "text/csv", _table), "cross": ("csv", "text/csv", _cross), "pairings": ("csv", "text/csv", _pairings),
    "calendar": ("ics", "text/calendar", _calendar), "journal": ("json", "application/json", _journal),
    "trf": ("trf", "text/plain", _trf),
}  # fmt: skip


# --------------------------------------------------------------------------------------------------------- in


async def take_in(asked: Asked) -> list[Reply]:
    """Entries as rows of CSV, all or none."""
    season_id, season = await asked.season()
    asked.require(season, "organiser")
    if season.stage != "open":
        stage = asked.say(f"stages.{season.stage}")
        raise refuse("league.entries_too_late", season=foreign(season.rules.name), stage=stage)
    try:
        # A line that is typed has no line breaks of its own.
        rows = sheets.entries(asked.args.text.replace(";", "\n"))
    except Malformed as error:
        raise malformed(error) from None
    persons = [await asked.tools.store.persons.of(row.account, row.name) for row in rows]

    def decide(season: Season) -> Sequence[Entry]:
        found: list[Entry] = []
        for number, (row, person) in enumerate(zip(rows, persons, strict=True), start=2):
            entry = journal.Joined(
                at=asked.at, by=asked.me, person=person, capacity=row.capacity, rating=row.rating,
                substitute=row.substitute, zone=row.zone, version=season.rules.version,
            )  # fmt: skip
            if person in [one.person for one in found if isinstance(one, journal.Joined)]:
                raise malformed(Malformed(number, asked.say("exchange.twice", name=row.name)))
            try:
                found += acts.joined(season, entry)
            except NotNow as no:
                told = asked.say(f"exchange.{no.code}", name=row.name) if no.code == "entered_already" else no.code
                raise malformed(Malformed(number, told)) from None
        return found

    season = await asked.act(season_id, decide, role="organiser")
    return [Reply(text=asked.say("exchange.entered", count=len(rows), name=foreign(season.rules.name)))]


def malformed(error: Malformed) -> Refusal:
    """What is said of a file that cannot be read: the line and why."""
    return refuse("league.malformed", line=error.line, why=error.why.rstrip("."))


__all__ = ["export", "malformed", "take_in"]
