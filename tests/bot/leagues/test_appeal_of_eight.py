"""Eight people from an empty hall to a table with a second-instance appeal: all surfaces agree after every command."""

from __future__ import annotations

import csv
import io
import re

from bot.leagues.exchange import reports, trf
from bot.narration.texts import texts
from bot.public.league_files import season_file
from bot.public.page_query import PageQuery
from bot.public.public_season import season_tale
from bot.public.season_pages import Pages
from bot.public.shapes import match as match_shape
from bot.service.leagues.views import SeasonSource
from bot.storage import Store
from tests.bot.leagues.support import Hall
from tests.bot.leagues.test_refusals import players_of
from tests.bot.leagues.test_shown_alike import Surfaces
from tests.bot.leagues.test_views import SIDES

PLAYERS = ("anna", "ben", "carl", "dora", "emil", "fritz", "greta", "hugo")
TABLE = r"\*\*(\d+)\.\*\* ([^:(]+?): (\d+) points? \((\d+) won, (\d+) drawn, (\d+) lost\)"
MATCH = r"- `([\d.]+)` (.+?) – (.+?): (?:(\d–\d)|[^\n]*)"


class Played(Surfaces):
    """A season played by commands, as shown on every surface."""

    def __init__(self, told: SeasonSource, lines: list[str]) -> None:
        self.told, self.season, self.names, self.lines = told, told.season, {**told.names}, lines
        tale = season_tale("s-cup", lines)
        assert tale is not None
        self.tale = tale

    def rulings(self) -> dict[str, dict[str, str]]:
        """Return the reason shown with each ruled result of the last round, by surface and match."""
        made = [one for one in self.tale.meetings if one.round == self.season.round]
        api = {one.match: match_shape(self.tale, one, self.names)["games"][0]["result"] for one in made}
        sheet = season_file(self.lines, self.names, SIDES, "s-cup", "pairings.csv", None, "en")
        pages = Pages(texts(), PageQuery(), self.names)
        page = {one.match: str(pages.games(self.tale, [one])).partition("ruling: ")[2] for one in made}
        return {
            "api": {match: result["ruling"] for match, result in api.items() if result and result["ruling"]},
            "csv": {row["match"]: row["ruling"] for row in csv.DictReader(io.StringIO(sheet)) if row["ruling"]},
            "page": {match: found.partition("<")[0] for match, found in page.items() if found},
        }


async def season_of(hall: Hall) -> Played:
    repository = hall.handler.leagues.repository
    season, entries = await repository.season("s-cup"), await repository.journal("s-cup")
    known = await hall.handler.tools.store.persons.read_all([*season.holders, *season.entrants])
    told = SeasonSource(season, {one: person.name for one, person in known.items()}, SIDES)
    return Played(told, [entry.model_dump_json() for entry in entries])


async def alike(hall: Hall) -> None:
    """Check that page, API, CSV, picture words, report and command show the same table, matches and reasons."""
    played = await season_of(hall)
    tables = {name: (lines, ties) for name, lines, ties in played.tables(0)}
    for name, found in tables.items():
        assert found == tables["api"], name
    typed = re.findall(TABLE, await hall.told("zoe", "table"))
    assert [(int(a), b, int(c), int(d), int(e), int(f)) for a, b, c, d, e, f in typed] == tables["api"][0]
    said = await hall.told("zoe", f"pairings {played.season.round}")
    games = dict(played.games(played.season.round))
    for name, listed in games.items():
        assert listed == games["api"], name
    assert sorted(re.findall(MATCH, said)) == sorted(games["api"])
    rulings = played.rulings()
    for name, reasons in rulings.items():
        assert reasons == rulings["api"], name
    assert dict(re.findall(r"- `([\d.]+)` [^\n]*, ruling: ([^\n]+)", said)) == rulings["api"]
    (exported,) = await hall.say("zoe", "export pairings")
    assert exported.attachment is not None
    sheet = csv.DictReader(io.StringIO(exported.attachment.text))
    assert {row["match"]: row["ruling"] for row in sheet if row["ruling"]} == rulings["api"], "exported by a command"
    if not played.season.open_matches():
        report = trf.read(trf.write(reports.tournament(played.season, 0, played.told.name)))
        reported = sorted((row.place, row.name, row.half_points) for row in report.rows)
        assert reported == sorted((line[0], line[1], line[2]) for line in tables["api"][0])


async def test_from_nothing_to_the_table_all_surfaces_agree(store: Store) -> None:
    hall = Hall.open(store)
    await hall.running("Cup format=swiss rounds=2", PLAYERS)
    await alike(hall)
    for match, points in (("1.1.1", (2, 0)), ("1.1.2", (0, 2)), ("1.1.3", (1, 1)), ("1.1.4", (2, 0))):
        await hall.report("s-cup", match, points)
        await alike(hall)
    _, loser = await players_of(hall, "1.1.1")
    for name in ("paul", "quinn"):
        await hall.say(name, "list")
        await hall.say("olga", f"role arbiter give {name}")
    for who, line, said in (
        (loser, "appeal 1.1.1 his clock was wrong", "You appealed against"),
        ("olga", "decide 1.1.1 stands fair enough", "the result stays"),
        (loser, "appeal 1.1.1 still unfair", "You appealed again"),
        ("paul", "decide 1.1.1 draw both were away", "one more arbiter has to decide"),
        ("quinn", "decide 1.1.1 draw nobody came", "agree on a draw. This is final."),
    ):
        assert said in await hall.told(who, line)
        await alike(hall)
    assert (await season_of(hall)).rulings()["page"] == {"1.1.1": "nobody came"}
    await hall.say("olga", "draw")
    assert "has begun" in await hall.told("olga", "draw publish")
    await alike(hall)
    for match in ("2.1.1", "2.1.2", "2.1.3", "2.1.4"):
        await hall.report("s-cup", match, (2, 0))
    await alike(hall)
    assert "All games have been played" in await hall.told("olga", "finish")
    hall.pass_time(days=3.1)
    assert "its standings are final" in await hall.told("olga", "finish")
    await alike(hall)
