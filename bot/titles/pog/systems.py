"""From the options of a game to its rules and its facts, and from a position to what somebody may know of it.

Written here once for commands, posts, pictures and the terminal. Which facts a game is played with follows from its
options alone, so that every process that has the options has the same facts.
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

#: Sets of options whose rules are kept at hand.
KEPT = 64


def system_for(options: Mapping[str, Any]) -> PathsOfGlory:
    """Return the rules for a game's options as they are stored; games with the same options share them.

    Raises:
        OptionsError: the options do not go together.
        WarMissing: the scenario or an option is none that this version has.
    """
    return _system(json.dumps(options, sort_keys=True))


def system_once(options: Mapping[str, Any]) -> PathsOfGlory:
    """Return the same for a painter, who hardly sees a position twice: what was worked out of earlier ones is forgotten."""
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
            raise  # what is shipped is broken
        rest = ", ".join(f"{name}={value}" for name, value in given.items() if name != "scenario")
        raise WarMissing(f"{given.get('scenario', 'campaign')} ({rest})") from error


def content_of(options: Mapping[str, Any]) -> Content:
    """Return the facts that a game with these options is played with."""
    return system_for(options).rules.content


def facts_of(game: Game[Any]) -> Content:
    """Return the facts that a game is played with."""
    return game.state.rules.content  # type: ignore[no-any-return]


def view_for(game: Game[Any], viewer: int | None) -> GameView:
    """Return what a seat, or for None everybody, may know of a game as it stands."""
    return view_of(game, viewer)


__all__ = ["content_of", "facts_of", "system_for", "system_once", "view_for"]
