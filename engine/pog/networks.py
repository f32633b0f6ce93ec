"""Supply networks by number, and the network each kind of unit traces supply over (14.1.3, 14.2)."""

from __future__ import annotations

from engine.pog.content.records import CP, Unit

CENTRAL, TURKISH, WEST, BRITISH, ITALIAN, BEACH, EAST, SERBIAN, AP_SPACES, CP_SPACES, FRENCH, DUTCH = range(12)

_BY_NATION = {
    "sb": SERBIAN, "ru": EAST, "ro": EAST, "it": ITALIAN,
    "br": BRITISH, "aus": BRITISH, "cnd": BRITISH, "pt": BRITISH,
}  # fmt: skip


def usual_network(unit: Unit) -> int:
    """Return the network of a unit that does not draw supply from the beachhead."""
    if unit.side == CP:
        return TURKISH if unit.parent == "tu" else CENTRAL
    return _BY_NATION.get(unit.nation, WEST)
