"""Trips of units read from a line, for moves, redeployments, retreats and advances."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from bot.titles.pog.notation.spoken.ground import Ground
from bot.titles.pog.notation.spoken.items import STOPS, Tagged, leads

#: Kinds of words before a place.
_ROLES = ("from", "via", "joins", "in", "to", "at")
#: Kinds of words for units that aren't named one by one.
QUANTITIES = ("both", "rest", "all")


@dataclass(slots=True)
class Journey:
    """Units, their origins and their way.

    Attributes:
        units: the names of the units.
        quantity: `all`, `both`, `rest`, or "" if the units are named or unspecified.
        origins: where they are said to be.
        way: where they go, with intermediate spaces first.
        items: all items that say so.
    """

    units: list[Tagged] = field(default_factory=list)
    quantity: str = ""
    origins: list[int] = field(default_factory=list)
    way: list[int] = field(default_factory=list)
    items: list[Tagged] = field(default_factory=list)

    @property
    def who(self) -> bool:
        """Whether the line says which units go."""
        return bool(self.units or self.quantity or self.origins)


class Journeys:
    """Reads the trips of a line from left to right."""

    def __init__(self, ground: Ground, items: Sequence[Tagged], homes: Collection[int] | None = None) -> None:
        self.ground, self.items = ground, items
        self.homes = homes
        #: The space that heads a list of units in it, -1 for none.
        self.head = -1
        self.found = [Journey()]
        self._role, self._goal_first = "", False
        #: Units that are counted before they are shared out, and how many of them are left.
        self._shared: Tagged | None = None
        self._unshared = 0

    @property
    def now(self) -> Journey:
        """The trip being read."""
        return self.found[-1]

    def read(self) -> list[Journey]:
        """Return the trips."""
        for at, item in enumerate(self.items):
            if item.kind == "unit":
                self._unit(item, at)
            elif item.kind == "space":
                self._space(item, at)
            else:
                self._word(item)
        self._settle()
        return [trip for trip in self.found if trip.items]

    def _next_journey(self) -> Journey:
        self._settle()
        self.found.append(Journey())
        return self.now

    def _settle(self) -> None:
        """Take the location of units as their goal if there is no other: `put a corps in metz`."""
        trip = self.now
        if not trip.way and trip.origins and (trip.units or trip.quantity) and len(trip.origins) == 1:
            trip.way, trip.origins = trip.origins, []

    def _word(self, item: Tagged) -> None:
        if item.text == ":" and self.now.origins and not (self.now.way or self.now.units):
            self.head = self.now.origins[-1]
        if (item.kind == "mark" and item.text in STOPS | {","}) or item.names_any("next"):
            if self.now.who and self.now.way and item.text in STOPS | {"then"} and not self._goes_further(item):
                self._next_journey()
            self._role = self._role if item.text == "," else ""
        role = next((role for role in _ROLES if leads(item, (role,))), "")
        if role and not (role == "in" and self._role == "joins"):
            self._role = role
        if self.now.units and not self.now.units[-1].wish.label and item.names_any("twice"):
            unit = self.now.units[-1]
            self.now.units[-1] = replace(unit, wish=replace(unit.wish, count=2))
            self.now.items.append(item)
        if item.names_any("another") and (last := [unit for trip in self.found for unit in trip.units]):
            origins = [trip.origins for trip in self.found if trip.units][-1]
            again = replace(last[-1], at=item.at, text=item.text)
            self._unit(again, self.items.index(item))
            self.now.origins = self.now.origins or [*origins]
            self.now.items.append(item)
            return
        quantity = next((one for one in QUANTITIES if item.names_any(one)), "")
        if quantity and not (quantity == "all" and item.text.endswith(("in", "out"))):
            if self.now.who and self.now.way and not self._counts_them(item):
                self._next_journey()
            self.now.quantity = self.now.quantity or quantity
            self.now.items.append(item)

    def _goes_further(self, then: Tagged) -> bool:
        """Return whether only one more space follows for the same units: `to sedan then paris, the corps too`."""
        behind = self.items[self.items.index(then) + 1 :]
        objects = [one for one in behind if one.kind in ("unit", "space")][:2]
        further = then.text == "then" and bool(objects) and objects[0].kind == "space"
        return further and not self._goes_on(self.items.index(objects[0]))

    def _counts_them(self, quantity: Tagged) -> bool:
        """Return whether a quantity at the end says how many of the units named before go: `corps to metz, both of them`."""
        named = len(self.now.units) == 1 and not self.now.units[0].wish.label
        return named and all(one.kind == "mark" for one in self.items[self.items.index(quantity) + 1 :])

    def _unit(self, item: Tagged, at: int) -> None:
        if self.ground.foreign(item.wish):
            return
        if self._shares(item, at):
            return
        item = self._like_the_one_before(item)
        if self._role == "joins" and self.now.who and self._goal_of_joining(item):
            self.now.items.append(self.items[at])
            self._role = ""
            return
        if self.now.who and self.now.way and (self.now.units or self._goes_on(at)):
            self._next_journey()
        if self.head >= 0 and not self.now.origins:
            self.now.origins = [self.head]
        self.now.units.append(item)
        self.now.items.append(self.items[at])
        self._role = "" if self._role != "from" else self._role

    def _shares(self, item: Tagged, at: int) -> bool:
        """Take a number as that of units counted before, if a space follows: `2 corps from reserve: 1 lublin, 1 dubno`."""
        trip, behind = self.now, [one for one in self.items[at + 1 : at + 3] if not leads(one, ("to", "in"))]
        if self._shared is None and len(trip.units) == 1 and trip.units[0].wish.count > 1 and not trip.way:
            self._shared, self._unshared = trip.units[0], trip.units[0].wish.count
        count = int(item.text) if item.text.isdecimal() else 0
        if self._shared is None or not 0 < count <= self._unshared or not behind or behind[0].kind != "space":
            return False
        self._unshared -= count
        if trip.way:
            self._next_journey().origins = [*trip.origins]
        self.now.units = [replace(self._shared, wish=replace(self._shared.wish, count=count))]
        self.now.items.append(item)
        self._role = ""
        return True

    def _like_the_one_before(self, item: Tagged) -> Tagged:
        """Return a unit named only by its nation as one of the kind named before it: `and a russian one`."""
        before = [unit for trip in self.found for unit in trip.units]
        if before and item.wish.nation and item.text.split()[-1] == "one":
            return replace(item, wish=replace(before[-1].wish, nation=item.wish.nation))
        return item

    def _goal_of_joining(self, item: Tagged) -> bool:
        """Take the location of the units being joined as the goal, or check that they are at the goal: `to nancy to join fr 2`."""
        if self.now.way:
            there = [unit for unit in self.ground.own if self.ground.where(unit) == self.now.way[-1]]
            return bool(self.ground.meanings(item.wish, there))
        goal = self._home(item)
        self.now.way += [goal] if goal >= 0 else []
        return goal >= 0

    def _home(self, item: Tagged) -> int:
        """Return the space of units that others join, -1 if it is ambiguous."""
        where = {
            self.ground.where(one) for units in self.ground.meanings(item.wish, self.ground.on_map) for one in units
        }
        return min(where) if len(where) == 1 else -1

    def _goes_on(self, at: int) -> bool:
        """Return whether another space follows before the next unit, so that what is named at this point goes there."""
        for item in self.items[at + 1 :]:
            if item.kind == "mark" and item.text in STOPS:
                return False
            if item.kind == "space":
                return True
        return False

    def _space(self, item: Tagged, at: int) -> None:
        space, role, trip = self.ground.place(item), self._role, self.now
        self._role = ""
        names_units = not role and self.items[at + 1 : at + 2] and self.items[at + 1].kind == "unit"
        if (
            trip.who
            and trip.way
            and ((self._goal_first and role in ("to", "")) or (names_units and self.ground.is_own(space)))
        ):
            trip = self._next_journey()
        trip.items.append(item)
        if not role and self._continues_list(at) and trip.items[-2:-1] and trip.items[-2].kind == "space":
            (trip.way or trip.origins).append(space)  # one more of the same kind: `nancy and verdun`
        elif role == "via" and trip.way and trip.way[-1] != space:
            trip.way.insert(len(trip.way) - 1, space)
        elif role == "from" or self._is_origin(trip, space, role, at):
            trip.origins.append(space)
        else:
            self._goal_first |= trip is self.found[0] and not trip.who
            trip.way.append(space)

    def _continues_list(self, at: int) -> bool:
        """Return whether only joining words stand directly before an item."""
        before = self.items[at - 1] if at else None
        return before is not None and (before.text in (",", "+") or before.names_any("and"))

    def _is_origin(self, trip: Journey, space: int, role: str, at: int) -> bool:
        """Return whether a space is an origin and not a goal."""
        if (
            trip.way
            or role in ("to", "via", "joins")
            or (role == "in" and trip.origins)
            or not self.ground.is_own(space)
        ):
            return False
        if self.homes is not None and space not in self.homes:
            return False
        inside = [unit for unit in self.ground.own if self.ground.where(unit) == space]
        if trip.units:
            return all(self.ground.meanings(unit.wish, inside) for unit in trip.units) and (
                role == "in" or self._goes_on(at)
            )
        return role == "in" or self._goes_on(at) or not trip.items[:-1]


__all__ = ["QUANTITIES", "Journey", "Journeys"]
