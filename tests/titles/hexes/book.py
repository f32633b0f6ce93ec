"""The words of the hex game: what the plain book says, and names for hexes, facings and placings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.titles.defaults.book import PlainBook
from tests.titles.hexes.facts import NOWHERE, SIDES, UNKNOWN, facts
from tests.titles.hexes.state import View

#: Fields of events and reasons that hold a hex.
_HEXES = frozenset({"hex", "origin", "to"})


class HexBook(PlainBook):
    """A stack is `names.stack.blue1`, a hex its letter and number."""

    def hex(self, hex_: int) -> str:
        """A hex."""
        return facts().hexes[hex_].upper()

    def facing(self, side: int) -> str:
        """A side of a hex, e.g. "north-east"."""
        return self.words.say(f"names.facing.{SIDES[side]}")

    def argument(self, kind: str, arg: int) -> str:
        """A placing as "B4, facing north"; a target as the stack that it is; anything else as the plain book says it."""
        if kind != "placing":
            stack = kind == "target" and arg != facts().fort_target
            return super().argument("stack" if stack else kind, arg)
        return self.words.say("names.placed", hex=self.hex(arg // 6), facing=self.facing(arg % 6))

    def because(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Hexes, facings and dealt steps in words, too."""
        told = super().because(data)
        told |= {key: self.hex(data[key]) for key in _HEXES & data.keys()}
        if "facing" in data:
            told["facing"] = self.facing(data["facing"])
        if isinstance(steps := data.get("steps"), list | tuple):
            told["steps"] = self.words.listed([str(one) for one in steps])
        elif steps is not None:
            told["count"] = steps
        return told

    def stacks(self, view: View, side: int) -> str:
        """The stacks of a side, each with what the viewer knows of it."""
        there = [stack for stack in facts().of(side) if view.at[stack] != NOWHERE]
        return self.words.listed([self.stack(view, stack) for stack in there]) or self.words.say("ui.words.none")

    def stack(self, view: View, stack: int) -> str:
        """A stack with what is known of it."""
        steps, where = view.steps[stack], {"stack": self.argument("stack", stack), "hex": self.hex(view.at[stack])}
        if steps == UNKNOWN:
            return self.words.say("ui.battle.hidden", **where)
        key = "ui.battle.known" if steps else "ui.battle.decoy"
        return self.words.say(key, count=steps, facing=self.facing(view.facing[stack]), **where)

    def points(self, view: View) -> str:
        """The points and the fort."""
        return self.words.say("ui.battle.points", score=view.score, par=view.par, fort=self.fort(view))

    def fort(self, view: View) -> str:
        """How the fort stands."""
        return self.words.say("ui.battle.fort" if view.fort else "ui.battle.fallen", count=view.fort)


__all__ = ["HexBook"]
