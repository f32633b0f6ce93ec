"""Standing orders of the hex game: an attacked stack stands or falls back; there is a default without any.

An order depends only on the own stack and its attacker, which is seen by then. The newest order that fits applies.
"""

from __future__ import annotations

import re
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from bot.table.refusal import refuse
from bot.table.table import Table
from bot.table.typed_text import fold
from bot.titles import table_of
from bot.titles.defaults.standing_orders import PlainStandingOrders
from engine.core.game import Game
from engine.core.options import Choice
from tests.titles.hexes.book import HexBook
from tests.titles.hexes.facts import BLUE, NOWHERE, facts
from tests.titles.hexes.orders import hex_named
from tests.titles.hexes.rules import Answer

_FORM: Final = re.compile(
    r"(?:always )?(fall ?back|stand|ask)(?: me)?(?: (?:at|when outnumbered) (\d)(?: ?(?::|to) ?1)?)?(?: toward (\w+))?"
)


class HexOrder(BaseModel):
    """What to do if the attacker has at least `odds` times the steps of the stack."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    do: Literal["fall_back", "stand", "ask"]
    odds: int = Field(default=0, ge=0, le=9)
    #: The hex to fall back toward; by default the own edge of the map.
    toward: int = NOWHERE

    def fits(self, game: Game[Any]) -> bool:
        """Return whether the attacker has at least these odds; a decoy is always outnumbered."""
        steps, asked = game.state.steps, _asked(game)
        return bool(steps[asked.stack] >= self.odds * steps[asked.target])

    def choice(self, table: Table) -> Choice | None:
        """Return the answer; None if the player is to be asked, or it is impossible."""
        ways = table.may("fall_back")
        if self.do != "fall_back" or not ways:
            return Choice("stand") if self.do == "stand" else None
        here, attacker = facts(), table.game.state.at[table.field("stack")]

        def rank(arg: int) -> tuple[int, int, int]:
            hex_ = arg // 6
            row = hex_ % here.rows
            far = here.distance(hex_, self.toward) if self.toward != NOWHERE else -row if table.side == BLUE else row
            return far, hex_, int(arg % 6 != here.nearest_side(hex_, attacker))

        return Choice("fall_back", min(ways, key=rank))


def _asked(game: Game[Any]) -> Answer:
    """Return the pending question."""
    assert isinstance(game.decision, Answer)
    return game.decision


#: What applies without an order.
DEFAULT: Final = HexOrder(do="fall_back", odds=2)


class HexStandingOrders(PlainStandingOrders[HexOrder, HexBook]):
    """The standing orders of one game."""

    most = 6

    def carry_out(self, table: Table, names: HexBook) -> Table:
        """Answer for the attacked side, unless it wants to be asked."""
        game = table.game
        if not game.stack or table.face.standing != "answer":
            return table
        side = int(game.actor or 0)
        order = next((one for one in (*self.held(side), DEFAULT) if one.fits(game)), None)
        choice = order.choice(table_of(game, side)) if order else None
        if order is None or choice is None:
            return table
        stack = names.argument("stack", _asked(game).target)
        note = names.words.say("ui.standing.did", order=self.in_words(names, order), stack=stack, turn=game.state.turn)
        self.answer(table, choice, note)
        return table

    def give(self, names: HexBook, side: int, text: str, moment: tuple[int, int]) -> None:
        """Parse and add an order; raises Refusal."""
        del names, moment
        found = _FORM.fullmatch(" ".join(fold(text).split()))
        if found is None:
            raise refuse("standing_form", text=text)
        do = found[1].replace(" ", "").replace("fallback", "fall_back")
        order = HexOrder(do=do, odds=int(found[2] or 0), toward=hex_named(found[3]) if found[3] else NOWHERE)  # type: ignore[arg-type]
        self.put(side, [order], [old for old in self.held(side) if old != order])

    def default(self, names: HexBook, game: Game[Any], side: int) -> str:
        """Return what applies where no order fits."""
        del game, side
        return names.words.say("ui.standing.default", order=self.in_words(names, DEFAULT))

    def in_words(self, names: HexBook, order: HexOrder) -> str:
        """Return an order in words."""
        say = names.words.say
        at = say("ui.standing.at", odds=order.odds) if order.odds else ""
        toward = say("ui.standing.toward", hex=names.hex(order.toward)) if order.toward != NOWHERE else ""
        return say(f"ui.standing.{order.do}") + at + toward


__all__ = ["DEFAULT", "HexOrder", "HexStandingOrders"]
