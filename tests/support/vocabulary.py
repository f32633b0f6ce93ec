"""The commands of Paths of Glory and of all titles, for tests that iterate over them."""

from __future__ import annotations

from bot.narration.texts import Texts
from bot.titles import title_named
from bot.titles.vocabulary import vocabulary


def texts(language: str = "en") -> Texts:
    """All texts in games of Paths of Glory."""
    return title_named("pog").words(language)


KNOWN = vocabulary(title_named("pog"))
COMMANDS, BY_NAME, ORDER_NAMES = KNOWN.commands, KNOWN.by_name, KNOWN.orders

__all__ = ["BY_NAME", "COMMANDS", "KNOWN", "ORDER_NAMES", "texts"]
