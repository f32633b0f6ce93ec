"""Shipped puzzles of a game: one TOML file each, called like the puzzle."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib import resources
from typing import Any, Protocol, TypeVar


class Named(Protocol):
    """What every puzzle has: a name, which ratings keep for ever."""

    @property
    def name(self) -> str:
        """Stable name of the puzzle."""
        ...


P = TypeVar("P", bound=Named)


def load_puzzle_files(game: str, parse: Callable[[dict[str, Any]], P]) -> tuple[P, ...]:
    """Return the puzzles in `assets/GAME/puzzles` by name, each parsed by `parse`; raises ValueError for an invalid file."""
    folder = resources.files("assets") / game / "puzzles"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    found = tuple(parse(tomllib.loads(file.read_text(encoding="utf-8"))) for file in files)
    if [f"{one.name}.toml" for one in found] != [file.name for file in files]:
        raise ValueError("a puzzle's file is named as the puzzle")
    return found


__all__ = ["Named", "load_puzzle_files"]
