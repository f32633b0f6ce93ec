"""What a line is matched against: the units that can be chosen at the present decision, and the meanings of names."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.table.table import Table, units_of
from bot.titles.pog.notation import attacking
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.spoken.items import Tagged
from bot.titles.pog.notation.stacks import stands, units_in, weakened
from bot.titles.pog.notation.units import UnitWish, fitting

#: Maximum number of meanings of one name.
_MEANINGS = 3
_BOXES = ("reserve", "eliminated")


@dataclass(frozen=True)
class Ground:
    """A table with the names of its game."""

    lexicon: Lexicon
    table: Table

    @cached_property
    def able(self) -> list[int]:
        """The units that can be chosen now; during activation, all on the map."""
        table = self.table
        verbs = table.game.decision.verbs.items() if table.mine else ()
        chosen = [unit for verb, kind in verbs if kind == "unit" for unit in table.may(verb)]
        gathered = [*units_of(table.field("stack", 0)), *units_of(table.field("attackers", 0))]
        return list(dict.fromkeys([*chosen, *gathered])) or self.on_map

    @cached_property
    def on_map(self) -> list[int]:
        """The side's own units on the map."""
        return [unit for unit in self.own if self.lexicon.book.content.spaces[self.where(unit)].kind == "map"]

    @cached_property
    def own(self) -> list[int]:
        """All units of the side."""
        return [unit.id for unit in self.lexicon.book.content.units if unit.side == self.table.side]

    @cached_property
    def targets(self) -> frozenset[int]:
        """The spaces that can be attacked now."""
        return frozenset(attacking.targets(self.table)) if self.table.kind in ("attack", "activate") else frozenset()

    def where(self, unit: int) -> int:
        """Return the space or box of a unit."""
        return stands(self.table, unit)

    def place(self, item: Tagged) -> int:
        """Return the space that an item names; for boxes, the side's own."""
        return min(item.spaces & self._own_boxes.keys() or item.spaces)

    def is_own(self, space: int) -> bool:
        """Return whether own units are in a space."""
        return bool(units_in(self.table, space))

    def is_enemy(self, space: int) -> bool:
        """Return whether a space can be a target: it holds enemies or their fort, and no own units."""
        state = self.table.game.state
        held = state.occupied[1 - self.table.side] | state.intact_forts(1 - self.table.side)
        return space in self.targets or (bool(held >> space & 1) and not self.is_own(space))

    def foreign(self, wish: UnitWish) -> bool:
        """Return whether a name belongs to the enemy."""
        units = self.lexicon.book.content.units
        return bool(wish.nation) and not any(
            unit.side == self.table.side and wish.nation in (unit.nation, unit.parent) for unit in units
        )

    def meanings(self, wish: UnitWish, pool: Collection[int], taken: Collection[int] = ()) -> list[list[int]]:
        """Return the units of a pool that a name may mean, as one list per meaning."""
        units, reduced = self.lexicon.book.content.units, weakened(self.table)
        there = [unit for unit in pool if not wish.places or self.where(unit) in wish.places]
        found = fitting(self.lexicon, wish, [unit for unit in there if unit not in taken], reduced)
        if not found or wish.everything or self.many(wish):
            return [found] if found else []
        if len(found) == wish.count:
            return [found]
        kinds: dict[tuple[str, int, int], list[int]] = {}
        for unit in found:
            kinds.setdefault((units[unit].group, self.where(unit), reduced >> unit & 1), []).append(unit)
        each = [kind[: wish.count] for kind in kinds.values() if len(kind) >= wish.count]
        if len(each) == len(kinds) == 1 or (len({kind[:2] for kind in kinds}) == 1 and each):
            return each[:1]
        several = each or [found[: wish.count], found[-wish.count :]]
        return several[:_MEANINGS] if len(found) > wish.count else []

    def many(self, wish: UnitWish) -> bool:
        """Return whether a name means all units of a nation or kind: `the russians`, `the armies`."""
        plural = wish.text.split()[-1:] in (["armies"], ["units"]) and wish.count == 1
        if wish.text.split()[-1:] == ["one"]:
            return False
        return not wish.label and wish.unit is None and (wish.army is None or plural) and wish.count == 1

    def ids(self, units: Sequence[int]) -> str:
        """Return units as typed: each by its id, plain corps by how many of them there are where."""
        named = dict[str, int]()
        for unit in units:
            text = self._told(unit)
            named[text] = named.get(text, 0) + 1
        return " , ".join(text if count == 1 else f"{count} {text}" for text, count in named.items())

    def _told(self, unit: int) -> str:
        """Return the id of a unit; of a plain corps what it is, and its place and strength where others like it differ."""
        units, reduced = self.lexicon.book.content.units, weakened(self.table)
        spec, kind = units[unit], f"{units[unit].nation}_corps"
        if spec.army or spec.group != kind:
            return spec.name.replace("_", " ")
        like = [one for one in self._in_play if units[one].group == kind]
        there = [one for one in like if self.where(one) == self.where(unit)]
        weak = "(reduced)" if reduced >> unit & 1 else "(full)"
        place = f"({self.name(self.where(unit))})" if len(there) < len(like) else ""
        state = weak if len({reduced >> one & 1 for one in there}) > 1 else ""
        return " ".join(part for part in (spec.nation, "c", place, state) if part)

    @cached_property
    def _in_play(self) -> list[int]:
        """The side's own units on the map, in the Reserve Box and among the eliminated."""
        return [*self.on_map, *(unit for unit in self.own if self.where(unit) in self._own_boxes)]

    @cached_property
    def _own_boxes(self) -> dict[int, str]:
        """The side's own boxes, by their names as typed."""
        seat = ("ap", "cp")[self.table.side]
        return {self.lexicon.book.content.space_by_name[f"{seat}_{box}_box"]: box for box in _BOXES}

    def name(self, space: int) -> str:
        """Return the name of a space as typed."""
        if space in self.lexicon.boxes:
            return self._own_boxes.get(space, _BOXES[0])
        return self.lexicon.book.space(space)


__all__ = ["Ground"]
