"""A whole short day as typed orders: Anna is blue, Ben red. Chance always takes its last candidate, so every die shows 20.

With it the stacks have 0, 1, 2 and 3 steps in their order. Anna is asked twice in the midst of Ben's attacks, and Ben once; once
his stack falls back by the standing order that holds before he gave one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

#: What would tell of a stack that neither attacked nor stood before Ben's first attack: its steps, that it is a decoy, or its facing.
HIDDEN: Final = re.compile(r"(?:Blue [134]|Red [134]) (?:in \w\w \((?!hidden)|faces|is seen)|Yours have")

LOBBY = (("anna", "new short_day"), ("anna", "join blue"), ("ben", "join red"), ("anna", "start"))
ORDERS = (
    ("anna", "march blue2 c5 c4"), ("anna", "attack fort with blue2"), ("anna", "march blue3 d5 d4 facing nw"), ("anna", "done"),
    ("ben", "march red4 c2 facing s"), ("ben", "attack blue2 with red2"), ("anna", "fallback c5 facing n"), ("ben", "done"),
    ("anna", "march blue2 c4"), ("anna", "attack fort"), ("anna", "march blue3 d3 facing nw"), ("anna", "attack red2 with blue3"),
    ("anna", "done"), ("ben", "attack blue3 with red3"), ("anna", "stand"), ("ben", "done"),
    ("anna", "attack red3 with blue3"), ("ben", "stand"), ("anna", "done"), ("ben", "march red1 facing n"), ("ben", "done"),
)  # fmt: skip
#: The rules of a season of such days.
SEASON: Final[dict[str, Any]] = {
    "title": "hexes",
    "scenario": "short_day",
    "own_rounds": 3,
    "options": {"scenario": "short_day"},
}

#: What its clock says to whoever asks.
CLOCK: Final = "Banks: Blues 5 d, Reds 5 d."

#: An order that is taken back whole, and an action that is: Anna asks for it, and Ben still has to agree.
BACK = (
    ("anna", "march blue2 c5 c4"), ("anna", "undo"), ("anna", "march blue2 c5 c4"), ("anna", "attack fort"), ("anna", "rollback 7"),
)  # fmt: skip


def check_played(record: Sequence[dict[str, Any]], exported: str, verdict: str) -> None:
    """Check that a whole day is told when it is over: both answers, one of them by a standing order, and nothing hidden."""
    answers = [(one["choice"], one.get("auto", False)) for one in record if one.get("decision") == "answer"]
    assert answers == [("fall_back c5/n", False), ("fall_back b3/ne", True), ("stand", False), ("stand", False)]
    data = json.loads(exported)
    assert (data["scenario"], data["result"]["reason"]) == ("short_day", "points")
    assert data["entries"] == list(record), "when it is over nothing is hidden"
    assert "replay to the current position" in verdict


def check_gone_back(record: Sequence[dict[str, Any]], exported: str, verdict: str) -> None:
    """Check the same of a day in which an order was taken back, and an attack by consent."""
    assert [entry["kind"] for entry in record if entry["kind"] in ("undo", "rollback")] == ["undo", "rollback"]
    check_played(record, exported, verdict)


__all__ = ["BACK", "CLOCK", "HIDDEN", "LOBBY", "ORDERS", "SEASON", "check_gone_back", "check_played"]
