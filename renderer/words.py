"""Every player-facing word of the pictures, by language: names of the game and words of the renderer."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from pydantic import BaseModel, ConfigDict

from engine.pog.content import load_content


class _Named(BaseModel):
    model_config = ConfigDict(extra="allow", frozen=True)

    name: str
    adjective: str
    short: str = ""


class _NamesFile(BaseModel):
    """The part of ``names.toml`` that pictures use; other tables are left alone."""

    model_config = ConfigDict(extra="allow", frozen=True)

    sides: dict[str, _Named]
    nations: dict[str, _Named]
    pools: dict[str, str]
    terrain: dict[str, str]
    commitment: dict[str, str]
    offensives: dict[str, str]
    us_track: dict[str, str]
    russian_track: dict[str, str]
    scenarios: dict[str, str]
    units: dict[str, str]
    spaces: dict[str, str]


class _CardText(BaseModel):
    model_config = ConfigDict(extra="allow", frozen=True)

    title: str
    event: str
    short: str = ""


class Words:
    """The words of one language."""

    def __init__(self, names: _NamesFile, cards: dict[str, _CardText], own: dict[str, dict[str, str]]) -> None:
        self._names = names
        self._cards = cards
        self._own = own

    def get(self, table: str, key: str, /, **fields: object) -> str:
        """A word of the renderer's own file with its fields put in; the key itself if it is unknown."""
        text = self._own[table].get(key, key.replace("_", " "))
        return text.format(**fields) if fields else text

    def table(self, table: str) -> dict[str, str]:
        """A whole table of the renderer's own file."""
        return self._own[table]

    def space(self, space: int) -> str:
        """Name of a space by id."""
        record = load_content().spaces[space]
        return self._names.spaces.get(record.name, record.title)

    def unit(self, unit: int) -> str:
        """Name of a unit by id; interchangeable counters share one."""
        record = load_content().units[unit]
        return self._names.units.get(record.group, record.title)

    def side(self, side: int) -> str:
        """Name of a side."""
        return self._names.sides[("ap", "cp")[side]].name

    def side_adjective(self, side: int) -> str:
        """Adjective of a side."""
        return self._names.sides[("ap", "cp")[side]].adjective

    def nation(self, nation: str) -> str:
        """Name of a nation."""
        return self._names.nations[nation].name

    def name(self, table: str, key: str) -> str:
        """A word of one of the plain tables of ``names.toml``; the key itself if it is unknown."""
        found: dict[str, str] = getattr(self._names, table)
        return found.get(key, key.replace("_", " "))

    def card_title(self, card: int) -> str:
        """Title of a card by id."""
        record = load_content().cards[card]
        text = self._cards.get(record.name)
        return text.title if text else record.title

    def card_event(self, card: int) -> str:
        """What the event of a card does, in our words; empty if the text file lacks it."""
        text = self._cards.get(load_content().cards[card].name)
        return text.event if text else ""

    def card_short(self, card: int) -> str:
        """The event in at most 90 characters, or the long text where no short one exists."""
        text = self._cards.get(load_content().cards[card].name)
        return (text.short or text.event) if text else ""


@cache
def words(language: str = "en") -> Words:
    """The words of a language, read once and checked."""
    folder = resources.files("assets").joinpath("pog")

    def read(*path: str) -> dict[str, Any]:
        return tomllib.loads(folder.joinpath(*path).read_text(encoding="utf-8"))

    names = _NamesFile.model_validate(read("text", language, "names.toml"))
    cards = {
        key: _CardText.model_validate(value)
        for key, value in read("text", language, "cards.toml").items()
        if isinstance(value, dict)
    }
    return Words(names, cards, read("art", f"words_{language}.toml"))
