"""Signals: notify all connected callbacks of an event; the sender knows none of them and works without any."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")


class Signal(Generic[P]):
    """Calls all connected callbacks, in connection order, when it is called."""

    def __init__(self) -> None:
        self._hearers: list[Callable[P, object]] = []

    def connect(self, hearer: Callable[P, object]) -> None:
        """Connect a callback; connecting it twice is the same as once."""
        if hearer not in self._hearers:
            self._hearers.append(hearer)

    def disconnect(self, hearer: Callable[P, object]) -> None:
        """Disconnect a callback; does nothing if it isn't connected."""
        if hearer in self._hearers:
            self._hearers.remove(hearer)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call all connected callbacks."""
        for hearer in tuple(self._hearers):
            hearer(*args, **kwargs)


__all__ = ["Signal"]
