"""Builders for the tests of the store."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from bot.storage import Change, Committed, Connection, GameHeader, Post, Store, StoredGame, game_id_for

CHANNEL = "web:verdun"


def header(channel: str = CHANNEL, key: str = "new-1", **more: Any) -> GameHeader:
    return GameHeader(
        game_id=game_id_for(channel, key),
        channel=channel,
        title="pog",
        scenario="campaign",
        created_by="joffre",
        created_at=datetime(2026, 8, 1, 12, tzinfo=UTC),
        key=key,
        **more,
    )


async def new_game(store: Store, channel: str = CHANNEL, key: str = "new-1") -> str:
    """Create a game without entries and return its id."""
    head = header(channel, key)
    result = await store.create_game(head, Change({"game": head.game_id}))
    assert isinstance(result, Committed)
    return head.game_id


def snapshot(number: int) -> str:
    """A position that tells of which entry it is."""
    return json.dumps({"number": number, "units": ["ge 1 army", "fr 5 army"]})


def step(number: int, word: str, posts: int = 0) -> Change:
    """A change that adds entry `number`, saying `word`."""
    return Change(
        answer={"said": word},
        entries=[{"n": number, "kind": "choice", "choice": word}],
        snapshot=snapshot(number),
        posts=[Post(kind="action", body={"text": f"{word} {i}"}) for i in range(posts)],
    )


def say(word: str, posts: int = 0) -> Any:
    """A command that adds one entry, wherever the game is."""

    def decide(stored: StoredGame) -> Change:
        return step(stored.number + 1, word, posts)

    return decide


async def ask(url: str, *command: str) -> object:
    connection = Connection(url, patience=3)
    try:
        return await connection.call(*command)
    finally:
        await connection.close()
