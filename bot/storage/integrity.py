"""Distinguishes a missing part of a stored game from one that was never written.

Each part is written only by commits, so the other parts imply whether it must exist: every commit increments the
revision, a started game has seats, settings and a record, and one whose header says so had seats and settings from
the beginning. A position can be rebuilt from the record. Delivered posts leave an empty stream behind, so that a
missing one has lost its pending posts.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.narration.texts import host_text
from bot.storage.connection import Connection
from bot.storage.errors import StoredDamage
from bot.storage.keys import GameKeys
from bot.storage.models import GameHeader


def check_parts(
    head: GameHeader, *, revision: bool, record: bool, seats: bool, settings: bool, snapshot: bool = True
) -> None:
    """Check that every part of a game that must exist does.

    Raises:
        StoredDamage: one is gone.
    """
    begun = head.status == "playing" or bool(head.seed)
    whole = head.whole or begun
    there = {
        "revision": revision, "record": record or not begun, "seats": seats or not whole,
        "settings": settings or not whole, "snapshot": snapshot,
    }  # fmt: skip
    for part, stands in there.items():
        if not stands:
            raise _missing_part(part, head.game_id)


async def without_header(connection: Connection, games: Sequence[str]) -> dict[str, StoredDamage]:
    """Return those of some games without a header that have other parts, with their damage; others never existed."""
    if not games:
        return {}
    # EXISTS counts a key as often as it is named: in one command, atomically, a count above all other parts together
    # means that the header exists.
    counted = await connection.pipeline(
        *(("EXISTS", *[own.header] * len(own.written()), *own.written()[1:]) for own in map(GameKeys, games))
    )
    return {
        game: _missing_part("header", game)
        for game, parts in zip(games, counted, strict=True)
        if 0 < parts < len(GameKeys(game).written())
    }


def _missing_part(part: str, game_id: str) -> StoredDamage:
    return StoredDamage(host_text("store.absence.stored_game_gone_restore", part=part, game_id=game_id))


__all__ = ["check_parts", "without_header"]
