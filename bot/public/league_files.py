"""Export files of a season: tables, reports, calendars, the journal. Runs outside the event loop."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.leagues.exchange import archives, calendars, reports, trf
from bot.leagues.journal import ENTRY
from bot.leagues.season import Season
from bot.narration.texts import texts
from bot.public.public_names import public_text
from bot.public.public_season import SeasonTale
from bot.service.leagues import calendars as rounds
from bot.service.leagues import sheets, views
from bot.service.leagues.views import SeasonSource

#: Files of a season and of each section, with their content types.
OF_SEASON = {"calendar.ics": "text/calendar", "pairings.csv": "text/csv", "journal.json": "application/json"}
OF_SECTION = {"standings.csv": "text/csv", "cross.csv": "text/csv", "tournament.trf": "text/plain"}

_SECTIONS: dict[str, Callable[[SeasonSource, int], str]] = {
    "standings.csv": lambda told, section: sheets.standings(views.standings(told, section)),
    "cross.csv": lambda told, section: sheets.cross_table(views.cross_table(told, section)),
    "tournament.trf": lambda told, section: trf.write(reports.tournament(told.season, section, told.name)),
}


def offered(tale: SeasonTale, section: int | None) -> list[str]:
    """Return the names of the files offered for a season or a section; none if results are hidden."""
    if tale.hidden:
        return []
    if section is not None:
        return list(OF_SECTION)
    # A journal contains unpublished draws, and seals that are opened only at the end.
    return [name for name in OF_SEASON if name != "journal.json" or tale.stage == "final"]


def season_file(
    lines: Sequence[str],
    names: Mapping[str, str],
    sides: tuple[str, str],
    season_id: str,
    name: str,
    section: int | None,
    language: str,
    person: str = "",
) -> str:
    """Return the content of a file; for a calendar, only of this person's deadlines if one is given."""
    if name == "journal.json":
        return archives.write([public_text(line) for line in lines])
    entries = [ENTRY.validate_json(line) for line in lines]
    told = views.SeasonSource(Season.told(entries), names, sides)
    if section is not None:
        return _SECTIONS[name](told, section)
    if name == "pairings.csv":
        return sheets.pairings(views.pairings(told), sheets.rulings(told.season, texts(language)))
    events = rounds.events(told, texts(language), season_id, person)
    # Stamped with the last entry's time, so that the same calendar has the same bytes.
    return calendars.write(told.season.rules.name, events, entries[-1].at)


__all__ = ["OF_SEASON", "OF_SECTION", "offered", "season_file"]
