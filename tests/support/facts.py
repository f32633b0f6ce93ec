"""Names and lexicon of an ordinary game, for tests without a game of their own."""

from __future__ import annotations

from bot.titles.pog.narration import names as narration
from bot.titles.pog.narration.names import Names
from bot.titles.pog.notation import lexicon as notation
from bot.titles.pog.notation.lexicon import Lexicon
from engine.pog.content import load_content


def names() -> Names:
    """The names of the shipped content."""
    return narration.names(load_content())


def lexicon() -> Lexicon:
    """The names as people type them."""
    return notation.lexicon(load_content())
