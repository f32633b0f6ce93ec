"""The weights in use: the shipped ones, or others during a game between versions of the computer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import lru_cache

from engine.pog.content.weights import Weights, load_weights

_USED: ContextVar[Weights] = ContextVar("weights", default=load_weights().weights)
#: The weights in use.
now = _USED.get


@contextmanager
def used(weights: Weights) -> Iterator[None]:
    """Use other weights inside a `with` block."""
    token = _USED.set(weights)
    try:
        yield
    finally:
        _USED.reset(token)


@lru_cache(maxsize=16)
def near_sighted(weights: Weights) -> Weights:
    """Return the weights of a player who does not look for what can be cut off next."""
    threats = weights.threats
    chances = (threats.next, threats.later)
    if not any(each.cut_off or each.cut_off_space or each.cut_off_by_attack for each in chances):
        return weights
    blind = {"cut_off": 0.0, "cut_off_space": 0.0, "cut_off_by_attack": 0.0}
    judged = replace(threats, next=replace(threats.next, **blind), later=replace(threats.later, **blind))
    return replace(weights, threats=judged)


__all__ = ["Weights", "near_sighted", "now", "used"]
