"""Every format has its pages at every moment of a season, and none tells a result where results are hidden."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from bot.leagues.journal import Format, Resulted
from bot.narration.texts import texts
from bot.public import shapes
from bot.public.league_pictures import season_pictures
from bot.public.page_frame import page
from bot.public.page_query import PageQuery
from bot.public.public_season import SeasonTale, season_tale
from bot.public.season_pages import Pages, Portrait, own_meetings, people_of
from tests.leagues.lives import FORMATS, lived

#: Moments of a life that are looked at.
_LOOKS = 5


def lives(form: Format, seed: int) -> list[list[str]]:
    """The journal of a random season at some moments, each right behind a result."""
    rng = random.Random(seed)
    found = [
        [one.model_dump_json() for one in held.entries]
        for held in lived(rng, form, 8)
        if isinstance(held.entries[-1], Resulted)
    ]
    return [found[-1], *rng.sample(found, min(_LOOKS, len(found)))]


def read(lines: list[str]) -> SeasonTale:
    tale = season_tale("s-any", lines)
    assert tale is not None
    return tale


def portrait(tale: SeasonTale, person: str, names: Mapping[str, str]) -> Portrait:
    return Portrait(person, (person,), [(tale, own_meetings(tale, {person}))], names)


def everything(tale: SeasonTale) -> str:
    """All pages and answers of a season, as they are sent."""
    pages = Pages(texts(), PageQuery(), {name: f"Name of {name}" for name in people_of(tale)})
    sheets = [pages.home([tale]), pages.season(tale), *(pages.section(tale, one) for one in range(len(tale.parts)))]
    sheets += [pages.person(portrait(tale, person, pages.names)) for person in sorted(pages.names)]
    told = [page(texts(), sheet, "https://example.org", indexed=True) for sheet in sheets]
    told.append(str(shapes.season(tale)))
    told += [str(shapes.section(tale, number, part, pages.names)) for number, part in enumerate(tale.parts)]
    told += [str(shapes.match(tale, made, pages.names)) for made in tale.meetings]
    return "\n".join(told)


@pytest.mark.parametrize("form", FORMATS)
def test_a_result_more_or_another_one_is_not_seen_where_results_are_hidden(form: Format) -> None:
    for lines in lives(form, 5):
        last = Resulted.model_validate_json(lines[-1])
        others = [last.model_copy(update={"points": points, "margin": 5}) for points in ((2, 0), (0, 2), (0, 0))]
        tales = [read(lines[:-1]), *(read([*lines[:-1], one.model_dump_json()]) for one in others)]
        hidden = {everything(tale.concealed()) for tale in tales}
        assert len(hidden) == 1
        assert len({everything(tale) for tale in tales}) == len(tales), "where they are shown each is seen"


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_has_its_pages_and_pictures(form: Format) -> None:
    lines = lives(form, 6)[0]
    tale = read(lines)
    shown = everything(tale)
    assert "Name of p" in shown or "Team" in shown
    names = {name: name for name in people_of(tale)}
    for section in (None, *range(len(tale.parts))):
        pictures = season_pictures(lines, names, ("First", "Second"), "", section, "en")
        assert pictures
        assert all(ref.alt and ref.viewer is None for _, ref in pictures)
