"""Everything a player may read about has English words, and no words are left over."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from engine.pog.content import Content, load_content
from engine.pog.content.overlay import card_set
from engine.pog.rulesets import RULEBOOKS
from tests.content.support import TEXT
from tests.support.vocabulary import texts


class Words(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ChangedWords(Words):
    event: str = Field(min_length=5, max_length=360)


class CardWords(ChangedWords):
    title: str = Field(min_length=1, max_length=40)
    short: str | None = Field(default=None, min_length=3, max_length=90)
    valiant: ChangedWords | None = None


class SideWords(Words):
    name: str
    short: str
    adjective: str
    #: As it is written where there is little room.
    letters: str = Field(min_length=1, max_length=3)


class NationWords(Words):
    name: str
    adjective: str
    #: The name within a sentence, where it has an article there.
    within: str | None = None


class NameWords(Words):
    sides: dict[str, SideWords]
    nations: dict[str, NationWords]
    pools: dict[str, str]
    terrain: dict[str, str]
    turns: dict[str, str]
    seasons: dict[str, str]
    commitment: dict[str, str]
    offensives: dict[str, str]
    us_track: dict[str, str]
    russian_track: dict[str, str]
    wars: dict[str, str]
    scenarios: dict[str, str]
    units: dict[str, str]
    spaces: dict[str, str]


def read(path: Path) -> dict[str, object]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def names() -> NameWords:
    return NameWords.model_validate(read(TEXT / "names.toml"))


@pytest.fixture(scope="module")
def cards() -> dict[str, CardWords]:
    return TypeAdapter(dict[str, CardWords]).validate_python(read(TEXT / "cards.toml"))


def test_every_card_has_words(content: Content, cards: dict[str, CardWords]) -> None:
    assert list(cards) == [card.name for card in content.cards]
    for card in content.cards:
        words = cards[card.name]
        assert words.event.endswith(".")
        assert not words.event.isascii() or words.event[0].isupper() or words.event[0].isdigit()


def test_a_card_that_a_set_reads_differently_has_words_of_its_own(content: Content) -> None:
    """In both places where its event is told, and of no other card."""
    changed = [card for card in card_set("valiant", content).content.cards if card.reading]
    assert len(changed) == 4
    words, remarks = texts(), texts().table("ui.valiant")
    assert set(remarks) == {card.name for card in changed}
    assert {name for name, table in words.table("cards").items() if "valiant" in table} == set(remarks)
    for card in changed:
        assert words.say(f"cards.{card.name}.valiant.event") != words.say(f"cards.{card.name}.event")


def test_event_words_are_short(cards: dict[str, CardWords]) -> None:
    """One to five short sentences: a card is read on a phone."""
    long = {name: words.event for name, words in cards.items() if words.event.count(". ") > 4}
    assert not long


def test_combat_cards_say_whose_they_are(content: Content, cards: dict[str, CardWords]) -> None:
    opening = {"attack": "for the attacker", "defense": "for the defender", "either": "for attack or defence"}
    for card in content.cards:
        if card.combat:
            assert cards[card.name].event.startswith(f"A combat card {opening[card.role]}"), card.name
        else:
            assert "combat card for" not in cards[card.name].event, card.name


def test_numbers_in_the_words_are_those_of_the_card(content: Content, cards: dict[str, CardWords]) -> None:
    for card in content.cards:
        if card.drm:
            assert f"+{card.drm}" in cards[card.name].event, card.name
        if card.ops_after_event == "yes":
            assert f"{card.ops} OPS" in cards[card.name].event, card.name
    for change in content.vp_changes.values():
        if change.card is not None and change.when == "event":
            assert "VP" in cards[change.card].event, change.card


def _everywhere() -> list[Content]:
    """The content of every ruleset."""
    return [load_content(ruleset=ruleset) for ruleset in RULEBOOKS]


def test_every_nation_has_words(content: Content, names: NameWords) -> None:
    used = {unit.nation for unit in content.units} | {space.nation for space in content.spaces}
    rows = [row.nation for other in _everywhere() for row in other.units]
    everywhere = {*rows, *(row.nation for other in _everywhere() for row in other.spaces)}
    assert used <= set(names.nations) <= everywhere
    assert set(names.sides) == {"ap", "cp"}
    assert set(names.pools) == {pool for side in content.pools for pool in side}


def test_every_space_has_words(content: Content, names: NameWords) -> None:
    assert list(names.spaces)[: len(content.spaces)] == [space.name for space in content.spaces]
    assert set(names.spaces) == {space.name for other in _everywhere() for space in other.spaces}
    titles = list(names.spaces.values())
    assert len(set(titles)) == len(titles)
    assert (names.spaces["liege"], names.spaces["konigsberg"]) == ("Liège", "Königsberg")


def test_every_unit_has_words(content: Content, names: NameWords) -> None:
    assert set(names.units) == {unit.group for other in _everywhere() for unit in other.units}
    assert len(set(names.units.values())) == len(names.units)


def test_every_term_has_words(content: Content, names: NameWords) -> None:
    assert set(names.terrain) == set(content.terrain)
    assert set(names.seasons) == {turn.season for turn in content.turns}
    assert set(names.commitment) == {card.deck for card in content.cards}
    assert set(names.offensives) == {box for table in content.mandated for box in table.boxes}
    assert list(names.us_track) == [box.name for box in content.us_track]
    assert list(names.russian_track) == [box.name for box in content.russian_track]
    everywhere = {name for ruleset in RULEBOOKS for name in load_content(ruleset=ruleset).scenarios}
    assert set(content.scenarios) <= set(names.scenarios) <= everywhere
