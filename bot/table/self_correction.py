"""Recognition of lines that correct themselves: `27ib.. no, 14ib`, `to v36, no wait, u36`."""

from __future__ import annotations

import re
from collections.abc import Sequence


def correction_pattern(alone: Sequence[str], apart: Sequence[str]) -> re.Pattern[str]:
    """Return the pattern of a correction between two parts of a line, or before a line that corrects an earlier one.

    Args:
        alone: words that correct what stands before them: `no wait`.
        apart: words that do so only with a mark behind them, since `sedan, no flank` is one order.
    """
    first, second = ("|".join(sorted(map(re.escape, words), key=len, reverse=True)) for words in (alone, apart))
    marks = r"[,;:.…–—-]"
    return re.compile(
        rf"(?<=\w)\s*{marks}+\s*(?:(?:{first})\b[\s,.…]+|(?:{second})\s*{marks}+\s*)(?=\w)"
        rf"|^\s*(?:{first})\s*{marks}+\s*(?=\w)",
        re.IGNORECASE,
    )


__all__ = ["correction_pattern"]
