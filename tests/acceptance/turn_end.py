"""The end of a turn of the extended example: replacements, attrition, sieges, war status, cards."""

from __future__ import annotations

import re
from typing import Any

from engine.pog.state import LEVELS
from tests.acceptance.example_game import SIDES, ExampleGame

#: A finding: the example says that nothing happens in either attrition phase, but it passes
#: over two spaces far from its armies. Libya is CP and cannot trace to a CP source, so it
#: turns Allied (11.1.16); Arabia, which 14.3.6 names, reaches no source of either side and
#: changes hands every turn. Neither is a VP space, so the VP agree all the same.
CUT_OFF = {"end of turn 1": ("arabia", "libya"), "end of turn 2": ("arabia",)}


class TurnEnd:
    """One end of a turn; `end` is its row of the example."""

    def __init__(self, example: ExampleGame, end: dict[str, Any]) -> None:
        self.example, self.end = example, end

    def play(self) -> None:
        """Play it and compare."""
        self.example.where = f"end of turn {self.example.state.turn}"
        orders = self.end["replacements"]
        for side, index in (("ap", 0), ("cp", 1)):
            for order in orders.get(side, []):
                self._replace(order)
            while self.example.game.stack and self.example.kind() == "replacement" and self.example.game.actor == index:
                self.example.answer("finish")
        self.example.check("attrition", CUT_OFF[self.example.where], self._attrition())
        self._check_siege()
        if str(self.end.get("war_status", "")).startswith("the Central Powers reach limited war"):
            self.example.check("CP commitment", "limited", LEVELS[self.example.state.commitment[1]])
            self.example.check("Turkey", True, "tu" in self.example.state.at_war)
        while self.example.kind() == "discard":
            self._discard()
        if "draw" in self.end:
            drawn = {SIDES[e.data["side"]]: e.data["count"] for e in self.example.events if e.kind == "draw"}
            self.example.check("cards drawn", self.end["draw"], drawn)
        self.example.check("VP", self.end["vp"], self.example.state.vp)

    def _attrition(self) -> tuple[str, ...]:
        events = [event.data for event in self.example.events if event.kind == "attrition"]
        self.example.check("units lost to attrition", (), events[0]["units"])
        return tuple(self.example.content.spaces[space].name for space in events[0]["spaces"])

    def _check_siege(self) -> None:
        rolls = [event.data for event in self.example.events if event.kind == "siege_roll"]
        if isinstance(self.end["siege"], str):
            self.example.check("siege rolls", [], rolls)
            return
        found = {
            self.example.content.spaces[r["space"]].name: {k: r[k] for k in ("die", "drm", "falls")} for r in rolls
        }
        self.example.check("siege rolls", self.end["siege"], found)

    def _discard(self) -> None:
        cards = self.example.options().of("discard")
        names = {self.example.content.cards[card].name: card for card in cards}
        said = " ".join(str(text) for text in self.end.get("discards", {}).values())
        chosen = [card for name, card in names.items() if name in said or "one combat card" in said]
        if chosen:
            self.example.answer("discard", chosen[0])
        else:
            self.example.answer("finish")

    def _replace(self, order: str) -> None:
        """Carry out one line of the Replacement Phase, e.g. "recreate x reduced in y"."""
        if order.startswith("flip the three Near East br_corps"):
            near_east = self.example.system.rules.board.near_east
            corps = [u for u in self.example.content.units if u.group == "br_corps"]
            for unit in [
                u.id
                for u in corps
                if self.example.state.loc[u.id] < 281 and near_east >> self.example.state.loc[u.id] & 1
            ]:
                self.example.answer("spend", unit)
                self.example.check("corps flipped", False, self.example.state.is_reduced(unit))
            return
        name = self.example.unit(order.split()[1])
        if order.startswith("flip"):
            self.example.answer("spend", name)
        else:
            place = re.search(r"in (\w+)", order).group(1)  # type: ignore[union-attr]
            self.example.answer("spend", name)
            if self.example.kind() == "rebuild":
                self.example.answer("rebuild_at", self.example.space(place))
            if "full strength" in order:
                self.example.answer("spend", name)
            self.example.check(f"{order}: place", place, self.example.place(name))
        reduced = " reduced" in order
        self.example.check(f"{order}: strength", reduced, self.example.state.is_reduced(name))


__all__ = ["TurnEnd"]
