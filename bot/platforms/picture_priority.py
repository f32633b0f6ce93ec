"""Picture priority: pictures of public posts go before those requested by a single person.

An adapter renders in the task that answers a person, or in child tasks, so the person set in that task applies to all
of it. The courier's deliveries have no requester.
"""

from __future__ import annotations

from contextvars import ContextVar

#: Ranks of jobs: pictures of posts and other urgent ones, and pictures of views.
POST, LOOK = 0, 1

_asker: ContextVar[str] = ContextVar("asker", default="")


def asked_by(person: str) -> None:
    """Set the person for whom this task and its child tasks render."""
    _asker.set(person)


def asker() -> str:
    """Return the person for whom this task renders, "" for posts."""
    return _asker.get()


__all__ = ["LOOK", "POST", "asked_by", "asker"]
