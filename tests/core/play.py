"""Starting and playing the toy game, and what a position is."""

from __future__ import annotations

import json
from typing import Any

from engine.core.chance import ScriptedChance
from engine.core.game import Game
from tests.core.toy import Toy, ToyGame


def start(**script: list[int]) -> ToyGame:
    """A new game whose dice and cards are given by purpose."""
    return Game.start(Toy(), ScriptedChance(script))


def play(game: ToyGame, *texts: str) -> ToyGame:
    """Make choices given as text."""
    for text in texts:
        game.apply(game.parse(text))
    return game


def position(game: ToyGame) -> tuple[Any, ...]:
    """Everything a refusal or an undo must leave as it was."""
    stack = json.dumps(game.snapshot()["stack"])
    return json.dumps(game.state.dump()), stack, game.counter, game.options(), game.actor
