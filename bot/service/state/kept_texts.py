"""Texts of messages with controls, stored as fields and worded on display in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.narration.book import Book
from bot.narration.user_text import user_text
from bot.service.clock import shown
from bot.service.session import holder_id, player_name, seats_of
from bot.storage.models import Seat
from bot.storage.store import StoredGame
from bot.titles import title_stored
from bot.titles.title import Title

#: A stored text: its key under `say`, and its fields. Fields that need wording are tables: a side, sides, a seat's
#: holder, a time in seconds since 1970.
Kept = dict[str, Any]


def kept(key: str, **fields: Any) -> Kept:
    """Return a text in its stored form."""
    return {"say": key, **fields}


def holder(stored: StoredGame, side: int) -> Kept:
    """Return the current holder of a side, as a field of a text."""
    seat = stored.seats.holders.get(seats_of(stored)[side])
    return {"user": holder_id(stored, side), "name": seat.name if seat is not None else ""}


def worded(names: Book, stored: StoredGame, held: Mapping[str, Any]) -> str:
    """Return a stored text in the language of `names`."""
    if "notice" in held:
        told = held["notice"]
        return warning(title_stored(stored.header), names, told["by"], told["targets"], told["remark"])
    fields = {name: _field(names, stored, value) for name, value in held.items() if name != "say"}
    return names.words.say(held["say"], **fields)


def _field(names: Book, stored: StoredGame, value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if "sides" in value:
        return names.words.listed([names.side(int(side)) for side in value["sides"]])
    if "at" in value:
        return shown(value["at"]) if value["at"] else ""
    if "user" in value:
        seat = Seat(user=value["user"], name=value["name"])
        return player_name(names.words, stored.header, seat) if seat.user else ""
    return names.side(int(value["side"]))


def warning(title: Title[Any, Any], names: Book, by: int, targets: Sequence[str], remark: str) -> str:
    """Return a supply warning as text: its author, the places, and the remark."""
    say = names.words.say
    places = [] if title.places is None else [title.places.told(names, target) for target in targets]
    spaces = names.words.listed(places) if places else say("ui.warnings.everywhere")
    text = say("ui.warnings.text", side=names.side(by), spaces=spaces)
    return f"{text} “{user_text(remark)}”" if remark else text


__all__ = ["Kept", "holder", "kept", "warning", "worded"]
