"""One rating of a player is one number: on page, API, command and in the words of pictures at every stage, in a report the one of entering."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.leagues.exchange import reports, trf
from bot.leagues.journal import Format
from bot.narration.texts import texts
from bot.public import shapes
from bot.public.markup import inner
from bot.public.page_query import PageQuery
from bot.public.person_ratings import ratings_of
from bot.public.public_season import season_tale
from bot.public.season_pages import Pages, Portrait
from bot.service.leagues import sheets, views
from bot.service.leagues.rating import Ratings
from bot.service.leagues.rating_figures import by_person
from bot.storage import Store
from renderer.league import in_words
from tests.bot.leagues.support import Hall
from tests.bot.leagues.test_ratings_told import PEOPLE, played
from tests.leagues.lives import FORMATS

#: A figure and what it may be off by.
Figure = tuple[str, str]
_FIGURE = r"(-?\d+) ± (\d+)"
#: What a format needs beside its name, and what its players type after they have entered.
MORE: dict[str, str] = {"teams": " boards=2 rounds=1", "swiss": " rounds=2", "rolling": "", "ladder": ""}


async def figures(hall: Hall, store: Store, name: str, seasons: tuple[str, ...]) -> dict[str, Figure]:
    """Each surface that tells a rating, with what it tells of one player."""
    repository, found = hall.handler.leagues.repository, dict[str, Figure]()
    (reply,) = await hall.say(name.casefold(), f"ratings season={seasons[-1]} show=results")
    ((found["command"]),) = re.findall(rf"{name}: {_FIGURE}", reply.text.replace("\u2068", "").replace("\u2069", ""))
    assert reply.picture is not None
    ((found["graph"]),) = re.findall(rf"{name}, last \D*[^;:]*? {_FIGURE}", reply.picture.alt)
    person = await store.persons.of(f"web:{name.casefold()}", name)
    tales = []
    for one in seasons:
        tale = season_tale(one, [entry.model_dump_json() for entry in await repository.journal(one)])
        assert tale is not None
        tales.append(tale)
    own = await ratings_of(Ratings(store, repository), texts(), [person], name, tales)
    assert len(own) == 1, "all seasons of a game are one pool"
    shape = shapes.rating(own[0])
    found["api"] = str(shape["rating"]), str(shape["off"])
    pages = Pages(texts(), PageQuery(), {person: name})
    page = inner(pages.person(Portrait(person, (person,), [], {person: name}, own)).main)
    ((found["page"]),) = re.findall(rf"<li>[^<]*: {_FIGURE} after", page)
    ((found["page's graph"]),) = re.findall(rf'alt="[^"]*?{name}, last [^;:]*? {_FIGURE}', page)
    season = await repository.season(seasons[-1])
    told = replace(await views.told(hall.handler.tools, season), ratings=await by_person(repository, season))
    mine = [made for made in season.matches.values() if person in made.slots]
    if mine:
        card = in_words(views.pairing_card(told, mine[0].match))
        ((found["card"]),) = re.findall(rf"{name}[^;]*?rating {_FIGURE}", card)
    for section in range(len(season.sections)):
        assert "rating" not in sheets.standings(views.standings(told, section)), "a table of CSV has none to differ"
    return found


@pytest.mark.sweep(fixed=["divisions", "swiss"])
@pytest.mark.parametrize("form", FORMATS)
async def test_a_rating_is_the_same_number_wherever_it_is_told(form: Format, hall: Hall, store: Store) -> None:
    """After months without a game it is less certain: that figure is told, by all, not the one of the last game."""
    await played(hall, 1)
    await Ratings(store, hall.handler.leagues.repository).refresh()
    repository = hall.handler.leagues.repository
    told = await figures(hall, store, "Anna", ("s-cup-1",))
    assert len(set(told.values())) == 1, told
    hall.pass_time(days=100)
    rested = await figures(hall, store, "Anna", ("s-cup-1",))
    assert len(set(rested.values())) == 1, rested
    assert int(rested["page"][1]) > int(told["page"][1]), "less is certain"
    await hall.say("olga", f"new Next scenario=introductory window=60d beginners=yes format={form}{MORE.get(form, '')}")
    await hall.say("olga", "open season=s-next")
    for user in PEOPLE[:4]:
        await hall.say(user, "join season=s-next capacity=6")
    if form == "teams":
        for name, members in (("Reds", "anna,ben"), ("Blues", "carl,dora")):
            await hall.say(members.partition(",")[0], f"team {name} members={members} season=s-next")
    seasons = ("s-cup-1", "s-next")
    entered = await figures(hall, store, "Anna", seasons)
    assert set(entered.values()) == set(rested.values())
    await hall.say("olga", "draw season=s-next")
    await hall.say("olga", "draw publish season=s-next")
    drawn = await figures(hall, store, "Anna", seasons)
    assert set(drawn.values()) == set(rested.values()), drawn
    if form != "ladder":
        assert "card" in drawn or form == "teams"
        for made in list((await repository.season("s-next")).open_matches()):
            if len(made.legs) == 1 and not made.legs[0].game:
                await hall.report("s-next", made.match, (0, 2))
        await Ratings(store, repository).refresh()
    after = await figures(hall, store, "Anna", seasons)
    assert len(set(after.values())) == 1, after
    season = await repository.season("s-next")
    if form != "teams":
        report = trf.read(trf.write(reports.tournament(season, 0, (await views.told(hall.handler.tools, season)).name)))
        (row,) = [row for row in report.rows if row.name == "Anna"]
        assert row.rating == int(entered["page"][0]), (
            "a report has the rating with which she was drawn, as long as the season lasts"
        )
