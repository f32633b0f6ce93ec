"""The context that offers of Paths of Glory are built with: units, forts and terrain as text and figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.table import choice_codec, offers
from bot.table.offers import Entry, Offers
from bot.titles.pog.narration.names import Names
from bot.titles.pog.notation.path_search import under_way
from bot.titles.pog.notation.stacks import factors, stands, units_in, weakened
from engine.core.bits import members


@dataclass(frozen=True, slots=True)
class PogOfferContext(offers.OfferContext):
    """The table and names that offers are built with."""

    names: Names

    def unit(self, unit: int) -> str:
        """Return the short name of a unit in its current state, in brackets if reduced."""
        return self.names.unit(unit, bool(weakened(self.table) >> unit & 1))

    def units(self, units: Iterable[int]) -> str:
        """Return the names of several units in their current state."""
        return self.names.units(units, weakened(self.table))

    def unit_at(self, unit: int) -> str:
        """Return a unit with its space."""
        return f"{self.unit(unit)} ({self.names.space(stands(self.table, unit))})"

    def distinct(self, units: Iterable[int]) -> list[int]:
        """Return one unit of each kind, space and strength: identical counters need no choice."""
        specs = self.names.content.units
        found: dict[tuple[str, int, int], int] = {}
        for unit in units:
            found.setdefault((specs[unit].group, stands(self.table, unit), weakened(self.table) >> unit & 1), unit)
        return list(found.values())

    def factors(self, units: Iterable[int]) -> int:
        """Return the combat factors of units in their current state."""
        return factors(self.table, units)

    def enemies_in(self, space: int) -> list[int]:
        """Return the enemy units in a space."""
        return list(members(self.table.game.state.units_of(1 - self.table.side, space)))

    def fort_of(self, space: int) -> int:
        """Return the factor of an intact enemy fort in a space, 0 if there is none."""
        state = self.table.game.state
        standing = state.intact_forts(1 - self.table.side) >> space & 1
        return int(state.fort_values[space]) if standing else 0

    def neighbours(self, space: int) -> list[int]:
        """Return the spaces connected to a space."""
        return self.names.neighbours[space]

    def inside(self, space: int) -> str:
        """Return the seat's own units in a space, "" for a box."""
        if self.names.content.spaces[space].kind != "map":
            return ""
        return self.units(units_in(self.table, space))

    def way(self, path: Sequence[int]) -> str:
        """Return the path to the last of these spaces, "" if there are no spaces in between."""
        return self.names.path(path) if len(path) > 1 else ""

    def alike(self, kind: str, args: Iterable[int]) -> list[int]:
        """Return one unit of each kind, space and strength; arguments of other kinds are all different."""
        return self.distinct(args) if kind == "unit" else list(args)

    def named(self, kind: str, arg: int) -> str:
        """Return a unit with its space, anything else by its name."""
        return self.unit_at(arg) if kind == "unit" else self.names.argument(kind, arg)

    def detail(self, kind: str, arg: int) -> str:
        """Return the effect of a card's event, or the units in a space."""
        if kind == "card":
            return self.names.card_event(arg)
        return self.inside(arg) if kind == "space" else ""

    def worth(self, space: int) -> tuple[int, int]:
        """Return the sort key of a destination: enemy VP spaces first, then other enemy spaces."""
        state = self.table.game.state
        hostile = state.controller(space) == 1 - self.table.side
        return (0 if hostile and state.rules.vp_spaces >> space & 1 else 1, 0 if hostile else 1)


def by_steps(context: PogOfferContext, offers: Offers) -> None:
    """Add first steps after which paths can branch, for players who care about the spaces in between."""
    entries = []
    for space in context.table.may("step"):
        there = context.table.attempt(("step", space))
        if there is not None and under_way(context.table, there):
            label = context.say("entries.by_way_of", space=context.names.space(space))
            entries.append(Entry(label, choice_codec.encode_choices(("step", space))))
    offers.group(context.say("groups.by_steps"), entries)


def left_behind(context: PogOfferContext, offers: Offers) -> None:
    """Add the units of the moving stack that can stay where it is now."""
    entries = [
        Entry(context.unit(unit), choice_codec.encode_choices(("drop", unit)))
        for unit in context.distinct(context.table.may("drop"))
    ]
    offers.group(context.say("groups.drop"), entries)


__all__ = ["PogOfferContext", "by_steps", "left_behind"]
