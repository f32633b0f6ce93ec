"""What every request for a picture has, of whatever title."""

from __future__ import annotations

from dataclasses import dataclass

from renderer.kit.colours import STANDARD
from renderer.kit.languages import USUAL


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseRequest:
    """The colour set of a picture, "standard", "dark", "red_green" or "blue_yellow", and the language of its words."""

    palette: str = STANDARD
    language: str = USUAL


__all__ = ["BaseRequest"]
