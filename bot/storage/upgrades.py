"""Upgrade functions from older versions of stored game data to the current ones."""

from __future__ import annotations

from typing import Any

from pydantic import JsonValue

from bot import persons


def with_person_as_creator(data: dict[str, Any]) -> dict[str, Any]:
    """Prefix a game's creator with the platform of its channel."""
    platform, maker = str(data.get("channel", "")).partition(":")[0], data.get("created_by")
    return {**data, "v": 2} | ({"created_by": persons.kept_person(platform, maker)} if isinstance(maker, str) else {})


def with_title(data: dict[str, Any]) -> dict[str, Any]:
    """Set the title of games from before there were several: Paths of Glory."""
    return {**data, "v": 3, "title": "pog"}


def unchanged_but_for_people(data: dict[str, Any]) -> dict[str, Any]:
    """Set the version in which people have their platform; `on` adds it, since only the game knows it."""
    return {**data, "v": 2}


def of_no_league(data: dict[str, Any]) -> dict[str, Any]:
    """Set that games from before there were leagues belong to no season."""
    return {**data, "v": 4, "league": None}


#: The services' fields in a game's settings when all of them shared one.
_PARTS = ("memory", "clock", "standing", "warnings", "seen", "open_seats", "master_log")


def with_parts(data: dict[str, Any]) -> dict[str, Any]:
    """Move the services' data from the shared field to one field each; the rest belongs to the title."""
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
    """Add platforms to an older version's notes about people: followers, pinged, offers, bids, the master's log."""

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
