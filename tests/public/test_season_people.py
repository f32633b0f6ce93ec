"""What is read of the people of seasons: their pages, ratings, other accounts, and nothing of who is forgotten."""

from __future__ import annotations

import re

import pytest

from bot.service.leagues.rating import Ratings
from bot.service.leagues.season_repository import SeasonRepository
from tests.public.conftest import Public
from tests.public.seasons import NAMES, Begun, persons

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_person_whose_platform_told_no_name_is_a_player(public: Public) -> None:
    nameless = await public.store.persons.of("discord:80351110224678912", "80351110224678912")
    season = await Begun([nameless, *(await persons(public.store, *NAMES[1:]))]).store(public.store, "s-nameless")
    for path in (f"/s/{season}/1", f"/p/{nameless}", f"/api/v1/seasons/{season}/tables"):
        _, page = await public.get(path)
        assert "a player" in page
        assert "80351110224678912" not in page
    await public.store.connection.call("DEL", *(await public.keys_of(season)))


async def test_a_merged_person_is_found_at_the_new_page(public: Public) -> None:
    own = await persons(public.store, "Lena", "Lars", "Lutz", "Lili", "Ludo")
    season = await Begun(own).store(public.store, "s-linked")
    link = await public.store.links.look(await public.store.links.offer(own[1]), own[0])
    assert link is not None
    assert await public.store.links.join(link)
    kept = await public.store.persons.read(own[1])
    former = next(one for one in own[:2] if one != kept.person)
    answer, _ = await public.get(f"/p/{former}?spoilers=off")
    assert (answer.status, answer.headers["Location"]) == (303, f"/p/{kept.person}?spoilers=off")
    assert (await public.api(f"/persons/{former}"))["person"] == kept.person
    await public.store.connection.call("DEL", *(await public.keys_of(season)))


async def test_ratings_of_a_person_with_their_graph(public: Public) -> None:
    people = await persons(public.store, "Rita", "Rolf", "Rosa", "Rudi", "Ruth")
    begun = Begun(people, name="Rated", scenario="historical", format="double")
    for match in list(begun.season.matches):
        begun.do(*begun.playing(match))
        begun.result(match, (2, 0))
    season = await begun.store(public.store, "s-rated")
    repository = SeasonRepository(public.store)
    await Ratings(public.store, repository).refresh()
    _, page = await public.get(f"/p/{people[0]}")
    assert re.search(r"<li>[^<]*: 1\d\d\d ± \d+ after 8 games", page)
    graph = re.search(r'src="(/p/[^"]+/picture/[^"]+)" alt="[^"]+"', page)
    assert graph
    answer, _ = await public.get(graph[1])
    assert answer.headers["Content-Type"] == "image/png"
    (rating,) = (await public.api(f"/persons/{people[0]}"))["ratings"]
    assert rating["games"] == 8
    for path in (f"/p/{people[0]}", f"/api/v1/persons/{people[0]}"):
        _, hidden = await public.get(f"{path}?spoilers=off")
        assert "±" not in hidden
        assert '"rating"' not in hidden
    await public.store.connection.call("DEL", *(await public.keys_of(season)))


async def test_a_forgotten_person_has_no_name(public: Public) -> None:
    own = await persons(public.store, *NAMES)
    gone = await public.store.persons.of("discord:77001", "Fritz Forgotten")
    season = await Begun([*own[:4], gone]).store(public.store, "s-gone")
    _, page = await public.get(f"/s/{season}")
    assert "Fritz Forgotten" in page
    await public.store.persons.change(
        gone, lambda one: one.model_copy(update={"name": "", "accounts": {}, "former": 17})
    )
    for path in (f"/s/{season}", f"/s/{season}/1", f"/p/{gone}", f"/api/v1/seasons/{season}/tables"):
        _, page = await public.get(path)
        assert "Former player 17" in page, path
        assert "Fritz" not in page
