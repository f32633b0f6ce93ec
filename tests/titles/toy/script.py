"""A whole hunt as typed orders: Anna is the fox, Ben the hound. Chance always takes its last candidate."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

ORDERS = (
    ("anna", "den north"), ("anna", "run middle"), ("ben", "track south; west"), ("ben", "track sniff"), ("ben", "done"),
    ("anna", "run south"), ("ben", "choose step south_west"), ("ben", "pass"),
    ("anna", "choose run south"), ("ben", "track west; sniff"), ("ben", "track middle"), ("ben", "done"),
)  # fmt: skip
LOBBY = (("anna", "new short_hunt"), ("anna", "join fox"), ("ben", "join hound"), ("anna", "start"))

#: A den that is taken back, and a day that is: Anna asks for it, and Ben still has to agree.
BACK = (
    ("anna", "den north east"), ("anna", "undo"), ("anna", "den north"), ("anna", "run west"), ("ben", "track sniff"),
    ("ben", "done"), ("anna", "rollback 3"),
)  # fmt: skip


def check_gone_back(record: Sequence[dict[str, Any]], exported: str, verdict: str) -> None:
    """Check that a record with an undone step and an agreed rollback is shown whole after the hunt, and is verified."""
    assert [entry["kind"] for entry in record if entry["kind"] in ("undo", "rollback")] == ["undo", "rollback"]
    data = json.loads(exported)
    assert (data["scenario"], data["result"]["reason"]) == ("short_hunt", "safe")
    assert data["entries"] == list(record), "when it is over nothing is hidden"
    assert "hide north_east" in exported
    assert "replay to the current position" in verdict


__all__ = ["BACK", "LOBBY", "ORDERS", "check_gone_back"]
