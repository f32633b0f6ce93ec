"""A whole game as typed orders: Anna has the Reds, Ben the Blues. Chance always takes its last candidate, so the Blues begin."""

from __future__ import annotations

from typing import Final

LOBBY: Final = (("anna", "new three_depots"), ("anna", "join red"), ("ben", "join blue"), ("anna", "start"))
ORDERS: Final = (
    ("ben", "carry 3 mill"), ("anna", "carry 2 from the quarry"), ("ben", "choose carry 3 quarry"), ("anna", "carry 1 station"),
    ("ben", "carry 3 station"),
)  # fmt: skip
#: How it ends.
WON: Final = "The last crate is gone: the Blues win."


__all__ = ["LOBBY", "ORDERS", "WON"]
