"""Fill in sheets: choices are kept with the game, counted, and sent with one press.

What was chosen stays chosen, whatever comes between: a refusal, a sheet that is closed and opened again, another
version of the position, as far as that still offers it.
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

#: Begins the screens on which something is chosen: `tick` for the whole sheet, `tick:2` for one field. Sent with `SEND`.
TICK, SEND = "tick", "send"


def is_tick(token: Token) -> bool:
    """Return True for what is pressed while a sheet is filled in."""
    return token.kind == "screen" and token.body.partition(":")[0] == TICK


def is_send(token: Token) -> bool:
    """Return True for what sends a sheet with all that is chosen in it."""
    return token.kind == "screen" and token.body == SEND


async def show_ticked(tools: Tools, caller: Caller, token: Token, orders: Sequence[str]) -> Reply:
    """Keep what was chosen or dropped, and return the sheet with what all of it comes to."""
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
    """Return all that is chosen in the sheet of a position."""
    stored = await tools.store.load(token.game)
    return confirmations.ticked(stored, caller.user, token.number)


async def show_unchosen(tools: Tools, caller: Caller, token: Token) -> Reply:
    """Answer a sheet in which nothing is chosen, or one sent again after the position has moved on."""
    viewer = await screens.look(tools, caller, token.game)
    if viewer.side is not None and viewer.position != token.number:
        return viewer.panel(tools.say("reasons.stale"))
    return await show_again(tools, caller, token, (), tools.say("ui.sheets.nothing"))


async def show_again(
    tools: Tools, caller: Caller, token: Token, orders: Sequence[str], told: str = "", refusal: Refusal | None = None
) -> Reply:
    """Return the present sheet with what was chosen, as far as it has it, and with what was wrong; else the panel."""
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
