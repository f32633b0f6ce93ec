"""Look-ups by name and error helpers shared by the checks of the facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NoReturn

from engine.errors import ContentError
from engine.pog.content import schema as s
from engine.pog.content.facts import Facts


@dataclass(frozen=True, slots=True)
class Names:
    """All names that facts can refer to."""

    map_spaces: Mapping[str, s.SpaceRow]
    boxes: Mapping[str, s.BoxRow]
    units: Mapping[str, s.UnitRow]
    cards: Mapping[str, s.CardRow]
    pools: Mapping[str, tuple[str, ...]]  # by side
    entry_nations: frozenset[str]
    russian_boxes: frozenset[str]
    switches: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, facts: Facts) -> Names:
        """Collect the names of all facts."""
        return cls(
            map_spaces={row.name: row for row in facts.spaces.spaces},
            boxes={row.name: row for row in facts.spaces.boxes},
            units={row.name: row for row in facts.units.units},
            cards={row.name: row for row in facts.cards.cards},
            pools={"ap": tuple(facts.replacements.pools_ap), "cp": tuple(facts.replacements.pools_cp)},
            entry_nations=frozenset(row.nation for row in facts.entry.entries),
            russian_boxes=frozenset(row.name for row in facts.war_status.russian_track),
            switches={row.name: tuple(row.values) for row in facts.scenarios.switches},
        )


def refuse(file: str, row: str | int | None, field: str | None, problem: str) -> NoReturn:
    """Raise a ContentError."""
    raise ContentError(file, row, field, problem)


def unique(file: str, field: str, names: Iterable[str]) -> None:
    """Refuse the first duplicate name."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            refuse(file, name, field, "this name is there twice")
        seen.add(name)
