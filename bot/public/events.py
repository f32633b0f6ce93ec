"""Public events for subscribers, from the entries of a season's journal that everybody may know."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from bot.leagues import journal
from bot.leagues.appeals import Effect
from bot.leagues.journal import Entry, Opened
from bot.public.public_names import public_text

Told = tuple[str, dict[str, Any]]
#: Kinds that neither reveal a result nor depend on one.
_BEFORE_RESULTS = frozenset({"opened", "registering", "closed"})


def event(rules: Opened, entry: Entry, effect: Effect | None = None) -> Told | None:
    """Return kind and data of an entry; None if it isn't public, or reveals a result of a season that hides them.

    `effect` is the outcome of a decision on an appeal; without it a decision is not reported.
    """
    told = _appeal_event(entry, effect) if isinstance(entry, journal.Decided) and effect is not None else _told(entry)
    if isinstance(entry, journal.Registering):  # the draft was not public, so this is the season's first event
        told = "registering", {"name": public_text(rules.name), "format": rules.format}
    if told is None or (rules.draft and isinstance(entry, Opened)):
        return None
    return told if not rules.sealed or told[0] in _BEFORE_RESULTS else None


@singledispatch
def _told(entry: object) -> Told | None:
    del entry
    return None


@_told.register
def _(entry: Opened) -> Told:
    return "opened", {"name": public_text(entry.name), "format": entry.format}


@_told.register
def _(entry: journal.Closed) -> Told:
    del entry
    return "closed", {}


@_told.register
def _(entry: journal.Drawn) -> Told | None:
    return None if entry.preview else ("drawn", {"round": entry.round})


@_told.register
def _(entry: journal.Published) -> Told:
    del entry
    return "drawn", {}


@_told.register
def _(entry: journal.Created) -> Told:
    return "created", {"match": entry.match, "game": entry.leg + 1, "id": entry.game}


@_told.register
def _(entry: journal.Resulted | journal.Corrected | journal.Ruled) -> Told:
    kinds = {journal.Resulted: "resulted", journal.Corrected: "corrected", journal.Ruled: "ruled"}
    shape = {"match": entry.match, "game": entry.leg + 1, "points": list(entry.points), "margin": entry.margin}
    return kinds[type(entry)], shape


def _appeal_event(entry: journal.Decided, effect: Effect) -> Told:
    """Return the event of a decision on an appeal.

    `vote` is that of one arbiter (null: the result stands), `settled` whether the instance is done, `points` what
    applies.
    """
    return "decided", {
        "match": entry.match, "game": entry.leg + 1, "instance": effect.instance, "settled": effect.settled,
        "vote": None if entry.points is None else list(entry.points),
        "points": None if effect.stands is None else list(effect.stands),
    }  # fmt: skip


@_told.register
def _(entry: journal.Withdrawn) -> Told:
    return "withdrawn", {"person": entry.person}


@_told.register
def _(entry: journal.Replaced) -> Told:
    return "replaced", {"person": entry.person, "substitute": entry.substitute}


@_told.register
def _(entry: journal.Announced) -> Told:
    return "announced", {"text": public_text(entry.text)}


@_told.register
def _(entry: journal.Finished) -> Told:
    return "finished", {"seed": entry.seed}


__all__ = ["event"]
