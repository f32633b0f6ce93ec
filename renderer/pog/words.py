"""Player-facing texts of the pictures, by language: names of the game and the renderer's own texts."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict

from engine.pog.content import Content
from engine.pog.content.records import Card, Space, Turn
from renderer.kit import languages, templates


class _Named(BaseModel):
    model_config = ConfigDict(extra="allow", frozen=True)

    name: str
    adjective: str
    short: str = ""


class _NamesFile(BaseModel):
    """The part of ``names.toml`` that pictures use; other tables are ignored."""

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
    turns: dict[str, str]
    units: dict[str, str]
    spaces: dict[str, str]


class _CardText(BaseModel):
    model_config = ConfigDict(extra="allow", frozen=True)

    title: str
    event: str
    short: str = ""

    def read_by(self, reading: str) -> _CardText:
        """Return the text with a card set's changes applied, if it has a table for that set."""
        changed = (self.model_extra or {}).get(reading)
        return self.model_copy(update=changed) if isinstance(changed, dict) else self


class _Files(NamedTuple):
    """The files of a language."""

    names: _NamesFile
    cards: dict[str, _CardText]
    own: dict[str, dict[str, str]]
    language: str


class Language:
    """The texts of one language, independent of the content."""

    def __init__(self, files: _Files) -> None:
        self._names, self._cards, self._own = files.names, files.cards, files.own
        self._locale = templates.locale_of(files.language)

    def get(self, table: str, key: str, /, **fields: object) -> str:
        """Return a text of the renderer's own file with its fields filled in; the key itself if it is unknown."""
        text = self._own[table].get(key, key.replace("_", " "))
        return templates.template(text).filled(f"{table}.{key}", fields, self._locale) if fields else text

    def table(self, table: str) -> dict[str, str]:
        """Return a whole table of the renderer's own file."""
        return self._own[table]

    def place(self, space: Space) -> str:
        """Return the name of a space."""
        return self._names.spaces.get(space.name, space.title)

    def side(self, side: int) -> str:
        """Return the name of a side."""
        return self._names.sides[("ap", "cp")[side]].name

    def side_adjective(self, side: int) -> str:
        """Return the adjective of a side."""
        return self._names.sides[("ap", "cp")[side]].adjective

    def nation(self, nation: str) -> str:
        """Return the name of a nation."""
        return self._names.nations[nation].name

    def name(self, table: str, key: str) -> str:
        """Return a text of one of the plain tables of ``names.toml``; the key itself if it is unknown."""
        found: dict[str, str] = getattr(self._names, table)
        return found.get(key, key.replace("_", " "))

    def card_text(self, card: Card) -> _CardText | None:
        """Return the text of a card in the reading of the card set in force."""
        text = self._cards.get(card.name)
        return text.read_by(card.reading) if text is not None else None


class PogWords(Language):
    """The texts of one language for one content, to which all ids refer."""

    def __init__(self, content: Content, files: _Files) -> None:
        super().__init__(files)
        self.content = content

    def space(self, space: int) -> str:
        """Return the name of a space by id."""
        return self.place(self.content.spaces[space])

    def turn(self, turn: Turn) -> str:
        """Return the title of a turn: the season or month in its data, and its year."""
        when, _, year = turn.title.rpartition(" ")
        text = self._names.turns.get(when.lower())
        return turn.title if text is None else templates.template(text).filled("turns", {"year": year}, self._locale)

    def unit(self, unit: int) -> str:
        """Return the name of a unit by id; interchangeable counters share one."""
        record = self.content.units[unit]
        return self._names.units.get(record.group, record.title)

    def card_title(self, card: int) -> str:
        """Return the title of a card by id."""
        text = self.card_text(self.content.cards[card])
        return text.title if text else self.content.cards[card].title

    def card_event(self, card: int) -> str:
        """Return the effect of a card's event, in our words; "" if the text file lacks it."""
        text = self.card_text(self.content.cards[card])
        return text.event if text else ""

    def card_short(self, card: int) -> str:
        """Return the event in at most 90 characters, or the long text if there is no short one."""
        text = self.card_text(self.content.cards[card])
        return (text.short or text.event) if text else ""


#: Number of contents whose texts are cached.
KEPT = 16


@lru_cache(maxsize=KEPT)
def words(content: Content, name: str = "en") -> PogWords:
    """Return the texts of a language for a game's content (cached)."""
    return PogWords(content, _files(name))


@cache
def language(name: str = "en") -> Language:
    """Return the texts of a language, independent of the content (cached)."""
    return Language(_files(name))


@cache
def _files(name: str) -> _Files:
    """Return the files of a language, loaded once and validated."""

    def read(*path: str) -> dict[str, Any]:
        usual = languages.read("pog", *(part.format(languages.USUAL) for part in path)) or {}
        return languages.merged(usual, languages.read("pog", *(part.format(name) for part in path)) or {})

    names = _NamesFile.model_validate(read("text", "{}", "names.toml"))
    cards = {
        key: _CardText.model_validate(value)
        for key, value in read("text", "{}", "cards.toml").items()
        if isinstance(value, dict)
    }
    return _Files(names, cards, read("art", "words_{}.toml"), name)
