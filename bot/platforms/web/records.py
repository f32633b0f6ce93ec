"""What the local channel keeps in its log, and what of it a page is told.

A log is a journal: a message that is edited in place (the table message, a panel) is a new
entry for the same slot, and a finished picture is an entry of its own. The page folds them, so a
reload, a lost connection and a restart all continue by one number, the place of the last entry.
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

#: Where a message stands on the page. Panels and notes exist in private logs only.
Where = Literal["channel", "thread", "table", "panel", "note"]


class MessageEntry(Stored):
    """A message, or a new version of one: it replaces what stood in its slot."""

    v: Literal[1] = 1
    entry: Literal["message"] = "message"
    slot: str
    where: Where
    #: A new message takes the slot over; the one that stood there stays where it is, without its buttons.
    anew: bool = False
    #: With `anew`: it tells all that the message before it told, which goes.
    replaces: bool = False
    #: Milliseconds since 1970; orders public and private messages among each other on the page.
    at: int
    #: Name of the person who wrote it, empty for the bot.
    author: str = ""
    author_id: str = ""
    text: str
    #: Of a panel: the words of its text that say what is decided; a page shows them before all others.
    task: str = ""
    #: Of a panel: how many characters at its beginning tell what happened.
    past: int = 0
    picture: PictureRef | None = None
    picture_id: str = ""
    #: Width and height in px that the picture will likely have, so that nothing jumps when it comes.
    room: tuple[int, int] = (0, 0)
    menu: Menu | None = None
    mention: tuple[str, ...] = ()
    #: Who reads `address` in the place of the text.
    addressed: tuple[str, ...] = ()
    address: str = ""
    #: Who is shown the controls that are for players alone.
    players: tuple[str, ...] = ()
    attachment: Attachment | None = None
    #: A form that this version of a panel opens on the page whose press it answers; gone with the next version.
    form: Form | None = None
    #: Of what tells what happened in a game: the game, and which of its tellings it is; -1 for anything else.
    game: str = ""
    until: int = -1
    #: The page's own key of what it sent, so that it recognises its echo, and the form that it asked for.
    key: str = ""


class PictureEntry(Stored):
    """The picture of message version `of` in a slot is drawn, or could not be."""

    v: Literal[1] = 1
    entry: Literal["picture"] = "picture"
    slot: str
    of: str
    state: Literal["ready", "failed"]
    alt: str
    size: tuple[int, int] = (0, 0)


class ChannelEntry(Stored):
    """A channel that somebody opened, for the list at the door."""

    v: Literal[1] = 1
    name: str


Entry = Annotated[MessageEntry | PictureEntry, Field(discriminator="entry")]
_ENTRY: TypeAdapter[MessageEntry | PictureEntry] = TypeAdapter(Entry)


def load_entry(body: JsonObject) -> MessageEntry | PictureEntry:
    """Read a log body; raises pydantic's ValidationError for what is none of ours."""
    return _ENTRY.validate_python(body)


@dataclass(frozen=True, slots=True)
class LogRow:
    """An entry with its id and its place in one log."""

    place: int
    id: str
    entry: MessageEntry | PictureEntry


def where_of(reply: Reply) -> Where:
    """Return where a reply stands on the page."""
    if reply.audience == "private":
        return "panel" if reply.edit == "panel" else "note"
    if reply.edit == "table":
        return "table"
    return reply.audience


def slot_of(reply: Reply, game: str) -> str:
    """Return the name under which a message is edited in place; a channel has one panel for each person."""
    if not reply.edit:
        return ""
    if reply.edit == "panel":
        return "panel"
    # On a page what one person is told stands beside what everybody is told.
    return f"{reply.edit}-{game}" + ("-alone" if reply.audience == "private" else "")


def frame(row: LogRow, viewer: str, base: str) -> dict[str, Any]:
    """Return what a page is told of an entry; made by copying, so what is not named here is never sent.

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
    """Return the shelf of a kind of picture as pages ask for it: its name, what it shows of the map, and what it is called; all "" for none."""
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
    """Return the record numbers of the positions that a replay shows."""
    entries = picture.args.get("entries")
    return [int(number) for number in entries] if isinstance(entries, list | tuple) else []


def _seen_by(
    viewer: str, players: Collection[str], controls: tuple[Button, ...] | Select
) -> tuple[Button, ...] | Select:
    """Return a row as somebody sees it: without what is for players, or for certain people, alone."""
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
