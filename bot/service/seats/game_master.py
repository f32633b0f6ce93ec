"""The game master: the person who opened the game; every use of these powers is announced."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.service.acting.command_commit import CommandOutcome, only_said
from bot.service.calls import Answer, Caller, Tools, Wording
from bot.service.clock import DAY, Clock, shown
from bot.service.outgoing import post
from bot.service.seats import consent, lobby, table_changes
from bot.service.session import Memory, holder_id, holder_name, restore, seats_of
from bot.service.state import proposals
from bot.service.state.kept_texts import holder, kept, worded
from bot.storage.errors import PositionLost, StorageError, WarMissing
from bot.storage.models import GameSettings, JsonObject
from bot.storage.outbox_models import Post
from bot.storage.store import Change, StoredGame
from bot.table.refusal import Refusal, refuse
from bot.table.reply import Menu, Reply
from bot.titles import title_of
from engine.core.game import Game, GameState
from engine.errors import Reason

#: Seconds without an act after which an awaited player counts as gone.
GONE = 3 * DAY
#: A game whose clock has been paused this long counts as abandoned.
ABANDONED = 30 * DAY
#: Maximum number of entries in the game master's log.
KEPT = 50


async def master(tools: Tools, caller: Caller, game_id: str, act: str, more: str, outcome: CommandOutcome) -> Answer:
    """Carry out one power of the game master."""

    async def decide(stored: StoredGame) -> Change:
        if act == "log":
            return Change(answer=Answer(text=_read_log(tools, stored)).dump())
        tools.games.check(stored.header, "master")
        if act == "end" and (caller.user in stored.seats.users() or caller.user in tools.policy.admins):
            return await _end(tools, caller, stored, outcome)
        if caller.user != stored.header.created_by and not (act == "resume" and _resumes(stored, caller.user)):
            raise refuse("not_master")
        if act == "end":
            return await _end(tools, caller, stored, outcome)
        game = table_changes.in_play(stored)
        if act in ("pause", "resume"):
            return await _pause(tools, caller, stored, game, act)
        if act == "replace":
            return await _replace(tools, caller, stored, more)
        wish = more or title_of(game).part or "turn"
        offer = await consent.proposal(tools, caller, stored, wish, None, sides=[])
        memory = Memory.of(stored.settings)
        text = proposals.made(tools, stored, memory, offer)
        change = await consent.said(tools, caller, stored, game, memory, text)
        kept = replace(stored, settings=change.settings or stored.settings)
        return replace(change, settings=_with_log_line(tools, caller, kept, Memory.of(kept.settings), text.shared))

    return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)


def _resumes(stored: StoredGame, user: str) -> bool:
    """Return True for an opponent of a game master who also plays: they may restart the clock."""
    users = stored.seats.people()
    away = {one["user"] for one in Memory.of(stored.settings).away().values()}
    return user in users and stored.header.created_by in users | away


async def _pause(tools: Tools, caller: Caller, stored: StoredGame, game: Any, act: str) -> Change:
    clock = Clock.of(stored.settings)
    if bool(clock.paused) == (act == "pause"):
        raise refuse("clock_is_paused" if clock.paused else "clock_is_running")
    clock.pause(tools.now()) if act == "pause" else clock.resume(tools.now())
    own = caller.user == stored.header.created_by
    key = f"ui.master.{act}" if own else "ui.master.resumed"
    text = tools.worded(stored, lambda reader: reader.say(key, name=caller.name))
    memory = Memory.of(stored.settings)
    told = await tools.announce(stored, game, memory, clock, caller.user)
    told.posts.extend(_announcement_posts(text.shared))
    return only_said(told, Answer(text=text.own), settings=_with_log_line(tools, caller, stored, memory, text.shared))


async def _replace(tools: Tools, caller: Caller, stored: StoredGame, word: str) -> Change:
    seats = seats_of(stored)
    if word not in seats:
        raise refuse("unknown_side", text=word)
    side = seats.index(word)
    why = _check_gone(tools, stored, caller, side)
    free = [*dict.fromkeys([*proposals.open_seats(stored), word])]
    key = "ui.master.opened" if why == "alone" else "ui.master.replace"

    says = kept(key, name=caller.name, who=holder(stored, side), side={"side": side})
    text = tools.worded(stored, lambda own: worded(own.names_of(stored), stored, says))
    change = await table_changes.opened(tools, caller, stored, says, free, "master")
    posts = [*change.posts, post("master", Reply(text=text.shared, audience="thread"))]
    after = replace(stored, settings=change.settings or stored.settings)
    settings = _with_log_line(tools, caller, after, Memory.of(after.settings), text.shared)
    return replace(change, settings=settings, posts=posts)


async def end_by_operator(tools: Tools, game_id: str, key: str) -> str:
    """End a game without a winner for the bot's operator; return the announcement. Raises UnknownGame."""
    caller = Caller(user="feldpost:operator", name="", channel="", platform="", key=key)

    async def decide(stored: StoredGame) -> Change:
        text = tools.worded(stored, lambda own: own.say("ui.master.ended_by_operator"))
        return await _without_winner(tools, caller, stored, CommandOutcome(), text, "operator")

    return Answer.load((await tools.store.run_command(game_id, key, decide)).answer).text


async def _end(tools: Tools, caller: Caller, stored: StoredGame, outcome: CommandOutcome) -> Change:
    """End a game without a winner; a lobby without players frees its channel."""
    if not stored.header.in_progress:
        raise refuse("game_over")
    why = _may_end(tools, caller, stored)
    opened = caller.user == stored.header.created_by
    key = "ui.master.end" if opened and why != "lobby" else f"ui.master.ended_{why}"
    text = tools.worded(stored, lambda own: own.say(key, name=caller.name))
    return await _without_winner(tools, caller, stored, outcome, text, "ended")


def _may_end(tools: Tools, caller: Caller, stored: StoredGame) -> str:
    """Return why a game may be ended, as the key of the text for a caller who did not open it.

    If the war is missing, only the clock says who is awaited; a game stalled only because this version lacks its rules
    is as alive as any other.

    Raises:
        Refusal: the awaited player has not been gone for long enough.
    """
    if stored.snapshot is None:
        return "lobby"
    try:
        awaited = restore(stored).actor
    except WarMissing:
        try:
            return _check_gone(tools, stored, caller, Clock.of(stored.settings).side or 0)
        except Refusal as refusal:  # without its rules the players can agree on nothing here
            raise Refusal(Reason("not_gone_here", "", refusal.reason.data)) from None
    except PositionLost:
        return "lost"
    return "alone" if awaited is None else _check_gone(tools, stored, caller, awaited)


async def _without_winner(
    tools: Tools, caller: Caller, stored: StoredGame, outcome: CommandOutcome, text: Wording, why: str
) -> Change:
    if not stored.header.in_progress:
        raise refuse("game_over")
    game = _position(stored)
    if game is None:
        settings = _with_log_line(tools, caller, stored, Memory.of(stored.settings), text.shared)
        return replace(lobby.ended(tools, stored, text), settings=settings)
    game.rule(None, why)
    change = await consent.finished(tools, caller, stored, game, text, outcome)
    kept = stored if change.settings is None else replace(stored, settings=change.settings)
    return replace(change, settings=_with_log_line(tools, caller, kept, Memory.of(kept.settings), text.shared))


def _position(stored: StoredGame) -> Game[GameState] | None:
    """Return the current game; None before its start, and if its position is lost, so that it can still be ended."""
    try:
        return None if stored.snapshot is None else restore(stored)
    except PositionLost:
        return None


def _check_gone(tools: Tools, stored: StoredGame, caller: Caller, side: int) -> str:
    """Return why the caller may act against a player, as a text key: "alone" without waiting, "dead" or "late".

    A player, or an admin, may act only against someone who has not answered for days.

    The opener who does not play need not wait, nor a person who plays both sides. A player with an agreed stand-in
    still counts: their opponent may not act while the computer does its part.

    Raises:
        Refusal: the player is not awaited, or not for long enough.
    """
    away = Memory.of(stored.settings).away()
    users = stored.seats.people() | {one["user"] for one in away.values()}
    if users == {caller.user} or (caller.user not in users and caller.user == stored.header.created_by):
        return "alone"
    other = next((one for one in away.values() if one["user"] != caller.user), None)
    if other is not None and caller.user in users:
        if _plays_on(stored):
            raise refuse("stands_in", name=other["name"])
        return "alone"  # the fault is ours: the computer cannot do its part
    clock = Clock.of(stored.settings)
    awaited = clock.side == side and holder_id(stored, side) != caller.user  # nobody gains by keeping others waiting
    stopped = int(tools.now().timestamp()) - clock.paused if clock.paused else 0
    dead = clock.waited(tools.now()) >= GONE or stopped >= ABANDONED
    if not (awaited and (dead or clock.out_of_time(tools.now()))):
        days, long = GONE // DAY, ABANDONED // DAY
        raise refuse("not_gone", name=holder_name(tools.words, stored, side), days=days, stopped=long)
    return "dead" if dead else "late"


def _plays_on(stored: StoredGame) -> bool:
    """Return True if the game can be continued, so that an opponent of the computer need only play."""
    try:
        game = restore(stored)
    except StorageError:
        return False
    return game.stuck is None


def _announcement_posts(text: str, menu: Menu | None = None) -> list[Post]:
    return [
        post("master", Reply(text=text, audience="channel", menu=menu)),
        post("master", Reply(text=text, audience="thread")),
    ]


def _with_log_line(tools: Tools, caller: Caller, stored: StoredGame, memory: Memory, text: str) -> GameSettings:
    """Return the settings with one more line in the game master's log."""
    settings = memory.into(stored.settings)
    line: JsonObject = {"at": tools.now().isoformat(timespec="seconds"), "by": caller.user, "text": text}
    return settings.model_copy(update={"master_log": [*settings.master_log, line][-KEPT:]})


def _read_log(tools: Tools, stored: StoredGame) -> str:
    """Return the game master's log of this game, the latest last; public."""
    told = [
        tools.say(
            "ui.master.log_line", at=shown(datetime.fromisoformat(str(line["at"])).timestamp()), text=line["text"]
        )
        for line in stored.settings.master_log
    ]
    return "\n".join([tools.say("ui.master.log_head"), *told[-15:]]) if told else tools.say("ui.master.log_empty")


__all__ = ["end_by_operator", "master"]
