"""Middleware for every command: turns failures into one sentence, and adds the title to replies."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence

from bot.port import Inbound
from bot.service.call_outcome import note
from bot.service.calls import Tools
from bot.service.context import Context
from bot.service.faults import explained, game_in, gone, report, unreadable
from bot.service.help import welcome
from bot.service.looking import screens
from bot.service.record_work import RecordWorkBusy
from bot.service.resolver import pressed_in
from bot.storage.errors import StorageError, StoreBusy, StoredDamage, StoreRefuses, UnknownGame
from bot.storage.write_tracking import WriteTracking
from bot.table import tokens
from bot.table.lengths import shortened
from bot.table.refusal import Refusal
from bot.table.reply import Button, Menu, Reply, Select
from bot.titles.roots import mark_of, rooted
from engine.errors import ChoiceError

log = logging.getLogger(__name__)

#: Maximum characters of a proposed line on its button.
_LABEL = 75
#: The next handler in the chain.
Next = Callable[[Context], Awaitable[Sequence[Reply]]]


async def marked(context: Context, further: Next) -> list[Reply]:
    """Return the replies as the platform gets them, each with the title whose commands it mentions."""
    title = mark_of(context.tools.title.name)
    replies = await further(context)
    if title and not (context.control or context.held):
        replies = [_under_root(context.tools, reply) for reply in replies]
    return [reply.on(context.inbound.platform, title) for reply in replies]


def _under_root(tools: Tools, reply: Reply) -> Reply:
    """Return a reply without a game with its buttons bound to its title, so that they work in any channel."""

    def under(token: str) -> str:
        with contextlib.suppress(tokens.BadToken):
            parsed = tokens.parse(tokens.NEW_LINE if token == tokens.NEW_GAME else token)
            if parsed.kind == "line" and not parsed.game and _is_known(tools, parsed.body):
                return tokens.line("", f"/{tools.title.command} {parsed.body}")
        return token

    def row(controls: tuple[Button, ...] | Select) -> tuple[Button, ...] | Select:
        if isinstance(controls, Select):
            entries = tuple(one.model_copy(update={"token": under(one.token)}) for one in controls.options)
            return controls.model_copy(update={"options": entries})
        return tuple(one.model_copy(update={"token": under(one.token)}) for one in controls)

    if reply.menu is None:
        return reply
    return reply.model_copy(update={"menu": Menu(rows=tuple(row(controls) for controls in reply.menu.rows))})


def _is_known(tools: Tools, line: str) -> bool:
    """Return True for a command line of the title without a root."""
    return len(tools.vocabulary.fitting(line.partition(" ")[0].casefold())) == 1


async def told(context: Context, further: Next, watch: WriteTracking) -> Sequence[Reply]:
    """Return the replies; a refusal or failure becomes one sentence. Never raises.

    Args:
        context: of the command.
        further: the next handler.
        watch: whether a change was sent to the store, so that its outcome is uncertain.
    """
    try:
        return await further(context)
    except (Refusal, ChoiceError) as refusal:
        note("refused")
        return [await _refusal_reply(context, refusal)]
    except (StoreBusy, RecordWorkBusy):
        note("unavailable")
        return [Reply(text=context.tools.say("reasons.busy"))]
    except UnknownGame:
        note("refused")
        return [await gone(context.tools, context.caller, pressed_in(context.inbound) or context.inbound.game)]
    except StoredDamage as damage:
        game = pressed_in(context.inbound) or await _channel_game(context)
        return [Reply(text=unreadable(context.tools, damage, game))]
    except StorageError as error:
        return [failed(context.tools, error, watch)]
    except Exception as error:  # noqa: BLE001 - the caller gets an answer whatever failed
        key = "reasons.crashed_unsure" if watch.change else "reasons.crashed"
        return [Reply(text=context.tools.say(key, report=report(context.caller, context.inbound.text, error)))]


def failed(tools: Tools, error: StorageError, watch: WriteTracking) -> Reply:
    """Return the reply to a store failure; the outcome is uncertain only if a change was sent and not confirmed."""
    note("unavailable")
    log.error("the store failed", exc_info=error)
    if watch.change:
        return Reply(text=tools.say("reasons.unsure"))
    key = "reasons.store_refuses" if isinstance(error, StoreRefuses) else "reasons.unavailable"
    return Reply(text=tools.say(key))


async def _refusal_reply(context: Context, refusal: Refusal | ChoiceError) -> Reply:
    """Return the reply to a refusal, with alternatives to press."""
    code, inbound = refusal.reason.code, context.inbound
    if code == "no_game":
        return welcome.welcome(context.tools.title, context.tools.words, posts=context.caller.posts)
    game_id = context.control
    sentence = await explained(context.tools, refusal, game_id or await _channel_game(context), context.caller.user)
    if code in ("results_hidden", "results_sealed"):
        return screens.revealing(context.tools, _asked_again(inbound), sentence)
    if code == "no_seat" and inbound.token is not None:
        return screens.for_spectators(context.tools, game_id, sentence)
    return Reply(text=sentence, menu=_proposal_buttons(refusal, game_id) if isinstance(refusal, Refusal) else None)


def _proposal_buttons(refusal: Refusal, game_id: str) -> Menu | None:
    """Return buttons for the lines proposed by a refusal; lines too long for a button must be typed."""
    buttons = []
    for line in refusal.proposed:
        with contextlib.suppress(tokens.BadToken):
            buttons.append(Button(label=shortened(refusal.shown(line), _LABEL), token=tokens.line(game_id, line)))
    return Menu(rows=(tuple(buttons),)) if buttons else None


async def _channel_game(context: Context) -> str:
    return context.held if context.held is not None else await game_in(context.tools, context.caller)


def _asked_again(inbound: Inbound) -> str:
    """Return the token of a press that repeats the request with results shown; "" if it would be too long."""
    try:
        if inbound.token is None:
            return tokens.line("", f"{tokens.REVEAL}{rooted(inbound.text or '')[1]}")
        token = tokens.parse(inbound.token)
        body = f"{tokens.REVEAL}{token.body}"
        return tokens.line(token.game, body) if token.kind == "line" else tokens.screen(token.game, token.number, body)
    except tokens.BadToken:
        return ""


__all__ = ["Next", "failed", "marked", "told"]
