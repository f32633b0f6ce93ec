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


def foreign_lines(told: str) -> list[str]:
    """Return the lines with such words; a slow page may have got the welcome of the empty channel, about the usual title."""
    lines = [line for line in told.splitlines() if not line.startswith("**This channel has no game yet.**")]
    return [line for line in lines if FOREIGN.search(line)]


__all__ = ["FOREIGN", "foreign_lines", "last"]
