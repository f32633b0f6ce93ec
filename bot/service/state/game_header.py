"""Builds the header of a new game: its creator, channel, title and rules."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, TypedDict

from typing_extensions import Unpack

from bot import __version__
from bot.storage.models import GameHeader, JsonObject, LeagueGame
from bot.titles.title import Title
from engine.core.chance import KeyedChance


class HeaderFields(TypedDict, total=False):
    """Optional header fields, by the names of `GameHeader`."""

    server: str
    offered: Literal["server", "all"]
    previous: str
    league: LeagueGame
    lesson: str
    puzzle: str


def new_header(
    title: Title[Any, Any],
    options: JsonObject,
    *,
    game_id: str,
    channel: str,
    created_by: str,
    created_at: datetime,
    key: str,
    seed: str = "",
    **fields: Unpack[HeaderFields],
) -> GameHeader:
    """Return the header of a new game: with a seed it starts immediately, without one with its lobby.

    The scenario comes from the options, or is the title's default. The seed is in hexadecimal digits.
    """
    header = GameHeader(
        game_id=game_id,
        channel=channel,
        title=title.name,
        scenario=str(options.get("scenario", title.setups.usual)),
        created_by=created_by,
        created_at=created_at,
        key=key,
        options=options,
        content_hash=title.system(options).digest,
        engine_version=__version__,
        **fields,
    )
    if not seed:
        return header
    commitment = KeyedChance.commitment(bytes.fromhex(seed))
    return header.model_copy(update={"status": "playing", "commitment": commitment, "seed": seed})


__all__ = ["HeaderFields", "new_header"]
