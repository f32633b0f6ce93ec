"""A season's journal as one JSON document: out, and in again without the difference of a bit.

Every entry stands on a line of its own, as the journal has it, so that whoever is told of a line finds it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.leagues.exchange.malformed import Malformed
from bot.leagues.journal import ENTRY, Entry
from bot.leagues.season import Season

FORMAT: Literal["season journal"] = "season journal"
MOST_BYTES = 32 * 2**20
"""Bytes of a document that is taken in, at most."""
_ENTRIES = re.compile(r'"entries"\s*:\s*\[')
_BETWEEN = re.compile(r"[\s,]*")


class Document(BaseModel):
    """What the document holds; its JSON schema is `schema()`."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Journal of a season")

    format: Literal["season journal"] = FORMAT
    version: Literal[1] = 1
    entries: tuple[Entry, ...] = Field(min_length=1)


@dataclass(frozen=True, slots=True)
class Archive:
    """A journal that was read: its lines as they are stored, what they say, and the season that they amount to."""

    lines: tuple[str, ...]
    entries: tuple[Entry, ...]
    season: Season


def schema() -> dict[str, Any]:
    """The JSON schema of the document."""
    return Document.model_json_schema()


def write(lines: Sequence[str]) -> str:
    """The document of a journal's lines, each the JSON of an entry; it ends with a newline."""
    head = f'{{"format": {json.dumps(FORMAT)}, "version": 1, "entries": [\n'
    return head + ",\n".join(lines) + "\n]}\n"


def dumped(entry: Entry) -> str:
    """An entry as a line of a journal."""
    return ENTRY.dump_json(entry).decode()


def read(text: str) -> Archive:
    """Reads a document.

    Raises:
        Malformed: it is too long or no JSON, of another format or version, an entry is none, or does not follow from those before it.
    """
    if len(text.encode(errors="surrogatepass")) > MOST_BYTES:
        raise Malformed(1, f"the document has more than {MOST_BYTES // 2**20} MiB")
    _head(text)
    lines: list[str] = []
    entries: list[Entry] = []
    season: Season | None = None
    for number, slice_, raw in _told(text):
        entry = _entry(number, raw)
        season = _grown(number, season, entry)
        lines.append(slice_ if "\n" not in slice_ else json.dumps(raw, ensure_ascii=False, separators=(",", ":")))
        entries.append(entry)
    if season is None:
        raise Malformed(1, "the document has no entries")
    return Archive(tuple(lines), tuple(entries), season)


def _head(text: str) -> None:
    """Refuses what is no JSON or another document."""
    try:
        whole = json.loads(text)
    except json.JSONDecodeError as error:
        raise Malformed(error.lineno, f"this is no JSON: {error.msg} (column {error.colno})") from None
    except RecursionError:
        raise Malformed(1, "this is no journal: it is nested too deeply") from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise Malformed(1, f'this is no journal: "format" should be "{FORMAT}"')
    if whole.get("version") != 1:
        raise Malformed(1, f'"version" should be 1, not {str(whole.get("version"))[:20]}')
    if not isinstance(whole.get("entries"), list) or len(whole) != 3:
        raise Malformed(1, 'the document should hold "format", "version" and a list "entries", and nothing else')


def _told(text: str) -> Iterator[tuple[int, str, Any]]:
    """Every entry: the line on which it begins, its own text, and what it holds."""
    found = _ENTRIES.search(text)
    assert found is not None, "a list of that name is there"
    decoder, at, line, counted = json.JSONDecoder(), found.end(), 1, 0
    while True:
        between = _BETWEEN.match(text, at)
        at = between.end() if between else at
        if text[at] == "]":
            return
        raw, end = decoder.raw_decode(text, at)
        line, counted = line + text.count("\n", counted, at), at
        yield line, text[at:end], raw
        at = end


def _entry(number: int, raw: Any) -> Entry:
    try:
        return ENTRY.validate_json(json.dumps(raw))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(one) for one in first["loc"])
        raise Malformed(number, f"{where + ': ' if where else ''}{first['msg']}") from None


def _grown(number: int, season: Season | None, entry: Entry) -> Season:
    """The season with one more entry."""
    try:
        if season is None:
            return Season.told([entry])
        season.add(entry)
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        told = str(error) if season is None else f"this {entry.kind} does not follow from the entries before it"
        raise Malformed(number, told) from None
    return season


__all__ = ["FORMAT", "Archive", "Document", "dumped", "read", "schema", "write"]
