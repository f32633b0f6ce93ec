"""Supply lines for a computer player: which spaces are in supply now, and which would be if some ground were lost (14.1).

Positions weighed in sequence differ in few units, so a side's ground often repeats: results are cached by ground.
What is in supply is decided by the rules' own floods.
"""

from __future__ import annotations

from functools import lru_cache

from engine.pog.content.records import AP
from engine.pog.networks import AP_SPACES, CP_SPACES
from engine.pog.rules import supply
from engine.pog.ruleset import Ruleset
from engine.pog.state import State

#: Maximum number of cached grounds per ruleset; the cache is emptied when full.
_REMEMBERED = 2_000


class SupplyGround:
    """The ground a side's lines can run over, and what its networks reach there.

    Args:
        state: a position on this ground.
        side: the side.
        way: spaces that its lines can run through.
        ports: ports that they can use.
    """

    __slots__ = ("_beach", "_covered", "_networks", "_number", "_ports", "_way", "_without", "covered", "reached")

    def __init__(self, state: State, side: int, way: int, ports: int) -> None:
        self._networks = supply.networks(state.rules.board)
        self._number = AP_SPACES if side == AP else CP_SPACES
        self._way, self._ports = way, ports
        self._beach = 1 << state.beachhead & way if state.beachhead >= 0 else 0
        self._covered: dict[int, int] = {}
        self._without: dict[int, int] = {}
        #: Spaces that the side's lines run through, and those with their neighbours, which are in supply.
        self.reached, self.covered = self._flooded(self._number)

    def fed(self, lost: int) -> int:
        """Return the spaces in supply if no line could run through some spaces any more."""
        lost &= self.reached
        if not lost:
            return self.covered
        found = self._without.get(lost)
        if found is None:
            found = self._without[lost] = self._flooded(self._number, ~lost)[1]
        return found

    def of_network(self, number: int) -> int:
        """Return the spaces in supply over one of the networks."""
        found = self._covered.get(number)
        if found is None:
            found = self._covered[number] = self._flooded(number)[1]
        return found

    def _flooded(self, number: int, left: int = -1) -> tuple[int, int]:
        network = self._networks[number]
        way = self._way & left
        ports = (self._ports | self._beach if network.beach else self._ports) & left
        return supply.flooded(network, way, ports)


def ground(state: State, side: int) -> SupplyGround:
    """Return a side's supply ground."""
    way, ports = supply.passable(state, side), supply.friendly_ports(state, side)
    known, key = _cached_grounds(state.rules), (side, way, ports, state.beachhead)
    found = known.get(key)
    if found is None:
        if len(known) >= _REMEMBERED:
            known.clear()
        found = known[key] = SupplyGround(state, side, way, ports)
    return found


@lru_cache(maxsize=8)
def _cached_grounds(rules: Ruleset) -> dict[tuple[int, ...], SupplyGround]:
    """Return the cached grounds of a ruleset."""
    del rules
    return {}


__all__ = ["SupplyGround", "ground"]
