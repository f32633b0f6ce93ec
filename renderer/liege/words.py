"""Player-facing texts of Liège 1914 pictures, by language: `assets/liege/text/LANGUAGE/pictures.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources

from engine.liege.facts import LiegeFacts
from renderer.kit import languages, templates
from renderer.liege.layout import country


class LiegeWords:
    """The texts of one language."""

    def __init__(self, tables: dict[str, dict[str, str]], language: str) -> None:
        self._tables = tables
        self._locale = templates.locale_of(language)

    def get(self, table: str, key: str, /, **fields: object) -> str:
        """Return a text with its fields filled in; the key itself if it is unknown."""
        text = self._tables[table].get(key, key.replace("_", " "))
        return templates.template(text).filled(f"{table}.{key}", fields, self._locale) if fields else text

    def has(self, table: str, key: str) -> bool:
        """Return True if a table has a text."""
        return key in self._tables[table]

    def listed(self, parts: Iterable[str]) -> str:
        """Return items as a comma-separated list."""
        return ", ".join(parts)

    def side(self, facts: LiegeFacts, side: int) -> str:
        """Return the name of a side, which for the Allies depends on the map."""
        return self.get("sides", country(facts)["sides"][side])

    def hex(self, facts: LiegeFacts, hex_: int) -> str:
        """Return a hex with its town, if any."""
        name = facts.grid.names[hex_]
        place = self.place(facts, hex_)
        return self.get("alt", "hex_named", hex=name, place=place) if place else name

    def place(self, facts: LiegeFacts, hex_: int) -> str:
        """Return the town of a hex, "" for none."""
        name = facts.grid.names[hex_]
        return self.get("places", name) if self.has("places", name) else ""

    def counter(self, facts: LiegeFacts, unit: int) -> str:
        """Return the text on a unit's counter."""
        own = facts.units[unit]
        return _printed()["counters"].get(own.name, own.title[:5])

    def calibre(self, facts: LiegeFacts, unit: int) -> str:
        """Return the calibre of a gun, "" for other units."""
        return _printed()["calibres"].get(facts.units[unit].name, "")

    def code(self, facts: LiegeFacts, fort: int) -> str:
        """Return the two letters on the sign of a fort."""
        own = facts.forts[fort]
        return _printed()["fort_codes"].get(own.name, own.title[:2])


@cache
def _printed() -> dict[str, dict[str, str]]:
    """Return what is printed on counters and forts, which is the same in every language."""
    return tomllib.loads((resources.files("assets") / "liege" / "counters.toml").read_text("utf-8"))


@cache
def words(name: str = languages.USUAL) -> LiegeWords:
    """Return the texts of a language (cached)."""
    own, usual = (languages.read("liege", "text", one, "pictures.toml") or {} for one in (name, languages.USUAL))
    return LiegeWords(languages.merged(usual, own), name)


__all__ = ["LiegeWords", "words"]
