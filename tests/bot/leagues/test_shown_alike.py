"""Page, API, CSV, TRF, picture words and commands show the same season: in every format, at every stage."""

from __future__ import annotations

import csv
import io
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.leagues import acts, journal
from bot.leagues.exchange import reports, trf
from bot.leagues.exchange.archives import Mover
from bot.leagues.journal import Entry, Format
from bot.leagues.season import Season
from bot.narration.texts import texts
from bot.public import shapes
from bot.public.markup import inner
from bot.public.page_query import PageQuery
from bot.public.public_season import SeasonTale, season_tale
from bot.public.season_pages import Pages
from bot.service.leagues import sheets, views
from bot.service.leagues.season_transfer import welcomed
from bot.storage import Store
from renderer.league import in_words
from tests.bot.leagues.support import Hall
from tests.bot.leagues.test_views import telling
from tests.leagues.lives import FORMATS, Lived, lived
from tests.leagues.test_season import SEED, Held

#: Place, name, points, games won, drawn and lost.
Line = tuple[int, str, int, int, int, int]
#: Match, name of the first side, name of the second, and points, if any.
Game = tuple[str, str, str, str]


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def cells(html: str) -> list[list[str]]:
    """Return the bodies of all tables of a page, as texts."""
    found = re.findall(r"<tr>(.*?)</tr>", html)
    return [[re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row)] for row in found]


class Surfaces:
    """One season as shown on every surface."""

    def __init__(self, held: Held) -> None:
        self.told = telling(held)
        self.season: Season = held.season
        tale = season_tale("s-x", [entry.model_dump_json() for entry in held.entries])
        assert tale is not None
        self.tale: SeasonTale = tale
        self.names = {**self.told.names}

    def page(self, section: int) -> str:
        return inner(Pages(texts(), PageQuery(), self.names).section(self.tale, section).main)

    def tables(self, section: int) -> Iterator[tuple[str, list[Line], list[str]]]:
        """Yield each surface with its rows and its tie-breaks, if it has any."""
        api = shapes.section(self.tale, section, self.tale.parts[section], self.names)["table"]
        yield (
            "api",
            [
                (one["place"], one["entrant"]["name"], one["points"], one["won"], one["drawn"], one["lost"])
                for one in api
            ],
            [f"{one['tiebreak']:g}" for one in api],
        )
        shown = rows(sheets.standings(views.standings(self.told, section)))
        yield (
            "csv",
            [
                (
                    int(one["place"]),
                    one["name"],
                    int(one["points"]),
                    int(one["won"]),
                    int(one["drawn"]),
                    int(one["lost"]),
                )
                for one in shown
            ],
            [one["tiebreak"] for one in shown],
        )
        lines = [row for row in cells(self.page(section)) if len(row) == 10]
        yield (
            "page",
            [
                (int(one[0]), one[1].partition(" (")[0], int(one[2]), int(one[4]), int(one[5]), int(one[6]))
                for one in lines
            ],
            [one[7] for one in lines],
        )
        pattern = r"(\d+)\. ([^:;]+): (\d+) points?, (\d+) won, (\d+) drawn, (\d+) lost, tie-break ([\d.]+),"
        alt = re.findall(pattern, in_words(views.standings(self.told, section)))
        yield (
            "alt",
            [(int(a), b, int(c), int(d), int(e), int(f)) for a, b, c, d, e, f, _ in alt],
            [one[-1] for one in alt],
        )

    def games(self, number: int) -> Iterator[tuple[str, list[Game]]]:
        """Yield each surface with the matches of a round; only single-game matches, which all surfaces show in the same form."""
        listed = rows(sheets.pairings(views.pairings(self.told, number=number), {}))
        sides = [f"first ({self.told.sides[0]})", f"second ({self.told.sides[1]})"]
        csv_ = [
            (one["match"], one[sides[0]], one[sides[1]], "–".join([one["first_points"], one["second_points"]]).strip("–"))
            for one in listed if one["match"]
        ]  # fmt: skip
        yield "csv", csv_
        own = [made for made in self.tale.meetings if made.round == number]
        api: list[dict[str, Any]] = [shapes.match(self.tale, made, self.names) for made in own]
        yield (
            "api",
            [
                (one["match"], *(side["name"] for side in one["games"][0]["sides"]), _points(one["games"][0]["result"]))
                for one in api
            ],
        )
        pages = Pages(texts(), PageQuery(), self.names)
        page = []
        for made in own:
            ((_, first, second, result, _),) = [row for row in cells(str(pages.games(self.tale, [made]))) if row]
            page.append((made.match, first, second, (re.findall(r"^\d–\d", result) or [""])[0]))
        yield "page", page
        alt = in_words(views.pairings(self.told, number=number))
        yield (
            "alt",
            [
                (match, first, second, "–".join(re.findall(r"\d+", state)[:2]) if re.search(r"\d", state) else "")
                for match, first, second, state in re.findall(
                    r"(\d+\.\d+\.\d+)[,:]? ([^;]+?) against ([^;]+?)[,:] ([^;.]+)", alt
                )
            ],
        )


def _points(result: dict[str, Any] | None) -> str:
    return "" if result is None else "–".join(map(str, result["points"]))


def stages(form: Format) -> Iterator[Lived]:
    """Yield a season after its draw, in progress with people coming and going, when all is played, and when it is over."""
    busy = 0
    for number, held in enumerate(lived(random.Random(f"alike {form}"), form, 8)):
        changed = isinstance(held.entries[-1], journal.Withdrawn | journal.Replaced)
        if number == 0 or (changed and busy < 3) or held.season.stage in ("review", "final"):
            busy += changed
            yield held


def _line(entry: Entry) -> str:
    """Return an entry as stored, with game ids that a store accepts."""
    return re.sub(r'"game-(\d+)\.(\d+)\.(\d+)-(\d)"', r'"game\1x\2x\3x\4"', entry.model_dump_json())


async def told(hall: Hall, line: str) -> str:
    return await hall.told("zoe", f"{line} season=s-x show=results")


@pytest.mark.sweep(fixed=["divisions", "swiss", "teams"])
@pytest.mark.parametrize("form", FORMATS)
async def test_every_surface_shows_the_same(form: Format, store: Store) -> None:
    hall, seen = Hall.open(store), set[str]()
    for number, held in enumerate(stages(form)):
        seen.add(held.season.stage)
        shown = Surfaces(held)
        await store.connection.call("FLUSHALL")
        hall.handler.leagues.repository.let_go("s-x")
        await welcomed(store, {one: Mover(name=name) for one, name in shown.names.items()})
        await store.seasons.create("s-x", [_line(one) for one in held.entries], "made", secret=SEED)
        season = held.season
        for section in range(len(season.sections)):
            tables = {name: (lines, ties) for name, lines, ties in shown.tables(section)}
            lines, ties = tables["api"]
            assert lines, form
            for name, found in tables.items():
                assert found == (lines, ties), (form, number, name)
            said = await told(hall, f"table {section + 1}")
            pattern = (
                r"\*\*(\d+)\.\*\* ([^:(]+?)(?: \(for [^)]+\))?: (\d+) points? \((\d+) won, (\d+) drawn, (\d+) lost\)"
            )
            typed = [(int(a), b, int(c), int(d), int(e), int(f)) for a, b, c, d, e, f in re.findall(pattern, said)]
            assert typed == lines, (form, number, "command")
            report = trf.read(trf.write(reports.tournament(season, section, shown.told.name)))
            known = {line[1]: 2 * line[2] for line in lines}
            assert {row.name for row in report.rows} <= {*known} | {
                shown.told.name(one) for one in season.sections[section]
            }
            if not season.open_matches() and form in ("divisions", "double", "swiss", "rolling", "ladder"):
                assert {row.name: 2 * row.half_points for row in report.rows if row.name in known} == known, (
                    form,
                    number,
                    "trf",
                )
                places = {line[1]: line[0] for line in lines}
                assert {row.name: row.place for row in report.rows if row.name in places} == places, (
                    form,
                    number,
                    "trf",
                )
        for round_ in sorted({made.round for made in season.matches.values()})[:3]:
            # A ladder lists all rounds, and picture pages cut long lists.
            if form == "ladder":
                continue
            games = dict(shown.games(round_))
            for name, listed in games.items():
                assert listed == games["csv"], (form, number, round_, name)
            said = await told(hall, f"pairings {round_}")
            pattern = r"- `([\d.]+)` (.+?) – (.+?): (?:(\d–\d)|[^\n]*)"
            typed_games = sorted(re.findall(pattern, said))
            assert typed_games == sorted(games["csv"])[: len(typed_games)], (form, number, round_, "command")
            assert len(typed_games) == min(len(games["csv"]), 16) or len(games["csv"]) > 16
    assert "final" in seen or form in ("rolling", "ladder"), seen


def test_a_later_substitute_is_not_named_with_an_earlier_result() -> None:
    """Ben's game was played by Dora before Sam joined: page and CSV both name Dora."""
    held = Held(format="swiss", rounds=2)
    held.enter(4)
    held.do(acts.join_season, journal.Joined(at=1, by="sam", person="sam", substitute=True, capacity=6))
    held.begin()
    made = held.season.open_matches()[0]
    held.do(acts.report_result, journal.Resulted(at=6, match=made.match, game=made.game, points=(2, 0)))
    held.do(acts.replace_player, made.second, "sam", 7, by="chief")
    shown = Surfaces(held)
    for name, games in shown.games(1):
        (game,) = [one for one in games if one[0] == made.match]
        assert game == (made.match, f"Player {made.first}", f"Player {made.second}", "2–0"), name
    assert any(line[1] == "Player sam" for line in next(iter(shown.tables(0)))[1]), "the place is Sam's"


def test_buchholz_is_on_the_scale_of_the_points_everywhere() -> None:
    held = Held(format="swiss", rounds=2)
    held.enter(4)
    held.begin()
    held.play(random.Random(1))
    held.do(acts.draw, SEED, "chief", 8)
    held.create()
    held.play(random.Random(2))
    wanted = [f"{row.second_tiebreak:g}" for row in held.season.table(0)]
    assert any(float(one) for one in wanted)
    for name, _, ties in Surfaces(held).tables(0):
        assert ties == wanted, name
