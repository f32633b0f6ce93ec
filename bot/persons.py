"""Who somebody is: the platform, a colon, and the id that the platform gives them.

Platforms give ids that know nothing of each other, so the same id on two of them is two people.
Older versions kept the bare id, which no platform lets contain a colon; inside a game it belongs
to the platform of the game's channel.
"""

from __future__ import annotations

import re
from typing import Final

#: In the place of a platform: a level of the computer holds the seat. Older stored games bear this word, so it stays.
COMPUTER_PREFIX = "staff"
#: Typed for the computer without a level; players of older versions know it by the other word.
COMPUTER: Final = ("computer", COMPUTER_PREFIX)
#: In the place of a platform: who held a seat is forgotten.
FORMER = "former"
#: What the bare ids of the platforms look like whose ids cannot be chosen; any other is of a platform with free names.
_LOOKS = {"discord": re.compile(r"\d+"), "slack": re.compile(r"[A-Z0-9]+\.[A-Z0-9]+")}


def person(platform: str, ident: str) -> str:
    """Return the person of an id that a platform gave; with a colon in it, too, it is one of that platform."""
    return f"{platform}:{ident}"


def kept_person(platform: str, kept: str) -> str:
    """Return the person that was kept in a game of a platform, by an older version perhaps without it."""
    return kept if ":" in kept else person(platform, kept)


def id_on(platform: str, whole: str) -> str:
    """Return the id by which a platform knows a person, "" if they are of another platform."""
    before, colon, ident = whole.partition(":")
    if not colon:
        return whole
    return ident if before == platform else ""


def former(number: int) -> str:
    """Return what stands for somebody who is forgotten, in the place of an account."""
    return f"{FORMER}:{number}"


def is_former(whole: str) -> bool:
    """Return True for what stands for somebody who is forgotten, whom nothing can be told."""
    return whole.partition(":")[0] == FORMER


def chosen(platform: str) -> bool:
    """Return True if people choose their ids on a platform, so that one may be a word like any other."""
    return platform not in _LOOKS


def computer_id(level: str) -> str:
    """Return what holds a seat for a level of the computer."""
    return f"{COMPUTER_PREFIX}:{level}"


def level_of(whole: str) -> str:
    """Return the level of the computer that holds a seat so, "" for a person."""
    before, _, level = whole.partition(":")
    return level if before == COMPUTER_PREFIX else ""


def bare(whole: str) -> str:
    """Return a person's id without the platform, to be shown where they have no name."""
    return whole.partition(":")[2] or whole


def kept_bare(whole: str) -> str:
    """Return the bare id under which an older version kept what only this person can have kept, "" if there is none."""
    platform, colon, ident = whole.partition(":")
    look = next((name for name, form in _LOOKS.items() if form.fullmatch(ident)), "")
    return ident if colon and look in ("", platform) and (look or platform not in _LOOKS) else ""


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
