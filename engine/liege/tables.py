"""The three result tables: columns and rows, results beyond their edges, and the odds of results.

A result is a number of automatic step losses and the modifier of the following test: `O-3` tests at CAB - 3 and loses
a step on a failure, `BO+2` loses a step and tests for a second at CAB + 2 (8.3.3, 8.6.3, 9.3.2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

#: Number of faces of the die.
FACES: Final = 20


class TableResult(NamedTuple):
    """One result: the steps lost without a test, and the modifier of the test for another."""

    automatic: int
    modifier: int

    def __str__(self) -> str:
        return f"{'B' * self.automatic}O{self.modifier:+}".replace("+0", "0")

    @property
    def harshness(self) -> tuple[int, int]:
        """Severity for the side that takes it: more automatic losses first, then the lower modifier (9.3.3)."""
        return self.automatic, -self.modifier


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """One table of results by column and row, and how a row beyond the last shifts the column (8.4.7, 8.7.4, 9.3.4, 9.3.5).

    Tables compare by identity, so that odds can be cached by table cheaply.
    """

    name: str
    #: Lowest strength of each column, or lowest odds as attacker and defender.
    columns: tuple[tuple[int, int], ...]
    first_row: int
    #: By column and row.
    cells: tuple[tuple[TableResult, ...], ...]
    #: Rows subtracted for each column shifted to the left.
    overflow: int
    #: For combat: rows before the first shift the column too, and at an edge the outermost row applies; a barrage there has no effect.
    both_ways: bool = False

    @property
    def last_row(self) -> int:
        """The highest row."""
        return self.first_row + len(self.cells[0]) - 1

    def column(self, attack: int, defence: int = 1) -> int | None:
        """Return the column for a strength or odds, rounded down; None below the first."""
        found = None
        for column, (most, least) in enumerate(self.columns):
            if attack * least >= defence * most:
                found = column
        return found

    def read(self, column: int, row: int) -> TableResult | None:
        """Return the result of a modified row; None left of the first column, where there is no effect.

        A column shifted beyond the right edge counts as the last.
        """
        column = min(column, len(self.columns) - 1)
        while row > self.last_row:
            if column == 0:
                return self.cells[0][-1] if self.both_ways else None
            column, row = column - 1, row - self.overflow
        while row < self.first_row:
            if column == len(self.columns) - 1 or not self.both_ways:
                row = self.first_row
                break
            column, row = column + 1, row + self.overflow
        return self.cells[column][row - self.first_row] if column >= 0 else None


@dataclass(frozen=True, slots=True)
class ResultTables:
    """All result tables of the game."""

    #: Barrage against units, by total ARF (8.3).
    units: Table
    #: Barrage against fortifications, by class and total AFF (8.6).
    forts: Mapping[str, Table]
    #: Combat, by odds: what the attacker and what the defender takes (9.3).
    attacker: Table
    defender: Table


def half(die: int) -> int:
    """Return the row of a barrage before modifiers: the die divided by two, rounded up (8.3.2, 8.6.2)."""
    return (die + 1) // 2


def passes(cab: int, die: int) -> bool:
    """Return True if a CAB test succeeds; a CAB of 0 or less fails without a die (5.1.1, 5.1.2)."""
    return cab > 0 and die <= cab


def chance_to_fail(cab: int) -> int:
    """Return how many of the twenty faces fail a CAB test (5.1.1, 5.1.2)."""
    return FACES - min(max(cab, 0), FACES)


def rows_of_barrage(modifiers: int) -> Iterator[int]:
    """Yield the modified row for each face of the die."""
    for die in range(1, FACES + 1):
        yield half(die) + modifiers


def chances_of_losses(table: Table, column: int, modifiers: int, cab: int) -> dict[int, int]:
    """Return by steps lost in a barrage the number of the 400 throws that lead to it, including steps a unit lacks."""
    found: dict[int, int] = {}
    for row in rows_of_barrage(modifiers):
        result = table.read(column, row)
        if result is None:
            found[0] = found.get(0, 0) + FACES
            continue
        failing = chance_to_fail(cab + result.modifier)
        for lost, weight in ((result.automatic, FACES - failing), (result.automatic + 1, failing)):
            if weight:
                found[lost] = found.get(lost, 0) + weight
    return found


def chances_to_fall(table: Table, column: int, modifiers: int, cab: int) -> int:
    """Return how many of the 400 throws of two dice destroy a fort: it has one step (8.6.3, 11.3.10)."""
    chances = chances_of_losses(table, column, modifiers, cab)
    return sum(weight for lost, weight in chances.items() if lost)


__all__ = [
    "FACES",
    "ResultTables",
    "Table",
    "TableResult",
    "chance_to_fail",
    "chances_of_losses",
    "chances_to_fall",
    "half",
    "passes",
    "rows_of_barrage",
]  # fmt: skip
