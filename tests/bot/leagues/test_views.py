"""Pictures of a season: the same content as its tables, in every format, on as many pages as needed."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from bot.leagues import acts, journal, tables
from bot.leagues.journal import Format
from bot.leagues.windows import Calendar
from bot.ratings import START_SIGMA, Rating
from bot.service.leagues import views
from bot.service.leagues.pages import pages, pictures
from bot.service.leagues.views import SeasonSource
from bot.storage import Store
from bot.table.reply import PictureRef
from renderer.league import draw
from renderer.league.pictures import scene_of
from renderer.league.views import CrossTable, Standings, View
from tests.leagues.lives import FORMATS, Lived, lived
from tests.leagues.test_season import CHIEF, DAY, SEED, Held

SIDES = ("Allied Powers", "Central Powers")


def telling(held: Held, **names: str) -> SeasonSource:
    people = {*held.season.entrants, *held.season.holders.values()}
    return SeasonSource(held.season, {name: names.get(name, f"Player {name}") for name in people}, SIDES)


def everything(told: SeasonSource) -> list[View]:
    """Return all views of the current season."""
    season = told.season
    found: list[View] = [views.poster(told), views.pairings(told), *views.bracket(told)]
    for section in range(max(len(season.sections), 1)):
        found += [views.standings(told, section), views.cross_table(told, section)]
    return [*found, *(views.pairing_card(told, match) for match in islice(season.matches, 3))]


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_has_its_pictures_at_any_time(form: Format) -> None:
    rng = random.Random(form)
    for match in ("assigned", "swap", "bid"):
        for number, held in enumerate(lived(rng, form, 9, match)):
            if number % 12 == 0 or held.season.stage != "running":
                for view in everything(telling(held)):
                    for page in pages(view):
                        assert scene_of(page).alt


@pytest.mark.parametrize("form", FORMATS)
def test_tables_tell_what_the_season_says(form: Format) -> None:
    *_, held = islice(lived(random.Random(form), form, 9), 12)
    told = telling(held)
    for section in range(len(held.season.sections)):
        rows, shown = held.season.table(section), views.standings(told, section).rows
        assert [(row.place, row.points, row.won, row.drawn, row.lost, row.margin) for row in rows] == [
            (row.place, row.points, row.won, row.drawn, row.lost, row.margin) for row in shown
        ]
        assert [row.name for row in shown] == [told.name(row.name) for row in rows]
        worth = {"won": 2, "bye": 2, "drawn": 1, "half": 1}
        for row in views.cross_table(told, section).rows:
            games = [game for cell in row.cells for game in cell]
            assert sum(worth.get(game.outcome, 0) for game in games) == row.points


def division(count: int = 14) -> Held:
    held = Held()
    held.enter(count)
    held.begin()
    return held


def test_promotion_and_relegation_zones_are_marked() -> None:
    held = division()
    tops, feet = views.standings(telling(held), 0), views.standings(telling(held), 1, own="p10")
    assert [row.zone for row in tops.rows] == ["", "", "", "", "", "down", "down"]
    assert [row.zone for row in feet.rows] == ["up", "up", "", "", "", "", ""]
    assert [row.own for row in feet.rows] == [row.name == "Player p10" for row in feet.rows]
    assert (tops.head.section, tops.head.sections, tops.head.rounds) == (1, 2, 0)
    assert views.standings(telling(division(5)), 0).rows[0].zone == ""


def test_a_substitute_is_named_and_a_name_is_cleaned() -> None:
    held = division(5)
    held.do(acts.join_season, journal.Joined(at=1, person="s1", substitute=True))
    held.do(acts.replace_player, "p01", "s1", 7, by=CHIEF)
    told = telling(held, s1="Eve\u202e\nX", p02="")
    names = [row.name for row in views.standings(told, 0).rows]
    assert "Eve X" in names
    assert "Player p01" not in names


def test_games_of_an_early_leaver_are_annulled_and_of_a_late_one_walkovers() -> None:
    held = division(5)
    held.do(acts.withdraw_player, "p00", 6)
    cross = views.cross_table(telling(held), 0)
    gone = next(row for row in cross.rows if row.name == "Player p00")
    assert {game.outcome for cell in gone.cells for game in cell} == {"annulled"}
    assert sum(row.state == "annulled" for row in views.pairings(telling(held)).rows) == 4
    assert tables.annulled(held.season, 0) == {"p00"}
    held = division(5)
    for made in [made for made in held.season.open_matches() if "p00" in made.slots][:2]:
        held.do(acts.report_result, journal.Resulted(at=5, match=made.match, game=made.game, points=(2, 0)))
    held.do(acts.withdraw_player, "p00", 6)
    gone = next(row for row in views.cross_table(telling(held), 0).rows if row.name == "Player p00")
    assert sum(game.without_play and game.outcome == "lost" for cell in gone.cells for game in cell) == 2


def test_a_large_swiss_is_paged_with_every_row_on_one_page() -> None:
    held = Held(format="swiss", rounds=9)
    held.enter(33)
    held.begin()
    for _ in range(8):
        held.play(random.Random(1))
        held.do(acts.draw, SEED, CHIEF, 7)
        held.create()
    told = telling(held)
    table = views.standings(told, 0)
    parts = [page for page in pages(table) if isinstance(page, Standings)]
    assert [len(part.rows) for part in parts] == [11, 11, 11]
    assert [part.head.page for part in parts] == [1, 2, 3]
    assert tuple(row for part in parts for row in part.rows) == table.rows
    crosses = [page for page in pages(views.cross_table(told, 0)) if isinstance(page, CrossTable)]
    assert [(len(page.rows), page.columns) for page in crosses[:2]] == [(11, (1, 2, 3, 4, 5)), (11, (6, 7, 8, 9))]
    assert all(len(row.cells) == len(page.columns) for page in crosses for row in page.rows)
    refs = pictures("en", table)
    assert [type(ref) for ref in refs] == [PictureRef] * 3
    assert all(ref.game == "" and ref.alt.startswith("Standings of Spring, Swiss") for ref in refs)


@pytest.mark.parametrize("count", [5, 8, 16, 33, 64])
def test_a_bracket_is_in_order_with_every_match_on_a_page(count: int) -> None:
    held = Lived(format="knockout")
    held.enter(count)
    held.do(acts.close_registration, CHIEF, 2)
    rng = random.Random(count)
    for _ in range(9):
        try:
            held.do(acts.draw, SEED, CHIEF, 3)
        except acts.NotNow:
            break
        held.create()
        for made in held.season.open_matches():
            points = rng.choice([(2, 0), (0, 2)])
            held.do(acts.report_result, journal.Resulted(at=6, match=made.match, game=made.game, points=points))
    told = telling(held)
    (tree,) = views.bracket(told)
    assert [len(column.duels) for column in tree.columns][-1] == 1
    assert tree.columns[-1].size == 2
    for before, after in zip(tree.columns, tree.columns[1:], strict=False):
        leads = [duel.leads for duel in before.duels]
        assert leads == sorted(leads, key=lambda lead: lead if lead is not None else 99)
        for duel in before.duels:
            assert duel.leads is not None
            goal, won = after.duels[duel.leads], (duel.first, duel.second)[duel.winner or 0]
            assert won in (goal.first, goal.second)
    cut = list(pages(tree))
    named = {duel for page in cut for column in page.columns for duel in _bare(column.duels)}  # type: ignore[union-attr]
    assert named == {duel for column in tree.columns for duel in _bare(column.duels)}
    for page in cut:
        assert draw(page).width == 800


def _bare(duels: tuple[object, ...]) -> list[tuple[str, str]]:
    return [(duel.first, duel.second) for duel in duels]  # type: ignore[attr-defined]


def test_two_losses_make_two_trees() -> None:
    *_, held = lived(random.Random(3), "double_knockout", 8)
    upper, lower = views.bracket(telling(held))
    assert (upper.lower, lower.lower) == (False, True)
    assert lower.columns
    assert {column.size for column in (*upper.columns, *lower.columns)} == {0}, "rounds are called by number"


def test_a_card_tells_ratings_places_and_the_end_of_the_window() -> None:
    held = division(5)
    made = held.season.open_matches()[0]
    rated = {made.first: Rating(27, 4, 9, 1)}
    told = SeasonSource(held.season, {}, SIDES, rated)
    card = views.pairing_card(told, made.match)
    assert (card.players[0].rating, card.players[0].off) == (1548, 192)
    assert card.players[1].rating == 0
    assert card.due == 3 + 120 * DAY
    held.do(acts.report_result, journal.Resulted(at=5, match=made.match, game=made.game, points=(2, 0)))
    after = views.pairing_card(told, made.match)
    assert (after.state, after.result, after.players[0].won, after.players[1].lost) == ("over", (2, 0), 1, 1)
    with pytest.raises(KeyError):
        views.pairing_card(told, "9.9.9")


def test_a_poster_announces_and_remembers() -> None:
    calendar = Calendar(closes=5 * DAY, draw=9 * DAY)
    held = Held(calendar=calendar)
    held.enter(4)
    poster = views.poster(telling(held))
    assert (poster.stage, poster.entrants, poster.closes, poster.begins) == ("open", 4, 5 * DAY, 9 * DAY)
    assert (poster.bank, poster.per_round, poster.sections) == (5 * DAY, 8 * 3600, 0)
    held = division(5)
    assert views.poster(telling(held)).stage == "running"
    held.play(random.Random(2))
    held.finish()
    poster = views.poster(telling(held))
    best = held.season.table(0)[0]
    assert (poster.stage, poster.winners) == ("over", (f"Player {best.name}",))


def test_a_graph_shows_four_people_at_most() -> None:
    history = [(1.0, Rating()), (2.0, Rating(26, START_SIGMA / 2, 8, 1))]
    graph = views.rating_graph("Campaign", {f"Player {number}": history for number in range(6)})
    assert len(graph.lines) == 4
    assert [(point.shown, point.provisional) for point in graph.lines[0].points] == [(1500, True), (1524, False)]


async def test_names_come_from_the_store_and_forgotten_people_have_numbers(store: Store) -> None:
    from bot.narration.texts import texts
    from bot.service.calls import Tools
    from bot.service.game_policy import FreeGames
    from bot.service.person_keeper import NothingKept
    from bot.service.presenter import Silent

    held = Held()
    known = await store.persons.of("web:anna", "Anna")
    held.do(acts.join_season, journal.Joined(at=1, person=known))
    gone = await store.persons.of("web:bert", "Bert")
    await store.persons.change(gone, lambda person: person.model_copy(update={"name": "", "former": 17}))
    held.do(acts.join_season, journal.Joined(at=1, person=gone))
    tools = Tools(store, texts("en"), FreeGames(), NothingKept(), Silent())
    told = await views.told(tools, held.season)
    assert told.names == {known: "Anna", gone: "Former player 17"}
    assert told.sides == SIDES
