"""Figures of hidden units and of reconnaissance (chapters 19 and 20)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Final

from engine.liege.reading import figures_of, rows_of

if TYPE_CHECKING:
    from engine.liege.terrain import Terrain

FIGURES: Final = (
    "hide_distance", "barrage_rows", "barrage_arf",
    "air_from", "air_range", "air_needs", "air_near", "air_near_value", "air_far_value", "air_steps_2", "air_steps_3", "air_steps_4",
    "air_lost", "air_tries", "air_failures", "order_range", "order_flights",
    "scout_points", "scout_needs", "scout_steps_1", "scout_steps_2", "scout_steps_3", "scout_long", "scout_forced", "scout_works",
    "scout_tries", "perilous_18", "perilous_19", "perilous_20",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ReconFacts:
    """The figures, and the hexes in which aircraft and cavalry can see anything."""

    figures: Mapping[str, int]
    #: Sets of hexes (20.1.7, 20.2.2).
    air: int
    scouts: int
    #: By unit: squadrons of a headquarters (2.5.21).
    squadrons: Mapping[int, int]


def read_recon(
    folder: Traversable, rules: Traversable, terrain: Sequence[Terrain], ids: Mapping[str, int]
) -> ReconFacts:
    """Read all figures; raises ContentError with file, row and field."""
    open_to = {
        row.label: (row.flag("air"), row.flag("scouts"))
        for row in rows_of(rules, "tables/recon_terrain.csv", "terrain")
    }
    air = scouts = 0
    for hex_, one in enumerate(terrain):
        from_above, on_horseback = open_to.get(one.name, (False, False))
        air |= from_above << hex_
        scouts |= on_horseback << hex_
    squadrons = {
        ids[row.one_of("unit", ids)]: row.number_or("squadrons", 0) for row in rows_of(folder, "commands.csv", "unit")
    }
    return ReconFacts(
        figures_of(rules, "tables/recon.csv", FIGURES),
        air,
        scouts,
        {unit: many for unit, many in squadrons.items() if many},
    )


__all__ = ["FIGURES", "ReconFacts", "read_recon"]
