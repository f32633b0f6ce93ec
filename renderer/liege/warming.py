"""Advance rendering of what every picture needs, so that no player waits for it."""

from __future__ import annotations

from engine.liege.facts import MAPS, facts
from renderer.kit.sprites import sprite
from renderer.liege.art.signs import FortKey
from renderer.liege.ground import board_of
from renderer.liege.layout import CLOSE, WHOLE, layout
from renderer.liege.stacks import counter_key
from renderer.liege.view import DrawnPosition, DrawnUnit
from renderer.liege.words import words


def warm() -> None:
    """Draw the background of every map at both sizes, and render counters and forts in their initial state."""
    for place in MAPS:
        here = facts(place)
        for high in (CLOSE, WHOLE):
            board_of(layout(here, high)).sheet(1.0)
        view = DrawnPosition(here, "", 0, 0, 0, "", None)
        for unit, own in enumerate(here.units):
            for level in range(own.steps):
                sprite(counter_key(view, DrawnUnit(unit, 0, 0, level), words()), 1.0)
        for number in range(len(here.forts)):
            for standing in (False, True):
                for large in (False, True):
                    sprite(FortKey(words().code(here, number), standing, large), 1.0)


__all__ = ["warm"]
