"""A part of the variant: what it changes in the frames and in the answers of the rules before it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.frames import Frame
from engine.pog.tables import Tables


@dataclass(frozen=True, slots=True)
class Theme:
    """The rules of one topic.

    `amended` gives the answers with those that differ; `replaced` are the frames that take the place of
    those with the same kind, `added` the new ones.
    """

    amended: Callable[[Tables], Tables]
    replaced: tuple[type[Frame], ...] = ()
    added: tuple[type[Frame], ...] = ()
