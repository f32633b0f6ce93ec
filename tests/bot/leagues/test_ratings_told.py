"""`/league ratings`: established players in order, provisional ones separately, the value of a side, and the viewer's own graph."""

from __future__ import annotations

from bot.service.leagues.rating import Ratings
from bot.storage import Store
from tests.bot.leagues.support import Hall

PEOPLE = ("anna", "ben", "carl", "dora", "eve")


async def played(hall: Hall, number: int) -> None:
    """Play a season in which the alphabetically earlier player wins."""
    season = f"s-cup-{number}"
    await hall.say("olga", f"new Cup {number} scenario=introductory window=60d beginners=yes format=double")
    for user in PEOPLE:
        await hall.say(user, f"join season={season} capacity=30")
    await hall.say("olga", f"open season={season}")
    for user in PEOPLE:
        await hall.say(user, f"join season={season} capacity=30")
    for line in ("draw", "draw publish"):
        await hall.say("olga", f"{line} season={season}")
    repository = hall.handler.leagues.repository
    names = {await hall.handler.tools.store.persons.of(f"web:{user}", user.title()): user for user in PEOPLE}
    for match, made in list((await repository.season(season)).matches.items()):
        for leg in range(len(made.legs)):
            first, second = (names[one] for one in made.sides(leg))
            await _report(hall, season, match, leg, (2, 0) if first < second else (0, 2))
    hall.pass_time(days=1)


async def _report(hall: Hall, season: str, match: str, leg: int, points: tuple[int, int]) -> None:
    from bot.leagues import acts, journal

    repository, game = hall.handler.leagues.repository, f"{season}-{match}-{leg}"
    await repository.act(
        season, f"made {match} {leg}", lambda one: acts.create_game(one, match, game, repository.at, leg=leg)
    )
    report = journal.Resulted(at=repository.at, match=match, game=game, points=points, leg=leg)
    await repository.act(season, f"ended {match} {leg}", lambda one: acts.report_result(one, report))


async def test_they_are_told_with_the_provisional_apart_and_ones_own_as_a_graph(hall: Hall, store: Store) -> None:
    await played(hall, 1)
    assert "No game of this kind has been rated yet" in await hall.told("anna", "ratings season=s-cup-1")
    await Ratings(store, hall.handler.leagues.repository).refresh()
    (reply,) = await hall.say("anna", "ratings season=s-cup-1")
    lines = reply.text.splitlines()
    assert lines[0].startswith("**Ratings: Introductory")
    apart = lines.index("Provisional, with too few games to be ranked:") if "Provisional" in reply.text else len(lines)
    ranked = [line.partition(". ")[2].partition(":")[0] for line in lines[1:apart]]
    assert ranked == [name for name in ("Anna", "Ben", "Carl", "Dora", "Eve") if name in ranked]
    assert "(8 games)" in reply.text
    assert any(line.startswith("Playing the ") for line in lines)
    assert "took 50 % of the points in 20 rated games (likely 30 to 70 %)" in reply.text, "everybody had both sides"
    assert reply.picture is not None
    assert "Anna" in reply.picture.alt
    (table,) = await hall.say("anna", "table season=s-cup-1")
    assert table.picture is not None


async def test_a_season_that_plays_something_else_has_ratings_of_its_own(hall: Hall, store: Store) -> None:
    await played(hall, 1)
    await hall.say("olga", "new Other scenario=historical window=200d")
    await Ratings(store, hall.handler.leagues.repository).refresh()
    assert len(await store.ratings.pools()) == 2
    assert "No game of this kind" in await hall.told("anna", "ratings season=s-other")
    assert "No game of this kind" not in await hall.told("anna", "ratings season=s-cup-1")
