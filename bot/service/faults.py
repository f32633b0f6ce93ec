"""Replies to failures: a refusal, a game that is unreadable or gone, an internal error."""

from __future__ import annotations

import contextlib
import logging
import secrets
import traceback
from typing import Any

from bot.commands import leagues
from bot.narration.texts import Texts
from bot.service.call_outcome import note
from bot.service.calls import Caller, Tools, holder_for
from bot.service.help import welcome
from bot.service.looking.meta_completion import free
from bot.service.school import lesson_panels
from bot.service.session import Memory, holder_name, seats_of
from bot.storage.changes import StoredGame
from bot.storage.errors import PositionLost, StorageError, StoredDamage, WarMissing
from bot.table.reasons import sentence
from bot.table.refusal import Refusal, refuse
from bot.table.reply import Reply
from bot.titles import title_stored, usual_title
from bot.titles.vocabulary import every_name
from engine.errors import ChoiceError

log = logging.getLogger(__name__)


def unreadable(tools: Tools, damage: StoredDamage, game_id: str) -> str:
    """Return the text for an unreadable game: its war is missing, its position is lost, or it is damaged."""
    if isinstance(damage, WarMissing):
        note("refused")
        return tools.say("reasons.war_missing", war=damage.war)
    note("damaged")
    log.error("a command found damaged data: %s", damage)
    if game_id:
        tools.store.damaged.setdefault(game_id, "command")
    lost = isinstance(damage, PositionLost)
    return tools.say("reasons.position_lost" if lost else "reasons.damaged")


async def gone(tools: Tools, caller: Caller, pressed: str) -> Reply:
    """Return the reply for a missing game; if a deleted game's button was pressed while another runs, say so."""
    with contextlib.suppress(StorageError):
        if pressed and not await free(tools, caller):
            return Reply(text=await explained(tools, refuse("unknown_game", text=pressed), ""))
    return welcome.welcome(tools.title, tools.words, posts=caller.posts)


async def explained(tools: Tools, refusal: Refusal | ChoiceError, game_id: str, user: str = "") -> str:
    """Return a refusal worded with the names of the game it occurred in; no game is needed.

    A player refused for lack of a seat held by a stand-in is told how to take it back.
    """
    title, options, taught = tools.title, dict[str, Any](), ""
    with contextlib.suppress(StorageError):
        if game_id:
            header = await tools.store.header(game_id)
            title, options = title_stored(header), dict(header.options)
            if user and refusal.reason.code == "no_seat":
                refusal = _stand_in_refusal(tools.words, await tools.store.load(game_id), user) or refusal
            if header.lesson:
                taught = lesson_panels.refused(tools.words, await tools.store.load(game_id), refusal.reason.code)
    try:
        known = title.book(options, tools.words.language)
    except Exception:  # noqa: BLE001 - whatever is stored there, the refusal must be shown
        known = usual_title().book({}, tools.words.language)
    return "\n".join(part for part in (sentence(known, refusal), taught) if part)


def _stand_in_refusal(words: Texts, stored: StoredGame, user: str) -> Refusal | None:
    """Return the refusal for a user whose seat is held by a stand-in, or None."""
    for word, one in Memory.of(stored.settings).stood_in.items():
        if one.get("user") == user:
            return refuse("seat_stood_in", name=holder_name(words, stored, seats_of(stored).index(word)), short=word)
    return None


async def game_in(tools: Tools, caller: Caller) -> str:
    """Return the channel's game for the caller; "" if there is none or the store fails."""
    with contextlib.suppress(StorageError):
        return await holder_for(tools.store, caller) or ""
    return ""


def report(caller: Caller, text: str | None, error: Exception) -> str:
    """Log an internal error under an id that the player is shown.

    Neither the typed text nor the error's message is logged, since both may name cards; a token never does.
    """
    number = secrets.token_hex(4)
    note("crash", number)
    command = (text or "press").strip().removeprefix("/").partition(" ")[0]
    log.error(
        "report %s: %s in %s failed with %s\n%s",
        number,
        command if command in {*every_name(), leagues.ROOT} else "press",
        caller.channel,
        type(error).__name__,
        "".join(traceback.format_tb(error.__traceback__)),
        extra={"report": number},
    )
    return number


__all__ = ["explained", "game_in", "gone", "report", "unreadable"]
