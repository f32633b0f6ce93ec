"""Export of records as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.service.record.redaction import read_by
from bot.service.state import seed_parts
from bot.storage.store import StoredGame


def exported(stored: StoredGame, raw: Sequence[dict[str, Any]], side: int | None) -> dict[str, Any]:
    """Return the record as JSON; before the end only as the viewer may read it, and without the seed."""
    over = stored.header.status == "finished"
    entries = [dict(entry) for entry in raw] if over else read_by(raw, side, stored).lines
    data = {
        "format": "feldpost-record",
        "version": 1,
        "game": stored.header.game_id,
        "title": stored.header.title,
        "scenario": stored.header.scenario,
        "options": dict(stored.header.options),
        "content": stored.header.content_hash,
        "engine": stored.header.engine_version,
        "commitment": stored.header.commitment,
        "length": len(entries),
        "entries": entries,
    }
    if stored.header.mixing is not None:
        data["seed_made_of"] = seed_parts.public(stored.header.mixing, over=over)
    if over:
        data["seed"] = stored.header.seed
        data["result"] = stored.header.result
    return data


__all__ = ["exported"]
