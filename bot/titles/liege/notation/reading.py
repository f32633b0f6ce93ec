"""Parser for typed orders: consumes units, hexes along a path, a facing, and keywords."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import cast

from bot.table.offers import OfferContext
from bot.table.refusal import Refusal, refuse
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.notation.lexicon import Item, lexicon, one_unit
from engine.errors import Reason
from engine.liege.grid import NOWHERE
from engine.liege.state import LiegeState


@dataclass(slots=True)
class SaidOrder:
    """The tokens of an order in its context; leftovers are refused."""

    context: OfferContext
    text: str
    items: list[Item]
    keywords: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, context: OfferContext, text: str) -> SaidOrder:
        """Tokenise an order; raises Refusal for unknown words."""
        found = cls(context, text, lexicon(cast("LiegeBook", context.names)).read(text))
        found.items = [one for at, _ in enumerate(found.items) for one in found._each_of_all(at)]
        return found

    def _each_of_all(self, at: int) -> list[Item]:
        """Return an item; for "all" before a name of several own units on the map nothing, and for that name each of them: `all 21cm`."""
        item, next_ = self.items[at], self.items[at + 1] if at + 1 < len(self.items) else None
        if item.kind == "all" and next_ is not None:
            return [] if len(self._own_on_map(next_)) > 1 else [item]
        own = self._own_on_map(item) if at and self.items[at - 1].kind == "all" else []
        return [Item("unit", (one,), self.names.short(one)) for one in own] if len(own) > 1 else [item]

    def _own_on_map(self, item: Item) -> list[int]:
        side, units = self.context.table.side, self.names.facts.units
        return [one for one in item.ids if item.kind == "unit" and units[one].side == side and self.state.at[one] >= 0]

    @property
    def names(self) -> LiegeBook:
        """The game's book."""
        return cast("LiegeBook", self.context.names)

    @property
    def state(self) -> LiegeState:
        """The position."""
        return cast("LiegeState", self.context.table.game.state)

    def units(self, among: Iterable[int], side: int | None = None) -> list[int]:
        """Consume the units at the start: named individually, `all`, or `all` of a hex; `among` resolves ambiguous names."""
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
        """Consume the next token if it has one of these kinds."""
        if self.items and self.items[0].kind in kinds:
            return self.items.pop(0)
        return None

    def flag(self, keyword: str) -> bool:
        """Consume a keyword anywhere, and return whether it was there."""
        at = next((at for at, item in enumerate(self.items) if item.kind == keyword), None)
        if at is None:
            return False
        del self.items[at]
        return True

    def hexes(self, most: int = 99) -> list[int]:
        """Consume the next hexes, given by number, place or fort."""
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
        """Consume the facing: a hexside, or a hex or fort to face, after `facing`; or a hexside alone at the end."""
        looks = [at for at, item in enumerate(self.items) if item.kind == "facing"]
        if len(looks) > 1 and self._heads(self.items[looks[0]]):
            del self.items[looks.pop(0)]  # `march 34ib towards u35 and face fléron`
            looks = [at - 1 for at in looks]
        at = next(iter(looks), None)
        if at is None:
            return self.items.pop() if self.items and self.items[-1].kind == "side" else None
        if at + 1 < len(self.items) and self.items[at + 1].kind in ("to", "at"):
            del self.items[at + 1]
        if at + 1 >= len(self.items) or self.items[at + 1].kind not in ("side", "hex", "fort"):
            raise self.without_facing()
        item = self.items[at + 1]
        del self.items[at : at + 2]
        return item

    def _heads(self, item: Item) -> bool:
        """Return whether a word for a facing can lead to where a unit goes as well: `toward`."""
        known = lexicon(self.names)
        return known.key(item.text) in known.heading

    def without_facing(self) -> Refusal:
        """Return the refusal of an order without facing; raises that of a last word that is no hexside."""
        if self.items:
            lexicon(self.names).check_side(self.items[-1].text)  # "w" also abbreviates "with"
        return refuse("which_facing", "6.2.1", self.text)

    def finish(self) -> None:
        """Refuse any leftover tokens."""
        if self.items:
            raise Refusal(Reason("too_much", "", {"text": self.items[0].text}), self.text)

    def looking(self, item: Item | None, hex_: int) -> int:
        """Return the hexside that a facing means; for a hex to face, the hexside closest to it."""
        if item is None:
            return NOWHERE
        if item.kind == "side":
            return item.ids[0]
        facts = self.names.facts
        other = item.ids[0] if item.kind == "hex" else facts.forts[item.ids[0]].hex
        return nearest_side(self.state, hex_, [other])


def written(name: str, text: str) -> str:
    """Return a typed order as stored in a button's token."""
    return f"o.{name} {text}".strip()


def nearest_side(state: LiegeState, hex_: int, others: Sequence[int]) -> int:
    """Return the hexside towards the nearest of some other hexes; NOWHERE if there are none."""
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
