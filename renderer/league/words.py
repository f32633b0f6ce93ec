"""Texts that only league pictures use, by language, and formatted dates."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

from pydantic import TypeAdapter

from renderer.kit import languages, templates

_TABLES: TypeAdapter[dict[str, dict[str, str]]] = TypeAdapter(dict[str, dict[str, str]])
_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400


@dataclass(frozen=True)
class LeagueWords:
    """The texts of one language."""

    tables: dict[str, dict[str, str]]
    language: str = "en"

    def get(self, table: str, key: str, /, **fields: object) -> str:
        """Return a text with its fields filled in."""
        text = self.tables[table][key]
        if not fields:
            return text
        return templates.template(text).filled(f"{table}.{key}", fields, templates.locale_of(self.language))

    def moment(self, at: float) -> str:
        """Return a date and time."""
        when = datetime.fromtimestamp(at, UTC)
        return self.get("time", "moment", hour=f"{when:%H:%M}", **self._day(when))

    def date(self, at: float) -> str:
        """Return a date."""
        return self.get("time", "date", **self._day(datetime.fromtimestamp(at, UTC)))

    def day(self, at: float) -> str:
        """Return a date without its year."""
        return self.get("time", "day", **self._day(datetime.fromtimestamp(at, UTC)))

    @staticmethod
    def year(at: float) -> str:
        """Return the year of a moment."""
        return str(datetime.fromtimestamp(at, UTC).year)

    def month(self, at: float) -> str:
        """Return a month and its year."""
        when = datetime.fromtimestamp(at, UTC)
        return self.get("time", "month", month=self.get("months", str(when.month)), year=when.year)

    def _day(self, when: datetime) -> dict[str, object]:
        return {"day": when.day, "month": self.get("months", str(when.month)), "year": when.year}

    def span(self, seconds: int) -> str:
        """Return a duration in its largest whole unit."""
        if seconds % _DAY == 0 and seconds:
            return self.get("poster", "days", count=seconds // _DAY)
        if seconds % _HOUR == 0:
            return self.get("poster", "hours", count=seconds // _HOUR)
        return self.get("poster", "minutes", count=seconds // _MINUTE)


@cache
def words(language: str = "en") -> LeagueWords:
    """Return the texts of a language, loaded once and validated."""
    own, usual = (languages.read("host", "art", f"words_{one}.toml") or {} for one in (language, languages.USUAL))
    return LeagueWords(_TABLES.validate_python(languages.merged(usual, own)), language)


__all__ = ["LeagueWords", "words"]
