"""Texts of turn notifications, and comparison of two versions of the same text."""

from __future__ import annotations

import re

from bot.narration.book import Book
from bot.service.session import holder_name
from bot.storage.store import StoredGame
from bot.titles import title_of
from engine.core.game import Game, GameState


def about(names: Book, game: Game[GameState]) -> str:
    """Return what is to be decided, in words that everyone may read."""
    kind = game.decision.kind
    title = f"ui.decisions.{title_of(game).face(kind).told_as or kind}.title"
    return names.words.say(title) if names.words.has(title) else kind.replace("_", " ")


def heading(names: Book, stored: StoredGame, game: Game[GameState], side: int) -> str:
    """Return the line that tells a pinged player which of their games it is: war, moment and opponent."""
    title, say = title_of(game), names.words.say
    key = f"names.scenarios.{stored.header.scenario}"
    war = say(key) if isinstance(names.words.find(key), str) else stored.header.scenario
    who, other = (holder_name(names.words, stored, one) or names.side(one) for one in (side, 1 - side))
    return say(
        "ui.posts.game",
        war=war,
        moment=title.label(names, title.moment(game)),
        who=who,
        other=other,
    )


def begun_alike(line: str, before: str) -> int:
    """Return the number of leading characters of a line already in `before`, in whole sentences."""
    if line.startswith(before) and line[len(before) : len(before) + 1] in ("", " "):
        return len(before)
    return next((end for end in reversed(_sentence_ends(line)) if before.startswith(line[:end])), 0)


def _sentence_ends(line: str) -> list[int]:
    """Return where the sentences of a line end, except its own end."""
    return [found.start() for found in re.finditer(r"(?<=[.!?]) (?=\S)", line)]


__all__ = ["about", "begun_alike", "heading"]
