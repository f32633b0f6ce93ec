"""Rules and content for a game's options, and views of a position for a viewer.

Shared by commands, posts, pictures and the terminal. A game's content follows from its options alone, so every process
that has the options has the same content.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from bot.storage.errors import WarMissing
from engine.core.game import Game
from engine.errors import OptionsError
from engine.pog import PathsOfGlory, options_from, view_of
from engine.pog.content import Content
from engine.pog.view import GameView

#: Number of option sets whose rules are cached.
KEPT = 64


def system_for(options: Mapping[str, Any]) -> PathsOfGlory:
    """Return the rules for a game's stored options; games with the same options share them.

    Raises:
        OptionsError: the options contradict each other.
        WarMissing: this version doesn't have the scenario or an option.
    """
    return _system(json.dumps(options, sort_keys=True))


def system_once(options: Mapping[str, Any]) -> PathsOfGlory:
    """Return the same with its caches of earlier positions cleared, for drawing workers, which rarely see a position twice."""
    system = system_for(options)
    system.rules.forget_floods()
    return system


@lru_cache(maxsize=KEPT)
def _system(options: str) -> PathsOfGlory:
    given: dict[str, Any] = json.loads(options)
    try:
        return PathsOfGlory(options_from(given))
    except OptionsError as clash:
        if clash.reason.code == "unknown_war":
            raise WarMissing(str(clash.reason.data["war"])) from None
        if clash.reason.code in ("unknown_switch", "switch_value"):
            raise WarMissing(f"{given.get('scenario', 'campaign')} ({clash.reason.data['switch']})") from None
        raise
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        if not given:
            raise  # the shipped content is broken
        rest = ", ".join(f"{name}={value}" for name, value in given.items() if name != "scenario")
        raise WarMissing(f"{given.get('scenario', 'campaign')} ({rest})") from error


def content_of(options: Mapping[str, Any]) -> Content:
    """Return the content that a game with these options is played with."""
    return system_for(options).rules.content


def facts_of(game: Game[Any]) -> Content:
    """Return the content that a game is played with."""
    return game.state.rules.content  # type: ignore[no-any-return]


def view_for(game: Game[Any], viewer: int | None) -> GameView:
    """Return the current position as a seat, or for None the public, may know it."""
    return view_of(game, viewer)


__all__ = ["content_of", "facts_of", "system_for", "system_once", "view_for"]
