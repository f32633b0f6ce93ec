"""The map as bit sets: adjacency, nations, terrain and ports compiled from the content.

A set of spaces is one integer; bit n is the space with id n (`engine.core.bits`).
Built once for a `Content`; nothing here changes during play.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from engine.core.bits import mask
from engine.pog.content import Content
from engine.pog.content.records import AP, CP

#: Units of these nations use the dashed lines of the nation they count as (11.1.4); the
#: ANA corps does not count as British there and has lines of its own.
_DASH_NATION = {"aus": "br", "cnd": "br", "pt": "br", "sn": "tu"}


class Board:
    """Static masks and tables over spaces (by id) and units (by id)."""

    def __init__(self, content: Content) -> None:
        self.content = content
        #: Id of a space by its stable name.
        self.space: Callable[[str], int] = content.space_by_name.__getitem__
        spaces = [space for space in content.spaces if space.kind == "map"]
        #: Length of the lists indexed by map space id.
        self.size = spaces[-1].id + 1
        self.all = mask(s.id for s in spaces)
        #: True for the ids of map spaces, False for those of boxes.
        self.on_map = [space.kind == "map" for space in content.spaces]
        self.near_east = mask(s.id for s in spaces if s.near_east)
        self.on_both_maps = mask(s.id for s in spaces if s.map == "both")
        self.beaches = mask(s.id for s in spaces if s.beach)
        self.forts = mask(s.id for s in spaces if s.fort)
        self.fort_value = [space.fort for space in content.spaces]
        self.printed = (
            mask(s.id for s in spaces if s.printed_side == AP),
            mask(s.id for s in spaces if s.printed_side == CP),
        )
        self.fort_owner = [-1 if s.printed_side is None else s.printed_side for s in content.spaces]
        self.ports = (
            mask(s.id for s in spaces if s.port == AP),
            mask(s.id for s in spaces if s.port == CP),
        )
        self.nation: dict[str, int] = {}
        self.terrain: dict[str, int] = dict.fromkeys(content.terrain, 0)
        self.sources: dict[str, int] = {}
        self.capitals: dict[str, int] = {}
        for space in spaces:
            self.nation[space.nation] = self.nation.get(space.nation, 0) | 1 << space.id
            self.terrain[space.terrain] = self.terrain.get(space.terrain, 0) | 1 << space.id
            for token in space.sources:
                self.sources[token] = self.sources.get(token, 0) | 1 << space.id
            if space.capital_of:
                owner = space.capital_of
                self.capitals[owner] = self.capitals.get(owner, 0) | 1 << space.id
        self._named: dict[tuple[str, ...], int] = {}
        self._lands: dict[tuple[str, ...], int] = {}
        self._link()
        self._box()

    def _link(self) -> None:
        """Build the adjacency masks: solid lines, and for each nation the dashed lines it can use."""
        solid = [0] * self.size
        dashed: dict[str, list[int]] = {}
        for link in self.content.connections:
            for token in link.nations if link.dashed else ("",):
                lines = solid if not token else dashed.setdefault(token, [0] * self.size)
                lines[link.a] |= 1 << link.b
                lines[link.b] |= 1 << link.a
        self.solid = solid
        beaches = dashed.pop("all")
        #: Lines open to everybody; those to a beach lead to a closed space until a landing.
        self.common = [solid[s] | beaches[s] for s in range(self.size)]
        self.dashed = dashed
        self._by_nation = {
            nation: [self.common[s] | lines[s] for s in range(self.size)] for nation, lines in dashed.items()
        }
        #: Lines by unit id.
        self.lines = [self.lines_of(unit.nation) for unit in self.content.units]
        #: Lines open to anybody at all.
        self.joined = self.lines_with(*dashed)

    def lines_of(self, nation: str) -> list[int]:
        """Return the adjacency masks for units of a nation (11.1.4)."""
        return self._by_nation.get(_DASH_NATION.get(nation, nation), self.common)

    def lines_with(self, *nations: str) -> tuple[int, ...]:
        """Return adjacency with the dashed lines of all given nations, for supply (14.1.3)."""
        result = list(self.common)
        for nation in nations:
            for s, extra in enumerate(self.dashed.get(nation, ())):
                result[s] |= extra
        return tuple(result)

    def _box(self) -> None:
        """Look up the ids of the holding boxes by side."""
        ids = self.content.space_by_name
        self.reserve = (ids["ap_reserve_box"], ids["cp_reserve_box"])
        self.eliminated = (ids["ap_eliminated_box"], ids["cp_eliminated_box"])
        self.gone = (ids["ap_permanently_eliminated"], ids["cp_permanently_eliminated"])
        self.unused = (ids["ap_not_in_play"], ids["cp_not_in_play"])

    def sources_without(self, unit: int, foreign: int) -> int:
        """Return all supply sources for a unit except the given ones (13.1.12)."""
        spec = self.content.units[unit]
        return self.sources.get("cp" if spec.side == CP else spec.nation, 0) & ~foreign

    def spaces(self, *names: str) -> int:
        """Return the set of spaces with the given stable names."""
        found = self._named.get(names)
        if found is None:
            found = self._named[names] = mask(self.content.space_by_name[name] for name in names)
        return found

    def lands(self, *nations: str) -> int:
        """Return all spaces of the given nations."""
        found = self._lands.get(nations)
        if found is None:
            found = self._lands[nations] = sum(self.nation.get(nation, 0) for nation in nations)
        return found


@lru_cache(maxsize=8)
def board_of(content: Content) -> Board:
    """Return the board of a content, built only once."""
    return Board(content)
