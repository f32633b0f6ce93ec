"""Refusals of acts on a season."""

from __future__ import annotations

from typing import Any


class NotNow(Exception):
    """A refused act: a code for the text, and its fields."""

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code)
        self.code = code
        self.data = data
