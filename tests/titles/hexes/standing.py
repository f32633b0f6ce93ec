"""Standing orders of the hex game: whether a stack that is attacked stands or falls back, with a default before anybody gave one.

An order looks at the seat's own stack and at its attacker, which is seen by then. The order that was given last counts first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from bot.storage.models import GameSettings
from bot.table.refusal import refuse
from bot.table.table import Table
from bot.table.typed_text import fold
from bot.titles import table_of
from engine.core.game import Game
from engine.core.options import Choice
from tests.titles.hexes.book import HexBook
from tests.titles.hexes.facts import BLUE, NOWHERE, facts
from tests.titles.hexes.orders import hex_named
from tests.titles.hexes.rules import Answer

#: Most orders of one side, and most notes of what they did.
MOST: Final = 6
_KEPT: Final = 5
_FORM: Final = re.compile(
    r"(?:always )?(fall ?back|stand|ask)(?: me)?(?: (?:at|when outnumbered) (\d)(?: ?(?::|to) ?1)?)?(?: toward (\w+))?"
)


class HexOrder(BaseModel):
    """One order: what to do where the attacker has at least `odds` times the steps of the stack."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    do: Literal["fall_back", "stand", "ask"]
    odds: int = Field(default=0, ge=0, le=9)
    #: The hex that a stack falls back toward; its own edge without one.
    toward: int = NOWHERE

    def fits(self, game: Game[Any]) -> bool:
        """True where the odds are so bad, or worse; a decoy is outnumbered by anybody."""
        steps, asked = game.state.steps, _asked(game)
        return bool(steps[asked.stack] >= self.odds * steps[asked.target])

    def choice(self, table: Table) -> Choice | None:
        """What it answers; None where the seat is to be asked, or cannot do it."""
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
    """The question that is answered."""
    assert isinstance(game.decision, Answer)
    return game.decision


#: What holds for a side until it says something else.
DEFAULT: Final = HexOrder(do="fall_back", odds=2)


class HexStanding(BaseModel):
    """The standing orders of one game by side, the newest first, and what they did."""

    model_config = ConfigDict(extra="ignore")

    orders: dict[str, list[HexOrder]] = Field(default_factory=dict)
    done: dict[str, list[str]] = Field(default_factory=dict)

    @classmethod
    def of(cls, settings: GameSettings) -> HexStanding:
        """Read them from a game's settings."""
        return settings.part("standing", cls)

    def into(self, settings: GameSettings) -> GameSettings:
        """Return the settings with these in them."""
        return settings.model_copy(update={"standing": self.model_dump(mode="json")})

    def carry_out(self, table: Table, names: HexBook) -> Table:
        """Answer for whoever is attacked, unless they want to be asked."""
        game = table.game
        if not game.stack or table.face.standing != "answer":
            return table
        side = int(game.actor or 0)
        order = next((one for one in (*self._of(side), DEFAULT) if one.fits(game)), None)
        choice = order.choice(table_of(game, side)) if order else None
        if order is None or choice is None:
            return table
        stack = names.argument("stack", _asked(game).target)
        game.apply(choice, side=side, automatic=True)
        table.told.extend((game.number, event) for event in game.drain())
        note = names.words.say("ui.standing.did", order=self._told(names, order), stack=stack, turn=game.state.turn)
        self.done[str(side)] = [*self.done_by(side), note][-_KEPT:]
        return table

    def give(self, names: HexBook, side: int, text: str, moment: tuple[int, int]) -> None:
        """Add an order; raises Refusal where there is none such or no room."""
        del names, moment
        found = _FORM.fullmatch(" ".join(fold(text).split()))
        if found is None:
            raise refuse("standing_form", text=text)
        if self.count(side) >= MOST:
            raise refuse("standing_full", count=MOST)
        do = found[1].replace(" ", "").replace("fallback", "fall_back")
        order = HexOrder(do=do, odds=int(found[2] or 0), toward=hex_named(found[3]) if found[3] else NOWHERE)  # type: ignore[arg-type]
        self.orders[str(side)] = [order, *(old for old in self._of(side) if old != order)]

    def count(self, side: int) -> int:
        """Return how many orders a side has given."""
        return len(self._of(side))

    def drop(self, side: int, number: int) -> None:
        """Revoke an order by its place, counted from 1; 0 for all."""
        self.orders[str(side)] = [one for at, one in enumerate(self._of(side), 1) if number and at != number]

    def told(self, names: HexBook, side: int) -> list[str]:
        """Return the orders of a side in words."""
        return [self._told(names, order) for order in self._of(side)]

    def begin(self, options: Mapping[str, Any]) -> None:
        """The default needs nothing stored."""

    def instead(self, names: HexBook) -> Mapping[str, str]:
        """Every option of `/new` holds."""
        del names
        return {}

    def spares(self, side: int) -> bool:
        """Who is attacked always has a choice."""
        del side
        return False

    def default(self, names: HexBook, game: Game[Any], side: int) -> str:
        """Say what holds where no order fits."""
        del game, side
        return names.words.say("ui.standing.default", order=self._told(names, DEFAULT))

    def openly(self, names: HexBook, *, together: bool = False) -> list[str]:
        """Nobody tells the other side."""
        del names, together
        return []

    def done_by(self, side: int) -> list[str]:
        """Return what the orders of a side did last."""
        return self.done.get(str(side), [])

    def _of(self, side: int) -> list[HexOrder]:
        return self.orders.get(str(side), [])

    @staticmethod
    def _told(names: HexBook, order: HexOrder) -> str:
        say = names.words.say
        at = say("ui.standing.at", odds=order.odds) if order.odds else ""
        toward = say("ui.standing.toward", hex=names.hex(order.toward)) if order.toward != NOWHERE else ""
        return say(f"ui.standing.{order.do}") + at + toward


__all__ = ["DEFAULT", "HexOrder", "HexStanding"]
