"""CSV: export of tables, and import of entry lists.

The format follows RFC 4180: commas, quotes where needed, lines that end with CR LF, in UTF-8. Users' text is defused: a
cell that a spreadsheet would interpret as a formula starts with an apostrophe.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from bot.leagues.exchange.malformed import Malformed
from bot.narration.texts import host_text

#: Characters that start a formula in a spreadsheet, or that some spreadsheets strip before looking for one.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_APOSTROPHE = "'"
MOST_ROWS = 10_000
"""Maximum number of rows in an imported list."""
MOST_CELL = 200
_YES, _NO = ("yes", "true", "1"), ("", "no", "false", "0")

Cell = str | int | float


def write(rows: Iterable[Sequence[Cell]]) -> str:
    """Return a whole file; the first row names the columns."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    for row in rows:
        writer.writerow([defused(cell) if isinstance(cell, str) else _figure(cell) for cell in row])
    return out.getvalue()


def defused(text: str) -> str:
    """Return a text that no spreadsheet interprets as a formula."""
    return f"{_APOSTROPHE}{text}" if text.lstrip(" ").startswith(_FORMULA) or text.startswith(_APOSTROPHE) else text


def plain(cell: str) -> str:
    """Return the original text of a cell: the inverse of `defused`."""
    rest = cell.removeprefix(_APOSTROPHE)
    return rest if defused(rest) == cell else cell


def _figure(number: float) -> str:
    return str(number).removesuffix(".0")


# ------------------------------------------------------------------------------------------------- parsing


class EntryRow(BaseModel):
    """One entrant of a list: the account as `platform:id`, and the fields of `/league join`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    account: Annotated[str, StringConstraints(pattern=r"^[a-z]{2,20}:[^\s:]\S{0,98}$")]
    name: Annotated[str, StringConstraints(min_length=1, max_length=80)]
    rating: int = Field(0, ge=0, le=10_000)
    capacity: int = Field(1, ge=1, le=30)
    substitute: bool = False
    zone: str = Field("UTC", min_length=1, max_length=64)


Column = Literal["account", "name", "rating", "capacity", "substitute", "zone"]
_NEEDED = ("account", "name")
_WANTED = {
    "account": host_text("exchange.sheets.should_platform_id_such"),
    "name": host_text("exchange.sheets.should_have_letters"),
    "rating": host_text("exchange.sheets.should_whole_number_from"),
    "capacity": host_text("exchange.sheets.should_whole_number_from_2"),
    "substitute": host_text("exchange.sheets.should_yes_no"),
    "zone": host_text("exchange.sheets.should_time_zone_most"),
}


def entries(text: str) -> tuple[EntryRow, ...]:
    """Parse a list of entries, whose first line names its columns in any order.

    Raises:
        Malformed: a column is missing, unknown or named twice, a cell has an invalid value, an account occurs twice, or
            the
            file is not CSV.
    """
    lines = _lines(text.removeprefix("\ufeff"))
    if not lines:
        raise Malformed(1, host_text("exchange.sheets.file_empty_first_line"))
    heads = _read_header(*lines[0])
    found: list[EntryRow] = []
    seen: dict[str, int] = {}
    for number, cells in lines[1:]:
        row = _row(number, heads, cells)
        if row.account in seen:
            raise Malformed(
                number, host_text("exchange.sheets.stands_line_already", account=row.account, seen=seen[row.account])
            )
        seen[row.account] = number
        found.append(row)
    if not found:
        raise Malformed(lines[0][0], host_text("exchange.sheets.no_line_follows_names"))
    return tuple(found)


def _lines(text: str) -> list[tuple[int, list[str]]]:
    """Return the non-empty rows, each with the number of its first line."""
    if "\0" in text:
        raise Malformed(text.count("\n", 0, text.index("\0")) + 1, host_text("exchange.sheets.file_holds_zero_byte"))
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    found: list[tuple[int, list[str]]] = []
    begins = 1
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                found.append((begins, row))
            begins = reader.line_num + 1
            if len(found) > MOST_ROWS + 1:
                raise Malformed(begins, host_text("exchange.sheets.file_more_than_rows", most_rows=MOST_ROWS))
    except csv.Error as error:
        raise Malformed(max(begins, reader.line_num), host_text("exchange.sheets.no_csv", error=error)) from None
    return found


def _read_header(number: int, cells: Sequence[str]) -> list[str]:
    heads = [cell.strip().casefold() for cell in cells]
    for head in heads:
        if head not in EntryRow.model_fields:
            known = ", ".join(EntryRow.model_fields)
            raise Malformed(
                number, host_text("exchange.sheets.there_no_column_there", head=f"{head[:20]!r}", known=known)
            )
        if heads.count(head) > 1:
            raise Malformed(number, host_text("exchange.sheets.column_named_twice", head=head))
    for needed in _NEEDED:
        if needed not in heads:
            raise Malformed(number, host_text("exchange.sheets.column_missing", needed=needed))
    return heads


def _row(number: int, heads: Sequence[str], cells: Sequence[str]) -> EntryRow:
    if len(cells) != len(heads):
        raise Malformed(
            number, host_text("exchange.sheets.row_cells_should_have", number=len(cells), number_2=len(heads))
        )
    given: dict[str, object] = {}
    for head, cell in zip(heads, (plain(cell.strip()) for cell in cells), strict=True):
        if len(cell) > MOST_CELL:
            raise Malformed(
                number, host_text("exchange.sheets.letters_most", head=head, number=len(cell), most_cell=MOST_CELL)
            )
        if head == "substitute":
            if cell.casefold() not in _YES + _NO:
                raise Malformed(number, f"substitute {_WANTED['substitute']}, not {cell[:20]!r}")
            given[head] = cell.casefold() in _YES
        elif cell or head in _NEEDED:
            given[head] = cell
    try:
        return EntryRow.model_validate(given)
    except ValidationError as error:
        head = str(error.errors()[0]["loc"][0])
        raise Malformed(number, f"{head} {_WANTED[head]}, not {str(given.get(head, ''))[:20]!r}") from None


__all__ = ["MOST_ROWS", "Cell", "Column", "EntryRow", "defused", "entries", "plain", "write"]
