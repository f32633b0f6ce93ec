"""Lines that ask to see a part of the map by its name: `show me the east`, `how does the western front look`."""

from __future__ import annotations

from collections.abc import Sequence

from bot.titles.pog.notation.lexicon import Lexicon


def shown(lexicon: Lexicon, words: Sequence[str]) -> str:
    """Return the map that a line asks for, "" if it says anything else."""
    table = lexicon.book.words.table("phrasings.theatres")
    said = f" {' '.join(word for word in words if word.isalnum())} "
    named = [(name, part) for part, names in table["parts"].items() for name in names if f" {name} " in said]
    if not named:
        return ""
    name, part = max(named, key=lambda one: len(one[0]))
    rest = set(said.replace(f" {name} ", " ", 1).split())
    asked = bool(rest.intersection(table["about"])) or name in table["plain"]
    return f"map {part}" if asked and rest <= {*table["about"], *table["words"]} else ""


__all__ = ["shown"]
