"""Figures of barrages and assaults besides the result tables: read from `assets/liege/tables` and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from itertools import pairwise
from typing import Final

from engine.liege.reading import FactRow, rows_of

#: Value of a figure without limit.
UNLIMITED: Final = 1_000
#: The lowest CBF of a fort in each column of the shifts of an assault (11.5.2).
SHIFT_COLUMNS: Final = (("cbf_2", 0), ("cbf_5", 5), ("cbf_9", 9))
#: All named modifiers. Terrain modifiers are in the terrain files.
MODIFIERS: Final = (
    "abu_coordination", "abu_cavalry", "abu_heavy_gun", "abu_siege_gun", "abu_own_camp", "limited_supply", "abf_better", "abf_worse",
    "camp_half", "camp_quarter", "camp_last", "cab_fortress", "cab_tired", "cab_exhausted", "cab_forced", "cab_heat",
    "assault_cbf_5", "assault_cbf_7", "assault_pioneers", "assault_success", "assault_open",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures outside the result tables."""

    modifiers: Mapping[str, int]
    #: Minimum total ARF, and the number of units of a hex that are hit from it on (8.3.1, 11.3.5).
    targets: tuple[tuple[int, int], ...]
    #: By rank of infantry, or type: columns to the right by the CBF of the fort (11.5.2).
    shifts: Mapping[str, tuple[int, ...]]

    def hit(self, arf: int) -> int:
        """Return how many units of a hex a barrage hits; 0 below the minimum (8.3.1)."""
        return next((most for least, most in reversed(self.targets) if arf >= least), 0)

    def shift(self, who: str, cbf: int) -> int:
        """Return the column shift of an assault, by rank or type and the CBF of the fort (11.5.2)."""
        columns = self.shifts[who]
        return next(
            shift for shift, (_, least) in reversed(tuple(zip(columns, SHIFT_COLUMNS, strict=True))) if cbf >= least
        )


def read_figures(folder: Traversable) -> Figures:
    """Read all figures; raises ContentError with file, row and field."""
    return Figures(
        _modifiers(folder),
        _targets(folder),
        {row.label: _shifts(row) for row in rows_of(folder, "tables/assault_shifts.csv", "unit")},
    )


def _modifiers(folder: Traversable) -> dict[str, int]:
    rows = list(rows_of(folder, "tables/modifiers.csv", "modifier"))
    found = {row.one_of("modifier", MODIFIERS): row.signed("value") for row in rows}
    if missing := [name for name in MODIFIERS if name not in found]:
        raise FactRow("tables/modifiers.csv", missing[0], {}).wrong("modifier", "the modifier is missing")
    return found


def _targets(folder: Traversable) -> tuple[tuple[int, int], ...]:
    rows = list(rows_of(folder, "tables/abu_targets.csv", "arf"))
    found = tuple((row.number("arf", 1), row.number_or("targets", UNLIMITED)) for row in rows)
    for row, (one, other) in zip(rows[1:], pairwise(found), strict=True):
        if one[0] >= other[0] or one[1] > other[1]:
            raise row.wrong("arf", "not monotone: more guns hit at least as many units")
    return found


def _shifts(row: FactRow) -> tuple[int, ...]:
    found = tuple(row.number(field) for field, _ in SHIFT_COLUMNS)
    if list(found) != sorted(found, reverse=True):
        raise row.wrong("cbf_5", "not monotone: a stronger fort never makes an assault easier")
    return found


__all__ = ["MODIFIERS", "SHIFT_COLUMNS", "UNLIMITED", "Figures", "read_figures"]
