"""A whole hunt as typed orders: Anna is the fox, Ben the hound. Chance always takes its last candidate."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

#: Words of Paths of Glory, of which nobody must read in a hunt.
FOREIGN: Final = re.compile(
    r"Allie[ds]|Central Powers|VP\b|victory points|\b(?:AP|CP)\b|\b[cC]ards?\b|\bcorps\b|\barm(?:y|ies)\b|\b[wW]ars?\b"
)
ORDERS = (
    ("anna", "den north"), ("anna", "run middle"), ("ben", "track south; west"), ("ben", "track sniff"), ("ben", "done"),
    ("anna", "run south"), ("ben", "choose step south_west"), ("ben", "pass"),
    ("anna", "choose run south"), ("ben", "track west; sniff"), ("ben", "track middle"), ("ben", "done"),
)  # fmt: skip
LOBBY = (("anna", "new short_hunt"), ("anna", "join fox"), ("ben", "join hound"), ("anna", "start"))


def last(_source: object, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
    """The last candidate, whatever is asked."""
    del purpose, epoch, counter
    return candidates[-1]


__all__ = ["FOREIGN", "LOBBY", "ORDERS", "last"]
