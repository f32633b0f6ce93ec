"""The rules engine: decisions in, facts out. It has no clock, no randomness of its own and no text for players.

    >>> from engine import Game, GameOptions, KeyedChance, PathsOfGlory, view_of
    >>> game = Game.start(PathsOfGlory(GameOptions(scenario="introductory")), KeyedChance(b"secret"))
    >>> game.decision.kind
    'guns_of_august'
    >>> game.apply(game.parse("take"))
    >>> sorted({choice.verb for choice in game.options()})[:2]
    ['auto_op', 'event']
    >>> view_of(game, viewer=0).turn
    1

The names exported here are the engine's interface. A module loads when one of its names is first used, so that a program
that needs only the kernel does not load a game.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.core.chance import ChanceSource, KeyedChance, RecordedChance, ScriptedChance
    from engine.core.frames import Decision, Flow, Frame, FrameTable
    from engine.core.game import Game
    from engine.core.options import Choice, Options
    from engine.core.record import Entry
    from engine.core.system import Event, GameState, Result, System
    from engine.errors import (
        ChanceError,
        ChoiceError,
        ContentError,
        EngineError,
        FlowError,
        GameOver,
        IllegalChoice,
        NotYourDecision,
        OptionsError,
        Reason,
        SnapshotError,
        StaleChoice,
        UndoError,
    )
    from engine.pog import GameOptions, PathsOfGlory, options_from, view_of

#: Module to the names it provides; the type checker reads the imports above, and a test compares the two.
_NAMES = {
    "engine.core.chance": "ChanceSource KeyedChance RecordedChance ScriptedChance",
    "engine.core.frames": "Decision Flow Frame FrameTable",
    "engine.core.game": "Game",
    "engine.core.options": "Choice Options",
    "engine.core.record": "Entry",
    "engine.core.system": "Event GameState Result System",
    "engine.errors": (
        "ChanceError ChoiceError ContentError EngineError FlowError GameOver IllegalChoice NotYourDecision OptionsError "
        "Reason SnapshotError StaleChoice UndoError"
    ),
    "engine.pog": "GameOptions PathsOfGlory options_from view_of",
}
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = [
    "ChanceError", "ChanceSource", "Choice", "ChoiceError", "ContentError", "Decision", "EngineError", "Entry", "Event", "Flow",
    "FlowError", "Frame", "FrameTable", "Game", "GameOptions", "GameOver", "GameState", "IllegalChoice", "KeyedChance",
    "NotYourDecision", "Options", "OptionsError", "PathsOfGlory", "Reason", "RecordedChance", "Result", "ScriptedChance",
    "SnapshotError", "StaleChoice", "System", "UndoError", "options_from", "view_of",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import the module that provides an exported name, and return the name.

    Raises:
        AttributeError: the engine exports no such name.
    """
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'engine' exports no {name!r}")
    return getattr(import_module(_MODULE_OF[name]), name)
