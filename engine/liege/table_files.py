"""Reads the three result tables and rejects one that is not monotone.

More guns or better odds never help the target, and a higher row never harms it. A table that violates this was miscopied.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.resources.abc import Traversable
from itertools import pairwise
from typing import Final

from engine.errors import ContentError
from engine.liege.reading import lines_of
from engine.liege.tables import ResultTables, Table, TableResult

#: Classes of fortification, each with its table line (8.6.3).
CLASSES: Final = ("masonry", "strengthened", "concrete")
_OUTCOME: Final = re.compile(r"(B*)O([+-]?\d+)")
_NUMBER: Final = re.compile(r"-?\d+")


def read_tables(folder: Traversable) -> ResultTables:
    """Read all tables; raises ContentError with file, row and column."""
    attacker, defender = _combat(folder, "tables/crt.csv")
    return ResultTables(
        units=_barrage(folder, "tables/abu.csv"),
        forts={name: _barrage(folder, f"tables/abf_{name}.csv") for name in CLASSES},
        attacker=attacker,
        defender=defender,
    )


def _barrage(folder: Traversable, file: str) -> Table:
    heads, first, cells = _cells(folder, file)
    if not all(head.isdigit() for head in heads):
        raise ContentError(file, "head", None, "a column is named by the lowest strength that it is for")
    columns = tuple((int(head), 1) for head in heads)
    table = Table(file.removeprefix("tables/").removesuffix(".csv"), columns, first, cells, overflow=2)
    _check(file, heads, table, falling=True)
    return table


def _combat(folder: Traversable, file: str) -> tuple[Table, Table]:
    """Read the combat table, which has two columns for each odds: the results of attacker (a) and defender (d)."""
    heads, first, cells = _cells(folder, file)
    found = []
    for whose, falling in ((" a", False), (" d", True)):
        own = [column for column, head in enumerate(heads) if head.endswith(whose)]
        names = [heads[column].removesuffix(whose) for column in own]
        if len(own) * 2 != len(heads) or not names:
            raise ContentError(
                file, "head", None, "each odds needs a column of the attacker (a) and one of the defender (d)"
            )
        columns = tuple(_odds(file, name) for name in names)
        picked = tuple(cells[column] for column in own)
        table = Table(f"crt{whose}", columns, first, picked, overflow=8, both_ways=True)
        _check(file, names, table, falling=falling)
        found.append(table)
    return found[0], found[1]


def _odds(file: str, name: str) -> tuple[int, int]:
    """Return odds like 1.5:1 as two integers."""
    one, _, other = name.partition(":")
    try:
        return round(float(one) * 2), round(float(other) * 2)
    except ValueError as problem:
        raise ContentError(file, "head", name, "odds are two numbers with a colon between them") from problem


def _cells(folder: Traversable, file: str) -> tuple[list[str], int, tuple[tuple[TableResult, ...], ...]]:
    """Return the column names, the number of the first row, and the results by column and row."""
    lines = lines_of(folder, file)
    if len(lines) < 2 or len(lines[0]) < 2:
        raise ContentError(file, None, None, "a table has a head and at least one row")
    heads, rows = lines[0][1:], lines[1:]
    if bad := next((line[0] for line in rows if _NUMBER.fullmatch(line[0]) is None), None):
        raise ContentError(file, bad, None, "a row begins with its number")
    numbers = [int(line[0]) for line in rows]
    if numbers != list(range(numbers[0], numbers[0] + len(rows))):
        raise ContentError(file, None, None, "the rows are not numbered one after the other")
    if short := next((line for line in rows if len(line) != len(heads) + 1), None):
        raise ContentError(file, short[0], None, f"the row has {len(short) - 1} results for {len(heads)} columns")
    read = [[_outcome(file, line[0], head, cell) for head, cell in zip(heads, line[1:], strict=True)] for line in rows]
    return heads, numbers[0], tuple(zip(*read, strict=True))


def _outcome(file: str, row: str, column: str, written: str) -> TableResult:
    found = _OUTCOME.fullmatch(written)
    if found is None:
        raise ContentError(file, row, column, f"{written!r} is no result: O-3, BO+2, BBO0")
    return TableResult(len(found[1]), int(found[2]))


def _check(file: str, heads: Sequence[str], table: Table, *, falling: bool) -> None:
    """Reject a table in which a result gets milder with the column or harsher with the row; for the attacker the reverse."""
    if any(a[0] * b[1] >= b[0] * a[1] for a, b in pairwise(table.columns)):
        raise ContentError(file, "head", None, "the columns do not rise")
    sign = 1 if falling else -1
    harshness = [[cell.harshness for cell in column] for column in table.cells]
    for column, name in enumerate(heads):
        for at, row in enumerate(range(table.first_row, table.last_row + 1)):
            here = harshness[column][at]
            if at and _order(harshness[column][at - 1], here) * sign > 0:
                raise ContentError(
                    file, str(row), name, "not monotone: the result differs from the row before the wrong way"
                )
            if column and _order(here, harshness[column - 1][at]) * sign > 0:
                raise ContentError(
                    file, str(row), name, "not monotone: the result differs from the column before the wrong way"
                )


def _order(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Return 1 if the first is milder than the second, -1 if it is harsher, 0 if they are equal."""
    return (one < other) - (one > other)


__all__ = ["CLASSES", "read_tables"]
