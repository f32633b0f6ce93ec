"""What a seat may press: groups of menu entries and single buttons, not yet laid out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from bot.notation import atoms
from bot.notation.atoms import LONGEST
from bot.notation.table import Table
from bot.titles.pog.narration.names import Names
from bot.titles.pog.notation.ways import under_way


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a menu: an encoded order, or a screen to show."""

    label: str
    order: str = ""
    description: str = ""
    screen: str = ""
    #: Of an attack: the units that would make it.
    force: tuple[int, ...] = ()
    #: What it gives or, negative, costs in OPS.
    ops: int = 0


@dataclass(frozen=True, slots=True)
class Press:
    """One button: an encoded order, or a screen to show."""

    label: str
    order: str = ""
    screen: str = ""
    style: Literal["plain", "primary", "danger"] = "plain"
    hint: str = ""


@dataclass(slots=True)
class Group:
    """Entries that stand in one menu under one title."""

    title: str
    entries: list[Entry] = field(default_factory=list)
    #: How many entries may be chosen at once.
    most: int = 1


@dataclass(slots=True)
class Offers:
    """Everything a decision offers, best first."""

    groups: list[Group] = field(default_factory=list)
    presses: list[Press] = field(default_factory=list)

    def group(self, title: str, entries: Iterable[Entry], most: int = 1, at: int | None = None) -> None:
        """Add a group, at a place or behind the others, unless it would be empty; orders too long for a token are left out."""
        fitting = [entry for entry in entries if len(entry.order) <= LONGEST]
        if fitting:
            self.groups.insert(len(self.groups) if at is None else at, Group(title, fitting, most))

    def press(self, label: str, order: str = "", **more: str) -> None:
        """Add a button."""
        self.presses.append(Press(label, order, **more))  # type: ignore[arg-type]


#: Fields of a sheet: name, entries, how many of them may be chosen, and whether one must be.
Fields = list[tuple[str, list[Entry], int, bool]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a step asks at once, not yet laid out; `ops` are there before anything is chosen."""

    fields: Fields
    ops: int = 0


@dataclass(frozen=True, slots=True)
class Desk:
    """What the makers of offers work with: the loaded game and the words."""

    table: Table
    names: Names

    def say(self, key: str, /, **data: object) -> str:
        """A text of `ui.toml`."""
        return self.names.words.say(f"ui.{key}", **data)

    def unit(self, unit: int) -> str:
        """Short form of a unit as it stands, reduced in brackets."""
        return self.names.unit(unit, bool(self.table.reduced >> unit & 1))

    def units(self, units: Iterable[int]) -> str:
        """Several units as they stand."""
        return self.names.units(units, self.table.reduced)

    def unit_at(self, unit: int) -> str:
        """A unit with its place."""
        return f"{self.unit(unit)} ({self.names.space(self.table.where(unit))})"

    def distinct(self, units: Iterable[int]) -> list[int]:
        """One unit of each kind, place and step: equal counters need no choice."""
        specs = self.names.content.units
        found: dict[tuple[str, int, int], int] = {}
        for unit in units:
            found.setdefault((specs[unit].group, self.table.where(unit), self.table.reduced >> unit & 1), unit)
        return list(found.values())

    def factors(self, units: Iterable[int]) -> int:
        """Combat factors of units as they stand."""
        specs, reduced = self.names.content.units, self.table.reduced
        return sum(specs[unit].reduced_cf if reduced >> unit & 1 else specs[unit].cf for unit in units)

    def enemies_in(self, space: int) -> list[int]:
        """The other side's units in a space."""
        units, location = self.names.content.units, self.table.game.state.loc
        return [unit.id for unit in units if unit.side != self.table.side and location[unit.id] == space]

    def fort_of(self, space: int) -> int:
        """Factor of an intact enemy fort in a space, 0 if there is none."""
        state = self.table.game.state
        standing = state.intact_forts(1 - self.table.side) >> space & 1
        return int(state.rules.board.fort_value[space]) if standing else 0

    def neighbours(self, space: int) -> list[int]:
        """Spaces connected to a space."""
        return self.names.neighbours[space]

    def worth(self, space: int) -> tuple[int, int]:
        """Sorting key of a destination: enemy VP spaces first, then other enemy ground."""
        state = self.table.game.state
        hostile = state.controller(space) == 1 - self.table.side
        return (0 if hostile and state.rules.vp_spaces >> space & 1 else 1, 0 if hostile else 1)


def by_steps(desk: Desk, offers: Offers) -> None:
    """Add the first steps behind which the way can fork, for whoever cares about the spaces in between."""
    entries = []
    for space in desk.table.may("step"):
        there = desk.table.attempt(("step", space))
        if there is not None and under_way(there):
            label = desk.say("entries.by_way_of", space=desk.names.space(space))
            entries.append(Entry(label, atoms.atoms(("step", space))))
    offers.group(desk.say("groups.by_steps"), entries)
