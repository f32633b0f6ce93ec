"""Identify people: the platform, a colon, and the id that the platform gives them.

Ids of different platforms are independent, so the same id on two platforms is two people. Older versions stored the
bare id, which never contains a colon; inside a game it belongs to the platform of the game's channel.
"""

from __future__ import annotations

import re
from typing import Final

#: Prefix in place of a platform where the computer holds the seat. Stored games contain this word, so it stays.
COMPUTER_PREFIX = "staff"
#: Words players can type for the computer without a level; the second is the one from older versions.
COMPUTER: Final = ("computer", COMPUTER_PREFIX)
#: Prefix in place of a platform where the data of the seat's former player was deleted.
FORMER = "former"
#: Formats of bare ids on platforms that assign them; other ids belong to a platform where people choose their own.
_ID_FORMATS = {"discord": re.compile(r"\d+"), "slack": re.compile(r"[A-Z0-9]+\.[A-Z0-9]+")}


def person(platform: str, ident: str) -> str:
    """Return the person with this id on a platform; an id that contains a colon is kept whole."""
    return f"{platform}:{ident}"


def kept_person(platform: str, kept: str) -> str:
    """Return the person stored in a game of a platform, adding the platform where an older version left it out."""
    return kept if ":" in kept else person(platform, kept)


def id_on(platform: str, whole: str) -> str:
    """Return a person's id on this platform, "" if they belong to another one."""
    before, colon, ident = whole.partition(":")
    if not colon:
        return whole
    return ident if before == platform else ""


def former(number: int) -> str:
    """Return the placeholder account of a person whose data was deleted."""
    return f"{FORMER}:{number}"


def is_former(whole: str) -> bool:
    """Return True for the placeholder of a deleted person, who can't be messaged."""
    return whole.partition(":")[0] == FORMER


def chosen(platform: str) -> bool:
    """Return True if people choose their own ids on a platform, so that an id can be any word."""
    return platform not in _ID_FORMATS


def computer_id(level: str) -> str:
    """Return the seat holder id of a computer level."""
    return f"{COMPUTER_PREFIX}:{level}"


def level_of(whole: str) -> str:
    """Return the computer level that holds a seat, "" for a person."""
    before, _, level = whole.partition(":")
    return level if before == COMPUTER_PREFIX else ""


def bare(whole: str) -> str:
    """Return a person's id without the platform, to show where they have no name."""
    return whole.partition(":")[2] or whole


def kept_bare(whole: str) -> str:
    """Return the bare id under which an older version stored data that can only be this person's, "" if none."""
    platform, colon, ident = whole.partition(":")
    look = next((name for name, form in _ID_FORMATS.items() if form.fullmatch(ident)), "")
    return ident if colon and look in ("", platform) and (look or platform not in _ID_FORMATS) else ""


__all__ = [
    "COMPUTER",
    "COMPUTER_PREFIX",
    "FORMER",
    "bare",
    "chosen",
    "computer_id",
    "former",
    "id_on",
    "is_former",
    "kept_bare",
    "kept_person",
    "level_of",
    "person",
]
