"""Refusal of names that nothing has; of a hex off the map, it says where the map ends."""

from __future__ import annotations

import re
from typing import Final

from bot.table.refusal import Refusal, refuse
from engine.liege.facts import LiegeFacts

#: How hexes are named: `V35`, `AA38`.
_LIKE_A_HEX: Final = re.compile(r"[A-Za-z]{1,2}\d{1,2}")


def unknown(facts: LiegeFacts, name: str) -> Refusal:
    """Return the refusal of a name that is nobody's on a map."""
    if _LIKE_A_HEX.fullmatch(name):
        hexes = facts.grid.names
        return refuse("no_such_hex", "1.1.4", name, name=name.upper(), low=hexes[0], high=hexes[-1])
    return refuse("unknown_name", part=name, name=name)


__all__ = ["unknown"]
