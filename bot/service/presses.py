"""Handlers of presses: orders, screens, and submitted sheets."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.service.acting import confirmations, play
from bot.service.acting.command_commit import CommandOutcome
from bot.service.ai_player import undo
from bot.service.call_outcome import note
from bot.service.context import Context, ControlPress, Done, Result
from bot.service.faults import report
from bot.service.looking import screens, sheet_entry
from bot.service.orders import give
from bot.service.presentation import beside, refused_beside
from bot.service.routes import OFFERS, wars
from bot.service.seats import bidding, consent, left_channels
from bot.storage.errors import StorageError
from bot.table import tokens
from bot.table.layout import DROPPED
from bot.table.refusal import Refusal, refuse
from bot.table.reply import Reply
from bot.table.tokens import Token
from engine.errors import ChoiceError

#: Carries out a typed line, which a control can contain.
Typed = Callable[[Context, str], Awaitable[Result]]
Screen = Callable[[Context, Token], Awaitable[Result]]

#: Refusals that make a sheet useless.
_NO_SHEET = frozenset({"no_seat", "not_started", "game_over", "not_your_decision", "warning_unread"})


async def pressed(context: Context, typed: Typed) -> Result:
    """Carry out a press; raise Refusal for an outdated control."""
    context, press = _parse_press(context)
    token = press.token
    if not token.game and await context.tools.store.channels.holder(context.caller.channel) is None:
        return _replace_panel(await _of_no_game(context, token, typed))
    if token.game and (elsewhere := await left_channels.pointer(context.tools, context.caller, token.game)) is not None:
        return [elsewhere]
    if token.kind == "line":
        return await typed(context, token.body)
    if sheet_entry.is_tick(token):
        return [await sheet_entry.show_ticked(context.tools, context.caller, token, press.orders)]
    if sheet_entry.is_send(token):
        return await _submit_sheet(context, token)
    if token.kind == "order":
        return await _carry_out_orders(context, press, form=context.inbound.form)
    return await _screen(context, token, typed)


def _parse_press(context: Context) -> tuple[Context, ControlPress]:
    """Parse the press; put its game and its wish to see results into the context."""
    texts = context.inbound.tokens or (context.inbound.token or "",)
    try:
        parsed = [tokens.parse(text) for text in texts]
    except tokens.BadToken:
        raise refuse("stale") from None
    orders = tuple(one.body for one in parsed if one.kind == "order")
    token = next((one for one in parsed if one.kind != "order"), parsed[0])
    if token.kind != "order" and token.body.startswith(tokens.REVEAL):
        context = replace(context, caller=replace(context.caller, reveals=True))
        token = replace(token, body=token.body.removeprefix(tokens.REVEAL))
    same = all((one.game, one.number) == (token.game, token.number) for one in parsed)
    press = ControlPress(token, orders, same)
    return replace(context, press=press, control=token.game), press


async def _of_no_game(context: Context, token: Token, typed: Typed) -> Result:
    return await (typed(context, token.body) if token.kind == "line" else _screen(context, token, typed))


def _replace_panel(result: Result) -> Result:
    """Page through the welcome and help in place, if no game is running."""
    if isinstance(result, Done):
        return result
    return [reply if reply.edit or not reply.menu else reply.model_copy(update={"edit": "panel"}) for reply in result]


# -- orders and sheets ----------------------------------------------------------------------


async def _submit_sheet(context: Context, token: Token) -> Result:
    """Carry out a sheet with all choices in it."""
    chosen = await sheet_entry.chosen(context.tools, context.caller, token)
    if not chosen:
        return [await sheet_entry.show_unchosen(context.tools, context.caller, token)]
    return await _carry_out_orders(context, ControlPress(token, tuple(chosen)), form=True)


async def _carry_out_orders(context: Context, press: ControlPress, *, form: bool) -> Result:
    """Carry out the orders of one press; report errors on the current panel or on the sheet."""
    token = press.token
    try:
        if not press.same:
            raise refuse("stale")
        carry = play.pressed_orders(press.orders, token.number)
        return await give(context, token.game, carry, {"orders": list(press.orders)}, pressed=True)
    except Refusal as refusal:
        if form and refusal.reason.code not in _NO_SHEET:
            note("refused")
            # A refused sheet is shown again with all choices kept.
            return [await sheet_entry.show_again(context.tools, context.caller, token, press.orders, refusal=refusal)]
        return await refused_beside(context, token.game, refusal)
    except (ChoiceError, StorageError):
        raise
    except Exception as error:  # noqa: BLE001 - the panel stays usable, whatever failed
        failed = context.tools.say("reasons.crashed", report=report(context.caller, None, error))
        return await beside(context, token.game, failed)


async def anyway(context: Context, token: Token) -> Result:
    """Carry out the order awaiting confirmation, if the position has not changed since."""
    try:
        asked = await confirmations.kept(context.tools, context.caller, token.game, token.number)
        if "orders" in asked:
            carry = play.pressed_orders(asked["orders"], token.number)
        else:
            carry = play.typed_orders(context.tools, [(name, text) for name, text in asked["lines"]])
        return await give(context, token.game, play.at(carry, token.number), {}, sure=True)
    except Refusal as refusal:
        return await refused_beside(context, token.game, refusal)


# -- screens --------------------------------------------------------------------------------


async def _screen(context: Context, token: Token, typed: Typed) -> Result:
    """Show a screen; one not listed here is a view command."""
    if token == tokens.parse(tokens.NEW_GAME):
        return [wars(context.tools)]
    word, _, rest = token.body.partition(":")
    if (screen := SCREENS.get(word)) is not None:
        return await screen(context, token)
    if word not in context.tools.vocabulary.by_name:
        raise refuse("stale")
    return await typed(context, "log turn" if word == "log" else f"{word} {rest.replace(':', ' ')}".strip())


async def _undo(context: Context, token: Token) -> Result:
    outcome = CommandOutcome()
    try:
        answer = await undo.undo(context.tools, context.caller, token.game, "1", token.number, outcome)
    except Refusal as refusal:
        return await refused_beside(context, token.game, refusal)
    return Done(answer, token.game, outcome)


async def _panel(context: Context, token: Token) -> Result:
    tools, rest = context.tools, token.body.partition(":")[2]
    stored = await tools.store.load(token.game)
    if stored.header.status == "lobby":
        return [await screens.lobby_or_panel(tools, context.caller, token.game)]
    viewer = await screens.look(tools, context.caller, token.game)
    fresh = rest and viewer.position == token.number
    if fresh and token.body == DROPPED:
        await play.drop_proposal(tools, context.caller, token.game)
    return [viewer.panel(tools.say("ui.panel.stale") if rest and not fresh else "", token.body if fresh else "panel")]


async def _nothing_chosen(context: Context, token: Token) -> Result:
    """Reply that nothing was chosen."""
    viewer = await screens.look(context.tools, context.caller, token.game or await context.game_id())
    return [viewer.panel(context.tools.say("ui.sheets.nothing"))]


async def _watch(context: Context, token: Token) -> Result:
    """Show the board to a spectator, on platforms with touchable pictures."""
    if not context.caller.touch:
        raise refuse("stale")
    return [(await screens.look(context.tools, context.caller, token.game or await context.game_id())).watched()]


async def _sheet(context: Context, token: Token) -> Result:
    number = token.body.partition(":")[2]
    viewer = await screens.look(context.tools, context.caller, token.game)
    return [viewer.sheet(at=int(number) if number.isdecimal() else 0)]


async def _offer(context: Context, token: Token) -> Result:
    """Answer an offer identified by its kind and number, so that no later one is answered."""
    kind, _, rest = token.body.partition(":")[2].partition(":")
    number, _, word = rest.partition(":")
    number, _, mark = number.partition(".")
    if kind not in OFFERS or word not in ("accept", *consent.DECLINING) or not number.isdecimal():
        raise refuse("stale")
    try:
        return await OFFERS[kind](context, word, tokens.At(int(number), mark))
    except Refusal as refusal:
        return await refused_beside(context, token.game, refusal)


async def _accept(context: Context, token: Token) -> Result:
    """Accept a bid identified by its mark, so that no other one is accepted."""
    mark = token.body.partition(":")[2] or "-"
    return [Reply(text=(await bidding.accept(context.tools, context.caller, token.game, mark)).text)]


#: The screens that are not view commands, by the first word of their token.
SCREENS: Mapping[str, Screen] = {
    "undo": _undo, "panel": _panel, "nothing": _nothing_chosen, tokens.WATCH: _watch, "sheet": _sheet, "offer": _offer,
    "accept": _accept, "anyway": anyway,
}  # fmt: skip

__all__ = ["SCREENS", "anyway", "pressed"]
