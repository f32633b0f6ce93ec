"""Log entries of the local channel, and their conversion for pages.

A log is a journal: a message edited in place (the table message, a panel) is a new entry for the same slot, and a
finished picture is a separate entry. The page folds them, so a reload, a lost connection and a restart all continue
from one number, the place of the last entry.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from bot.narration.texts import texts, texts_of
from bot.storage.models import JsonObject, Stored
from bot.table.reply import Attachment, Button, Form, Menu, PictureRef, Reply, Select
from bot.titles import titles

#: Where a message is shown on the page. Panels and notes exist only in private logs.
Where = Literal["channel", "thread", "table", "panel", "note"]


class MessageEntry(Stored):
    """A message, or a new version of one: it replaces the previous entry of its slot."""

    v: Literal[1] = 1
    entry: Literal["message"] = "message"
    slot: str
    where: Where
    #: A new message takes over the slot; the previous one stays in place, without its buttons.
    anew: bool = False
    #: With `anew`: it contains everything the previous message said, which is removed.
    replaces: bool = False
    #: Milliseconds since 1970; orders public and private messages on the page.
    at: int
    #: Name of the author, empty for the bot.
    author: str = ""
    author_id: str = ""
    text: str
    #: For a panel: the words of its text that say what is being decided; a page shows them first.
    task: str = ""
    #: For a panel: the length of the part at the beginning that is about the past.
    past: int = 0
    picture: PictureRef | None = None
    picture_id: str = ""
    #: Expected width and height of the picture in pixels, so that the layout doesn't jump.
    room: tuple[int, int] = (0, 0)
    menu: Menu | None = None
    mention: tuple[str, ...] = ()
    #: People who see `address` instead of the text.
    addressed: tuple[str, ...] = ()
    address: str = ""
    #: People who see the controls meant for players.
    players: tuple[str, ...] = ()
    attachment: Attachment | None = None
    #: A form that this version of a panel opens on the page whose press it answers; gone with the next version.
    form: Form | None = None
    #: For posts about events of a game: the game and the post's number; -1 for anything else.
    game: str = ""
    until: int = -1
    #: The page's own key of what it sent, by which it recognises its echo and the form it requested.
    key: str = ""


class PictureEntry(Stored):
    """Announces that the picture of message version `of` in a slot is rendered, or failed."""

    v: Literal[1] = 1
    entry: Literal["picture"] = "picture"
    slot: str
    of: str
    state: Literal["ready", "failed"]
    alt: str
    size: tuple[int, int] = (0, 0)


class ChannelEntry(Stored):
    """A channel that was opened, for the list on the start page."""

    v: Literal[1] = 1
    name: str


Entry = Annotated[MessageEntry | PictureEntry, Field(discriminator="entry")]
_ENTRY: TypeAdapter[MessageEntry | PictureEntry] = TypeAdapter(Entry)


def load_entry(body: JsonObject) -> MessageEntry | PictureEntry:
    """Parse a log entry; raises pydantic's ValidationError if it is invalid."""
    return _ENTRY.validate_python(body)


@dataclass(frozen=True, slots=True)
class LogRow:
    """An entry with its id and its place in a log."""

    place: int
    id: str
    entry: MessageEntry | PictureEntry


def where_of(reply: Reply) -> Where:
    """Return where a reply is shown on the page."""
    if reply.audience == "private":
        return "panel" if reply.edit == "panel" else "note"
    if reply.edit == "table":
        return "table"
    return reply.audience


def slot_of(reply: Reply, game: str) -> str:
    """Return the slot in which a message is edited in place; a channel has one panel per person."""
    if not reply.edit:
        return ""
    if reply.edit == "panel":
        return "panel"
    # Private and public messages are shown side by side, so they need different slots.
    return f"{reply.edit}-{game}" + ("-alone" if reply.audience == "private" else "")


def frame(row: LogRow, viewer: str, base: str) -> dict[str, Any]:
    """Return an entry as JSON for a page; fields are copied explicitly, so nothing else is ever sent.

    Args:
        row: the entry.
        viewer: id of the person whose page it is.
        base: path of this stream's pictures and files.
    """
    entry = row.entry
    if isinstance(entry, PictureEntry):
        return {
            "type": "picture", "place": row.place, "slot": entry.slot, "of": entry.of,
            "state": entry.state, "alt": entry.alt, "size": entry.size,
        }  # fmt: skip
    told: dict[str, Any] = {
        "type": "message", "place": row.place, "id": row.id, "slot": entry.slot, "where": entry.where,
        "anew": entry.anew, "replaces": entry.replaces, "at": entry.at, "author": entry.author, "mine": bool(entry.author_id) and entry.author_id == viewer,
        "text": entry.address if viewer in entry.addressed else entry.text, "asked": viewer in entry.mention, "key": entry.key if entry.author_id == viewer else "",
    }  # fmt: skip
    if entry.task:
        told["task"], told["past"] = entry.task, entry.past
    if entry.picture is not None:
        told["picture"] = {
            "src": f"{base}/p/{entry.picture_id}", "alt": entry.picture.alt,
            **shelved(entry.picture.kind, entry.picture.language), "room": entry.room,
        }  # fmt: skip
        if entry.picture.kind == "replay":
            told["picture"]["stills"] = len(stills_of(entry.picture))
    if entry.attachment is not None:
        told["file"] = {"src": f"{base}/f/{row.id}", "name": entry.attachment.name, "size": len(entry.attachment.text)}
    if entry.menu is not None:
        rows = [_seen_by(viewer, entry.players, controls) for controls in entry.menu.rows]
        told["rows"] = [_row(controls) for controls in rows if controls]
    if entry.form is not None:
        told["form"] = _form(entry.form, entry.key)
    return told


@cache
def shelved(kind: str, language: str) -> dict[str, str]:
    """Return the shelf of a kind of picture for pages: name, relation to the map, and label; all "" if none."""
    if kind == "joined":
        return {"shows": kind, "of_map": "none", "called": texts(language).say("ui.maps.joined")}
    title = next((title for title in titles() if kind in title.pictures.shelves), None)
    if title is None:
        return {"shows": "", "of_map": "none", "called": ""}
    shelf = title.pictures.shelves[kind]
    return {
        "shows": shelf.name,
        "of_map": shelf.of_map,
        "called": texts_of(title.name, language).say(f"ui.maps.{shelf.name}"),
    }


def stills_of(picture: PictureRef) -> list[int]:
    """Return the record numbers of the positions in a replay."""
    entries = picture.args.get("entries")
    return [int(number) for number in entries] if isinstance(entries, list | tuple) else []


def _seen_by(
    viewer: str, players: Collection[str], controls: tuple[Button, ...] | Select
) -> tuple[Button, ...] | Select:
    """Return a row without the controls meant only for players or other people."""
    if isinstance(controls, Select):
        return controls
    mine = (button for button in controls if viewer in players or not button.seated)
    return tuple(button for button in mine if not button.only or viewer in button.only)


def _row(controls: Any) -> dict[str, Any]:
    if isinstance(controls, tuple):
        return {"buttons": [_button(button) for button in controls]}
    return {
        "placeholder": controls.placeholder,
        "most": controls.most,
        "options": [
            {"label": o.label, "token": o.token, "description": o.description, "amount": o.amount, "chosen": o.chosen}
            for o in controls.options
        ],
    }


def _form(form: Form, key: str) -> dict[str, Any]:
    return {
        "title": form.title, "key": key, "budget": form.budget, "told": form.told, "counting": form.counting, "wrong": form.wrong,
        "fields": [
            {"label": field.label, "required": field.required, "hint": field.hint, **_row(field.menu)} for field in form.fields
        ],
    }  # fmt: skip


def _button(button: Button) -> dict[str, str]:
    return {"label": button.label, "token": button.token, "style": button.style, "hint": button.hint}
