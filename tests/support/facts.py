"""Names and lexicon of an ordinary game, for tests that have no game of their own to take them from."""

from __future__ import annotations

from bot.titles.pog.narration import names as narration
from bot.titles.pog.narration.names import Names
from bot.titles.pog.notation import lexicon as notation
from bot.titles.pog.notation.lexicon import Lexicon
from engine.pog.content import load_content


def names() -> Names:
    """The names of the shipped facts."""
    return narration.names(load_content())


def lexicon() -> Lexicon:
    """The same, as people type them."""
    return notation.lexicon(load_content())
