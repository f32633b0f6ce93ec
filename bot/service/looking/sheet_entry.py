"""Sheets: choices are stored with the game, counted, and sent with one press.

Choices stay selected through a refusal, reopening of the sheet, or a new position, as long as they are still offered.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.service.acting import confirmations
from bot.service.calls import Caller, Tools
from bot.service.looking import screens
from bot.table.reasons import sentence
from bot.table.refusal import Refusal
from bot.table.reply import Reply
from bot.table.sheets import filled, order_in, place_of
from bot.table.tokens import Token

#: Prefix of the screens for choosing: `tick` for the whole sheet, `tick:2` for one field. `SEND` sends the sheet.
TICK, SEND = "tick", "send"


def is_tick(token: Token) -> bool:
    """Return True for a press that fills in a sheet."""
    return token.kind == "screen" and token.body.partition(":")[0] == TICK


def is_send(token: Token) -> bool:
    """Return True for the press that sends a sheet with all choices in it."""
    return token.kind == "screen" and token.body == SEND


async def show_ticked(tools: Tools, caller: Caller, token: Token, orders: Sequence[str]) -> Reply:
    """Store what was ticked or unticked, and return the sheet with the total of all choices."""
    viewer = await screens.look(tools, caller, token.game)
    form = viewer.form()
    if form is None or viewer.position != token.number:
        return await show_again(tools, caller, token, orders, tools.say("reasons.stale"))
    number = token.body.partition(":")[2]
    one = int(number) if number.isdecimal() and int(number) < len(form.fields) else None
    among = None if one is None else [order_in(option) for option in form.fields[one].menu.options]
    chosen = await confirmations.tick(tools, caller, token.game, token.number, orders, among)
    form = filled(form, chosen, viewer.names).model_copy(update={"at": one or 0})
    return viewer.panel().model_copy(update={"form": form})


async def chosen(tools: Tools, caller: Caller, token: Token) -> list[str]:
    """Return everything ticked in the sheet of a position."""
    stored = await tools.store.load(token.game)
    return confirmations.ticked(stored, caller.user, token.number)


async def show_unchosen(tools: Tools, caller: Caller, token: Token) -> Reply:
    """Return the reply to a sheet with no choices, or one sent again after the position has changed."""
    viewer = await screens.look(tools, caller, token.game)
    if viewer.side is not None and viewer.position != token.number:
        return viewer.panel(tools.say("reasons.stale"))
    return await show_again(tools, caller, token, (), tools.say("ui.sheets.nothing"))


async def show_again(
    tools: Tools, caller: Caller, token: Token, orders: Sequence[str], told: str = "", refusal: Refusal | None = None
) -> Reply:
    """Return the current sheet with the choices that still apply and the error; without a sheet, the panel."""
    viewer = await screens.look(tools, caller, token.game)
    if refusal is not None:
        told = sentence(viewer.names, refusal)
    if viewer.side is None:
        return screens.for_spectators(tools, token.game, told)
    form = viewer.form()
    if form is None:
        return viewer.panel(told)
    place = place_of(form, refusal.order) if refusal is not None else None
    if refusal is not None and place is not None:
        refusal.part = refusal.part or place[1]
        told = sentence(viewer.names, refusal)
    kept = [order for order in orders if place_of(form, order) is not None]
    form = filled(form, await confirmations.tick(tools, caller, token.game, viewer.position, kept), viewer.names)
    wrong = -1 if place is None else place[0]
    return viewer.panel(told).model_copy(
        update={"form": form.model_copy(update={"told": told, "wrong": wrong, "at": max(wrong, 0)})}
    )


__all__ = ["SEND", "TICK", "chosen", "is_send", "is_tick", "show_again", "show_ticked", "show_unchosen"]
