"""Signals: something happened, and whoever connected hears of it; the sender knows nobody and is whole without them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")


class Signal(Generic[P]):
    """Calls all who are connected, in the order in which they connected, when it is called itself."""

    def __init__(self) -> None:
        self._hearers: list[Callable[P, object]] = []

    def connect(self, hearer: Callable[P, object]) -> None:
        """Have somebody hear of it from now on; twice is the same as once."""
        if hearer not in self._hearers:
            self._hearers.append(hearer)

    def disconnect(self, hearer: Callable[P, object]) -> None:
        """Have somebody hear no more of it; who never did stays so."""
        if hearer in self._hearers:
            self._hearers.remove(hearer)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Tell all who are connected."""
        for hearer in tuple(self._hearers):
            hearer(*args, **kwargs)


__all__ = ["Signal"]
