"""Plan how a sensible player would play a recorded game: with the fewest presses on the panel, or in whole lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile
from typing import Any

from benchmarks.by_panel import own_turn
from benchmarks.by_typing import line
from benchmarks.positions import Position
from benchmarks.recorded import Script


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a player; exactly one of `line`, `orders`, `screen` is set, or none to open the panel."""

    side: int
    #: Number of the game action it belongs to, 0 before the first.
    number: int = 0
    line: str = ""
    orders: tuple[str, ...] = ()
    screen: str = ""
    #: Menus filled in on the sheet opened before; the orders are sent from it.
    filled: int = 0
    #: The sheet is opened on the panel, not on the table message.
    on_panel: bool = False
    #: The first decision answered, and the use of the card if it began an action.
    decision: str = ""
    action: str = ""
    fights: int = 0
    #: Number of spaces that the action activates.
    spaces: int = 0

    @property
    def gives_order(self) -> bool:
        """True unless it only shows something."""
        return bool(self.line or self.orders)

    @property
    def opens(self) -> bool:
        """True if it opens the panel."""
        return not (self.line or self.orders or self.screen)


@cache
def plan(script: Script, manner: str, actions: int | None) -> tuple[Step, ...]:
    """Return everything both players do in this many actions, by "panel" or "typed".

    With None it is the whole record, or as much of it as can be ordered exactly as recorded.
    """
    return tuple(_steps(script, manner, actions))


def _steps(script: Script, manner: str, actions: int | None) -> Iterator[Step]:
    position, last, begun = Position.begin(script), -1, 0
    while position.game.stack and position.own:
        side = int(position.game.actor or 0)
        if position.own[0].decision == "choose_action":
            if begun == actions:
                return
            begun += 1
        typed = line(position) if manner == "typed" else None
        # What can't be typed is pressed, and what has no control is typed.
        presses = [] if typed else own_turn(position, opened=side == last and manner == "panel")
        for press in presses:
            does = {"screen": press.screen, "orders": press.orders, "filled": press.filled, "on_panel": press.on_panel}
            yield _step(press.before, begun, **does)
            position = press.after
        if not presses:
            found = typed or line(position)
            if found is None and actions is None:
                return
            if found is None:
                raise RuntimeError(f"{script.name}: nothing means {position.own[:4]}")
            yield _step(position, begun, line=found[0])
            position = found[1]
        last = side


def _step(position: Position, begun: int, **does: Any) -> Step:
    side, first = int(position.game.actor or 0), position.own[0]
    # Steps between two action rounds, e.g. replacements, belong to no action.
    number = begun if position.game.state.phase == "actions" else 0
    step = Step(side, number=number, decision=first.decision, **does)
    if not step.gives_order or first.decision != "choose_action":
        return step
    fights, spaces = _extent(position, side)
    return replace(step, action=first.text.partition(" ")[0], fights=fights, spaces=spaces)


def _extent(position: Position, side: int) -> tuple[int, int]:
    """Return the number of attacks and of activated spaces of the action that begins here."""
    rest = list(takewhile(lambda made: made.decision != "choose_action", position.rest[1:]))
    verbs = Counter(made.text.partition(" ")[0] for made in rest if made.side == side)
    return verbs["target"], verbs["for_movement"] + verbs["for_combat"]


__all__ = ["Step", "plan"]
