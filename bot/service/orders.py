"""Orders, typed or pressed: carried out, or confirmed first if something would lapse."""

from __future__ import annotations

from typing import Any

from bot.service.acting import confirmations, play
from bot.service.acting.command_commit import CommandOutcome
from bot.service.acting.play import Carry
from bot.service.context import Context, Done, Result
from bot.service.faults import explained
from bot.table.refusal import AsksFirst


async def give_typed(context: Context, lines: list[tuple[str, str]], *, sure: bool = False) -> Result:
    """Carry out typed orders in sequence; `sure` ones need no confirmation."""
    carry = play.typed_orders(context.tools, lines)
    return await give(context, await context.game_id(), carry, {"lines": lines}, sure=sure)


async def give(
    context: Context, game_id: str, carry: Carry, orders: dict[str, Any], *, sure: bool = False, pressed: bool = False
) -> Result:
    """Carry out an order in a game, or return its confirmation question, with which `orders` are stored."""
    outcome = CommandOutcome()
    try:
        answer = await play.act(context.tools, context.caller, game_id, carry, outcome, sure=sure, pressed=pressed)
    except AsksFirst as asked:
        told = await explained(context.tools, asked, game_id)
        # Replaces the pressed panel, so that repeated presses don't stack questions; not beside a touchable map.
        in_place = pressed and not context.caller.touch
        return [
            await confirmations.question(context.tools, context.caller, game_id, asked, orders, told, in_place=in_place)
        ]
    return Done(answer, game_id, outcome)


__all__ = ["give", "give_typed"]
