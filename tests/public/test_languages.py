"""Pages of a season speak its channel's language, all others that of the browser; so do their pictures, whoever fetches them."""

from __future__ import annotations

import html
import json
import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.storage.models import LeagueGame
from tests.public.conftest import Public
from tests.public.seasons import Begun, persons
from tests.support.pseudo import OPEN, escaped, pseudo

__all__ = ["pseudo"]

pytestmark = pytest.mark.asyncio(loop_scope="module")

HOME = "web:home"
#: Names of people and seasons, which every language keeps, keys of a keyboard, and what is typed.
NAMES = (
    "Anna",
    "Ben",
    "Carla",
    "Dora",
    "Spring",
    "Home",
    "End",
    "Shift",
    "ArrowLeft",
    "ArrowRight",
    "Feldpost",
    "Page",
    "Up",
    "Down",
    "Esc",
)


def read(page: str) -> list[str]:
    """All that is read of a page: its words, and those of attributes."""
    body = re.sub(r"<(script|style)\b.*?</\1>", " ", page, flags=re.DOTALL)
    told = re.findall(r'(?:alt|title|aria-label|content|data-short)="([^"]*)"', body)
    told = [one for one in told if not one.startswith(("http", "width=", "noindex", "summary", "website", "light"))]
    return [html.unescape(one).strip() for one in (*re.findall(r">([^<]+)<", body), *told) if one.strip()]


def english(page: str) -> list[str]:
    """Words of a page without accents, each in its line; lines with marks in them are read in pieces, so brackets say nothing. Nor do hashes."""
    words = ((text, escaped(f"⟦{re.sub('[0-9a-f]{32,}|[⟦⟧]', ' ', text)}⟧", *NAMES)) for text in read(page))
    return [f"{found} in {text!r}" for text, found in words if found]


def pictures(page: str) -> list[str]:
    return [html.unescape(one) for one in re.findall(r'<img src="([^"]+)"', page)]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def spring(public: Public) -> AsyncIterator[str]:
    people = await persons(public.store, "Anna", "Ben", "Carla", "Dora")
    begun = Begun(people, public.running.game_id, home=HOME)
    begun.result("1.1.2", (2, 0), 7)
    season = await begun.store(public.store, "s-spoken")
    await public.league(public.running.game_id, LeagueGame(season=season, match="1.1.1"))
    yield season


async def test_a_season_speaks_the_language_of_its_channel(public: Public, spring: str, pseudo: str) -> None:
    paths = (f"/s/{spring}", f"/s/{spring}/1", f"/g/{public.running.game_id}")
    for path in paths:
        _, page = await public.get(path)
        assert OPEN not in page, "nobody has chosen, and the browser says nothing"
    await public.store.channels.speak(HOME, pseudo)
    try:
        for path in paths:
            answer, page = await public.get(path, Accept_Language="en")
            assert english(page) == []
            assert f'<html lang="{pseudo}">' in page
            assert answer.headers["Vary"] == "Accept-Language"
            assert pictures(page)
            for address in pictures(page):
                drawn, _ = await public.get(address, Accept_Language="en")
                assert drawn.status == 200, address
                assert public.drawn[-1].language == pseudo
        _, text = await public.get(f"/api/v1/games/{public.running.game_id}", Accept_Language="en")
        assert OPEN in json.loads(text)["state"]
    finally:
        await public.store.channels.speak(HOME, "")


async def test_all_other_pages_speak_the_language_of_the_browser(public: Public, spring: str, pseudo: str) -> None:
    for path in ("/", f"/s/{spring}", f"/g/{public.over.game_id}", "/nothing"):
        _, page = await public.get(path, Accept_Language=f"de, {pseudo};q=0.8, en;q=0.5")
        assert english(page) == [], path
        _, page = await public.get(path, Accept_Language="de, en;q=0.5")
        assert OPEN not in page, path
        _, page = await public.get(f"{path}?lang={pseudo}", Accept_Language="en")
        assert OPEN in page, path


async def test_a_page_in_one_language_is_no_answer_for_another(public: Public, pseudo: str) -> None:
    path = f"/g/{public.over.game_id}"
    first, _ = await public.get(path)
    again, _ = await public.get(path, If_None_Match=first.headers["ETag"])
    other, page = await public.get(path, If_None_Match=first.headers["ETag"], Accept_Language=pseudo)
    assert (again.status, other.status) == (304, 200)
    assert OPEN in page


async def test_pictures_of_older_pages_are_in_english(public: Public, pseudo: str) -> None:
    _, page = await public.get(f"/g/{public.over.game_id}")
    address = pictures(page)[0]
    assert "lang=" not in address
    await public.get(address, Accept_Language=pseudo)
    assert public.drawn[-1].language == "en"
