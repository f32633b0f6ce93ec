"""Drawing context of map layers: position, layout, window and texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from renderer.kit.canvas import XY
from renderer.kit.languages import USUAL
from renderer.kit.scene import Frame, Rect, Stamp
from renderer.kit.sprites import SpriteKey
from renderer.liege.layout import CLOSE, WHOLE, HexLayout, layout
from renderer.liege.legend import HIGH as LEGEND
from renderer.liege.view import DrawnPosition, DrawnStack, DrawnUnit
from renderer.liege.words import LiegeWords, words

#: Height in px of the caption at the top, and of the list of forts below a close-up.
STRIP, KEY = 36, 52


@dataclass(frozen=True)
class HexContext:
    """The input of a map picture's layers."""

    view: DrawnPosition
    plan: HexLayout
    frame: Frame
    words: LiegeWords
    #: The hexes that are shown completely.
    shown: frozenset[int]
    #: The units and hidden stacks of each non-empty hex.
    stacks: Mapping[int, list[DrawnUnit | DrawnStack]]

    def stamp(self, key: SpriteKey, at: XY, kind: str, about: str, anchor: str = "mm") -> Stamp:
        """Return a sprite at a position of the layout."""
        return self.frame.stamp(key, at[0], at[1], kind, about, anchor)


def theatre_context(view: DrawnPosition, language: str = USUAL) -> HexContext:
    """Return the context of the whole map."""
    plan = layout(view.facts, WHOLE)
    return context(view, plan, (0.0, 0.0, *plan.size), (STRIP, LEGEND), language)


def camp_context(view: DrawnPosition, language: str = USUAL) -> HexContext:
    """Return the context of the close-up."""
    plan = layout(view.facts, CLOSE)
    return context(view, plan, plan.window, (STRIP, KEY), language)


def context(view: DrawnPosition, plan: HexLayout, rect: Rect, strips: tuple[int, int], language: str) -> HexContext:
    """Return the context of a window, with `strips` px reserved at top and bottom."""
    strip, foot = strips
    frame = Frame(1.0, (rect[0], rect[1] - strip, rect[2], rect[3] + foot), strip, foot)
    return HexContext(view, plan, frame, words(language), _within(plan, rect), _stacks(view))


def _stacks(view: DrawnPosition) -> dict[int, list[DrawnUnit | DrawnStack]]:
    found: dict[int, list[DrawnUnit | DrawnStack]] = {}
    everybody: list[DrawnUnit | DrawnStack] = [*view.units, *view.hidden]
    for one in everybody:
        found.setdefault(one.hex, []).append(one)
    return found


@lru_cache(maxsize=64)
def _within(plan: HexLayout, rect: Rect) -> frozenset[int]:
    return frozenset(plan.within(rect))
