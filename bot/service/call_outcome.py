"""Outcome of a call: set by the handler, read by metrics and logs."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Literal

#: Carried out; refused with a reason; the store was away; the stored game is damaged; broken by a fault of ours.
How = Literal["ok", "refused", "unavailable", "damaged", "crash"]


@dataclass(slots=True)
class CallOutcome:
    """How one call went; `report` is the id under which a crash is in the log."""

    how: How = "ok"
    report: str = ""


_current: ContextVar[CallOutcome | None] = ContextVar("verdict", default=None)


@contextlib.contextmanager
def watched() -> Iterator[CallOutcome]:
    """Collect the outcome of the call that is made in the block."""
    verdict = CallOutcome()
    before = _current.set(verdict)
    try:
        yield verdict
    finally:
        _current.reset(before)


def note(how: How, report: str = "") -> None:
    """Set the outcome of the present call; does nothing if nobody collects it."""
    verdict = _current.get()
    if verdict is not None:
        verdict.how, verdict.report = how, report


__all__ = ["CallOutcome", "How", "note", "watched"]
