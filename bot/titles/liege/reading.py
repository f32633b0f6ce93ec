"""What an order says, piece by piece: units, hexes on the way, a facing, and keywords."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import cast

from bot.table.offers import OfferContext
from bot.table.refusal import Refusal, refuse
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.lexicon import Item, lexicon, one_unit
from engine.errors import Reason
from engine.liege.grid import NOWHERE
from engine.liege.state import LiegeState


@dataclass(slots=True)
class SaidOrder:
    """The pieces of an order with what they are about; what is not used up is refused."""

    context: OfferContext
    text: str
    items: list[Item]
    keywords: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, context: OfferContext, text: str) -> SaidOrder:
        """Read an order; raises Refusal for words that nobody knows."""
        return cls(context, text, lexicon(cast("LiegeBook", context.names)).read(text))

    @property
    def names(self) -> LiegeBook:
        """The words of the game."""
        return cast("LiegeBook", self.context.names)

    @property
    def state(self) -> LiegeState:
        """The position."""
        return cast("LiegeState", self.context.table.game.state)

    def units(self, among: Iterable[int], side: int | None = None) -> list[int]:
        """Take the units at the beginning: named one by one, `all`, or `all` of a hex; `among` decides between several."""
        able = list(among)
        if self.items and self.items[0].kind == "all":
            self.items.pop(0)
            if self.items and self.items[0].kind in ("hex", "fort"):
                hex_ = self.hexes(1)[0]
                return [one for one in able if self.state.at[one] == hex_]
            return able
        found: list[int] = []
        while self.items and self.items[0].kind == "unit":
            mine = self.context.table.side if side is None else side
            found.append(one_unit(self.names, self.items.pop(0), mine, [one for one in able if one not in found]))
        return found

    def take(self, *kinds: str) -> Item | None:
        """Take the next piece if it is of some kind."""
        if self.items and self.items[0].kind in kinds:
            return self.items.pop(0)
        return None

    def flag(self, keyword: str) -> bool:
        """Take a keyword wherever it is, and return whether it was there."""
        at = next((at for at, item in enumerate(self.items) if item.kind == keyword), None)
        if at is None:
            return False
        del self.items[at]
        return True

    def hexes(self, most: int = 99) -> list[int]:
        """Take the hexes that are next, by number, place or fort."""
        found: list[int] = []
        while self.items and len(found) < most:
            through = self.items[0].kind == "via"
            if (
                (through or self.items[0].kind in ("to", "at"))
                and len(self.items) > 1
                and self.items[1].kind in ("hex", "fort")
            ):
                self.items.pop(0)
            if self.items[0].kind not in ("hex", "fort"):
                break
            item = self.items.pop(0)
            hex_ = item.ids[0] if item.kind == "hex" else self.names.facts.forts[item.ids[0]].hex
            found.insert(len(found) - (through and bool(found)), hex_)  # `to t36 via u36`
        return found

    def facing(self) -> Item | None:
        """Take the facing: a side of a hex, or a hex or fort to look at, after `facing`; a side alone at the end, too."""
        at = next((at for at, item in enumerate(self.items) if item.kind == "facing"), None)
        if at is None:
            return self.items.pop() if self.items and self.items[-1].kind == "side" else None
        if at + 1 < len(self.items) and self.items[at + 1].kind in ("to", "at"):
            del self.items[at + 1]
        if at + 1 >= len(self.items) or self.items[at + 1].kind not in ("side", "hex", "fort"):
            raise self.without_facing()
        item = self.items[at + 1]
        del self.items[at : at + 2]
        return item

    def without_facing(self) -> Refusal:
        """Return the refusal of an order that says no facing; raises that of a last word that is no side."""
        if self.items:
            lexicon(self.names).check_side(self.items[-1].text)  # "w" is also short for "with"
        return refuse("which_facing", "6.2.1", self.text)

    def finish(self) -> None:
        """Refuse what is left over."""
        if self.items:
            raise Refusal(Reason("too_much", "", {"text": self.items[0].text}), self.text)

    def looking(self, item: Item | None, hex_: int) -> int:
        """Return the side of a hex that a facing means: toward another hex it is the side nearest to it."""
        if item is None:
            return NOWHERE
        if item.kind == "side":
            return item.ids[0]
        facts = self.names.facts
        other = item.ids[0] if item.kind == "hex" else facts.forts[item.ids[0]].hex
        return nearest_side(self.state, hex_, [other])


def written(name: str, text: str) -> str:
    """Return a typed order as a button's token holds it."""
    return f"o.{name} {text}".strip()


def nearest_side(state: LiegeState, hex_: int, others: Sequence[int]) -> int:
    """Return the side of a hex beyond which the nearest of some other hexes is; NOWHERE if there is none."""
    grid = state.facts.grid
    ranked = [
        (grid.distance(next_, other), side)
        for side, next_ in enumerate(grid.beyond[hex_])
        if next_ != NOWHERE
        for other in others
        if other != hex_
    ]
    return min(ranked)[1] if ranked else NOWHERE


__all__ = ["SaidOrder", "nearest_side", "written"]
