"""Other names of places: each with its language, time and source, each of one space, and none in the way of a name on the map."""

from __future__ import annotations

import tomllib
from collections import defaultdict

import pytest

from bot.table.typed_text import phrase
from bot.titles.pog.notation.lexicon import lexicon
from bot.titles.pog.notation.place_names import elsewhere, other_names
from bot.titles.pog.systems import content_of
from engine.pog.content import Content
from tests.content.support import ROOT

NOTES = ROOT / "assets/pog/spaces.toml"
#: A war whose map has more spaces than the others.
LARGEST = {"scenario": "suicide"}


@pytest.fixture(scope="module")
def largest() -> Content:
    """The map with the most spaces."""
    return content_of(LARGEST)


def test_every_name_has_its_language_its_time_and_its_source(largest: Content) -> None:
    assert len(list(other_names())) > 600
    for other in other_names():
        assert other.language
        assert other.time
        assert other.source
        assert other.space in largest.space_by_name, other


def test_no_name_is_of_two_spaces_or_hides_one_of_the_map(largest: Content) -> None:
    titled = {phrase(name): space.name for space in largest.spaces for name in (space.name, space.title)}
    meant = defaultdict(set)
    for other in other_names():
        for typed in other.typed:
            meant[typed].add(other.space)
            assert titled.get(typed, other.space) == other.space, other
    assert {typed: spaces for typed, spaces in meant.items() if len(spaces) > 1} == {}


def test_the_real_names_that_the_facts_note_are_understood(largest: Content) -> None:
    """The notes of the fact file name the real place where the map spells it otherwise."""
    words, tried = lexicon(largest), 0
    for space in tomllib.loads(NOTES.read_text(encoding="utf-8"))["spaces"]:
        real = space.get("note", "").partition("real-world: ")[2].partition(";")[0]
        for name in real.replace("(", "/").replace(")", "").replace(", by", "/").split("/"):
            if name.strip():
                assert words.spaces.get(phrase(name)) == {largest.space_by_name[space["name"]]}, (space["name"], name)
                tried += 1
    assert tried > 70


def test_places_that_the_map_has_not_lie_where_the_map_is(largest: Content) -> None:
    owners = defaultdict(set)
    for place in elsewhere():
        for name in place.names:
            owners[phrase(name)].add(place.names[0])
    assert len(owners) > 300
    assert {name: places for name, places in owners.items() if len(places) > 1} == {}
    known = lexicon(content_of({}))
    for place in elsewhere():
        assert 21 < place.lat < 61, place
        assert -6 < place.lon < 53, place
        assert len(place.nearest(largest)) == 2
        assert not {phrase(name) for name in place.names} & set(known.spaces), place


def test_a_place_of_one_map_alone_is_elsewhere_on_the_others(largest: Content) -> None:
    assert "amsterdam" in lexicon(content_of({})).elsewhere
    assert "amsterdam" not in lexicon(largest).elsewhere
    assert lexicon(largest).spaces["amsterdam"] == {largest.space_by_name["amsterdam"]}
