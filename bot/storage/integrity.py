"""Tell a part of a stored game that is gone from one that was never written.

Each part is written by commits alone, so what stands beside it says whether it must be there: every
commit counts the revision, a game that was begun has seats, settings and a record, and one whose header says so
had seats and settings from the beginning. A position is made anew from the record. Posts that were
delivered leave an empty stream behind, so that a missing one has lost what waited in it.
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
    """Check that every part of a game that must exist does; raises StoredDamage for one that is gone.

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
            raise _gone(part, head.game_id)


async def without_header(connection: Connection, games: Sequence[str]) -> dict[str, StoredDamage]:
    """Return those of some games without a header of which other parts are left, each with its damage; the rest never came."""
    if not games:
        return {}
    # EXISTS counts a key as often as it is named: in one command, between which and another nobody makes or deletes
    # the game, more than all the others together say that the header stands.
    counted = await connection.pipeline(
        *(("EXISTS", *[own.header] * len(own.written()), *own.written()[1:]) for own in map(GameKeys, games))
    )
    return {
        game: _gone("header", game)
        for game, parts in zip(games, counted, strict=True)
        if 0 < parts < len(GameKeys(game).written())
    }


def _gone(part: str, game_id: str) -> StoredDamage:
    return StoredDamage(host_text("store.absence.stored_game_gone_restore", part=part, game_id=game_id))


__all__ = ["check_parts", "without_header"]
