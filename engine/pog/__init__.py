"""Paths of Glory on the kernel of `engine.core`."""

from engine.pog.ruleset import GameOptions, options_from
from engine.pog.sequence.base import PogGame
from engine.pog.system import PathsOfGlory
from engine.pog.viewing import hidden_cards, view_of

__all__ = ["GameOptions", "PathsOfGlory", "PogGame", "hidden_cards", "options_from", "view_of"]
