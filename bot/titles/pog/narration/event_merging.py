"""Merging of an action's events before they are worded, so that nothing is said twice."""

from __future__ import annotations

from collections.abc import Sequence

from bot.narration.segments import Told

MOST_LINES = 5
#: Events of units that retreat from a combat, or advance or are going to advance after it.
_GOING = frozenset({"retreated", "advanced", "advance_declared"})


def told_once(events: Sequence[Told]) -> list[Told]:
    """Return the events without those already covered by an earlier sentence.

    Attrition itself says what is eliminated and which spaces change hands, a siege roll that the fort falls, the order
    giving up a corps that it is eliminated, and a path includes its first part.
    """
    found: list[Told] = []
    cut_off: set[int] = set()
    gone: set[int] = set()
    fallen: set[int] = set()
    taken: dict[int, list[int]] = {}
    for event in _ways_once(events):
        kind, data = event["kind"], event["data"]
        if kind == "attrition":
            cut_off, gone, taken = set(data["spaces"]), set(data["units"]), {}
            found.append({**event, "data": {**data, "taken": taken}})
        elif kind == "control" and data.get("space") in cut_off:
            cut_off.discard(data["space"])
            taken.setdefault(data["side"], []).append(data["space"])
        elif kind == "loss" and data.get("unit") in gone:
            gone.discard(data["unit"])
        elif kind == "fort_destroyed" and data.get("space") in fallen:
            fallen.discard(data["space"])
        else:
            if kind == "given_up":
                gone.add(data["unit"])
            if kind == "siege_roll" and data.get("falls"):
                fallen.add(data["space"])
            found.append(event)
    return found


def _ways_once(events: Sequence[Told]) -> list[Told]:
    """Drop paths that are continued within their combat, and declared advances that were made (12.5.1 in Banquet)."""
    found: list[Told] = []
    behind: list[Told] = []  # later events of the same combat, newest first
    for event in reversed(events):
        kind = event["kind"]
        if kind == "attack":
            behind = []
        elif kind in _GOING and (left := _without_later_steps(event, behind)) is not None:
            found.append(left)
            behind.append(event)
            continue
        if kind not in _GOING:
            found.append(event)
    return found[::-1]


def _without_later_steps(event: Told, behind: Sequence[Told]) -> Told | None:
    """Reduce a retreat or advance to the units whose path no later event continues; None if none are left."""
    kind, data = event["kind"], event["data"]
    if kind == "advance_declared":
        entered = (one["data"] for one in behind if one["kind"] == "advanced")
        done = any(one["path"][-1] == data["space"] and {*one["units"]} & {*data["units"]} for one in entered)
        return None if done else event
    units = [data["unit"]] if kind == "retreated" else data["units"]
    path = tuple(data["path"])
    longer = [one["data"] for one in behind if one["kind"] == kind and len(one["data"]["path"]) > len(path)]
    on = [one for one in longer if tuple(one["path"][: len(path)]) == path]
    gone = {unit for one in on for unit in ([one["unit"]] if kind == "retreated" else one["units"])}
    left = [unit for unit in units if unit not in gone]
    if len(left) == len(units):
        return event
    return {**event, "data": {**data, "units": left}} if left else None


def joined(lines: list[str], fights: set[str]) -> list[str]:
    """Merge lines after the first until at most five are left; lines of combats stay separate."""
    while len(lines) > MOST_LINES:
        pairs = (at for at in range(1, len(lines) - 1) if not fights & {lines[at], lines[at + 1]})
        if (at := next(pairs, None)) is None:
            break
        lines[at : at + 2] = [f"{lines[at]} {lines[at + 1]}"]
    return lines


def fort_as_loss(event: Told) -> Told:
    """Return a fort destroyed in combat as a loss event; other events unchanged."""
    falls = event["kind"] == "fort_destroyed" and event["data"].get("cause") == "combat"
    return {"kind": "loss", "data": {"result": "fort"}} if falls else event


def shot(event: Told, fights: Sequence[str]) -> bool:
    """Return True for a fort destroyed in combat, which is narrated among that combat's losses."""
    return bool(fights) and event["kind"] == "fort_destroyed" and event["data"].get("cause") == "combat"


def outcome(winner: int | None, reason: str) -> str:
    """Return how a game ended: won, a draw, lost by both (5.6.3), or void."""
    if winner is not None:
        return "won"
    if reason in ("annulled", "operator", "ended"):
        return "void"
    return "lost" if reason == "peace_lost_by_both" else "draw"


__all__ = ["MOST_LINES", "joined", "outcome", "shot", "told_once"]
