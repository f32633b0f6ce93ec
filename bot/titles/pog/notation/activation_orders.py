"""Typed activations: spaces and what they are activated for (9.2.5)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bot.table.refusal import refuse

ATTACK_WORDS = frozenset(
    {
        "attack",
        "attacks",
        "attacking",
        "combat",
        "fight",
        "fights",
        "fighting",
        "battle",
        "battles",
        "assault",
        "assaults",
        "att",
        "atk",
        "attk",
        "cb",
        "cbt",
    }
)
MOVE_WORDS = frozenset({"move", "moves", "movement", "moving", "mv", "mov", "march", "marches", "marching"})
BOTH_WORDS = frozenset({"both"})
#: Filler words between spaces and their use.
_EVERY = BOTH_WORDS | {"all"}
#: Letters that mean a use when in brackets.
LETTERS = {"a": "attack", "c": "attack", "co": "attack", "m": "move", "mv": "move"}
_USES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(ATTACK_WORDS, ("attack",)),
    **dict.fromkeys(MOVE_WORDS, ("move",)),
    **dict.fromkeys(BOTH_WORDS, ("move", "attack")),
}
#: Separators between two uses of one space.
_BETWEEN = frozenset({"and", "plus", "+", ",", "also", "or"})
_FILLING = frozenset(
    {
        "a",
        "an",
        "for",
        "to",
        "marker",
        "markers",
        "stack",
        "stacks",
        "space",
        "spaces",
        "on",
        "in",
        "at",
        "(",
        ")",
        ":",
        "the",
        "gets",
        "only",
        "just",
        "alone",
        "get",
        "-",
        "–",
        "—",
        "->",
        "→",
    }
)

#: Words of spaces, and the uses they are activated for.
Group = tuple[list[str], list[str]]


def groups(words: Sequence[str]) -> list[Group]:
    """Return the spaces of a piece with their uses: `lomza, kovno move, nancy attack`, `attack nancy, move lomza`.

    Returns [] if no use is named, or if spaces are left without one.
    """
    words = [word for before, word in pairwise(["", *_expand_letters(words)]) if not _adds_nothing(before, word)]
    words = [
        word
        for at, word in enumerate(words)
        if at == 0 or word not in _EVERY or words[at + 1 : at + 2] == [] or words[at + 1] not in _USES
    ]
    words = words[1:] if words and words[0] in BOTH_WORDS else words  # both spaces, not both uses
    if words and words[0] in _USES:
        return _use_first(words)
    found: list[Group] = []
    spaces: list[str] = []
    at = 0
    while at < len(words):
        if words[at] not in _USES:
            spaces.append(words[at])
            at += 1
            continue
        uses, at = _read_uses(words, at)
        if not _names_spaces(spaces):
            return []
        found.append((spaces, uses))
        spaces = []
    return found if not _names_spaces(spaces) else []


def _adds_nothing(before: str, word: str) -> bool:
    """Return True for a filler word between spaces and uses, such as the 1 of `nancy for 1` (but not the 1 of `ge 1`)."""
    return word in _FILLING or (word == "1" and (before in _USES or before in _FILLING))


def _expand_letters(words: Sequence[str]) -> list[str]:
    """Return words with letters replaced by the uses they mean, as in `nancy (c), lomza m`."""
    found = list(words)
    for at in range(1, len(words)):
        behind = words[at + 1] if at + 1 < len(words) else ","
        bracketed = words[at - 1] == "(" and behind == ")"
        if words[at] in LETTERS and (bracketed or (behind in (",", "and") and words[at - 1] not in (",", "and"))):
            found[at] = LETTERS[words[at]]
    return found


def _use_first(words: Sequence[str]) -> list[Group]:
    found: list[Group] = []
    at = 0
    while at < len(words):
        uses, at = _read_uses(words, at)
        spaces: list[str] = []
        while at < len(words) and words[at] not in _USES:
            spaces.append(words[at])
            at += 1
        if not _names_spaces(spaces):
            return []
        found.append((spaces, uses))
    return found


def _read_uses(words: Sequence[str], at: int) -> tuple[list[str], int]:
    """Return the consecutive uses named from `at` on, and the position after them."""
    uses = [*_USES[words[at]]]
    at += 1
    while True:
        behind = at
        while behind < len(words) and words[behind] in _BETWEEN:
            behind += 1
        if behind >= len(words) or words[behind] not in _USES:
            return sorted(set(uses), reverse=True), at
        uses += _USES[words[behind]]
        at = behind + 1


def _names_spaces(spaces: Sequence[str]) -> bool:
    return any(word not in _BETWEEN for word in spaces)


def marked(words: Sequence[str], part: str) -> list[Group]:
    """Return the groups of a piece; refuse one that doesn't say what each space is activated for."""
    found = groups(words)
    if (
        not found
        and any(word in _USES for word in words)
        and all(word in _USES or not word.isalnum() for word in words)
    ):
        raise refuse("which_space", "9.2.5", part)
    if not found:
        raise refuse("move_or_attack", "9.2.5", part)
    return found


__all__ = ["ATTACK_WORDS", "BOTH_WORDS", "LETTERS", "MOVE_WORDS", "Group", "groups", "marked"]
