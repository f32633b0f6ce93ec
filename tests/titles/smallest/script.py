"""A whole game as typed orders: Anna has the Reds, Ben the Blues. Chance always takes its last candidate, so the Blues begin."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

#: Words of Paths of Glory, of which nobody must read here.
FOREIGN: Final = re.compile(
    r"Allie[ds]|Central Powers|VP\b|victory points|\b(?:AP|CP)\b|\b[cC]ards?\b|\bcorps\b|\barm(?:y|ies)\b|\b[wW]ars?\b"
)
LOBBY: Final = (("anna", "new three_depots"), ("anna", "join red"), ("ben", "join blue"), ("anna", "start"))
ORDERS: Final = (
    ("ben", "carry 3 mill"), ("anna", "carry 2 from the quarry"), ("ben", "choose carry 3 quarry"), ("anna", "carry 1 station"),
    ("ben", "carry 3 station"),
)  # fmt: skip
#: How it ends.
WON: Final = "The last crate is gone: the Blues win."


def last(_source: object, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
    """Return the last candidate, whatever is asked."""
    del purpose, epoch, counter
    return candidates[-1]


__all__ = ["FOREIGN", "LOBBY", "ORDERS", "WON", "last"]
