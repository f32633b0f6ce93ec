"""Priority of a picture: one of a public post goes before one that a single person asked for.

An adapter draws in the task in which somebody was answered, or in tasks that it begins there, so what is
noted when somebody asks holds for all of it. What the courier delivers was asked for by nobody.
"""

from __future__ import annotations

from contextvars import ContextVar

#: Ranks of work: what commands need to be answered, pictures of posts, pictures of looks.
POST, LOOK = 0, 1

_asker: ContextVar[str] = ContextVar("asker", default="")


def asked_by(person: str) -> None:
    """From here on this task, and those that it begins, draw for somebody."""
    _asker.set(person)


def asker() -> str:
    """For whom this task draws, "" for everybody."""
    return _asker.get()


__all__ = ["LOOK", "POST", "asked_by", "asker"]
