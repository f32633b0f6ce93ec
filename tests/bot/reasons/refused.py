"""An order that is refused in a position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.support.table import Table


@dataclass(frozen=True)
class Refused:
    """A position, the side giving orders in it, and the orders: the last one is refused."""

    code: str
    position: Callable[[], Table]
    side: int
    orders: tuple[str, ...]
