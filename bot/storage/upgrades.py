"""From older versions of what is stored of games to the versions that this code writes."""

from __future__ import annotations

from typing import Any

from pydantic import JsonValue

from bot import persons


def with_person_as_creator(data: dict[str, Any]) -> dict[str, Any]:
    """Give whoever created a game the platform of its channel."""
    platform, maker = str(data.get("channel", "")).partition(":")[0], data.get("created_by")
    return {**data, "v": 2} | ({"created_by": persons.kept_person(platform, maker)} if isinstance(maker, str) else {})


def with_title(data: dict[str, Any]) -> dict[str, Any]:
    """Name the title of games from before there were others: Paths of Glory."""
    return {**data, "v": 3, "title": "pog"}


def unchanged_but_for_people(data: dict[str, Any]) -> dict[str, Any]:
    """Return the next version in which people bear their platform; `on` gives it to them, since only the game knows it."""
    return {**data, "v": 2}


def of_no_league(data: dict[str, Any]) -> dict[str, Any]:
    """Say of games from before there were leagues that they are of no season."""
    return {**data, "v": 4, "league": None}


#: What services kept of a game when it had one drawer for all of them.
_PARTS = ("memory", "clock", "standing", "warnings", "seen", "open_seats", "master_log")


def with_parts(data: dict[str, Any]) -> dict[str, Any]:
    """Return what services kept in one drawer lies in a field of its own each; what is of no service is the title's."""
    rest = {name: value for name, value in data.items() if name != "extra"}
    extra = data.get("extra", {})
    if not isinstance(extra, dict):
        return {**data, "v": 3}
    parts = {name: value for name, value in extra.items() if name in _PARTS}
    others = {name: value for name, value in extra.items() if name not in parts}
    return {**rest, **parts, "v": 3} | ({"title_data": others} if others else {})


def notes_with_persons(
    memory: dict[str, JsonValue], log: list[dict[str, JsonValue]], platform: str
) -> tuple[dict[str, JsonValue], list[dict[str, JsonValue]]]:
    """Return what an older version noted about people in a game's settings: who follows it, was pinged, offers, bids, ruled."""

    def named(value: dict[str, JsonValue], field: str) -> dict[str, JsonValue]:
        return {**value, field: persons.kept_person(platform, str(value[field]))} if value.get(field) else value

    told = dict(memory)
    for name in ("followers", "pinged"):
        if isinstance(users := memory.get(name), list):
            told[name] = [persons.kept_person(platform, str(user)) for user in users]
    for name in ("offer", "bid"):
        if isinstance(held := memory.get(name), dict):
            told[name] = named(held, "user")
    return told, [named(line, "by") for line in log]
