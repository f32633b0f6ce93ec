"""Base class of picture requests, for every title."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from renderer.kit.languages import USUAL

#: Names of the colour sets, which `colours` describes.
Palette = Literal["standard", "dark", "red_green", "blue_yellow"]
PALETTES: Final[tuple[Palette, ...]] = get_args(Palette)
STANDARD: Final = "standard"


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseRequest:
    """A picture's colour set, one of `PALETTES`, and language."""

    palette: str = STANDARD
    language: str = USUAL


__all__ = ["PALETTES", "STANDARD", "BaseRequest", "Palette"]
