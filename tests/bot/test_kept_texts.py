"""Texts of messages with controls are stored as fields, and worded when shown."""

from __future__ import annotations

import json
import re

import pytest

from bot.service.session import Memory
from bot.service.state import proposals
from bot.storage.outbox_models import Post
from bot.storage.store import StoredGame
from bot.table.reply import Reply
from tests.bot.support import Channel
from tests.bot.test_offers import KINDS, ready


@pytest.mark.parametrize(
    ("who", "line", "slot"),
    [
        *(("anna", line, "offer") for line, _ in KINDS),
        ("anna", "substitute offer", "seat"),
        ("anna", "warn paris: look", "warning"),
    ],
)
async def test_a_message_with_controls_is_stored_as_fields(channel: Channel, who: str, line: str, slot: str) -> None:
    """No sentence of ours is stored: it is reworded when the controls go; one stored by an older version stays unchanged."""
    await ready(channel)
    await channel.say(who, line)
    (said,) = {reply.text for _, reply in await channel.posts() if reply.edit == slot and reply.audience == "channel"}

    async def kept() -> StoredGame:
        return await channel.store.load(await channel.game_id())

    bearing = Memory.of((await kept()).settings).bearing
    stored = json.dumps(bearing, ensure_ascii=False)
    sentences = [one for one in re.split(r"(?<=[.:?!])\s+", said) if " " in one and "look" not in one]
    assert sentences
    assert [one for one in sentences if one in stored] == []
    closed: list[Post] = []
    names = channel.handler.tools.names_of(await kept())
    proposals.close(closed, names, await kept(), Memory(bearing=bearing), slot)  # type: ignore[arg-type]
    proposals.close(closed, names, await kept(), Memory(bearing={slot: "Old words."}), slot)  # type: ignore[arg-type]
    now, before = (Reply.model_validate(one.body).text.split("\n") for one in closed)
    assert now[-1] == before[-1] == "*(no longer open)*"
    assert now[0] in said
    assert before[:-1] == ["Old words."]
