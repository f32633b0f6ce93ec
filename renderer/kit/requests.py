"""Base class of picture requests, for every title."""

from __future__ import annotations

from dataclasses import dataclass

from renderer.kit.colours import STANDARD
from renderer.kit.languages import USUAL


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseRequest:
    """A picture's colour set ("standard", "dark", "red_green" or "blue_yellow") and language."""

    palette: str = STANDARD
    language: str = USUAL


__all__ = ["BaseRequest"]
