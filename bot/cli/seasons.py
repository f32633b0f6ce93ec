"""`feldpost seasons`: list, export or import league seasons in the store.

Works while a bot is running, on the server of REDIS_URL or on the bot's own. A file is imported completely or not at
all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bot.leagues.exchange import archives
from bot.leagues.exchange.malformed import Malformed
from bot.narration.texts import host_text
from bot.service.leagues import external_rounds, file_imports, season_transfer
from bot.service.leagues.season_repository import SeasonRepository, SeasonTaken
from bot.settings import Settings
from bot.storage import Store, redis_server
from bot.storage.seasons import UnknownSeason
from bot.storage.server import connection_to

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class SeasonsRequest:
    """What to do: `list`, `export` or `import`, with which season and file."""

    act: str = "list"
    season: str = ""
    file: Path | None = None


def run_seasons(settings: Settings, wish: SeasonsRequest, tell: Tell = print) -> int:
    """Carry out a request; returns the exit code.

    Raises:
        StorageError: no usable Redis server was found.
    """
    return asyncio.run(_with_store(settings, wish, tell))


async def _with_store(settings: Settings, wish: SeasonsRequest, tell: Tell) -> int:
    async with redis_server(settings, attach=True) as url:
        store = Store(connection_to(settings, url), answer_days=settings.answer_days)
        try:
            return await carry_out(store, wish, tell)
        finally:
            await store.close()


#: File extensions of pairing programs' reports.
_REPORTS = frozenset({".trf", ".trfx", ".txt"})


async def carry_out(store: Store, wish: SeasonsRequest, tell: Tell) -> int:
    """Carry out a request on a store; returns 1 if it fails, after printing why."""
    repository = SeasonRepository(store)
    if wish.act == "list":
        for season_id, season in (await repository.sound()).items():
            line = {"season_id": season_id, "stage": f"{season.stage:<7}", "name": season.rules.name}
            tell(host_text("operator.seasons.line", count=len(season.entrants), **line))
        return 0
    if not wish.season or wish.file is None:
        tell(host_text("operator.seasons.which_season_which_file", act=wish.act))
        return 1
    try:
        if wish.act == "export":
            lines = [archives.dumped(entry) for entry in await repository.journal(wish.season)]
            text, people = await season_transfer.written(store, await repository.season(wish.season), lines)
            await asyncio.to_thread(wish.file.write_text, text, encoding="utf-8")
            told = [host_text("operator.seasons.entries_written", number=len(lines), file=wish.file)]
            if people:
                told.append(host_text("operator.seasons.tells_accounts_people_keep", people=people))
            tell(" ".join(told))
        else:
            tell(await _taken_in(store, repository, wish.season, wish.file))
    except Malformed as error:
        tell(host_text("operator.seasons.line_nothing_imported", file=wish.file, line=error.line, why=error.why))
        return 1
    except SeasonTaken:
        tell(host_text("operator.seasons.there_season_already_name", season=wish.season))
        return 1
    except UnknownSeason:
        tell(host_text("operator.seasons.there_no_season_seasons", season=wish.season))
        return 1
    except (OSError, ValueError) as error:
        tell(f"{error}")
        return 1
    return 0


def _read(file: Path) -> str:
    """Return the text of a file, with or without a mark of its encoding.

    Pairing programs still write reports in the Western encoding of Windows or Latin-1. Anything else that is no UTF-8 is
    refused with its line.
    """
    data = file.read_bytes().replace(b"\r\n", b"\n")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if file.suffix.lower() in _REPORTS and 0 not in data:
            try:
                return data.decode("cp1252")
            except UnicodeDecodeError:
                return data.decode("latin-1")
        line = data[: error.start].count(b"\n") + 1
        raise Malformed(line, host_text("faults.importing.not_utf8")) from None


async def _taken_in(store: Store, repository: SeasonRepository, season_id: str, file: Path) -> str:
    """Import a file according to its extension; returns a sentence about it."""
    text = await asyncio.to_thread(_read, file)
    suffix = file.suffix.lower()
    if suffix == ".json":
        season = await file_imports.season(store, season_id, text, repository.at)
        return host_text(
            "operator.seasons.season_now_with_entries",
            name=season.rules.name,
            season_id=season_id,
            length=season.length,
        )
    if suffix == ".csv":
        return host_text(
            "operator.seasons.have_been_entered", count=await file_imports.entries(store, repository, season_id, text)
        )
    if suffix in _REPORTS:
        before = (await repository.season(season_id)).round
        new = await external_rounds.rounds(store, repository, season_id, text)
        count = (await repository.season(season_id)).round - before
        told = [host_text("operator.seasons.results_new", new=new)]
        if count:
            told.append(host_text("operator.seasons.rounds_taken_they_were", count=count))
        return " ".join(told) + external_rounds.left_out(text)
    raise ValueError(host_text("operator.seasons.unknown_file", file=file))


__all__ = ["SeasonsRequest", "carry_out", "run_seasons"]
