"""The shipped facts as the renderer has them, for tests that have no game of their own to take them from."""

from __future__ import annotations

from engine.pog.content import load_content
from renderer.pog import layout
from renderer.pog import words as wording
from renderer.pog.art.counter import CounterKey, faces
from renderer.pog.layout import Layout
from renderer.pog.words import PogWords


def words() -> PogWords:
    """The words about the shipped facts."""
    return wording.words(load_content())


def load_layout() -> Layout:
    """The board of the shipped facts."""
    return layout.load_layout(load_content())


def counter(unit: int, reduced: bool, supplied: bool = True, mark: str = "") -> CounterKey:
    """A counter of the shipped facts."""
    return CounterKey(faces(load_content())[unit], reduced, supplied, mark)
