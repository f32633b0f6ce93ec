"""Positions and records in a store that can no longer be read."""

from __future__ import annotations

from typing import Any

from bot.storage import Connection
from bot.storage.keys import GameKeys
from bot.storage.models import RecordEntry
from bot.storage.snapshot import Snapshot
from tests.bot.test_damage import GARBAGE

#: Ways to make a stored position unreadable: as the raw value, or as a change of its text.
UNREADABLE: dict[str, Any] = {
    **{how: raw for how, raw in GARBAGE.items() if how != "later"},
    "gone": None,
    "of a later store": b'{"v":99}\n',
    "not packed": b'{"v":1,"number":1,"coding":"zlib"}\nplain',
    "of another version": ('"v":2', '"v":1'),
    "of other content": ('"content":"', '"content":"0'),
    "of another step": ('"ap_action"', '"no_such_step"'),
    "of another frame": ('"choose_action"', '"no_such_frame"'),
    "of other fields": ('"turn"', '"month"'),
    "no JSON": ("{", "["),
}


async def spoil(link: Connection, game: str, how: Any) -> None:
    """Make the stored position of a game unreadable."""
    place = GameKeys(game).snapshot
    if how is None:
        await link.call("DEL", place)
        return
    if isinstance(how, tuple):
        held = Snapshot.unpack(await link.call("GET", place), "snapshot")
        assert how[0] in held.text
        old, new = how
        how = held.model_copy(update={"text": held.text.replace(old, new, 1)}).pack()
    await link.call("SET", place, how)


async def spoil_record(link: Connection, game: str) -> None:
    """Change a record so that it plays differently in this version."""
    place = GameKeys(game).record
    entry = RecordEntry.parse(await link.call("LINDEX", place, 1), "entry")
    told = entry.model_copy(update={"payload": {**entry.payload, "choice": "dance"}})
    await link.call("LSET", place, 1, told.dump())
