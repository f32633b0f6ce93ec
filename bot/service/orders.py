"""Orders, typed or pressed: carried out, or asked about first where something would lapse."""

from __future__ import annotations

from typing import Any

from bot.service.acting import confirmations, play
from bot.service.acting.command_commit import CommandOutcome
from bot.service.acting.play import Carry
from bot.service.context import Context, Done, Result
from bot.service.faults import explained
from bot.table.refusal import AsksFirst


async def order(context: Context, lines: list[tuple[str, str]], *, sure: bool = False) -> Result:
    """Carry out typed orders, one after another; `sure` ones are not asked about."""
    carry = play.typed_orders(context.tools, lines)
    return await act(context, await context.game_id(), carry, {"lines": lines}, sure=sure)


async def act(
    context: Context, game_id: str, carry: Carry, orders: dict[str, Any], *, sure: bool = False, pressed: bool = False
) -> Result:
    """Carry out an order in a game, or return the question that comes before it; `orders` are kept with the question."""
    outcome = CommandOutcome()
    try:
        answer = await play.act(context.tools, context.caller, game_id, carry, outcome, sure=sure, pressed=pressed)
    except AsksFirst as asked:
        told = await explained(context.tools, asked, game_id)
        # In place of the panel that was pressed, so that pressing again stacks no questions; beside a map that is touched.
        in_place = pressed and not context.caller.touch
        return [
            await confirmations.question(context.tools, context.caller, game_id, asked, orders, told, in_place=in_place)
        ]
    return Done(answer, game_id, outcome)


__all__ = ["act", "order"]
