"""Base class of picture requests, for every title."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, dataclass, fields
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


def of_view_alone(kinds: Iterable[type]) -> list[type]:
    """Return the kinds of requests that need nothing but a view: samples of them can be made without naming them."""
    return [
        kind
        for kind in kinds
        if [one.name for one in fields(kind) if one.default is MISSING and one.default_factory is MISSING] == ["view"]
    ]


__all__ = ["PALETTES", "STANDARD", "BaseRequest", "Palette", "of_view_alone"]
