"""The texts of the hex game: the plain book, with names for hexes, facings and placings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.titles.defaults.book import PlainBook
from tests.titles.hexes.facts import NOWHERE, SIDES, UNKNOWN, facts
from tests.titles.hexes.state import View

#: Fields of events and reasons that hold a hex.
_HEXES = frozenset({"hex", "origin", "to"})


class HexBook(PlainBook):
    """Names stacks by `names.stack.blue1`, hexes by letter and number."""

    def hex(self, hex_: int) -> str:
        """Return the name of a hex."""
        return facts().hexes[hex_].upper()

    def facing(self, side: int) -> str:
        """Return the name of a side of a hex, e.g. "north-east"."""
        return self.words.say(f"names.facing.{SIDES[side]}")

    def argument(self, kind: str, arg: int) -> str:
        """Return the name of an argument: "B4 facing north" for a placing, a stack's name for its target."""
        if kind != "placing":
            stack = kind == "target" and arg != facts().fort_target
            return super().argument("stack" if stack else kind, arg)
        return self.words.say("names.placed", hex=self.hex(arg // 6), facing=self.facing(arg % 6))

    def because(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of an event or reason in words, including hexes, facings and dealt steps."""
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
        """Return the stacks of a side, each with what the viewer knows of it."""
        there = [stack for stack in facts().stacks_of(side) if view.at[stack] != NOWHERE]
        return self.words.listed([self.stack(view, stack) for stack in there]) or self.words.say("ui.words.none")

    def stack(self, view: View, stack: int) -> str:
        """Return a stack with what the viewer knows of it."""
        steps, where = view.steps[stack], {"stack": self.argument("stack", stack), "hex": self.hex(view.at[stack])}
        if steps == UNKNOWN:
            return self.words.say("ui.battle.hidden", **where)
        key = "ui.battle.known" if steps else "ui.battle.decoy"
        return self.words.say(key, count=steps, facing=self.facing(view.facing[stack]), **where)

    def points(self, view: View) -> str:
        """Return the points and the state of the fort."""
        return self.words.say("ui.battle.points", score=view.score, par=view.par, fort=self.fort(view))

    def fort(self, view: View) -> str:
        """Return the state of the fort."""
        return self.words.say("ui.battle.fort" if view.fort else "ui.battle.fallen", count=view.fort)


__all__ = ["HexBook"]
