"""The record of a war as the rules alone make it, to compare with what came of it through a platform."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory


def by_rules(options: GameOptions, choices: Iterable[str | Choice]) -> list[dict[str, Any]]:
    """Return the record of these choices, written out or not, without the marks of automatic ones; chance is the test's."""
    game: Game[Any] = Game.start(PathsOfGlory(options), KeyedChance(b""))
    for choice in choices:
        game.apply(game.parse(choice) if isinstance(choice, str) else choice)
    return [unmarked(entry.dump()) for entry in game.fresh]


def unmarked(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry of a record without the mark of a choice that was made automatically."""
    return {name: value for name, value in entry.items() if name != "auto"}


__all__ = ["by_rules", "unmarked"]
