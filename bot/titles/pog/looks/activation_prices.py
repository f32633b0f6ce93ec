"""OPS that it costs to activate spaces: `what would it cost to attack Metz from Nancy and Verdun`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.pog.rules import activation

if TYPE_CHECKING:
    from bot.table.table import Table
    from bot.titles.pog.narration.names import Names


def activation_prices(names: Names, table: Table, spaces: Sequence[int]) -> str:
    """Return what it costs the table's side to activate each space to move and to attack, and all together (9.2.3)."""
    state, say, lines, totals = table.game.state, names.words.say, list[str](), [0, 0]
    for space in spaces:
        if not state.units_of(table.side, space):
            lines.append(say("ui.answers.nobody_to_activate", space=names.space(space)))
            continue
        prices = [activation.cost(state, table.side, space, attack) for attack in (False, True)]
        totals = [total + price for total, price in zip(totals, prices, strict=True)]
        lines.append(_price(names, "activation", prices, space=names.space(space)))
    if len(lines) > 1 and all(totals):
        lines.append(_price(names, "activations", totals))
    return "\n".join(lines)


def _price(names: Names, key: str, prices: Sequence[int], **fields: str) -> str:
    move, attack = prices
    if move == attack:
        return names.words.say(f"ui.answers.{key}_costs", ops=move, **fields)
    return names.words.say(f"ui.answers.{key}_costs_by_use", move=move, attack=attack, **fields)


__all__ = ["activation_prices"]
