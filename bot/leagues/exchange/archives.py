"""A season's journal as one JSON document, written and read back bit for bit.

Each entry is on its own line, as in the journal, so that errors can name the line number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from bot.leagues.exchange.malformed import Malformed
from bot.leagues.journal import ENTRY, Entry
from bot.leagues.season import Season
from bot.narration.texts import host_text

FORMAT: Literal["season journal"] = "season journal"
MOST_BYTES = 32 * 2**20
"""Maximum size of an imported document in bytes."""
_ENTRIES = re.compile(r'"entries"\s*:\s*\[')
_KEYS = frozenset({"format", "version", "entries", "people"})
_BETWEEN = re.compile(r"[\s,]*")


class Mover(BaseModel):
    """A person in a season's transfer: the name, and the accounts, `platform:id`, with their names."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field("", max_length=200)
    accounts: dict[str, str] = Field(default_factory=dict, repr=False)


class Document(BaseModel):
    """The contents of the document; its JSON schema is `schema()`."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Journal of a season")

    format: Literal["season journal"] = FORMAT
    version: Literal[1] = 1
    entries: tuple[Entry, ...] = Field(min_length=1)
    people: dict[str, Mover] = Field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Archive:
    """A parsed journal: its lines as stored, its entries, and the resulting season."""

    lines: tuple[str, ...]
    entries: tuple[Entry, ...]
    season: Season
    people: dict[str, Mover] = field(default_factory=dict, repr=False)


_PEOPLE: TypeAdapter[dict[str, Mover]] = TypeAdapter(dict[str, Mover])


def schema() -> dict[str, Any]:
    """Return the JSON schema of the document."""
    return Document.model_json_schema()


def write(lines: Sequence[str], people: Mapping[str, Mover] | None = None) -> str:
    """Return the document for a journal's lines, each an entry's JSON, with people's accounts; ends with a newline."""
    head = f'{{"format": {json.dumps(FORMAT)}, "version": 1, "entries": [\n'
    told = {person: mover.model_dump(mode="json") for person, mover in (people or {}).items()}
    tail = f', "people": {json.dumps(told)}' if told else ""
    return head + ",\n".join(lines) + f"\n]{tail}}}\n"


def dumped(entry: Entry) -> str:
    """Return an entry as a line of a journal."""
    return ENTRY.dump_json(entry).decode()


def read(text: str) -> Archive:
    """Parse a document.

    Raises:
        Malformed: it is too long or not JSON, of another format or version, or an entry is invalid or does not follow.
    """
    if len(text.encode(errors="surrogatepass")) > MOST_BYTES:
        raise Malformed(1, host_text("exchange.archives.document_more_than_mib", value=MOST_BYTES // 2**20))
    people = _people(_head(text))
    lines: list[str] = []
    entries: list[Entry] = []
    season: Season | None = None
    for number, slice_, raw in _iter_entries(text):
        entry = _entry(number, raw)
        season = _with_entry(number, season, entry)
        lines.append(slice_ if "\n" not in slice_ else json.dumps(raw, ensure_ascii=False, separators=(",", ":")))
        entries.append(entry)
    if season is None:
        raise Malformed(1, host_text("exchange.archives.document_no_entries"))
    return Archive(tuple(lines), tuple(entries), season, people)


def _people(whole: dict[str, Any]) -> dict[str, Mover]:
    """Return the accounts of the people in a document."""
    try:
        return _PEOPLE.validate_python(whole.get("people", {}))
    except ValidationError as error:
        raise Malformed(1, f'"people": {error.errors()[0]["msg"]}') from None


def _head(text: str) -> dict[str, Any]:
    """Parse the document; refuse what is not JSON or not a journal."""
    outermost: list[tuple[str, Any]] = []

    def read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        outermost[:] = pairs  # the last complete one is the outermost
        return dict(pairs)

    try:
        whole = json.loads(text, object_pairs_hook=read_object)
    except json.JSONDecodeError as error:
        raise Malformed(
            error.lineno, host_text("exchange.archives.no_json_column", msg=error.msg, colno=error.colno)
        ) from None
    except RecursionError:
        raise Malformed(1, host_text("exchange.archives.no_journal_nested_too")) from None
    except ValueError as error:
        raise Malformed(1, host_text("exchange.archives.no_journal", partition=str(error).partition(":")[0])) from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise Malformed(1, host_text("exchange.archives.no_journal_format_should", format=FORMAT))
    if whole.get("version") != 1 or isinstance(whole["version"], bool):
        raise Malformed(1, host_text("exchange.archives.version_should_not", get=str(whole.get("version"))[:20]))
    if twice := _duplicate_name(outermost):
        raise Malformed(1, host_text("exchange.archives.no_journal_stands_there", twice=twice))
    if not isinstance(whole.get("entries"), list) or whole.keys() - _KEYS:
        raise Malformed(1, host_text("exchange.archives.document_should_hold_format"))
    return whole


def _duplicate_name(pairs: list[tuple[str, Any]]) -> str:
    """Return a name that occurs twice in an object, which is ambiguous; "" if none does."""
    names = [name for name, _ in pairs]
    return "" if len(set(names)) == len(names) else next(name[:40] for name in names if names.count(name) > 1)


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if twice := _duplicate_name(pairs):
        raise ValueError(host_text("exchange.archives.twice", twice=twice))
    return dict(pairs)


def _iter_entries(text: str) -> Iterator[tuple[int, str, Any]]:
    """Yield every entry: the line on which it starts, its text, and its parsed value."""
    found = _ENTRIES.search(text)
    if found is None:  # a name written with escapes does not count
        raise Malformed(1, host_text("exchange.archives.no_journal_entries_should"))
    decoder, at, line, counted = json.JSONDecoder(object_pairs_hook=_without_duplicates), found.end(), 1, 0
    while True:
        between = _BETWEEN.match(text, at)
        at = between.end() if between else at
        if text[at] == "]":
            return
        line, counted = line + text.count("\n", counted, at), at
        try:
            raw, end = decoder.raw_decode(text, at)
        except ValueError as error:
            raise Malformed(line, str(error)) from None
        yield line, text[at:end], raw
        at = end


def _entry(number: int, raw: Any) -> Entry:
    try:
        return ENTRY.validate_json(json.dumps(raw), strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(one) for one in first["loc"])
        raise Malformed(number, f"{where + ': ' if where else ''}{first['msg']}") from None


def _with_entry(number: int, season: Season | None, entry: Entry) -> Season:
    """Return the season with one more entry."""
    try:
        if season is None:
            return Season.told([entry])
        season.add(entry)
    except (LookupError, ValueError, TypeError, AttributeError):
        if season is None:
            raise Malformed(number, host_text("exchange.archives.begins_otherwise", kind=entry.kind)) from None
        raise Malformed(number, host_text("exchange.archives.does_not_follow_from", kind=entry.kind)) from None
    return season


__all__ = ["FORMAT", "Archive", "Document", "Mover", "dumped", "read", "schema", "write"]
