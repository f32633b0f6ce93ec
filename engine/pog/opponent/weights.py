"""The weights that the staff uses now: those that ship, or others for the length of a game between two of its versions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from engine.pog.content.weights import Weights, load_weights

_USED: ContextVar[Weights] = ContextVar("weights", default=load_weights().weights)
#: The weights in use.
now = _USED.get


@contextmanager
def used(weights: Weights) -> Iterator[None]:
    """Use other weights within."""
    token = _USED.set(weights)
    try:
        yield
    finally:
        _USED.reset(token)


__all__ = ["Weights", "now", "used"]
