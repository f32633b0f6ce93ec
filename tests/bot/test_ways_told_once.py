"""A retreat or an advance of two spaces made space by space is narrated once, as the whole way (12.5.1 in Banquet)."""

from __future__ import annotations

from typing import Any

from bot.titles.pog.narration.event_merging import told_once


def event(kind: str, **data: Any) -> dict[str, Any]:
    return {"n": 1, "kind": kind, "data": data}


def test_the_first_space_of_a_way_that_goes_on_is_not_told_by_itself() -> None:
    attack, control = event("attack", target=5), event("control", space=5, side=0)
    first = [
        attack,
        event("advance_declared", units=(1, 2), space=5),
        event("retreated", unit=8, path=(6,)),
        event("retreated", unit=9, path=(4,)),
        event("advanced", units=(1, 2), path=(5,)),
        control,
    ]
    assert told_once(first) == [attack, *first[2:]]
    second = [
        event("advance_declared", units=(1,), space=6),
        event("retreated", unit=8, path=(6, 7)),
        event("advanced", units=(1,), path=(5, 6)),
    ]
    stays = event("advanced", units=[2], path=(5,))
    assert told_once([*first, *second]) == [attack, first[3], stays, control, *second[1:]]
    # Another combat of the action is narrated separately.
    again = [attack, event("retreated", unit=8, path=(6, 7)), event("advanced", units=(1,), path=(5, 6))]
    assert told_once([*first, *again]) == [attack, *first[2:], *again]
