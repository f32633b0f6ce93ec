"""How an act of a season is refused."""

from __future__ import annotations

from typing import Any


class NotNow(Exception):
    """An act that is refused: a code for the words and what they name."""

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code)
        self.code = code
        self.data = data
