"""Outcome of a call: set by the handler, read by metrics and logs."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Literal

#: Carried out; refused with a reason; store unavailable; stored game damaged; failed with a bug.
How = Literal["ok", "refused", "unavailable", "damaged", "crash"]


@dataclass(slots=True)
class CallOutcome:
    """The outcome of one call; `report` is the id under which a crash is logged."""

    how: How = "ok"
    report: str = ""


_current: ContextVar[CallOutcome | None] = ContextVar("verdict", default=None)


@contextlib.contextmanager
def watched() -> Iterator[CallOutcome]:
    """Collect the outcome of the call made in the block."""
    verdict = CallOutcome()
    before = _current.set(verdict)
    try:
        yield verdict
    finally:
        _current.reset(before)


def note(how: How, report: str = "") -> None:
    """Set the outcome of the current call; do nothing if nobody collects it."""
    verdict = _current.get()
    if verdict is not None:
        verdict.how, verdict.report = how, report


__all__ = ["CallOutcome", "How", "note", "watched"]
