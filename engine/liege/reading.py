"""Reads the rows of fact files and reports errors with file, row and field."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from engine.errors import ContentError

if TYPE_CHECKING:
    from engine.liege.grid import Grid


class FactRow:
    """One row of a file: typed access to its cells by field."""

    def __init__(self, file: str, label: str, cells: Mapping[str, str]) -> None:
        self.file, self.label, self._cells = file, label, cells

    def wrong(self, field: str | None, problem: str) -> ContentError:
        """Return the error for a field of this row."""
        return ContentError(self.file, self.label, field, problem)

    def text(self, field: str) -> str:
        """Return a cell as written; raises ContentError if the row lacks it."""
        value = self._cells.get(field)
        if value is None:
            raise self.wrong(field, "the field is missing")
        return value

    def number(self, field: str, least: int = 0) -> int:
        """Return a cell as an integer; raises ContentError for anything else or less than `least`."""
        return self._number(field, self.text(field), least)

    def number_or(self, field: str, empty: int) -> int:
        """Return a cell as an integer, or `empty` for an empty cell."""
        return self.number(field) if self.text(field) else empty

    def numbers(self, field: str) -> tuple[int, ...]:
        """Return a cell of numbers separated by slashes, one for each attrition level."""
        return tuple(self._number(field, part, 0) for part in self.text(field).split("/"))

    def signed(self, field: str) -> int:
        """Return a cell as an integer that can be negative; raises ContentError for anything else."""
        written = self.text(field)
        number = self._number(field, written.removeprefix("-"), 0)
        return -number if written.startswith("-") else number

    def flag(self, field: str) -> bool:
        """Return True for "yes", False for an empty cell; raises ContentError for anything else."""
        return self.one_of(field, ("", "yes")) == "yes"

    def one_of(self, field: str, known: Iterable[str]) -> str:
        """Return a cell that must be one of some values; raises ContentError listing them."""
        value = self.text(field)
        if value not in (words := list(known)):
            raise self.wrong(field, f"{value!r} is not one of {', '.join(repr(word) for word in words)}")
        return value

    def _number(self, field: str, written: str, least: int) -> int:
        if not written.isascii() or not written.isdigit():
            raise self.wrong(field, f"{written!r} is no whole number")
        if int(written) < least:
            raise self.wrong(field, f"{written} is below {least}")
        return int(written)


def rows_of(folder: Traversable, file: str, key: str, *, once: bool = True) -> Iterator[FactRow]:
    """Yield the rows of a CSV file, labelled by one of its fields.

    Raises:
        ContentError: the file is missing, a row has more cells than the header, or two rows have the same label.
    """
    seen: set[str] = set()
    for cells in csv.DictReader(_text(folder, file).splitlines()):
        label = cells.get(key) or ""
        row = FactRow(file, label, {name: cell for name, cell in cells.items() if name and cell is not None})
        if not label or None in cells:
            raise row.wrong(key, "the row has no name, or more cells than the head of the file")
        if once and label in seen:
            raise row.wrong(key, f"{label} is there twice")
        seen.add(label)
        yield row


def figures_of(folder: Traversable, file: str, names: Iterable[str]) -> dict[str, int]:
    """Return the figures of a CSV file by name; raises ContentError for an unknown, missing or non-integer one."""
    known = tuple(names)
    found = {row.one_of("figure", known): row.signed("value") for row in rows_of(folder, file, "figure")}
    if missing := next((name for name in known if name not in found), None):
        raise ContentError(file, missing, None, "the row is missing")
    return found


def hex_in(row: FactRow, field: str, grid: Grid) -> int:
    """Return the hex that a cell names; raises ContentError if it is not on the map."""
    name = row.text(field)
    if name not in grid.ids:
        raise row.wrong(field, f"{name!r} is no hex of the map")
    return grid.ids[name]


def lines_of(folder: Traversable, file: str) -> list[list[str]]:
    """Return the cells of a CSV file, row by row."""
    return [line for line in csv.reader(_text(folder, file).splitlines()) if line]


def toml_of(folder: Traversable, file: str) -> dict[str, Any]:
    """Return a TOML file; raises ContentError if it cannot be read."""
    try:
        return tomllib.loads(_text(folder, file))
    except tomllib.TOMLDecodeError as problem:
        raise ContentError(file, None, None, f"not readable as TOML: {problem}") from problem


def _text(folder: Traversable, file: str) -> str:
    try:
        return (folder / file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise ContentError(file, None, None, "the file is missing or cannot be read") from problem


__all__ = ["FactRow", "figures_of", "hex_in", "lines_of", "rows_of", "toml_of"]
