"""What games of the small titles are played with: chance that is known, and words that nobody must read in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

#: Words of Paths of Glory, of which nobody must read in a game of another title.
FOREIGN: Final = re.compile(
    r"Allie[ds]|Central Powers|VP\b|victory points|\b(?:AP|CP)\b|\b[cC]ards?\b|\bcorps\b|\barm(?:y|ies)\b|\b[wW]ars?\b"
)


def last(_source: object, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
    """Return the last candidate, whatever is asked."""
    del purpose, epoch, counter
    return candidates[-1]


__all__ = ["FOREIGN", "last"]
