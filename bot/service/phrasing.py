"""Free wording of typed lines, interpreted in the current state of the game."""

from __future__ import annotations

from dataclasses import replace

from bot.service.calls import Caller, Tools, holder_for
from bot.service.input_limits import bounded
from bot.service.session import Memory, restore, side_for
from bot.service.visibility import position_for
from bot.storage.errors import StorageError
from bot.storage.store import StoredGame
from bot.table import tokens
from bot.table.refusal import Refusal
from bot.table.tokens import Token
from bot.titles import table_of
from bot.titles.interpreter import Interpreter, Moment


async def understood(tools: Tools, caller: Caller, line: str, game_id: str) -> tuple[str, Token | None]:
    """Return the command line meant by a typed line; the line itself if it is one or cannot be interpreted.

    If it answers a confirmation question, the token of that button is returned as well. The game is loaded only if its
    state makes a difference.
    """
    if tools.vocabulary.own_words(line):
        return line, None
    bounded(line)
    reads = Interpreter(tools.vocabulary, tools.words)
    free = reads.free(reads.plainly(line)) and not reads.asks(line)
    stored = None if free else await _game(tools, caller, game_id)
    moment = _moment_asked(stored, caller)
    meant = reads.meaning(reads.plainly(line), moment, question=reads.asks(line))
    return meant.line, _answer(stored, caller) if meant.yes and stored is not None else None


async def understood_at(tools: Tools, caller: Caller, line: str, game_id: str) -> tuple[str, Moment]:
    """Return the command line meant by a typed line as `understood` does, with the state of the game it is typed in."""
    stored = await _game(tools, caller, game_id)
    moment = _moment_asked(stored, caller)
    if tools.vocabulary.own_words(line):
        return line, moment
    bounded(line)
    reads = Interpreter(tools.vocabulary, tools.words)
    return reads.meaning(reads.plainly(line), moment, question=reads.asks(line)).line, moment


async def moment_of(tools: Tools, caller: Caller, game_id: str) -> Moment:
    """Return the state of the caller's game, "" for the channel's; an empty one if there is none."""
    return _moment(await _game(tools, caller, game_id), caller)


async def _game(tools: Tools, caller: Caller, game_id: str) -> StoredGame | None:
    """Return the game meant; None if there is none or it can't be read; the command itself reports the error."""
    try:
        game_id = game_id or await holder_for(tools.store, caller) or ""
        return await tools.store.load(game_id) if game_id else None
    except (Refusal, StorageError):
        return None


def _moment_asked(stored: StoredGame | None, caller: Caller) -> Moment:
    """Return the state of a game as its deciding player sees it, with the question that this player is asked."""
    moment = _moment(stored, caller)
    if stored is None or _answer(stored, caller) is None:
        return moment
    return replace(moment, asked=True, orders=_asked_about(stored))


def _moment(stored: StoredGame | None, caller: Caller) -> Moment:
    """Return the state of a game as its deciding player sees it."""
    if stored is None:
        return Moment()
    if stored.header.status == "lobby":
        return Moment(lobby=True)
    try:
        game = restore(stored)
    except (Refusal, StorageError):
        return Moment()
    side = side_for(stored, caller.user, game.actor) if game.stack else None
    if side is None:
        return Moment()
    table = table_of(game, side, position=position_for(stored, caller.user))
    return Moment(table, lesson=bool(stored.header.lesson))


def _asked_about(stored: StoredGame) -> frozenset[str]:
    """Return the names of the typed orders that a game's last question is about."""
    asked = Memory.of(stored.settings).asked or {}
    return frozenset(str(name) for name, _ in asked.get("lines", ()))


def _answer(stored: StoredGame, caller: Caller) -> Token | None:
    """Return the press that confirms the question; None if no order of the caller awaits it in this position."""
    if stored.header.status == "lobby":
        return None
    asked, here = Memory.of(stored.settings).asked, position_for(stored, caller.user)
    if asked is None or asked.get("by") != caller.user or asked.get("number") != here:
        return None
    return tokens.parse(tokens.screen(stored.header.game_id, here, "anyway"))


__all__ = ["moment_of", "understood", "understood_at"]
