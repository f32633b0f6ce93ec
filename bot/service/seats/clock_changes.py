"""Changes to a game's clock: freely before the start, by agreement of both sides afterwards."""

from __future__ import annotations

from typing import get_args

from bot.service.acting.command_commit import only_said
from bot.service.acting.play import seated
from bot.service.calls import Answer, Caller, Tools
from bot.service.clock import Clock, Speed
from bot.service.outgoing import post
from bot.service.seats import consent
from bot.service.seats.lobby import lobby_table
from bot.service.session import Memory, person_at, sides_of
from bot.service.state import proposals
from bot.storage.store import Change, StoredGame
from bot.table.refusal import refuse
from bot.table.reply import Reply
from bot.titles.capabilities import on_clock
from engine.core.game import Game, GameState


async def change(tools: Tools, caller: Caller, game_id: str, word: str, number: int = 0) -> Answer:
    """Choose a speed, propose one, or answer a proposal (`accept`, `reject`), optionally identified by number."""

    async def decide(stored: StoredGame) -> Change:
        if stored.header.status == "lobby" and word in get_args(Speed):
            return _chosen(tools, stored, caller, word)
        game, side = seated(tools, stored, caller)
        tools.games.check(stored.header, "clock")
        memory = Memory.of(stored.settings)
        if word in get_args(Speed):
            if Clock.of(stored.settings).speed == word:
                raise refuse("clock_is_so", speed=word)
            if len(sides_of(stored, caller.user)) > 1:
                return await _apply_agreement(tools, stored, game, memory, caller, word)

            def say(own: Tools) -> str:
                speed = own.say(f"ui.clock.{word}")
                return own.say("ui.clock.offered", name=caller.name, side=own.side(side), speed=speed)

            text = tools.worded(stored, say)
            by = {"side": side, "user": caller.user, "name": caller.name}
            proposals.make(memory, text.shared, kind="clock", speed=word, **by)
            return await consent.said(tools, caller, stored, game, memory, text)
        if word in consent.DECLINING:
            text = consent.declined(tools, stored, memory, caller, "clock", side, word, number)
            return await consent.said(tools, caller, stored, game, memory, text)
        offer = consent.offered(stored, memory, caller, "clock", number)
        memory.offer = None
        return await _apply_agreement(tools, stored, game, memory, caller, str(offer["speed"]))

    return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)


def _chosen(tools: Tools, stored: StoredGame, caller: Caller, speed: str) -> Change:
    """Set the clock before the start, as a seated player or the opener, and announce it."""
    if caller.user not in stored.seats.users() and caller.user != stored.header.created_by:
        raise refuse("no_seat_yet")
    if Clock.of(stored.settings).speed == speed:
        raise refuse("clock_is_so", speed=speed)
    settings = Clock.model_validate({"speed": speed}).into(stored.settings)
    after = StoredGame(stored.header, stored.number, stored.revision, None, stored.seats, settings)
    there = tools.posting(stored)
    text = there.say("ui.clock.chosen", name=caller.name, speed=there.say(f"ui.clock.{speed}"))
    posts = [post("lobby", Reply(text=text, audience="channel")), post("table", lobby_table(there, after))]
    return Change(answer=Answer(text=tools.say(f"ui.clock.{speed}")).dump(), settings=settings, posts=posts)


async def _apply_agreement(
    tools: Tools, stored: StoredGame, game: Game[GameState], memory: Memory, caller: Caller, speed: str
) -> Change:
    """Apply the speed both sides agreed on: banks are refilled, and the current wait restarts."""
    now = tools.now()
    clock = Clock.of(stored.settings).model_copy(update={"speed": speed})
    clock.act(sides_of(stored, caller.user), now)
    clock.refill(person_at(stored, on_clock(game)), now)

    def say(own: Tools) -> str:
        text = own.say(f"ui.clock.{speed}")
        return own.say("ui.clock.agreed", text=text) if clock.pace.bank else text

    text = tools.worded(stored, say)
    told = await tools.announce(stored, game, memory, clock, caller.user)
    told.posts.append(post("clock", Reply(text=text.shared, audience="channel")))
    return only_said(told, Answer(text=text.own))


__all__ = ["change"]
