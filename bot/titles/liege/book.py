"""Book of Liège 1914: the plain book, plus names for hexes, units, forts and facings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.narration.texts import Texts
from bot.table.typed_text import fold
from bot.titles.defaults.book import PlainBook
from engine.liege.facts import ALLIED, facts
from engine.liege.system import LiegeSystem

#: The kinds of ids in event and reason fields that aren't named after their kind.
_HOLDS: Final[Mapping[str, str]] = {
    "units": "unit", "gun": "unit", "headquarters": "unit", "guns": "unit", "by": "unit", "attackers": "unit", "defenders": "unit", "firers": "unit",
    "to": "hex", "origin": "hex", "path": "hex", "hexes": "hex", "forts": "fort", "facing": "side", "full": "unit", "partly": "unit", "giver": "unit", "came": "hex", "named": "unit", "order": "fort",
    "limited": "unit", "out": "unit",
}  # fmt: skip
_KINDS: Final = ("unit", "hex", "fort")


class LiegeBook(PlainBook):
    """Names units by their counter, hexes by number and place, facings by compass point."""

    def __init__(self, words: Texts, seats: tuple[str, str], system: LiegeSystem) -> None:
        super().__init__(words, seats, system)
        self.facts = system.facts
        self._rules = system

    def side(self, side: int) -> str:
        """Return the name of a side; at Maubeuge the forts are French."""
        if side == ALLIED and self.facts is not facts():
            return self.words.say("names.nations.fr")
        return super().side(side)

    def unit(self, unit: int) -> str:
        """Return the text on a unit's counter."""
        return self.facts.units[unit].title

    def long(self, unit: int) -> str:
        """Return the full name of a unit."""
        return self.words.say(f"names.long.{self.facts.units[unit].name}")

    def short(self, unit: int) -> str:
        """Return how a unit is typed."""
        return str(self.words.table("names.short")[self.facts.units[unit].name][0])

    def typed_fort(self, fort: int) -> str:
        """Return how a fort is typed."""
        return fold(self.facts.forts[fort].title)

    def hex(self, hex_: int) -> str:
        """Return the number of a hex."""
        return self.facts.grid.names[hex_]

    def place(self, hex_: int) -> str:
        """Return the number of a hex, and the place in it, if any."""
        name, key = self.hex(hex_), f"names.place.{self.hex(hex_)}"
        return self.words.say("names.at", hex=name, place=self.words.say(key)) if self.words.has(key) else name

    def facing(self, side: int) -> str:
        """Return a hexside as a compass point, e.g. "north-east"."""
        return super().argument("side", side)

    def argument(self, kind: str, arg: int) -> str:
        """Return the name of a unit, hex, fort or facing."""
        if kind == "unit":
            return self.unit(arg)
        if kind == "hex":
            return self.place(arg)
        return self.facts.forts[arg].title if kind == "fort" else super().argument(kind, arg)

    def units(self, units: list[int]) -> str:
        """Return some units as a list."""
        return self.words.listed([self.unit(one) for one in units])

    def firers(self, guns: Sequence[int], forts: Sequence[int]) -> str:
        """Return the units and forts that fire together."""
        return self.words.listed([self.unit(gun) for gun in guns] + [self.argument("fort", fort) for fort in forts])

    def result(self, automatic: int, modifier: int) -> str:
        """Return a table result: automatic step losses, and the modifier of the following test."""
        key = "ui.liege.result_automatic" if automatic else "ui.liege.result"
        return self.words.say(key, count=automatic, modifier=signed(modifier))

    def combat(self, data: Mapping[str, Any]) -> dict[str, str]:
        """Return the strengths, the modifiers and both results of a combat."""
        told = [
            self.words.say("ui.liege.modifier", cause=self.words.say(f"ui.liege.causes.{cause}"), value=signed(value))
            for cause, value in data["modifiers"]
        ]
        return {
            "attack": f"{data['attack'] / 10:g}", "defence": f"{data['defence'] / 10:g}",
            "modifiers": self.words.listed(told) if told else self.words.say("ui.liege.no_modifiers"),
            "attacker": self.result(data["attacker"][0], data["attacker"][1]),
            "defender": self.result(data["defender"][0], data["defender"][1]),
        }  # fmt: skip

    def because(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the data with ids and stable names replaced by display names; lists become enumerations."""
        told = super().because({key: value for key, value in data.items() if key not in _HOLDS and key not in _KINDS})
        for key, value in data.items():
            kind = _HOLDS.get(key, key)
            if kind in (*_KINDS, "side") and key not in told:
                many = isinstance(value, list | tuple)
                named = [self._named(kind, one) for one in (value if many else [value])]
                told[key] = self.words.listed(named)
        if (who := told.get("unit") or told.get("fort")) is not None:
            told["who"] = who
        return told

    def _named(self, kind: str, value: Any) -> str:
        number = self._rules.id_of(kind, value) if isinstance(value, str) else value
        return self.argument(kind, number)


def signed(number: int) -> str:
    """Return a modifier with its sign."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "±0"


def led(score: int) -> str:
    """Return the German score with its sign, 0 without one."""
    return signed(score) if score else "0"


__all__ = ["LiegeBook", "led", "signed"]
